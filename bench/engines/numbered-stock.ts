// A listing as the SQL engines store it: numbers, and its key. Each sort column is stored so that ascending order is the
// contract's order, with the largest value for unknown: no engine needs to know where nulls sort. Points are numbered as
// well, since most cars of a dealer share one: an engine that stores places separately measures each once.
import { EARTH_RADIUS_KM, unitVector, type Point, type UnitVector } from '../../src/geo/great-circle.ts';
import type { Gazetteer } from '../../src/geo/postcode-gazetteer.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { ModelTitles } from './model-titles.ts';
import { stockRow, type StockRow } from './stock-row.ts';

/** Larger than every number that a listing may have; small enough that SQLite still stores it as a whole number. */
export const UNKNOWN = 2 ** 50;

/** Each listing once for each key that its model has, with what is asked together with models. */
export type ModelRow = readonly [
  model: number,
  make: number,
  price_up: number,
  key: string,
  year_down: number,
  listing: number,
];

/** The number of a value that is not known; also of the place and the cell of a listing without a position. */
export const NO_VALUE = 0;

/** Numbers for the texts of one column, from 1 in the order of their coming. */
class Numbering {
  readonly #numbers = new Map<string, number>();

  add(text: string | null): number {
    if (text === null) return NO_VALUE;
    const number = this.#numbers.get(text) ?? this.#numbers.size + 1;
    this.#numbers.set(text, number);
    return number;
  }

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }
}

export type ListingColumns = ReturnType<NumberedStock['add']>['columns'];

/** What the SQL engines with rows store of a listing in one table. */
export const ROW_COLUMNS: readonly (keyof ListingColumns)[] = [
  'id', 'key', 'make', 'fuel', 'transmission', 'dealer', 'price_up', 'price_down', 'miles_up', 'year_down', 'engine_up',
  'default_rank_up', 'shuffle', 'place', 'cell',
]; // prettier-ignore

/** The tables that an application caches to put texts and points into numbers, while it loads and while it searches. */
export class NumberedStock {
  readonly make = new Numbering();
  readonly model = new Numbering();
  readonly fuelType = new Numbering();
  readonly transmission = new Numbering();
  readonly dealer = new Numbering();
  readonly titles = new ModelTitles();
  readonly places = new PointGrid();
  #listings = 0;

  get listings(): number {
    return this.#listings;
  }

  /** Numbers one more listing. `words` are the folded words of each text field. */
  add(listing: Listing, gazetteer: Gazetteer) {
    const row: StockRow = stockRow(listing, gazetteer);
    const place = row.point === null ? undefined : this.places.at(row.point);
    this.#listings += 1;
    const columns = {
      /** From 1, in the order of arrival. */
      id: this.#listings,
      /** The last tie-breaker; the public key is made from it. */
      key: row.key,
      make: this.make.add(row.make),
      fuel: this.fuelType.add(row.fuelType),
      transmission: this.transmission.add(row.transmission),
      dealer: this.dealer.add(row.dealer),
      price_up: row.priceGbp ?? UNKNOWN,
      price_down: row.priceGbp === null ? UNKNOWN : -row.priceGbp,
      miles_up: row.mileageMiles ?? UNKNOWN,
      year_down: row.year === null ? UNKNOWN : -row.year,
      engine_up: row.engineLitres ?? UNKNOWN,
      default_rank_up: row.defaultRank,
      shuffle: row.shuffle,
      place: place?.number ?? NO_VALUE,
      cell: place?.cell ?? NO_VALUE,
      /** Of the position; all 0 if it is unknown, which is no point of the sphere. */
      x: place?.x ?? 0,
      y: place?.y ?? 0,
      z: place?.z ?? 0,
    };
    const { make, price_up, key, year_down, id } = columns;
    const keys = this.titles.add(row.title, row.modelKeys);
    const models = Array.from(keys, (modelKey): ModelRow => [
      this.model.add(modelKey),
      make,
      price_up,
      key,
      year_down,
      id,
    ]);
    return { columns, models, words: row.words };
  }
}

/** Degrees of latitude; of longitude it is more. Measured: half or twice as many are slower. */
export const CELL_DEGREES = 0.05;
export const CELL_DEGREES_EAST = 0.08;
const CELLS_PER_ROW = 360 / CELL_DEGREES_EAST;

export interface NumberedPoint extends UnitVector {
  /** From 1. */
  readonly number: number;
  readonly cell: number;
}

/** A square of the grid that holds a place. Its vector is that of its middle. */
interface Cell extends UnitVector {
  readonly number: number;
  /** Its corner, in degrees. */
  readonly south: number;
  readonly west: number;
  /** The chord to its place that is farthest from the middle: a cell as a whole is inside a circle, outside or on its rim. */
  reach: number;
}

class PointGrid {
  readonly #places = new Map<string, NumberedPoint>();
  readonly #cells = new Map<number, Cell>();

  /** The place of a point, new or seen before. */
  at(point: Point): NumberedPoint {
    const name = `${point.lat} ${point.lng}`;
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const vector = unitVector(point);
    const cell = this.#cellOf(point);
    const chord = Math.hypot(cell.x - vector.x, cell.y - vector.y, cell.z - vector.z);
    cell.reach = Math.max(cell.reach, chord);
    const place: NumberedPoint = { ...vector, number: this.#places.size + 1, cell: cell.number };
    this.#places.set(name, place);
    return place;
  }

  /** As the rows number, cell, x, y, z. */
  pointRows(): number[][] {
    return Array.from(this.#places.values(), ({ number, cell, x, y, z }) => [number, cell, x, y, z]);
  }

  /** As the rows number, x, y, z, reach, south, west. */
  cellRows(): number[][] {
    const row = ({ number, x, y, z, reach, south, west }: Cell) => [number, x, y, z, reach, south, west];
    return Array.from(this.#cells.values(), row);
  }

  #cellOf({ lat, lng }: Point): Cell {
    const row = Math.floor((lat + 90) / CELL_DEGREES);
    const column = Math.floor((lng + 180) / CELL_DEGREES_EAST);
    const number = 1 + row * CELLS_PER_ROW + column;
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

/** Length of the straight line, on the unit sphere, between points that lie `km` apart on the ground; at most 2. */
export function chordOf(km: number): number {
  return 2 * Math.sin(Math.min(Math.PI / 2, km / (2 * EARTH_RADIUS_KM)));
}

const RADIANS = Math.PI / 180;

/**
 * Latitudes and longitudes between which a circle lies: a little larger than the circle, never smaller. One that reaches a pole
 * or the date line gets every longitude.
 */
export function boxAround({ lat, lng }: Point, km: number) {
  const angle = (km / EARTH_RADIUS_KM) * (1 + 1e-9);
  const up = angle / RADIANS;
  const south = lat - up;
  const north = lat + up;
  const sideways = Math.sin(angle) / Math.cos(lat * RADIANS);
  const across = (Math.asin(Math.min(1, sideways)) / RADIANS) * (1 + 1e-9);
  const world =
    angle >= Math.PI / 2 || south <= -90 || north >= 90 || lng - across < -180 || lng + across > 180;
  return world
    ? { south, north, west: -180, east: 180 }
    : { south, north, west: lng - across, east: lng + across };
}
