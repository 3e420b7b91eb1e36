// The different points of a stock, numbered as they come: a dealer's cars mostly stand at one, so an engine that keeps
// places apart measures each once. Cells are squares of the grid that hold a place; how far their places reach from
// the middle is known, so that a cell as a whole is inside a circle, outside or on its rim.
import type { Point } from '../../src/geo/great-circle.ts';
import { chordBetween, unitVector, type UnitVector } from './sphere.ts';

/** Degrees of latitude; of longitude it is more. Measured: half or twice as many are slower. */
export const CELL_DEGREES = 0.05;
export const CELL_DEGREES_EAST = 0.08;
const CELLS_A_ROW = 360 / CELL_DEGREES_EAST;

/** The number of the place, and of the cell, of a listing whose position is not known. */
export const NOWHERE = 0;

export interface Place extends UnitVector {
  /** From 1. */
  readonly number: number;
  readonly lat: number;
  readonly lng: number;
  readonly cell: number;
}

export interface Cell extends UnitVector {
  readonly number: number;
  /** Its corner, in degrees. */
  readonly south: number;
  readonly west: number;
  /** No place of the cell is farther from its middle: a chord, as in sphere.ts. */
  reach: number;
}

export class Places {
  readonly #places = new Map<string, Place>();
  readonly #cells = new Map<number, Cell>();

  /** The place of a point, new or seen before. */
  at(point: Point): Place {
    const name = `${point.lat} ${point.lng}`;
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const vector = unitVector(point);
    const cell = this.#cellOf(point);
    cell.reach = Math.max(cell.reach, chordBetween(cell, vector));
    const place: Place = {
      ...vector,
      number: this.#places.size + 1,
      lat: point.lat,
      lng: point.lng,
      cell: cell.number,
    };
    this.#places.set(name, place);
    return place;
  }

  all(): Iterable<Place> {
    return this.#places.values();
  }

  cells(): Iterable<Cell> {
    return this.#cells.values();
  }

  #cellOf({ lat, lng }: Point): Cell {
    const row = Math.floor((lat + 90) / CELL_DEGREES);
    const column = Math.floor((lng + 180) / CELL_DEGREES_EAST);
    const number = 1 + row * CELLS_A_ROW + column;
    const known = this.#cells.get(number);
    if (known !== undefined) return known;
    const south = row * CELL_DEGREES - 90;
    const west = column * CELL_DEGREES_EAST - 180;
    const middle = { lat: south + CELL_DEGREES / 2, lng: west + CELL_DEGREES_EAST / 2 };
    const cell = { ...unitVector(middle), number, south, west, reach: 0 };
    this.#cells.set(number, cell);
    return cell;
  }
}
