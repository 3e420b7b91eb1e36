// Alternatives for a text that finds nothing. If it reads as a phrase (`fiesta under 5000`), the search that the phrase describes
// is offered; it never replaces the text by itself. A model that no title has is offered as words of `q`.
import { omit, type SearchQuery } from '../query/search-query.ts';
import { getParameter } from '../query/parameters.ts';
import { queryPieces } from '../query/query-runs.ts';
import type { Relaxation } from '../stock/relaxations.ts';
import type { Interpretation } from '../phrases/interpret.ts';

const MAX_TEXT_LENGTH = getParameter('q').maxLength ?? 0;

/** Members of a query that a phrase may repeat without contradiction. */
const NOT_COMPARED = new Set(['q', 'page', 'sort']);

/** The search of the phrase; undefined if the text sets no parameter, or one that the search sets too, or if nothing is found. */
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

/** The only model of a search as words of its `q`; undefined if they find nothing. */
export async function modelInWords(
  query: SearchQuery,
  count: (query: SearchQuery) => Promise<number>,
): Promise<Relaxation | undefined> {
  const { any = [], none } = query.model ?? {};
  const [model] = any;
  if (any.length !== 1 || none !== undefined || !isPlain(model)) return undefined;
  const q = query.q === undefined ? model : `${query.q} ${model}`;
  if (Array.from(q).length > MAX_TEXT_LENGTH) return undefined;
  const changed: SearchQuery = { ...omit(query, ['model']), q, page: 1 };
  const total = await count(changed);
  return total === 0
    ? undefined
    : { parameter: 'model', value: null, total, query: changed, parameters: { q } };
}

/** Whether a text requires all of its words. */
function isPlain(text: string): boolean {
  return queryPieces(text).every(({ isWord, meaning = 'nothing' }) => isWord && meaning === 'nothing');
}
