// What the page shows for an address: the public API is asked for it, and for nothing that it does not answer to all.
import type { InterpretationResponse, ProblemBody, SearchResults, Summary } from './view/api-types.ts';
import { phaseOfStatus, type PageModel } from './view/page-model.ts';
import {
  PHRASE,
  toQueryString,
  toSearchState,
  withInterpretation,
  type SearchState,
} from './view/search-state.ts';

export interface ApiResponse {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
  /** Of the header Retry-After. */
  readonly retrySeconds?: number | undefined;
}

/** Asks the public API, for example `/api/v1/vehicles/?make=Ford`. */
export type CallApi = (target: string) => Promise<ApiResponse>;

export interface PageUrls {
  readonly basePath: string;
  readonly baseUrl: string;
}

/** The page for these pairs of the address, with the status that it is sent with. */
export async function loadPage(
  pairs: readonly (readonly [string, string])[],
  urls: PageUrls,
  callApi: CallApi,
): Promise<{ readonly status: number; readonly model: PageModel }> {
  let search = toSearchState(pairs);
  const phrase =
    pairs
      .filter(([name]) => name === PHRASE)
      .map(([, text]) => text.trim())
      .at(-1) ?? '';
  let interpretation: InterpretationResponse | null = null;
  if (phrase !== '') {
    const interpreted = await callApi(
      `/api/v1/interpret/?${new URLSearchParams({ text: phrase }).toString()}`,
    );
    if (interpreted.status !== 200) return withoutResults(search, urls, interpreted);
    interpretation = interpreted.body as InterpretationResponse;
    search = withInterpretation(search, interpretation);
  }
  const query = toQueryString(search);
  const [searchResponse, summaryResponse] = await Promise.all([
    callApi(`/api/v1/vehicles/?${query}`),
    callApi(`/api/v1/vehicles/summary/?${toQueryString({ ...search, page: undefined })}`),
  ]);
  if (searchResponse.status !== 200) return withoutResults(search, urls, searchResponse);
  const { results } = searchResponse.body as { results: SearchResults };
  const summary =
    summaryResponse.status === 200 ? (summaryResponse.body as { summary: Summary }).summary : null;
  return {
    status: 200,
    model: {
      ...urls,
      search,
      phase: 'loaded',
      results,
      summary,
      problem: null,
      retrySeconds: 0,
      interpretation,
      filtersAreOpen: false,
    },
  };
}

/** The page that says why there are no results, and what to do next. */
export function withoutResults(
  search: SearchState,
  urls: PageUrls,
  { status, body, retrySeconds }: ApiResponse,
): { readonly status: number; readonly model: PageModel } {
  return {
    status,
    model: {
      ...urls,
      search,
      phase: phaseOfStatus(status),
      results: null,
      summary: null,
      problem: body as ProblemBody,
      retrySeconds: Math.max(1, retrySeconds ?? 1),
      interpretation: null,
      filtersAreOpen: false,
    },
  };
}
