// The map of a search: its parameters, besides those of the search, and the positions of the matches by cell of the map's grid.
// All numbers are exact.
import { CELL_COUNT, type BoundingBox, MAX_ZOOM } from '../geo/map-grid.ts';
import type { CellPlace, CellTowns } from '../geo/cell-towns.ts';
import type { Correction } from '../query/search-query.ts';
import { issueFor, parseIntegerValue, type ParameterRules, type ParsedValue } from '../query/parse-value.ts';
import { readOne, type OwnParameters, type OwnValues } from '../query/read-parameters.ts';
import type { ParameterIssue } from '../problem.ts';

/** An index's counts for a map. */
export interface PlaceCounts {
  readonly total: number;
  /** Matches by number of a cell (map-grid.ts), never 0. Those of all cells and of the unplaced add up to the total. */
  readonly cells: ReadonlyMap<number, number>;
  /** As in SearchResult. */
  readonly corrections?: readonly Correction[] | undefined;
}

/** The part of the world that a map shows. */
export interface StockMapView {
  /** From 0 to MAX_ZOOM. */
  readonly zoom: number;
  /** Undefined means everywhere. */
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
  /** The cells with the most matches first; ties go from north to south and west to east. */
  readonly cells: readonly MapCell[];
  /** As in SearchResult. */
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
    // Cell numbers rise from north to south and from west to east. Sorting numbers is several times as fast as sorting objects.
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

/** At this zoom the whole of the United Kingdom is 240 pixels wide and 450 high. */
export const DEFAULT_ZOOM = 5;

export const ZOOM = { name: 'zoom', min: 0, max: MAX_ZOOM, example: 7 } as const satisfies ParameterRules;
export const BBOX_PATTERN = /^-?\d{1,3}(\.\d{1,20})?(,-?\d{1,3}(\.\d{1,20})?){3}$/;
export const BBOX: ParameterRules = { name: 'bbox', example: '-2.5,53.3,-1.9,53.7' };

/** The parameters of a map besides those of the search. */
export const MAP_PARAMETERS = {
  zoom: { ...ZOOM, read: readOne(parseIntegerValue) },
  bbox: { ...BBOX, read: readOne(parseBox) },
} satisfies OwnParameters;

export function mapViewOf({
  zoom = DEFAULT_ZOOM,
  bbox: box,
}: OwnValues<typeof MAP_PARAMETERS>): StockMapView {
  return { zoom, box };
}

/** A view as a text that is equal for equal views. */
export function canonicalMapView({ zoom, box }: StockMapView): string {
  return `${zoom} ${box === undefined ? '' : [box.west, box.south, box.east, box.north].join()}`;
}

/** Reads a box. Its corners must be in order and on the globe, so boxes across the antimeridian are invalid. */
function parseBox(row: ParameterRules, text: string): ParsedValue<BoundingBox> {
  const rule = `four numbers in degrees, west,south,east,north, such as ${row.example}`;
  if (!BBOX_PATTERN.test(text)) return { issue: issueFor(row, 'not_a_number', text, rule) };
  const [west, south, east, north] = text.split(',').map(Number);
  if (Math.max(Math.abs(west), Math.abs(east)) > 180 || Math.max(Math.abs(south), Math.abs(north)) > 90) {
    const bounds = 'west and east from -180 to 180, south and north from -90 to 90';
    return { issue: issueFor(row, 'out_of_range', text, `${rule}, with ${bounds}`) };
  }
  if (west > east || south > north) {
    const suggestion = [
      Math.min(west, east),
      Math.min(south, north),
      Math.max(west, east),
      Math.max(south, north),
    ].join();
    const order = 'west at most east, and south at most north';
    return { issue: issueFor(row, 'reversed_range', text, `${rule}, with ${order}`, { suggestion }) };
  }
  const box = { west, south, east, north };
  return { value: box, key: Object.values(box).join(), warning: swappedBoxWarning(box) };
}

/** Bounds of the United Kingdom. Its latitudes and longitudes do not overlap. */
const UK: BoundingBox = { west: -9, south: 49, east: 3, north: 61 };

/** A warning for a box that begins with a latitude, as some map libraries write it. */
function swappedBoxWarning(box: BoundingBox): ParameterIssue | undefined {
  const { west: south, south: west, east: north, north: east } = box;
  const isSwapped = west >= UK.west && east <= UK.east && south >= UK.south && north <= UK.north;
  if (!isSwapped) return undefined;
  const value = [box.west, box.south, box.east, box.north].join();
  const suggestion = [west, south, east, north].join();
  const message = `bbox is west,south,east,north (got ${value}). Did you mean ${suggestion}?`;
  return { parameter: BBOX.name, code: 'implausible_value', value, message, suggestion };
}
