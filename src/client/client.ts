// The client of the service, for Node and browsers. It uses only what both have: fetch, timers, URL, URLSearchParams.
// It knows the paths and the envelopes of responses; openapi-types.ts describes their members.
import {
  checkedAdverts,
  checkedBaseUrl,
  checkNumber,
  checkOptions,
  checkParameters,
  checkText,
  checkToken,
  ArgumentError,
} from './check-arguments.ts';
import {
  followChanges,
  type Change,
  type ChangePage,
  type FollowOptions,
  MIN_PAUSE_MS,
  readExport,
  type ExportLine,
} from './streams.ts';
import { tryParseObject, unexpectedResponse } from './forecourt-problem.ts';
import {
  fetchStreamWithRetry,
  fetchWithRetry,
  sleep,
  type ClientResponse,
  type ClientTransport,
} from './fetch-with-retry.ts';
import type * as Api from '../api/openapi-types.ts';
import { PARAMETERS } from './parameter-names.ts';
import { describeResponse, remember, responseOf, type ResponseInfo } from './response-info.ts';

export interface ClientOptions {
  /** URL of the service, such as `https://cars.example`. Empty: the origin of the page that the client runs in. */
  readonly baseUrl: string;
  /** Bearer token, for services that require one. */
  readonly token?: string;
  /** Maximum retries of a call without a response, or with 429, 502, 503 or 504. Default: 4. */
  readonly retries?: number;
  /** Maximum delay before a retry, in milliseconds. A longer Retry-After ends the call. Default: 30,000. */
  readonly longestWaitMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Aborts the call, including its delays, with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface InterpretOptions extends CallOptions {
  /** The search so far. */
  readonly current?: SearchParameters;
}

export interface PagesOptions extends CallOptions {
  /** Whether to throw a StockChangedError if the pages do not all show the same stock. Default: false. */
  readonly sameStock?: boolean;
}

export type ChangesOptions = CallOptions & FollowOptions;

/** Numbers may be strings, as `interpret` returns them. */
type WithTexts<Parameters> = {
  readonly [Name in keyof Parameters]:
    Parameters[Name] | (Parameters[Name] extends number | undefined ? `${number}` : never);
};

export type SearchParameters = WithTexts<Api.SearchParameters>;
/** `page` has no effect: a summary has no pages. */
export type SummaryParameters = SearchParameters;
/** `page` and `sort` have no effect. */
export type MapParameters = SearchParameters & {
  readonly zoom?: number | `${number}`;
  /** West, south, east, north, in degrees, separated by commas. */
  readonly bbox?: string;
};
export type Page = Api.SearchResponse['results'];
export type Summary = Api.Summary['summary'];
/** Where matches are. */
export type MapCells = Api.StockMap['map'];
/** A listing with what the stock says of it, or an advert that is gone. */
export type LookedUp = Api.Lookup['results']['cars'][number];
export type Interpretation = Omit<Api.Interpretation, 'parameters'> & {
  /** Parameters for `search`, `summary` and `map`, all strings. */
  readonly parameters: SearchParameters;
};

/** The stock changed between two pages, so listings may be missing from them or on two of them. */
export class StockChangedError extends Error {
  constructor() {
    super('The stock changed while its pages were read. Read them again from the first.');
    this.name = 'StockChangedError';
  }
}

const SEARCH_PATH = '/api/v1/vehicles/';
const SUMMARY_PATH = '/api/v1/vehicles/summary/';
const MAP_PATH = '/api/v1/vehicles/map/';
const LOOKUP_PATH = '/api/v1/vehicles/lookup/';
const EXPORT_PATH = '/api/v1/vehicles/export/';
const CHANGES_PATH = '/api/v1/vehicles/changes/';
const INTERPRET_PATH = '/api/v1/interpret/';
const DESCRIPTION_PATH = '/openapi.json';

type Sendable = Readonly<Record<string, string | number | readonly string[] | undefined>>;

interface Sent {
  readonly url: string;
  readonly response: ClientResponse;
  readonly info: ResponseInfo;
}

/** How results are read from responses, for `refresh`. */
const readers = new WeakMap<object, (sent: Sent) => object>();

/**
 * Methods throw a ForecourtProblem for problems and for missing responses, and a TypeError for wrong arguments and unknown
 * parameters. `responseOf` has the entity tag, ignored parameters and corrections of a result.
 */
export class ForecourtClient {
  readonly #baseUrl: string;
  /** Other base URLs of the service, as its responses name it: behind a proxy it has a public one. */
  readonly #aliases = new Set<string>();
  readonly #transport: ClientTransport;

