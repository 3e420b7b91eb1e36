// The model of the search page for a URL, from the responses of the public API.
import type {
  InterpretationResponse,
  MapCounts,
  Prices,
  ProblemBody,
  SearchResults,
  Summary,
} from './view/api-types.ts';
import { explainEmpty } from './view/empty-results.ts';
import { withPlaceFound } from './view/field-errors.ts';
import { phaseOfStatus, type PageModel } from './view/page-model.ts';
import { parseWarnings } from './view/query-warnings.ts';
import {
  choicesQuery,
  isTextAlone,
  phraseToInterpret,
  placeNameIn,
  toInterpretedSearch,
  toQueryString,
  toSearchState,
  type SearchState,
} from './view/search-state.ts';
import { findTermChoices } from './view/term-choices.ts';

export interface ApiResult {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
  /** The Retry-After header. */
  readonly retrySeconds?: number | undefined;
  /** The Ignored-Parameters header. */
  readonly ignoredParameters?: string | undefined;
}

/** The API's endpoints by query string, for example `make=Ford`. They reject with bugs only: problems are results. */
export interface PageApi {
  search(query: string): Promise<ApiResult>;
  summarize(query: string): Promise<ApiResult>;
  interpret(query: string): Promise<ApiResult>;
  /** The counts of the map that shows this search. */
  map(search: SearchState): Promise<ApiResult>;
  prices(query: string): Promise<ApiResult>;
}

export interface PageUrls {
  readonly basePath: string;
  readonly baseUrl: string;
}

interface LoadedPage {
  /** The page's HTTP status. */
  readonly status: number;
  readonly model: PageModel;
}

/** The page for these pairs of a query string. */
export async function loadPage(
  pairs: readonly (readonly [string, string])[],
  urls: PageUrls,
  api: PageApi,
): Promise<LoadedPage> {
  const asked = toSearchState(pairs);
  const phrase = phraseToInterpret(pairs);
  if (phrase !== undefined) return loadPhrase(phrase, asked, urls, api);
  const loaded = await loadSearch(asked, urls, api);
  if (loaded.model.results?.total_vehicles !== 0 || !isTextAlone(asked)) return loaded;
  // No listing has all of these words, so they may be a phrase.
  const { q = '', ...others } = asked;
  const asPhrase = await loadPhrase(q, others, urls, api);
  return (asPhrase.model.results?.total_vehicles ?? 0) > 0 ? asPhrase : loaded;
}

async function loadPhrase(
  phrase: string,
  others: SearchState,
  urls: PageUrls,
  api: PageApi,
): Promise<LoadedPage> {
  const interpreted = await api.interpret(new URLSearchParams({ text: phrase }).toString());
  if (interpreted.status !== 200) return withoutResults(others, urls, interpreted);
  const interpretation = interpreted.body as InterpretationResponse;
  return loadSearch(toInterpretedSearch(others, phrase, interpretation), urls, api, interpretation);
}

async function loadSearch(
  search: SearchState,
  urls: PageUrls,
  api: PageApi,
  interpretation: InterpretationResponse | null = null,
): Promise<LoadedPage> {
  const [searchResult, summary, mapResult, pricesResult] = await Promise.all([
    api.search(toQueryString(search)),
    summaryOf(api, search),
    api.map(search),
    api.prices(choicesQuery(search)),
  ]);
  if (searchResult.status !== 200) {
    const place = searchResult.status === 400 && withPlaceFound(search, searchResult.body as ProblemBody);
    if (!place) return withoutResults(search, urls, searchResult);
    const found = await loadSearch(place.search, urls, api, interpretation);
    return { ...found, model: { ...found.model, placeNote: place.note, placeName: place.name } };
  }
  const { results } = searchResult.body as { results: SearchResults };
  const isEmpty = results.total_vehicles === 0;
  return {
    status: 200,
    model: {
      ...urls,
      search,
      phase: 'loaded',
      results,
      summary: summary ?? null,
      warnings: parseWarnings(searchResult.ignoredParameters),
      problem: null,
      retrySeconds: 0,
      interpretation,
      choices: summary === undefined ? keywordsOnly(search) : await choicesOf(api, search, summary),
      map: mapResult.status === 200 ? (mapResult.body as { map: MapCounts }).map : null,
      prices: pricesResult.status === 200 ? (pricesResult.body as { prices: Prices }).prices : null,
      emptyReason: isEmpty ? await explainEmpty(search, (part) => countWith(api, part)) : null,
      remarks: new Map(),
      saved: new Set(),
      placeNote: null,
      placeName: placeNameIn(interpretation),
      filtersAreOpen: false,
    },
  };
}

async function summaryOf(api: PageApi, search: SearchState): Promise<Summary | undefined> {
  const { status, body } = await api.summarize(toQueryString({ ...search, page: undefined }));
  return status === 200 ? (body as { summary: Summary }).summary : undefined;
}

async function choicesOf(api: PageApi, search: SearchState, summary: Summary): Promise<PageModel['choices']> {
  const choices = await findTermChoices(search, summary, null, (other) => summaryOf(api, other));
  return { ...choices, key: choicesQuery(search) };
}

async function countWith(api: PageApi, search: SearchState): Promise<number | undefined> {
  const { status, body } = await api.search(toQueryString(search));
  return status === 200 ? (body as { results: SearchResults }).results.total_vehicles : undefined;
}

/** Where the terms are not known, all of the text is keywords. */
function keywordsOnly(search: SearchState): PageModel['choices'] {
  return { key: choicesQuery(search), words: search.q ?? '', groups: [] };
}

/** The page for a problem: it says why there are no results, and what to do next. */
export function withoutResults(
  search: SearchState,
  urls: PageUrls,
  { status, body, retrySeconds }: ApiResult,
): LoadedPage {
  return {
    status,
    model: {
      ...urls,
      search,
      phase: phaseOfStatus(status),
      results: null,
      summary: null,
      warnings: [],
      problem: body as ProblemBody,
      retrySeconds: Math.max(1, retrySeconds ?? 1),
      interpretation: null,
      choices: keywordsOnly(search),
      map: null,
      prices: null,
      emptyReason: null,
      remarks: new Map(),
      saved: new Set(),
      placeNote: null,
      placeName: null,
      filtersAreOpen: false,
    },
  };
}
