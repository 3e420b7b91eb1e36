// A search in Orama's words.
import type { EngineQuery, Order } from '../../../src/engine/schema.ts';
import type { AskedWord } from '../asked-words.ts';
import type { Vocabulary } from '../vocabulary.ts';

export interface OramaSearch {
  readonly where: Readonly<Record<string, object>>;
  readonly term?: string;
  readonly sortBy?: { readonly property: string; readonly order: 'ASC' | 'DESC' };
  /** Edits, of every word. */
  readonly tolerance?: number;
  readonly threshold?: number;
  readonly offset: number;
  readonly limit: number;
}

/** A swap of two letters is two steps of Orama's distance. */
const EDITS = 2;

/** Of a query without a place; `words` are those of its text, at least one. */
export function searchOf(
  { values, ranges, order, offset, limit }: EngineQuery,
  words: readonly AskedWord[] | undefined,
  vocabulary: Vocabulary,
): OramaSearch {
  const where: Record<string, object> = {};
  for (const { field, keys } of values)
    where[field] = field === 'model' ? { containsAny: keys } : { in: keys };
  for (const { field, min, max } of ranges) where[field] = { between: [min, max] };
  return { where, offset, limit, ...sortOf(order), ...(words && textOf(words, vocabulary)) };
}

function sortOf(order: Order): Pick<OramaSearch, 'sortBy'> {
  if (order.by !== 'number') return {};
  return { sortBy: { property: order.field, order: order.direction === 'ascending' ? 'ASC' : 'DESC' } };
}

/** A threshold of 0 is "and". */
function textOf(words: readonly AskedWord[], vocabulary: Vocabulary): Partial<OramaSearch> {
  const term = words.map(({ word }) => word).join(' ');
  const mistyped = words.some((asked) => asked.correctable && !vocabulary.has(asked));
  return { term, threshold: 0, tolerance: mistyped ? EDITS : 0 };
}
