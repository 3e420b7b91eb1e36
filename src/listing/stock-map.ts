// Where the matches of a search are, by cell of the map's grid. All numbers are exact.
import { CELL_COUNT, type BoundingBox } from '../geo/map-grid.ts';
import type { CellPlace, CellTowns } from '../geo/cell-towns.ts';
import type { Correction } from './search-query.ts';

/** What an index counts. */
export interface PlaceCounts {
  readonly total: number;
  /** By number of a cell (map-grid.ts); none is 0. Those of all cells and of the unplaced add up to the total. */
  readonly cells: ReadonlyMap<number, number>;
  /** As of SearchResult. */
  readonly corrections?: readonly Correction[] | undefined;
}

/** What a map shows. */
export interface StockMapView {
  /** From 0 to MAX_ZOOM. */
  readonly zoom: number;
  /** Undefined: everywhere. */
  readonly box: BoundingBox | undefined;
}

export interface MapCell {
  readonly count: number;
  readonly place: CellPlace;
}

export interface StockMap {
  readonly zoom: number;
  readonly total: number;
  /** Matches without a position. */
  readonly unplaced: number;
  /** Matches in cells that do not touch the view's box. */
  readonly outside: number;
  /** Those with most matches first, ties from north to south and west to east. */
  readonly cells: readonly MapCell[];
  /** As of SearchResult. */
  readonly corrections?: readonly Correction[] | undefined;
}

export function stockMap(
  { total, cells, corrections }: PlaceCounts,
  { zoom, box: view }: StockMapView,
  towns: Pick<CellTowns, 'placeOf'>,
): StockMap {
  let placed = 0;
  let outside = 0;
  const inside: number[] = [];
  for (const [cell, count] of cells) {
    placed += count;
    if (view === undefined || touches(towns.placeOf(cell, zoom).box, view))
      inside.push(cell - count * CELL_COUNT);
    else outside += count;
  }
  return {
    zoom,
    total,
    unplaced: total - placed,
    outside,
    // Cells are numbered from north to south and from west to east. Numbers are sorted several times as fast as objects.
    cells: Array.from(Float64Array.from(inside).sort(), (number) => {
      const count = -Math.floor(number / CELL_COUNT);
      return { count, place: towns.placeOf(number + count * CELL_COUNT, zoom) };
    }),
    ...(corrections !== undefined && { corrections }),
  };
}

function touches(a: BoundingBox, b: BoundingBox): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}
