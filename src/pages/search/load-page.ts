// The model of the search page for a URL.
import type {
  InterpretationResponse,
  MapCounts,
  Prices,
  ProblemBody,
  SearchResults,
  SummaryTotals,
} from '../../api/responses.ts';
import { explainEmpty } from './view/empty-results.ts';
import { withPlaceFound } from './view/field-errors.ts';
import { phaseOfStatus, type PageModel, type QueryWarning } from './view/page-model.ts';
import {
  choicesQuery,
  isTextAlone,
  keptBeside,
  phraseToInterpret,
  placeNameIn,
  toInterpretedSearch,
  toSearchState,
  type SearchState,
} from './view/search-state.ts';
import { findTermChoices } from './view/term-choices.ts';
import { wordsBeside } from './view/write-offs.ts';

/** Why something could not be found. */
export interface PageProblem {
  readonly status: number;
  readonly problem: ProblemBody;
  /** The Retry-After header. */
  readonly retrySeconds?: number | undefined;
}

/** A page of results, and what else the page shows of the search; null for what could not be found. */
export interface FoundSearch {
  readonly results: SearchResults;
  readonly summary: SummaryTotals | null;
  readonly map: MapCounts | null;
  readonly prices: Prices | null;
  /** What the search probably does not mean. */
  readonly warnings: readonly QueryWarning[];
}

/** What the page asks of the service. Rejects with bugs only: problems are results. */
export interface PageApi {
  search(search: SearchState): Promise<FoundSearch | PageProblem>;
  /** Undefined if there is none. */
  summarize(search: SearchState): Promise<SummaryTotals | undefined>;
  /** The number of matches; undefined if it is unknown. */
  count(search: SearchState): Promise<number | undefined>;
  /** `before` is the search that the phrase may refine. */
  interpret(phrase: string, before: SearchState): Promise<InterpretationResponse | PageProblem>;
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
  const asPhrase = await loadTextAsPhrase(q, others, urls, api);
  return (asPhrase.model.results?.total_vehicles ?? 0) > 0 ? asPhrase : loaded;
}

/** `others` are the order and the page. */
async function loadTextAsPhrase(
  text: string,
  others: SearchState,
  urls: PageUrls,
  api: PageApi,
): Promise<LoadedPage> {
  const interpretation = await api.interpret(text, {});
  if ('problem' in interpretation) return withoutResults(others, urls, interpretation);
  return loadSearch(toInterpretedSearch(others, text, interpretation), urls, api, interpretation);
}

async function loadPhrase(
  phrase: string,
  before: SearchState,
  urls: PageUrls,
  api: PageApi,
): Promise<LoadedPage> {
  const interpretation = await api.interpret(phrase, before);
  if ('problem' in interpretation) return withoutResults(before, urls, interpretation);
  const loaded = await loadSearch(
    toInterpretedSearch(keptBeside(before, interpretation), phrase, interpretation),
    urls,
    api,
    interpretation,
  );
  return { ...loaded, model: { ...loaded.model, before } };
}

async function loadSearch(
  search: SearchState,
  urls: PageUrls,
  api: PageApi,
  interpretation: InterpretationResponse | null = null,
): Promise<LoadedPage> {
  const found = await api.search(search);
  if ('problem' in found) {
    const place = found.status === 400 && withPlaceFound(search, found.problem);
    if (!place) return withoutResults(search, urls, found);
    const loaded = await loadSearch(place.search, urls, api, interpretation);
    return { ...loaded, model: { ...loaded.model, placeNote: place.note, placeName: place.name } };
  }
  const { results, summary } = found;
  const isEmpty = results.total_vehicles === 0;
  return {
    status: 200,
    model: {
      ...urls,
      ...found,
      search,
      phase: 'loaded',
      problem: null,
      retrySeconds: 0,
      interpretation,
      before: {},
      choices: summary === null ? keywordsOnly(search) : await choicesOf(api, search, summary),
      emptyReason: isEmpty ? await explainEmpty(search, (part) => api.count(part)) : null,
      remarks: new Map(),
      saved: new Set(),
      kept: new Set(),
      placeNote: null,
      placeName: placeNameIn(interpretation),
      filtersAreOpen: false,
    },
  };
}

async function choicesOf(
  api: PageApi,
  search: SearchState,
  summary: SummaryTotals,
): Promise<PageModel['choices']> {
  const choices = await findTermChoices(search, summary, null, (other) => api.summarize(other));
  return { ...choices, key: choicesQuery(search) };
}

/** Where the terms are not known, all of the text is keywords. */
function keywordsOnly(search: SearchState): PageModel['choices'] {
  return { key: choicesQuery(search), words: wordsBeside(search.q) ?? '', groups: [] };
}

/** The page for a problem: it says why there are no results, and what to do next. */
export function withoutResults(
  search: SearchState,
  urls: PageUrls,
  { status, problem, retrySeconds }: PageProblem,
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
      problem,
      retrySeconds: Math.max(1, retrySeconds ?? 1),
      interpretation: null,
      before: {},
      choices: keywordsOnly(search),
      map: null,
      prices: null,
      emptyReason: null,
      remarks: new Map(),
      saved: new Set(),
      kept: new Set(),
      placeNote: null,
      placeName: null,
      filtersAreOpen: false,
    },
  };
}
