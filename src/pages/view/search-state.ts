// A search as in the address bar: the API's parameters as strings, and the phrase that the search box shows. `?text=` is a phrase
// to interpret; other parameters are then the search that it may refine. `?phrase=` is the phrase from which the other parameters
// were read, before filters changed them. URLs of searches are made here too.
import type { InterpretationResponse } from '../../api/responses.ts';
import { FORM_FIELDS, PAGE_PARAMETERS } from './search-fields.ts';
import { hidesWriteOffs, NO_WRITE_OFFS, textWithTerms, wordsBeside } from './term-choices.ts';
import { CAR_PATH, COMPARE_PATH, FEED_PATH, SEARCH_PATH } from '../../api/paths.ts';

/** Values by parameter, and `phrase`, `area` and `place`, which the API does not get. No blank values, no page 1. */
export type SearchState = Readonly<Partial<Record<string, string>>>;

/** Null removes a parameter. */
export type StateChange = Readonly<Partial<Record<string, string | null>>>;

/** Names a phrase to interpret in URLs and the form. */
export const PHRASE_NAME = 'text';

/** Names the phrase from which the other parameters were read. */
export const SHOWN_PHRASE = 'phrase';

/** Names cells of the map, the only parameter outside the specification. */
const CELL = 'cell';

/** Names the label of the cells for people. */
export const AREA = 'area';

/** Names the visitor's own name for the location. */
export const PLACE = 'place';

/** Pairs of a name for people and the parameter whose value it names. */
const NAMED = [
  [AREA, CELL],
  [PLACE, 'location'],
] as const;

const NAMES: readonly string[] = [...PAGE_PARAMETERS, CELL];
const NAMING = NAMED.map(([name]) => name);
/** Names that only the page's URLs have. */
const OWN_NAMES: readonly string[] = [SHOWN_PHRASE, ...NAMING];
const LISTS: ReadonlySet<string> = new Set(
  FORM_FIELDS.flatMap((field) => (field.kind === 'choice' ? [field.parameter] : [])),
);

/** Names a term of the trade that is chosen separately in the form. It is sent as words of `q`. */
export const TERM = 'term';

export function isPageParameter(name: string): boolean {
  return NAMES.includes(name);
}

/**
 * The parameters among these pairs, and the phrase, interpreted or not. Of several values of one name the last counts, unless the
 * parameter takes several.
 */
export function toSearchState(pairs: Iterable<readonly [string, string]>): SearchState {
  const found: Partial<Record<string, string>> = {};
  const terms: string[] = [];
  for (const [pairName, value] of pairs) {
    const text = value.trim();
    if (pairName === TERM && text !== '') terms.push(text);
    const name = pairName === PHRASE_NAME ? SHOWN_PHRASE : pairName;
    if (text === '' || !(isPageParameter(name) || OWN_NAMES.includes(name))) continue;
    const earlier = LISTS.has(name) ? found[name] : undefined;
    found[name] = earlier === undefined ? text : `${earlier},${text}`;
  }
  const q = textWithTerms(found.q ?? '', terms);
  if (q !== undefined) found.q = q;
  if (found.page === '1') delete found.page;
  for (const [name, of] of NAMED) if (found[of] === undefined) delete found[name];
  return found;
}

/** The search with these parameters, except those without a value. */
function known(parameters: Readonly<Record<string, string | null | undefined>>): SearchState {
  return toSearchState(Object.entries(parameters).map(([name, value]) => [name, value ?? ''] as const));
}

/** The phrase to interpret among these pairs; undefined without one. */
export function phraseToInterpret(pairs: Iterable<readonly [string, string]>): string | undefined {
  const [phrase] = Array.from(pairs)
    .filter(([name, text]) => name === PHRASE_NAME && text.trim() !== '')
    .map(([, text]) => text.trim())
    .slice(-1);
  return phrase;
}

/** The text in the search box: the phrase, or a text that is the whole search. */
export function phraseOf(search: SearchState): string | undefined {
  return search[SHOWN_PHRASE] ?? (isTextAlone(search) ? wordsBeside(search.q) : undefined);
}

