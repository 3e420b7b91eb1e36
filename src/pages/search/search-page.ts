// The search page as the server sends it: its state for a URL, from the searches that it makes, and its HTML document with
// results, which works before its script loads and without script. The style is inlined, because a second round trip delays the
// first paint on slow phones.
import type { InterpretationResponse, ProblemBody, SummaryTotals } from '../../api/responses.ts';
import { explainEmpty } from './view/empty-results.ts';
import { withPlaceFound } from './view/field-errors.ts';
import { phaseOfStatus, type PageState, type PageModel, type PageUrls } from './view/page-model.ts';
import {
  isTextAlone,
  keptBeside,
  phraseToInterpret,
  phraseUrl,
  searchPageUrl,
  toInterpretedSearch,
  toSearchState,
  type SearchState,
  feedUrl,
  toQueryString,
} from './view/search-state.ts';
import { findTermChoices } from './find-term-choices.ts';
import { wordsBeside } from './view/term-choices.ts';
import { jsonInHtml, withContents, h, type Child } from '../element.ts';
import { htmlDocument, linkPreview } from '../site-frame.ts';
import { firstPicture } from '../view/car-parts.ts';
import { serverMap, type MapParts } from './view/map-picture.ts';
import { page, pageTitle } from './view/page.ts';

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

export async function loadPage(pairs: Pairs, api: PageApi): Promise<LoadedPage> {
  const search = toSearchState(pairs);
  const phrase = phraseToInterpret(pairs);
  const { status, state } = await (phrase === undefined
    ? loadText(search, api)
    : loadPhrase(phrase, search, api));
  return { status, state: { ...state, asked: addressOf(pairs) } };
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
      summary: summary && { ...summary, terms: {} },
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

interface DocumentParts {
  /** Path of the script's folder below the base path, with a final slash. */
  readonly assetsPath: string;
  readonly style: string;
  /** Undefined if no map is drawn. */
  readonly map?: MapParts | undefined;
}

/** The link preview of the search, however it was requested. Its picture is the first car's. */
function previewOf(model: PageModel, title: string): Child {
  const { baseUrl, search, results } = model;
  const query = toQueryString(search);
  return linkPreview({
    title,
    description: 'Search for used cars: in your own words, with filters, on a map.',
    url: `${baseUrl}/${query === '' ? '' : `?${query}`}`,
    picture: firstPicture(results?.cars ?? []),
  });
}

export function searchDocument(
  urls: PageUrls,
  state: PageState,
  { assetsPath, style, map }: DocumentParts,
): string {
  const model: PageModel = {
    ...urls,
    ...state,
    saved: new Set(),
    kept: new Set(),
    news: 0,
    filtersAreOpen: false,
  };
  const assetsUrl = `${model.basePath}${assetsPath}`;
  const title = pageTitle(model);
  return htmlDocument(
    title,
    [
      previewOf(model, title),
      model.phase === 'retrying'
        ? h('meta', { 'http-equiv': 'refresh', content: model.retrySeconds + 1 })
        : null,
      // The policy allows this style by its digest.
      withContents(h('style', {}), style),
      h('script', { type: 'module', src: `${assetsUrl}page.js` }),
      h('link', {
        rel: 'alternate',
        type: 'application/atom+xml',
        title: 'This search as a feed',
        href: feedUrl(model.basePath, model.search),
      }),
      h('link', { rel: 'icon', href: `${assetsUrl}icon.svg`, type: 'image/svg+xml' }),
    ],
    [
      page(model, serverMap(model, map)),
      withContents(h('script', { type: 'application/json', id: 'state' }), jsonInHtml(state)),
    ],
    { 'data-root': model.basePath, 'data-site': model.baseUrl, 'data-folder': assetsUrl },
  );
}
