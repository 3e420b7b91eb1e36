// The search that a phrase may refine, as its client has it: valid parameters as text, with the client's own spelling of names.
import { VALUE_FIELDS } from '../../listing/filtered-fields.ts';
import { isParameterName } from '../../listing/parameters.ts';
import type { ParameterPairs } from '../../listing/parse-query.ts';
import type { SearchQuery } from '../../listing/search-query.ts';
import { trimWhiteSpace } from '../../listing/white-space.ts';
import type { SearchParameters } from './search-under-change.ts';

const LISTS: ReadonlySet<string> = new Set(VALUE_FIELDS.map(({ filter }) => filter.parameter));

/** `query` is that of `pairs`. Repeated values of a list become one text; a place becomes its postcode. */
export function searchSoFar(pairs: ParameterPairs, query: SearchQuery): SearchParameters {
  const texts = new Map<string, string>();
  for (const [name, value] of pairs) {
    const text = trimWhiteSpace(value);
    if (!isParameterName(name) || text === '' || (name === 'page' && query.page === 1)) continue;
    const earlier = texts.get(name);
    if (earlier === undefined) texts.set(name, text);
    else if (LISTS.has(name)) texts.set(name, `${earlier},${text}`);
  }
  if (query.center !== undefined) texts.set('location', query.center.postcode);
  return Object.fromEntries(texts);
}
