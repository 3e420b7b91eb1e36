// A search as in the address bar: the API's parameters as strings. Phrases are turned into parameters, so equal searches have
// equal URLs.
import type { InterpretationResponse } from './api-types.ts';
import { PARAMETER_NAMES } from './search-fields.ts';

/** By the names in PARAMETER_NAMES. No blank values, no page 1. */
export type SearchState = Readonly<Partial<Record<string, string>>>;

/** Null removes a parameter. */
export type Change = Readonly<Partial<Record<string, string | null>>>;

/** The name under which a form sends a phrase. It is no parameter of a search: the phrase becomes parameters. */
export const PHRASE = 'text';

const NAMES: ReadonlySet<string> = new Set(PARAMETER_NAMES);

export function isParameterName(name: string): boolean {
  return NAMES.has(name);
}

/** The parameters among these pairs. The last of several values of one parameter counts; dealers add up. */
export function toSearchState(pairs: Iterable<readonly [string, string]>): SearchState {
  const found: Partial<Record<string, string>> = {};
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

/** The search with a change, on its first page unless the change names another. */
export function withChange(search: SearchState, change: Change): SearchState {
  const all: Record<string, string | null> = { ...search, page: null, ...change };
  return toSearchState(Object.entries(all).map(([name, value]) => [name, value ?? ''] as const));
}

/** The search with the parameters of a phrase. Words for `q` are appended. */
export function withInterpretation(search: SearchState, { parameters }: InterpretationResponse): SearchState {
  const q = [search.q, parameters.q].filter((words) => words !== undefined).join(' ');
  return withChange(search, { ...parameters, q });
}

/** The URL of a search on this page. `basePath` has a final slash. */
export function searchPageUrl(basePath: string, search: SearchState): string {
  const query = toQueryString(search);
  return query === '' ? basePath : `${basePath}?${query}`;
}
