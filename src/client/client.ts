// The client of the service, for Node and browsers. It needs nothing but what both have: fetch, timers, URLSearchParams.
// It knows the addresses and the shape of answers; what they mean is in openapi-types.ts.
import { tryParseObject, unexpectedResponse } from './forecourt-problem.ts';
import { fetchWithRetry, type ClientResponse, type ClientTransport } from './fetch-with-retry.ts';
import type * as Api from './openapi-types.ts';

export interface ClientOptions {
  /** Where the service is, such as `https://cars.example`. Empty: where the page is that the client runs in. */
  readonly baseUrl: string;
  /** Sent as a bearer token, where a service asks for one. */
  readonly token?: string;
  /** How often a call is tried again that met no answer, or a busy service (429, 502, 503, 504). Default: 4. */
  readonly retries?: number;
  /** No wait before another try is longer; a service that asks for more (Retry-After) is not asked again. Default: 30,000. */
  readonly longestWaitMs?: number;
  /** Instead of the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Ends the call, waits included, with what it is aborted with. */
  readonly signal?: AbortSignal;
}

export interface PagesOptions extends CallOptions {
  /** Whether to end with a StockChangedError where the pages are not all of one state of the stock. Default: false. */
  readonly sameStock?: boolean;
}

/** Numbers may be texts, as `interpret` gives them. */
type WithTexts<Parameters> = {
  readonly [Name in keyof Parameters]:
    Parameters[Name] | (Parameters[Name] extends number | undefined ? `${number}` : never);
};

export type SearchParameters = WithTexts<Api.SearchParameters>;
export type SummaryParameters = WithTexts<Api.SummaryParameters>;
export type Page = Api.SearchResponse['results'];
export type Summary = Api.Summary['summary'];
export type Interpretation = Omit<Api.Interpretation, 'parameters'> & {
  /** What to search for, texts all of them. */
  readonly parameters: SearchParameters;
};

/** The stock changed between two pages, so a listing may be missing or there twice among those that were given. */
export class StockChangedError extends Error {
  constructor() {
    super('The stock changed while its pages were read. Read them again from the first.');
    this.name = 'StockChangedError';
  }
}

const SEARCH_PATH = '/api/v1/vehicles/';
const SUMMARY_PATH = '/api/v1/vehicles/summary/';
const INTERPRET_PATH = '/api/v1/interpret/';

/**
 * Every method throws a ForecourtProblem for what the service refuses, and for answers that do not come. A parameter that
 * the service does not know is a TypeError, where the service would only have ignored it.
 */
export class ForecourtClient {
  readonly #baseUrl: string;
  readonly #transport: ClientTransport;

  constructor({ baseUrl, token, retries = 4, longestWaitMs = 30_000, fetch }: ClientOptions) {
    this.#baseUrl = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
    this.#transport = {
      // Browsers refuse a call of their fetch as a method of something else.
      fetch: (input, init) => (fetch ?? globalThis.fetch)(input, init),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      retries,
      maxDelayMs: longestWaitMs,
    };
  }

  /** One page of what matches. */
  async search(parameters: SearchParameters = {}, options: CallOptions = {}): Promise<Page> {
    return pageOf(await this.#get(SEARCH_PATH, parameters, options));
  }

  /** What there is of what matches. */
  async summary(parameters: SummaryParameters = {}, options: CallOptions = {}): Promise<Summary> {
    return bodyOf<Api.Summary>(await this.#get(SUMMARY_PATH, parameters, options), 'summary').summary;
  }

  /** What a phrase asks for. `search` takes its `parameters` as they are. */
  async interpret(text: string, options: CallOptions = {}): Promise<Interpretation> {
    return bodyOf<Interpretation>(await this.#get(INTERPRET_PATH, { text }, options), 'parameters');
  }

  /** Every listing that matches, in order, from the page that is asked for on. A page is only asked for when it is needed. */
  async *vehicles(
    parameters: SearchParameters = {},
    options: PagesOptions = {},
  ): AsyncGenerator<Api.Vehicle, void, undefined> {
    for await (const { cars } of this.pages(parameters, options)) yield* cars;
  }

  /**
   * Every page, from the one that is asked for to the last; one without listings where nothing matches. Pages neither
   * overlap nor skip while the stock stays as it is. With `sameStock`, a change ends the pages at once where it changed the
   * total, else after the last page, when the first one is asked for again by its entity tag.
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
    // The service leaves the tag out where the stock changed while it answered.
    const ifNoneMatch = response.headers.get('etag');
    if (ifNoneMatch === null) throw new StockChangedError();
    const { status } = await this.#get(SEARCH_PATH, parameters, { ...call, ifNoneMatch });
    if (status !== 304) throw new StockChangedError();
  }

  async #get(
    path: string,
    parameters: Readonly<Record<string, string | number | undefined>>,
    options: CallOptions & { readonly ifNoneMatch?: string },
  ): Promise<ClientResponse> {
    const sent = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined && value !== null) sent.append(name, String(value));
    }
    const query = sent.toString();
    const url = `${this.#baseUrl}${path}${query === '' ? '' : `?${query}`}`;
    const response = await fetchWithRetry(url, this.#transport, options);
    const ignored = response.headers.get('ignored-parameters');
    if (ignored !== null) throw new TypeError(`The service does not take these parameters: ${ignored}.`);
    return response;
  }
}

function pageOf(response: ClientResponse): Page {
  return bodyOf<Api.SearchResponse>(response, 'results').results;
}

/** `member` tells an answer of the service from one of something that stands in its place. */
function bodyOf<Body>({ status, text }: ClientResponse, member: keyof Body & string): Body {
  const body = tryParseObject(text);
  if (typeof body?.[member] !== 'object' || body[member] === null) throw unexpectedResponse(status);
  return body as Body;
}