  constructor(options: ClientOptions) {
    if (typeof options !== 'object' || (options as ClientOptions | null) === null)
      throw new ArgumentError(
        "ForecourtClient takes an object, such as { baseUrl: 'https://cars.example' }.",
      );
    const { baseUrl, token, retries = 4, longestWaitMs = 30_000, fetch } = options;
    if (fetch !== undefined && typeof fetch !== 'function')
      throw new ArgumentError('fetch must be a function.');
    checkToken(token);
    checkNumber('retries', retries, true);
    checkNumber('longestWaitMs', longestWaitMs, false);
    this.#baseUrl = checkedBaseUrl(baseUrl, fetch !== undefined);
    this.#transport = {
      // Browsers reject `fetch` as a method of another object.
      fetch: (input, init) => (fetch ?? globalThis.fetch)(input, init),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      retries,
      maxDelayMs: longestWaitMs,
    };
  }

  /** One page of matches. */
  async search(parameters: SearchParameters = {}, options: CallOptions = {}): Promise<Page> {
    checkParameters('search', parameters);
    return resultOf(await this.#get(SEARCH_PATH, parameters, options), readPage);
  }

  /** A summary of the matches. It has no pages, so `page` is not sent. */
  async summary(parameters: SummaryParameters = {}, options: CallOptions = {}): Promise<Summary> {
    checkParameters('summary', parameters);
    const sent = await this.#get(SUMMARY_PATH, { ...parameters, page: undefined }, options);
    return resultOf(sent, ({ response }) => bodyOf<Api.Summary>(response, 'summary').summary);
  }

  /** Where the matches are: counts by cell of a map, finer with each zoom from 0 to 12. `page` and `sort` are not sent. */
  async map(parameters: MapParameters = {}, options: CallOptions = {}): Promise<MapCells> {
    checkParameters('map', parameters);
    const sent = await this.#get(MAP_PATH, { ...parameters, page: undefined, sort: undefined }, options);
    return resultOf(sent, ({ response }) => bodyOf<Api.StockMap>(response, 'map').map);
  }

  /** The listings at up to 20 adverts, by the `url` of a vehicle or the dealer's address, in their order. */
  async lookup(adverts: string | readonly string[], options: CallOptions = {}): Promise<readonly LookedUp[]> {
    const sent = await this.#get(LOOKUP_PATH, { advert: checkedAdverts(adverts) }, options);
    return resultOf(sent, ({ response }) => bodyOf<Api.Lookup>(response, 'results').results.cars);
  }

  /**
   * The interpretation of a phrase. Its `parameters` can be passed to `search`, `summary` and `map`. With `current`, the
   * parameters of the search so far, a phrase such as `cheaper` changes that search, as `refines` and `changes` say.
   */
  async interpret(text: string, options: InterpretOptions = {}): Promise<Interpretation> {
    checkText(text);
    const { current = {}, ...call } = options;
    checkParameters('interpret', current);
    const sent = await this.#get(INTERPRET_PATH, { ...current, text }, call);
    return resultOf(sent, ({ response }) => bodyOf<Interpretation>(response, 'parameters'));
  }

  /**
   * The page of matches at a URL of this service: an interpretation's or a price mark's `search_url`, one of `similar`, or a link
   * of `responseOf`. Its base URL may be another one by which responses of the service named it; the request goes to that of this
   * client. Other URLs are a TypeError; nothing is sent to them.
   */
  async follow(url: string, options: CallOptions = {}): Promise<Page> {
    return resultOf(await this.#send(this.#searchUrl(url), options), readPage);
  }

  /** The same object if its response has not changed since, confirmed by its entity tag; else the new result of the same call. */
  async refresh<Result extends object>(result: Result, options: CallOptions = {}): Promise<Result> {
    const { url, etag } = responseOf(result);
    const read = readers.get(result);
    if (read === undefined || !url.startsWith(`${this.#baseUrl}/`))
      throw new ArgumentError('refresh takes a result of this client.');
    const sent = await this.#send(url, { ...options, ...(etag !== undefined && { ifNoneMatch: etag }) });
    return sent.response.status === 304 ? result : (resultOf(sent, read) as Result);
  }

  /** All matching listings in order, starting with the page in `parameters`. Pages are fetched when they are needed. */
  async *vehicles(
    parameters: SearchParameters = {},
    options: PagesOptions = {},
  ): AsyncGenerator<Api.Vehicle, void, undefined> {
    for await (const { cars } of this.pages(parameters, options)) yield* cars;
  }

  /**
   * All pages, starting with the page in `parameters`; a single empty one if nothing matches. While the stock does not change,
   * they neither overlap nor skip. With `sameStock`, a change throws at once if the total differs, else after the last page,
   * when the first one is revalidated by its entity tag.
   */
  async *pages(
    parameters: SearchParameters = {},
    options: PagesOptions = {},
  ): AsyncGenerator<Page, void, undefined> {
    checkOptions(options);
    const { sameStock = false, signal } = options;
    const call = signal === undefined ? {} : { signal };
    const first = await this.search(parameters, call);
    yield first;
    let page = first;
    for (let number = first.current_page + 1; number <= page.total_pages; number += 1) {
      page = await this.search({ ...parameters, page: number }, call);
      if (sameStock && page.total_vehicles !== first.total_vehicles) throw new StockChangedError();
      yield page;
    }
    if (!sameStock || page === first) return;
    // The service omits the tag if the stock changed during the response.
    if (responseOf(first).etag === undefined) throw new StockChangedError();
    if ((await this.refresh(first, call)) !== first) throw new StockChangedError();
  }

  /**
   * All matching listings of one state of the stock, as they are received. The last line has their `total` and the `cursor` for
   * `changes`. An export that the service cut is continued; a broken connection is a ForecourtProblem. `page` is not sent.
   */
  async *export(
    parameters: SearchParameters = {},
    options: CallOptions = {},
  ): AsyncGenerator<ExportLine, void, undefined> {
    checkParameters('export', parameters);
    checkOptions(options);
    for (let cursor: string | undefined; ;) {
      const url = this.#urlOf(EXPORT_PATH, { ...parameters, page: undefined, cursor });
      const response = await fetchStreamWithRetry(url, this.#transport, options);
      try {
        this.#describe(url, response);
      } catch (error) {
        await response.body?.cancel();
        throw error;
      }
      const end = yield* readExport(url, response, options.signal);
      if (end.more !== true) {
        yield end;
        return;
      }
      // Nothing came: the service has trouble that repeated requests would add to.
      if (end.cursor === cursor) await sleep(MIN_PAUSE_MS, options.signal);
      ({ cursor } = end);
    }
  }

  /**
   * What changes in a search, as it happens, until `signal` aborts; with `wait: 0` what has changed since. To continue later,
   * read `changePages` and store their cursors. Throws a CursorExpiredProblem if the changes since a cursor are unknown.
   */
  async *changes(
    parameters: SearchParameters = {},
    options: ChangesOptions = {},
  ): AsyncGenerator<Change, void, undefined> {
    for await (const { changes } of this.changePages(parameters, options)) yield* changes;
  }

  /**
   * The same in pages, also empty ones. `cursor` is the `since` that continues after a page: store it when the page is processed.
   * All pages until one without `more` are between the same two states. `page` and `sort` are not sent.
   */
  async *changePages(
    parameters: SearchParameters = {},
    options: ChangesOptions = {},
  ): AsyncGenerator<ChangePage, void, undefined> {
    checkParameters('changes', parameters);
    checkOptions(options);
    const { signal } = options;
    yield* followChanges(options, async (since, wait) => {
      const query = { ...parameters, page: undefined, sort: undefined, since, wait };
      const sent = await this.#get(CHANGES_PATH, query, signal === undefined ? {} : { signal });
      return resultOf(sent, readChanges);
    });
  }

  /** The whole URL of a search on this service. Comparing whole prefixes leaves no way to another host or path. */
  #searchUrl(url: unknown): string {
    const start = `${this.#baseUrl}${SEARCH_PATH}`;
    if (typeof url === 'string') {
      const origin = /^https?:\/\/[^/]+/.exec(this.#baseUrl)?.[0] ?? '';
      const whole = /^\/(?!\/)/.test(url) ? `${origin}${url}` : url;
      for (const base of [this.#baseUrl, ...this.#aliases]) {
        const other = `${base}${SEARCH_PATH}`;
        if (whole === other || whole.startsWith(`${other}?`)) return `${start}${whole.slice(other.length)}`;
      }
    }
    throw new ArgumentError(
      `follow takes the URL of a search of this service, which begins with ${start} (got ${String(url).slice(0, 128)}).`,
    );
  }

  #get(path: string, parameters: Sendable, options: CallOptions): Promise<Sent> {
    return this.#send(this.#urlOf(path, parameters), options);
  }

  #urlOf(path: string, parameters: Sendable): string {
    const sent = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      for (const each of Array.isArray(value) ? value : [value])
        if (each !== undefined && each !== null) sent.append(name, String(each));
    }
    const query = sent.toString();
    return `${this.#baseUrl}${path}${query === '' ? '' : `?${query}`}`;
  }

  async #send(url: string, options: CallOptions & { readonly ifNoneMatch?: string }): Promise<Sent> {
    checkOptions(options);
    const response = await fetchWithRetry(url, this.#transport, options);
    return { url, response, info: this.#describe(url, response) };
  }

  /** Throws a TypeError if the service ignores an unknown parameter. */
  #describe(url: string, response: Pick<Response, 'headers'>): ResponseInfo {
    const info = describeResponse(url, response);
    const description = info.links['service-desc'];
    if (description?.endsWith(DESCRIPTION_PATH) === true)
      this.#aliases.add(description.slice(0, -DESCRIPTION_PATH.length));
    // Known parameters without effect are probably not meant, but may be sent.
    const unknown = info.ignoredParameters
      .filter(({ parameter, reason }) => reason === undefined && !PARAMETERS.has(parameter))
      .map(({ parameter, didYouMean }) =>
        didYouMean === undefined ? `"${parameter}"` : `"${parameter}"; did-you-mean="${didYouMean}"`,
      );
    if (unknown.length > 0)
      throw new ArgumentError(`The service ignores these parameters: ${unknown.join(', ')}.`);
    return info;
  }
}

function resultOf<Result extends object>(sent: Sent, read: (sent: Sent) => Result): Result {
  const result = remember(read(sent), sent.info);
  readers.set(result, read);
  return result;
}

function readPage({ response }: Pick<Sent, 'response'>): Page {
  return bodyOf<Api.SearchResponse>(response, 'results').results;
}

function readChanges({ response }: Pick<Sent, 'response'>): ChangePage {
  const page = bodyOf<Api.Changes>(response, 'changes');
  const { changes, cursor }: { readonly changes: unknown; readonly cursor: unknown } = page;
  const isPage = Array.isArray(changes) && changes.every((each) => typeof each === 'object' && each !== null);
  if (!isPage || typeof cursor !== 'string') throw unexpectedResponse(response.status);
  return page;
}

/** `member` distinguishes a response of the service from that of a proxy in its place. */
function bodyOf<Body>({ status, text }: ClientResponse, member: keyof Body & string): Body {
  const body = tryParseObject(text);
  if (typeof body?.[member] !== 'object' || body[member] === null) throw unexpectedResponse(status);
  return body as Body;
}
