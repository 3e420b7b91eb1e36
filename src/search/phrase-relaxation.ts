// A text of which nothing is found, and which reads as a phrase (`fiesta under 5000`), as the search that the phrase describes. It is
// offered, and never answers in place of the text.
import { omit } from '../listing/filtered-fields.ts';
import type { Relaxation } from '../listing/relaxations.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { Interpretation } from '../phrases/interpret.ts';

/** Members of a query that a phrase may repeat. */
const NOT_COMPARED = new Set(['q', 'page', 'sort']);

/** Undefined if the text says no parameter, one that the search sets too, or nothing that is found. */
export async function phraseRelaxation(
  query: SearchQuery,
  { query: read, q, parameters }: Pick<Interpretation, 'query' | 'q' | 'parameters'>,
  count: (query: SearchQuery) => Promise<number>,
): Promise<Relaxation | undefined> {
  const said = Object.keys(read).filter((name) => !NOT_COMPARED.has(name)) as (keyof SearchQuery)[];
  const isSent = said.some((name) => read[name] !== undefined && query[name] !== undefined);
  if (isSent || said.every((name) => read[name] === undefined)) return undefined;
  const changed: SearchQuery = {
    ...read,
    ...omit(query, ['q']),
    ...(q !== null && { q }),
    sort: query.sort ?? read.sort,
    page: 1,
  };
  const total = await count(changed);
  if (total === 0) return undefined;
  const { sort, ...others } = omit(parameters, ['q']);
  const isOrdered = sort !== undefined && query.sort === undefined;
  return {
    parameter: 'q',
    value: q,
    total,
    query: changed,
    parameters: { ...others, ...(isOrdered && { sort }) },
  };
}
