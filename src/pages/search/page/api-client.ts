// A client of the public API, and of the page's own suggestions and prices. An outcome is a response, or the reason why there is none.
import type {
  InterpretationResponse,
  MapCounts,
  Prices,
  ProblemBody,
  SearchResults,
  Suggestion,
  SummaryTotals,
  Vehicle,
} from '../../../api/responses.ts';
import { phaseOfStatus, type QueryWarning, type Remark } from '../view/page-model.ts';
import { parseCorrections, parseWarnings } from '../view/query-warnings.ts';
import type { SearchChange } from '../view/search-news.ts';
import { phraseUrl, withChange, toQueryString, type SearchState } from '../view/search-state.ts';

export type ApiOutcome<T> =
  | { readonly kind: 'response'; readonly response: T; readonly warnings?: readonly QueryWarning[] }
  | { readonly kind: 'invalid' | 'unauthorized'; readonly problem: ProblemBody }
  | { readonly kind: 'retrying'; readonly problem: ProblemBody; readonly seconds: number }
  | { readonly kind: 'failed' };

export interface SearchChanges {
  readonly changes: readonly SearchChange[];
  readonly cursor: string;
  readonly more: boolean;
}

/** Servers take 8 KB of path and query. */
const MAX_QUERY_LENGTH = 7_500;
/** Longer than any search takes. */
const REQUEST_TIMEOUT_MS = 20_000;

export class PageApiClient {
  readonly #basePath: string;

  /** `basePath` has a final slash. */
  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  async search(search: SearchState, signal: AbortSignal): Promise<ApiOutcome<SearchResults>> {
    const outcome = await this.#get<{ results: SearchResults }>(
      `api/v1/vehicles/?${toQueryString(search)}`,
      signal,
    );
    return outcome.kind === 'response' ? { ...outcome, response: outcome.response.results } : outcome;
  }

  async summarize(search: SearchState, signal: AbortSignal): Promise<ApiOutcome<SummaryTotals>> {
    const outcome = await this.#get<{ summary: SummaryTotals }>(
      `api/v1/vehicles/summary/?${toQueryString(withChange(search, {}))}`,
      signal,
    );
    return outcome.kind === 'response' ? { kind: 'response', response: outcome.response.summary } : outcome;
  }

  /** `query` is that of mapQuery. */
  async map(query: string, signal: AbortSignal): Promise<ApiOutcome<MapCounts>> {
    const outcome = await this.#get<{ map: MapCounts }>(`api/v1/vehicles/map/?${query}`, signal);
    return outcome.kind === 'response' ? { kind: 'response', response: outcome.response.map } : outcome;
  }

  async prices(search: SearchState, signal: AbortSignal): Promise<ApiOutcome<Prices>> {
    const outcome = await this.#get<{ prices: Prices }>(`page/prices/?${toQueryString(search)}`, signal);
    return outcome.kind === 'response' ? { kind: 'response', response: outcome.response.prices } : outcome;
  }

  /** `before` is the search that the phrase may refine. */
  interpret(
    text: string,
    signal: AbortSignal,
    before?: SearchState,
  ): Promise<ApiOutcome<InterpretationResponse>> {
    return this.#get(phraseUrl('api/v1/interpret/', text, before), signal);
  }

  async suggest(text: string, signal: AbortSignal): Promise<ApiOutcome<readonly Suggestion[]>> {
    const outcome = await this.#get<{ suggestions: readonly Suggestion[] }>(
      phraseUrl('page/suggestions', text),
      signal,
    );
    return outcome.kind === 'response'
      ? { kind: 'response', response: outcome.response.suggestions }
      : outcome;
  }

  /** What the stock says of these cars, by `url`; of the first ones, if a request cannot hold them all. */
  async remarks(
    cars: readonly Vehicle[],
    signal: AbortSignal,
  ): Promise<ApiOutcome<ReadonlyMap<string, Remark>>> {
    const query = new URLSearchParams();
    for (const { url } of cars) {
      if (query.toString().length + 3 * url.length > MAX_QUERY_LENGTH) break;
      query.append('advert', new URL(url, document.baseURI).searchParams.get('api_target') ?? url);
    }
    const outcome = await this.#get<{ results: { cars: readonly (Partial<Remark> & { url?: string })[] } }>(
      `api/v1/vehicles/lookup/?${query.toString()}`,
      signal,
    );
    if (outcome.kind !== 'response') return outcome;
    const remarks = new Map<string, Remark>();
    for (const { url, price_mark, ulez, listed_days = null } of outcome.response.results.cars)
      if (url !== undefined && price_mark !== undefined && ulez !== undefined)
        remarks.set(url, { price_mark, ulez, listed_days });
    return { kind: 'response', response: remarks };
  }

  /** A page of what changed in a search since a cursor, or the cursor of now; undefined if that is unknown. */
  async changes(query: string, since?: string): Promise<SearchChanges | undefined> {
    const target = `api/v1/vehicles/changes/?${query}${since === undefined ? '' : `&since=${encodeURIComponent(since)}`}`;
    const outcome = await this.#get<SearchChanges>(target, new AbortController().signal);
    return outcome.kind === 'response' ? outcome.response : undefined;
  }

  /** Throws only if the signal was given. */
  async #get<T>(target: string, signal: AbortSignal): Promise<ApiOutcome<T>> {
    try {
      const response = await fetch(`${this.#basePath}${target}`, {
        // By this the server knows searches that are being typed from those of programs.
        headers: { accept: 'application/json', 'x-requested-with': 'search-page' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
      const body: unknown = await response.json();
      const warnings = [
        ...parseCorrections(response.headers.get('corrections')),
        ...parseWarnings(response.headers.get('ignored-parameters')),
      ];
      if (response.ok) return { kind: 'response', response: body as T, warnings };
      const kind = phaseOfStatus(response.status);
      if (kind === 'failed') return { kind };
      const problem = body as ProblemBody;
      if (kind !== 'retrying') return { kind, problem };
      return { kind, problem, seconds: Math.max(1, Number(response.headers.get('retry-after') ?? 1)) };
    } catch (error) {
      if (signal.aborted) throw error;
      return { kind: 'failed' };
    }
  }
}
