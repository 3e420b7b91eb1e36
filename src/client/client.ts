// The client of the service, for Node and browsers. It uses only what both have: fetch, timers, URLSearchParams.
// It knows the paths and the envelopes of responses; openapi-types.ts describes their members.
import { tryParseObject, unexpectedResponse } from './forecourt-problem.ts';
import { fetchWithRetry, type ClientResponse, type ClientTransport } from './fetch-with-retry.ts';
import type * as Api from './openapi-types.ts';

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

export interface PagesOptions extends CallOptions {
  /** Whether to throw a StockChangedError if the pages do not all show the same stock. Default: false. */
  readonly sameStock?: boolean;
}

/** Numbers may be strings, as `interpret` returns them. */
type WithTexts<Parameters> = {
  readonly [Name in keyof Parameters]:
    Parameters[Name] | (Parameters[Name] extends number | undefined ? `${number}` : never);
};

export type SearchParameters = WithTexts<Api.SearchParameters>;
export type SummaryParameters = WithTexts<Api.SummaryParameters>;
export type MapParameters = SummaryParameters & {
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
  /** Parameters for `search`, all strings. */
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
const INTERPRET_PATH = '/api/v1/interpret/';

/**
 * Methods throw a ForecourtProblem for problems and for missing responses, and a TypeError for parameters that the service
 * ignores.
 */
export class ForecourtClient {
  readonly #baseUrl: string;
  readonly #transport: ClientTransport;

  constructor({ baseUrl, token, retries = 4, longestWaitMs = 30_000, fetch }: ClientOptions) {
    this.#baseUrl = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
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
    return pageOf(await this.#get(SEARCH_PATH, parameters, options));
  }

  /** A summary of the matches. */
  async summary(parameters: SummaryParameters = {}, options: CallOptions = {}): Promise<Summary> {
    return bodyOf<Api.Summary>(await this.#get(SUMMARY_PATH, parameters, options), 'summary').summary;
  }

  /** Where the matches are: counts by cell of a map, finer with each zoom from 0 to 12. */
  async map(parameters: MapParameters = {}, options: CallOptions = {}): Promise<MapCells> {
    return bodyOf<Api.StockMap>(await this.#get(MAP_PATH, parameters, options), 'map').map;
  }

  /** The listings at up to 20 adverts, by the `url` of a vehicle or the dealer's address, in their order. */
  async lookup(adverts: readonly string[], options: CallOptions = {}): Promise<readonly LookedUp[]> {
    return bodyOf<Api.Lookup>(await this.#get(LOOKUP_PATH, { advert: adverts }, options), 'results').results
      .cars;
  }

  /** The interpretation of a phrase. Its `parameters` can be passed to `search`. */
  async interpret(text: string, options: CallOptions = {}): Promise<Interpretation> {
    return bodyOf<Interpretation>(await this.#get(INTERPRET_PATH, { text }, options), 'parameters');
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
    { sameStock = false, signal }: PagesOptions = {},
  ): AsyncGenerator<Page, void, undefined> {
    const call = signal === undefined ? {} : { signal };
    const response = await this.#get(SEARCH_PATH, parameters, call);
    const first = pageOf(response);
    yield first;
    let page = first;
    for (let number = first.current_page + 1; number <= page.total_pages; number += 1) {
      page = await this.search({ ...parameters, page: number }, call);
      if (sameStock && page.total_vehicles !== first.total_vehicles) throw new StockChangedError();
      yield page;
    }
    if (!sameStock || page === first) return;
    // The service omits the tag if the stock changed during the response.
    const ifNoneMatch = response.headers.get('etag');
    if (ifNoneMatch === null) throw new StockChangedError();
    const { status } = await this.#get(SEARCH_PATH, parameters, { ...call, ifNoneMatch });
    if (status !== 304) throw new StockChangedError();
  }

  async #get(
    path: string,
    parameters: Readonly<Record<string, string | number | readonly string[] | undefined>>,
    options: CallOptions & { readonly ifNoneMatch?: string },
  ): Promise<ClientResponse> {
    const sent = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      for (const each of Array.isArray(value) ? value : [value])
        if (each !== undefined && each !== null) sent.append(name, String(each));
    }
    const query = sent.toString();
    const url = `${this.#baseUrl}${path}${query === '' ? '' : `?${query}`}`;
    const response = await fetchWithRetry(url, this.#transport, options);
    const ignored = response.headers.get('ignored-parameters');
    // Known parameters, which have a reason, are probably not meant, but may be sent.
    const unknown = ignored
      ?.match(/"(?:[^"\\]|\\.)*"(?:; [\w-]+="(?:[^"\\]|\\.)*")*/g)
      ?.filter((item) => !/"; reason="/.test(item));
    if (unknown !== undefined && unknown.length > 0)
      throw new TypeError(`The service ignores these parameters: ${unknown.join(', ')}.`);
    return response;
  }
}

function pageOf(response: ClientResponse): Page {
  return bodyOf<Api.SearchResponse>(response, 'results').results;
}

/** `member` distinguishes a response of the service from that of a proxy in its place. */
function bodyOf<Body>({ status, text }: ClientResponse, member: keyof Body & string): Body {
  const body = tryParseObject(text);
  if (typeof body?.[member] !== 'object' || body[member] === null) throw unexpectedResponse(status);
  return body as Body;
}
