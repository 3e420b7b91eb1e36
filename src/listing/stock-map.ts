// Where the matches of a search are, by cell of the map's grid. All numbers are exact.
import { cellBox, cellMiddle, type Box } from '../geo/map-grid.ts';
import type { CellTowns } from '../geo/cell-towns.ts';
import type { Point } from '../geo/great-circle.ts';

/** What an index counts. */
export interface PlaceCounts {
  readonly total: number;
  /** By number of a cell (map-grid.ts); none is 0. Those of all cells and of the unplaced add up to the total. */
  readonly cells: ReadonlyMap<number, number>;
}

/** What a map shows. */
export interface MapView {
  /** From 0 to MAX_ZOOM. */
  readonly zoom: number;
  /** Undefined: everywhere. */
  readonly box: Box | undefined;
}

export interface MapCell {
  readonly count: number;
  readonly middle: Point;
  readonly box: Box;
  /** Null: there is none near. */
  readonly town: string | null;
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
}

export function stockMap(
  { total, cells }: PlaceCounts,
  { zoom, box: view }: MapView,
  towns: Pick<CellTowns, 'townOf'>,
): StockMap {
  let placed = 0;
  let outside = 0;
  const inside: [cell: number, count: number][] = [];
  for (const [cell, count] of cells) {
    placed += count;
    if (view === undefined || touches(cellBox(cell, zoom), view)) inside.push([cell, count]);
    else outside += count;
  }
  // Cells are numbered from north to south and from west to east.
  inside.sort(([a, x], [b, y]) => y - x || a - b);
  return {
    zoom,
    total,
    unplaced: total - placed,
    outside,
    cells: inside.map(([cell, count]) => ({
      count,
      middle: cellMiddle(cell, zoom),
      box: cellBox(cell, zoom),
      town: towns.townOf(cell, zoom),
    })),
  };
}

function touches(a: Box, b: Box): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}
