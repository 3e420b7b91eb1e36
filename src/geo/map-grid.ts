// The grid of the map: square cells in the Mercator projection of web maps, 64 pixels wide. A zoom halves the cells of the one
// before, so a cell of the finest grid lies in one cell of each other grid.
import type { Point } from './great-circle.ts';

/** Zooms as web maps count them: at 0 the world is 256 pixels wide, and each zoom doubles that. */
export const MAX_ZOOM = 12;

/** Four cells side by side on the 256 pixels of zoom 0. */
const BITS_AT_ZOOM_0 = 2;
/** Of a column or row of the finest grid. */
export const FINEST_BITS = MAX_ZOOM + BITS_AT_ZOOM_0;
const FINEST = 2 ** FINEST_BITS;
/** In the finest grid. Numbers of cells are less. */
export const CELL_COUNT = FINEST ** 2;

/** Degrees. */
export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The number of the finest grid's cell with a point. Points beyond the projection are in its outermost cells. */
export function finestCell({ lat, lng }: Point): number {
  const x = (lng + 180) / 360;
  const y = 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
  return index(y) * FINEST + index(x);
}

function index(share: number): number {
  return Math.min(FINEST - 1, Math.max(0, Math.floor(share * FINEST)));
}

export function cellAt(finest: number, zoom: number): number {
  const shift = MAX_ZOOM - zoom;
  const bits = FINEST_BITS - shift;
  return ((finest >>> (FINEST_BITS + shift)) << bits) | ((finest & (FINEST - 1)) >>> shift);
}

/** A cell of a zoom, by its column from the west and its row from the north. */
export interface GridCell {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** `5/62/41`: zoom, column, row. */
export function cellName(cell: number, zoom: number): string {
  return [zoom, ...positionOf(cell, zoom)].join('/');
}

/** Undefined: the text names no cell of the grid. */
export function parseCell(text: string): GridCell | undefined {
  const numbers = /^(\d{1,2})\/(\d{1,5})\/(\d{1,5})$/.exec(text);
  if (numbers === null) return undefined;
  const [zoom, x, y] = numbers.slice(1).map(Number);
  const side = 2 ** (zoom + BITS_AT_ZOOM_0);
  return zoom <= MAX_ZOOM && x < side && y < side ? { zoom, x, y } : undefined;
}

/** A test of cells of the finest grid: whether one of these cells holds them. */
export function inCells(cells: readonly GridCell[]): (finest: number) => boolean {
  const byZoom = new Map<number, Set<number>>();
  for (const { zoom, x, y } of cells) {
    const numbers = byZoom.get(zoom) ?? new Set();
    byZoom.set(zoom, numbers.add(y * 2 ** (zoom + BITS_AT_ZOOM_0) + x));
  }
  const zooms = [...byZoom];
  return (finest) => zooms.some(([zoom, numbers]) => numbers.has(cellAt(finest, zoom)));
}

export function cellBox(cell: number, zoom: number): BoundingBox {
  const [x, y] = positionOf(cell, zoom);
  return {
    west: longitude(x, zoom),
    south: latitude(y + 1, zoom),
    east: longitude(x + 1, zoom),
    north: latitude(y, zoom),
  };
}

export function cellMiddle(cell: number, zoom: number): Point {
  const [x, y] = positionOf(cell, zoom);
  return { lat: latitude(y + 0.5, zoom), lng: longitude(x + 0.5, zoom) };
}

function positionOf(cell: number, zoom: number): [x: number, y: number] {
  const bits = zoom + BITS_AT_ZOOM_0;
  return [cell & (2 ** bits - 1), cell >>> bits];
}

function longitude(x: number, zoom: number): number {
  return (x / 2 ** (zoom + BITS_AT_ZOOM_0)) * 360 - 180;
}

function latitude(y: number, zoom: number): number {
  const north = Math.PI * (1 - (2 * y) / 2 ** (zoom + BITS_AT_ZOOM_0));
  return (Math.atan(Math.sinh(north)) * 180) / Math.PI;
}
