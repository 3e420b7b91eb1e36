// A search as the address bar holds it: the parameters of the API, as texts. What a phrase says is put in with them, so
// that a search is the same thing however it was made.
import { isParameterName, PARAMETER_NAMES, type ParameterName } from './parameter-names.ts';
import type { InterpretationResponse } from './api-types.ts';

/** No blank values, no page 1. */
export type SearchState = Readonly<Partial<Record<ParameterName, string>>>;

/** Null takes a parameter out. */
export type Change = Readonly<Partial<Record<ParameterName, string | null>>>;

/** The name under which a form sends a phrase. No search has it: it is read and put into the others. */
export const PHRASE = 'text';

/** What of these pairs a search knows. Of several values of one parameter the last one counts; dealers add up. */
export function toSearchState(pairs: Iterable<readonly [string, string]>): SearchState {
  const found: Partial<Record<ParameterName, string>> = {};
  for (const [name, value] of pairs) {
    const text = value.trim();
    if (!isParameterName(name) || text === '') continue;
    found[name] = name === 'dealer' && found.dealer !== undefined ? `${found.dealer},${text}` : text;
  }
  if (found.page === '1') delete found.page;
  return found;
}

/** Percent-encoded, in the specification's order, without a question mark. Equal for equal searches. */
export function toQueryString(search: SearchState): string {
  const pairs = new URLSearchParams();
  for (const name of PARAMETER_NAMES) {
    const value = search[name];
    if (value !== undefined) pairs.append(name, value);
  }
  return pairs.toString();
}

/** The search with a change. It starts on its first page, unless the page is what changes. */
export function withChange(search: SearchState, change: Change): SearchState {
  const all: Record<string, string | null> = { ...search, page: null, ...change };
  return toSearchState(Object.entries(all).map(([name, value]) => [name, value ?? ''] as const));
}

/** The search with what a phrase asks for. Words for `q` are added to those that are there. */
export function withInterpretation(search: SearchState, { parameters }: InterpretationResponse): SearchState {
  const q = [search.q, parameters.q].filter((words) => words !== undefined).join(' ');
  return withChange(search, { ...parameters, q });
}

/** The address of a search on this page. `basePath` is its path, with a slash at its end. */
export function searchPageUrl(basePath: string, search: SearchState): string {
  const query = toQueryString(search);
  return query === '' ? basePath : `${basePath}?${query}`;
}
