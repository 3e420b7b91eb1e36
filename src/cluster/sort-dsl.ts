// The order of a search in the words of the cluster: the sort key, unknown last in either direction, then the tie-breakers
// of the schema. The last key is unique, so pages are cut the same way every time.
import type { EngineQuery, Schema } from '../engine/schema.ts';
import type { QueryDsl } from './query-dsl.ts';
import { distanceScript } from './distance-script.ts';

const BY_KEY: QueryDsl = { key: { order: 'asc' } };

export function sortDsl({ sortOrder }: Pick<EngineQuery, 'sortOrder'>, { tieBreaker }: Schema): QueryDsl[] {
  const ties = [byNumber(tieBreaker, 'asc'), BY_KEY];
  switch (sortOrder.by) {
    case 'number': {
      const direction = sortOrder.direction === 'ascending' ? 'asc' : 'desc';
      // What is equal in the tie-breaker itself is left to the key.
      if (sortOrder.field === tieBreaker) return [byNumber(tieBreaker, direction), BY_KEY];
      return [byNumber(sortOrder.field, direction), ...ties];
    }
    case 'distance':
      return [{ _script: { type: 'number', script: distanceScript(sortOrder.from), order: 'asc' } }, ...ties];
    case 'relevance':
      return [{ _score: { order: 'desc' } }, ...ties];
  }
}

function byNumber(field: string, order: 'asc' | 'desc'): QueryDsl {
  return { [field]: { order, missing: '_last' } };
}
