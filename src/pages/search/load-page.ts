// The state of the search page for a URL, from the searches and the interpretation that it needs.
import type { InterpretationResponse, ProblemBody, SummaryTotals } from '../../api/responses.ts';
import { explainEmpty } from './view/empty-results.ts';
import { withPlaceFound } from './view/field-errors.ts';
import { phaseOfStatus, type PageState } from './view/page-model.ts';
import {
  isTextAlone,
  keptBeside,
  phraseToInterpret,
  phraseUrl,
  searchPageUrl,
  toInterpretedSearch,
  toSearchState,
  type SearchState,
} from '../view/search-state.ts';
import { isVersionName } from '../../vehicle/model-terms.ts';
import { findTermChoices } from './find-term-choices.ts';
import { wordsBeside } from '../view/term-choices.ts';

export interface PageProblem {
  readonly status: number;
  readonly problem: ProblemBody;
  readonly retrySeconds?: number | undefined;
}

/** A page of results and the other parts that the page shows; null for parts that could not be found. */
export type FoundSearch = Pick<PageState, 'summary' | 'map' | 'prices' | 'warnings'> & {
  readonly results: NonNullable<PageState['results']>;
};

export interface PageApi {
  search(search: SearchState): Promise<FoundSearch | PageProblem>;
  /** Undefined if there is no summary. */
  summarize(search: SearchState): Promise<SummaryTotals | undefined>;
  /** The number of matches; undefined if it is unknown. */
  count(search: SearchState): Promise<number | undefined>;
  /** `before` is the search that the phrase may refine. */
  interpret(phrase: string, before: SearchState): Promise<InterpretationResponse | PageProblem>;
}

interface LoadedPage {
  readonly status: number;
  readonly state: PageState;
}

type Pairs = readonly (readonly [string, string])[];

/** The page of the search or phrase in `pairs`, of which `asked` is the address. */
export async function loadPage(pairs: Pairs, api: PageApi, asked = addressOf(pairs)): Promise<LoadedPage> {
  const search = toSearchState(pairs);
  const phrase = phraseToInterpret(pairs);
  const { status, state } = await (phrase === undefined
    ? loadText(search, api)
    : loadPhrase(phrase, search, api));
  return { status, state: { ...state, asked } };
}

/** The URL of the search or phrase in `pairs`, below the base path. */
export function addressOf(pairs: Pairs): string {
  const search = toSearchState(pairs);
  const phrase = phraseToInterpret(pairs);
  return phrase === undefined ? searchPageUrl('', search) : phraseUrl('', phrase, search);
}

/** If no listing contains all of the words, they may be a phrase. */
async function loadText(search: SearchState, api: PageApi): Promise<LoadedPage> {
  const loaded = await loadSearch(search, api);
  if (loaded.state.results?.total_vehicles !== 0 || !isTextAlone(search)) return loaded;
  const { q = '', ...others } = search;
  const interpretation = await api.interpret(q, {});
  if ('problem' in interpretation) return loaded;
  const asPhrase = await loadSearch(toInterpretedSearch(others, q, interpretation), api, interpretation);
  return (asPhrase.state.results?.total_vehicles ?? 0) > 0 ? asPhrase : loaded;
}

async function loadPhrase(phrase: string, before: SearchState, api: PageApi): Promise<LoadedPage> {
  const interpretation = await api.interpret(phrase, before);
  if ('problem' in interpretation) return withoutResults(before, interpretation);
  const search = toInterpretedSearch(keptBeside(before, interpretation), phrase, interpretation);
  const { status, state } = await loadSearch(search, api, interpretation);
  return { status, state: { ...state, before } };
}

async function loadSearch(
  search: SearchState,
  api: PageApi,
  interpretation: InterpretationResponse | null = null,
): Promise<LoadedPage> {
  const found = await api.search(search);
  if ('problem' in found) {
    const place = found.status === 400 && withPlaceFound(search, found.problem);
    if (!place) return withoutResults(search, found);
    const { status, state } = await loadSearch(place.search, api, interpretation);
    return { status, state: { ...state, placeNote: place.note } };
  }
  const { results, summary } = found;
  const isEmpty = results.total_vehicles === 0;
  return {
    status: 200,
    state: {
      ...NO_PARTS,
      ...found,
      // The choices have the terms that the page offers, so the summary need not.
      summary: summary && { ...(await withFoundModels(summary, search, api)), terms: {} },
      search,
      phase: 'loaded',
      interpretation,
      choices:
        summary === null
          ? keywordsOnly(search)
          : await findTermChoices(search, summary, (other) => api.summarize(other)),
      emptyReason: isEmpty ? await explainEmpty(search, (part) => api.count(part)) : null,
    },
  };
}

/**
 * The summary with each model of a make counted as a search for it finds it: a Range Rover with the Range Rover Sport, and a
 * Cooper, which is also a version of other models, with these.
 */
async function withFoundModels(
  summary: SummaryTotals,
  search: SearchState,
  api: PageApi,
): Promise<SummaryTotals> {
  const { model } = summary;
  if (model === undefined || search.make === undefined) return summary;
  const countBegun = (name: string): number => {
    const begun = model.values.filter(({ value }) => `${value} `.startsWith(`${name} `));
    return begun.reduce((sum, { count }) => sum + count, 0);
  };
  const countFound = async (name: string): Promise<number> =>
    (isVersionName(name) ? await api.count({ ...search, model: name }) : undefined) ?? countBegun(name);
  const values = await Promise.all(
    model.values.map(async ({ value }) => ({ value, count: await countFound(value) })),
  );
  return { ...summary, model: { ...model, values } };
}

/** Without known terms, the whole text is keywords. */
function keywordsOnly(search: SearchState): PageState['choices'] {
  return { words: wordsBeside(search.q) ?? '', groups: [] };
}

const NO_PARTS = {
  asked: '',
  results: null,
  summary: null,
  warnings: [],
  problem: null,
  retrySeconds: 0,
  interpretation: null,
  before: {},
  map: null,
  prices: null,
  emptyReason: null,
  placeNote: null,
} as const satisfies Partial<PageState>;

/** The page for a problem: it explains why there are no results, and what to do next. */
export function withoutResults(
  search: SearchState,
  { status, problem, retrySeconds }: PageProblem,
): LoadedPage {
  return {
    status,
    state: {
      ...NO_PARTS,
      asked: searchPageUrl('', search),
      search,
      phase: phaseOfStatus(status),
      problem,
      retrySeconds: Math.max(1, retrySeconds ?? 1),
      choices: keywordsOnly(search),
    },
  };
}
