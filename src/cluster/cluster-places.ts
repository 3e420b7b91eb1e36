// Counts matches by cell of the map's grid. Documents have the cell of the finest grid, made by the function that the index in
// this process uses: the cluster's own grids round positions, and would place some listings in the cell beside.
import { cellAt } from '../geo/map-grid.ts';
import { toEngineQuery } from '../index/engine-query.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { PlaceCounts } from '../listing/stock-map.ts';
import { fetchBuckets } from './composite-buckets.ts';
import { matchQuery, type SearchContext } from './search-page.ts';

export async function countClusterPlaces(
  { pit, words }: SearchContext,
  query: SearchQuery,
  zoom: number,
): Promise<PlaceCounts> {
  const matched = await words.match(query.q);
  const cells = new Map<number, number>();
  if (matched === undefined) return { total: 0, cells };
  const { buckets, unknown } = await fetchBuckets<number>(
    pit,
    matchQuery(toEngineQuery(query), matched),
    'cell',
  );
  let total = unknown;
  for (const { value, count } of buckets) {
    const cell = cellAt(value, zoom);
    cells.set(cell, (cells.get(cell) ?? 0) + count);
    total += count;
  }
  return { total, cells };
}