export function isTextAlone(search: SearchState): boolean {
  return wordsBeside(search.q) !== undefined && filterNames(search).length === 1;
}

/** The parameters that choose listings, so neither order nor page. */
function filterNames(search: SearchState): string[] {
  return NAMES.filter((name) => search[name] !== undefined && name !== 'sort' && name !== 'page');
}

/** The parameters of a search and their values, in the specification's order. */
export function toPairs(search: SearchState): [name: string, value: string][] {
  return pairsOf(NAMES, search);
}

function pairsOf(names: readonly string[], search: SearchState): [name: string, value: string][] {
  return names.flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [[name, value]];
  });
}

/** A query string, percent-encoded, in the specification's order, without a question mark. Equal for equal searches. */
export function toQueryString(search: SearchState): string {
  return new URLSearchParams(toPairs(search)).toString();
}

/** The query string for a search's choices, without order and page. */
export function choicesQuery(search: SearchState): string {
  return toQueryString({ ...search, sort: undefined, page: undefined });
}

/**
 * The search with a change, on its first page unless the change names another. The phrase stays in the box, unless it was only
 * the text that the change replaces, or no filter is left.
 */
export function withChange(search: SearchState, change: StateChange): SearchState {
  const phrase = phraseOf(search);
  const isReplaced = 'q' in change && change.q !== search.q && phrase === wordsBeside(search.q);
  const unnamed = NAMED.flatMap(([name, of]) => (of in change ? [[name, null] as const] : []));
  const all: Record<string, string | null> = {
    ...search,
    ...Object.fromEntries(unnamed),
    [SHOWN_PHRASE]: isReplaced ? null : (phrase ?? null),
    page: null,
    ...change,
  };
  const { [SHOWN_PHRASE]: shown, ...changed } = known(all);
  const isEmptied = filterNames(changed).length === 0 && filterNames(search).length > 0;
  const isShown = shown !== undefined && !isEmptied && shown !== phraseOf(changed);
  return isShown ? { ...changed, [SHOWN_PHRASE]: shown } : changed;
}

/**
 * The search that a phrase means. The other parameters in the URL apply where the phrase says nothing. Words for `q` add up, and
 * a model needs the make beside it.
 */
export function toInterpretedSearch(
  others: SearchState,
  phrase: string,
  {
    parameters,
    understood = [],
  }: Pick<InterpretationResponse, 'parameters'> & Partial<Pick<InterpretationResponse, 'understood'>>,
): SearchState {
  const q = [others.q, parameters.q].filter((words) => words !== undefined).join(' ');
  const model = parameters['make'] === undefined ? others['model'] : undefined;
  const place = understood.find((entry) => entry.place !== undefined)?.place ?? others[PLACE];
  return { ...known({ ...others, model, ...parameters, q, place }), [SHOWN_PHRASE]: phrase };
}

/** Whether nothing is searched for, apart from settings that a visitor chooses once for all searches. */
export function isAnyCar(search: SearchState): boolean {
  return toQueryString({ ...search, q: wordsBeside(search.q) }) === '';
}

/** The settings that a visitor chooses once for all searches, new ones too. */
export function lastingSettings(search: SearchState): SearchState {
  return hidesWriteOffs(search) ? { q: NO_WRITE_OFFS } : {};
}

/**
 * Parameters that a phrase does not concern: write-offs stay hidden and, if it refines the search, the area of the map stays
 * unless the phrase names another place.
 */
export function keptBeside(
  before: SearchState,
  { refines, parameters }: Pick<InterpretationResponse, 'refines' | 'parameters'>,
): SearchState {
  const isHidden = hidesWriteOffs(before) && !hidesWriteOffs(parameters);
  const isSamePlace = refines && parameters['location'] === before['location'];
  return {
    ...(isHidden && { q: NO_WRITE_OFFS }),
    ...(isSamePlace && { [CELL]: before[CELL], [AREA]: before[AREA], [PLACE]: before[PLACE] }),
  };
}

