// A search as in the address bar: the API's parameters as strings. Phrases are turned into parameters, so equal searches have equal
// URLs.
import { isParameterName, PARAMETER_NAMES, type ParameterName } from './parameter-names.ts';
import type { InterpretationResponse } from './api-types.ts';

/** No blank values, no page 1. */
export type SearchState = Readonly<Partial<Record<ParameterName, string>>>;

/** Null removes a parameter. */
export type Change = Readonly<Partial<Record<ParameterName, string | null>>>;

/** The form field of a phrase, which is no parameter of a search. */
export const PHRASE = 'text';

/** The search of these pairs. The last of several values counts; dealers are joined. */
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

/** The search with a change, on its first page unless `change` has a page. */
export function withChange(search: SearchState, change: Change): SearchState {
  const all: Record<string, string | null> = { ...search, page: null, ...change };
  return toSearchState(Object.entries(all).map(([name, value]) => [name, value ?? ''] as const));
}

/** The search with a phrase's parameters. Words of `q` are appended. */
export function withInterpretation(search: SearchState, { parameters }: InterpretationResponse): SearchState {
  const q = [search.q, parameters.q].filter((words) => words !== undefined).join(' ');
  return withChange(search, { ...parameters, q });
}

/** The URL of a search on this page. `basePath` has a final slash. */
export function searchPageUrl(basePath: string, search: SearchState): string {
  const query = toQueryString(search);
  return query === '' ? basePath : `${basePath}?${query}`;
}
