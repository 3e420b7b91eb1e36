// A listing as the SQL engines store it: numbers only, but for its key. Each column that is sorted by is stored so that
// ascending is the order that is asked for and the largest value of all means unknown. So every order of the contract
// is the plain order of an index, and no engine needs to be told where its nulls go.
import type { Gazetteer } from '../../src/geo/gazetteer.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { NOWHERE, Places } from './places.ts';
import { stockRow, type StockRow } from './stock-row.ts';

/** Larger than every number that a listing may have; small enough that SQLite still stores it as a whole number. */
export const UNKNOWN = 2 ** 50;

export interface ListingColumns {
  /** From 1, in the order of arrival. */
  readonly id: number;
  /** The last tie-breaker; the public key is made from it. */
  readonly key: string;
  readonly make: number;
  readonly fuel: number;
  readonly gearbox: number;
  readonly dealer: number;
  readonly price_up: number;
  readonly price_down: number;
  readonly miles_up: number;
  readonly year_down: number;
  readonly engine_up: number;
  readonly standing_up: number;
  readonly place: number;
  readonly cell: number;
  /** Of the position; all 0 where it is not known, which is no point of the sphere. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface StoredListing {
  readonly columns: ListingColumns;
  /** Numbers of the keys that the model answers to. */
  readonly models: readonly number[];
  /** The folded words of each text field. */
  readonly words: StockRow['words'];
}

/** The number of a value that is not known. */
const NO_VALUE = 0;

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

/** What an application keeps at hand to put texts and points into numbers, while it loads and while it asks. */
export class StockNumbers {
  readonly make = new Numbering();
  readonly model = new Numbering();
  readonly fuelType = new Numbering();
  readonly transmission = new Numbering();
  readonly dealer = new Numbering();
  readonly places = new Places();
  #listings = 0;

  get listings(): number {
    return this.#listings;
  }

  /** Numbers one more listing. */
  add(listing: Listing, gazetteer: Gazetteer): StoredListing {
    const row = stockRow(listing, gazetteer);
    const place = row.point === null ? undefined : this.places.at(row.point);
    this.#listings += 1;
    const columns = {
      id: this.#listings,
      key: row.key,
      make: this.make.add(row.make),
      fuel: this.fuelType.add(row.fuelType),
      gearbox: this.transmission.add(row.transmission),
      dealer: this.dealer.add(row.dealer),
      price_up: row.priceGbp ?? UNKNOWN,
      price_down: row.priceGbp === null ? UNKNOWN : -row.priceGbp,
      miles_up: row.mileageMiles ?? UNKNOWN,
      year_down: row.year === null ? UNKNOWN : -row.year,
      engine_up: row.engineLitres ?? UNKNOWN,
      standing_up: row.standing,
      place: place?.number ?? NOWHERE,
      cell: place?.cell ?? NOWHERE,
      x: place?.x ?? 0,
      y: place?.y ?? 0,
      z: place?.z ?? 0,
    };
    const models = [...new Set(row.modelKeys)].map((key) => this.model.add(key));
    return { columns, models, words: row.words };
  }
}