/** The phrase with the place that words such as `near me` need, once the search has one; undefined if it needs none. */
export function phraseWithPlace(
  { location }: SearchState,
  interpretation: Pick<InterpretationResponse, 'text' | 'not_understood'> | null,
): string | undefined {
  const isNeeded = interpretation?.not_understood.some(({ needs }) => needs === 'location') === true;
  return isNeeded && location !== undefined ? `${interpretation.text}, ${location}` : undefined;
}

/** The search in the whole country. */
export function withoutArea(search: SearchState): SearchState {
  return { ...search, [CELL]: undefined, [AREA]: undefined };
}

/** The URL of a search on this page. `basePath` has a final slash. */
export function searchPageUrl(basePath: string, search: SearchState): string {
  return withQuery(
    basePath,
    new URLSearchParams([...pairsOf(OWN_NAMES, search), ...toPairs(search)]).toString(),
  );
}

export function apiUrl(basePath: string, search: SearchState): string {
  return withQuery(`${basePath}${SEARCH_PATH.slice(1)}`, toQueryString(search));
}

export function feedUrl(basePath: string, search: SearchState): string {
  return withQuery(`${basePath}${FEED_PATH.slice(1)}`, choicesQuery(search));
}

function withQuery(url: string, query: string): string {
  return query === '' ? url : `${url}?${query}`;
}

/** The URL of a car's page, which leads back to the search. `url` is the car's. */
export function carPageUrl(basePath: string, url: string, search: SearchState = {}): string {
  return carPages(basePath, search)(url);
}

/** As `carPageUrl`, for several cars of one search. */
export function carPages(basePath: string, search: SearchState): (url: string) => string {
  const query = searchPageUrl('', search).replace('?', '&');
  return (url) => `${basePath}${CAR_PATH.slice(1)}?advert=${url.slice(url.indexOf('=') + 1)}${query}`;
}

/** Characters that tell a new phrase from an edit of the last one. Shorter phrases wait for the button. */
export const MIN_PHRASE_LENGTH = 3;

/** Whether a phrase begins or ends like an earlier one, which makes it an edit of that one. */
export function isEditOf(phrase: string, earlier: string): boolean {
  return (
    earlier.startsWith(phrase.slice(0, MIN_PHRASE_LENGTH)) ||
    earlier.endsWith(phrase.slice(-MIN_PHRASE_LENGTH))
  );
}

/**
 * The search that a phrase may refine: `latest`, or, for an edit of the phrase on show, the search before that one. Once filters
 * have changed, that search lacks them.
 */
export function searchBefore(
  phrase: string,
  latest: SearchState,
  shown: {
    readonly search: SearchState;
    readonly interpretation: InterpretationResponse | null;
    readonly before: SearchState;
  },
): SearchState {
  if (!isEditOf(phrase, phraseOf(latest) ?? '')) return latest;
  if (shown.interpretation !== null && shown.search === latest) return shown.before;
  return isTextAlone(latest) ? lastingSettings(latest) : latest;
}

/** The URL of a phrase, which may refine the search `before`. */
export function phraseUrl(basePath: string, phrase: string, before: SearchState = {}): string {
  if (phrase === '') return basePath;
  const pairs = [...pairsOf(NAMING, before), ...toPairs(before)];
  return `${basePath}?${new URLSearchParams([[PHRASE_NAME, phrase], ...pairs]).toString()}`;
}

/** Maximum cars that fit side by side. */
export const MAX_COMPARED = 4;
/** Maximum cars of a list, which a lookup takes at once. */
export const MAX_LISTED = 20;

/** `basePath` has a final slash. */
export function comparePageUrl(basePath: string, adverts: readonly string[]): string {
  return advertsUrl(basePath + COMPARE_PATH.slice(1), adverts);
}

export function advertsUrl(path: string, adverts: readonly string[]): string {
  const pairs = adverts.map((advert) => ['advert', advert] as [string, string]);
  return withQuery(path, new URLSearchParams(pairs).toString());
}
