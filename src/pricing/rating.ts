// The price rating of a car: whether its price is below, around or above those of comparable listings of this stock, or why there
// is no rating. It says nothing of the car's value: docs/price-ratings.md has the method, its limits and its measured error.
import { COUNTED_VALUES, type Hit, type SearchQuery } from '../query/search-query.ts';
import type { IndexedFields } from '../listing/listing.ts';
import type { StatedFacts } from '../listing/stated-fields.ts';
import type { Candidate, StockReader } from '../stock/stock-reader.ts';
import { singleValue } from '../query/parameter-text.ts';
import { FUEL_TYPES, TRANSMISSIONS } from '../vehicle/classes.ts';
import { ComparableSelection, MIN_COMPARABLES, type CarFacts } from './comparables.ts';
import { ENGINE_TOLERANCE, estimatePrice, type EstimatedCar } from './estimate.ts';

/** Cars beyond these bounds get no rating and are no comparables. */
export const MIN_RATED_PRICE_GBP = 1500;
export const MAX_RATED_PRICE_GBP = 70_000;
/** With fewer miles a car counts as nearly new: its price follows the list price and discounts. */
export const MIN_MILEAGE_MILES = 100;
export const MAX_AGE_YEARS = 15;
/** If the upper end of the range is more than this times the lower one, comparables differ too much for a rating. */
export const MAX_RANGE_RATIO = 1.4;

/** With this many comparables, the search for them is not widened. */
const ENOUGH_COMPARABLES = 40;
/** Listings of which comparables are selected: so many adverts of one car, or of one dealer, hide no others. */
const MAX_CANDIDATES = 2000;

/** Searches for comparables, the narrowest first: years to either side, and whether the engine's size must be the same. */
const STEPS: readonly { readonly years: number; readonly sameEngine: boolean }[] = [
  { years: 1, sameEngine: true },
  { years: 2, sameEngine: true },
  { years: 2, sameEngine: false },
  { years: 3, sameEngine: false },
];

export type NoRatingReason =
  | 'unknown_facts'
  | 'price_out_of_range'
  | 'too_old'
  | 'nearly_new'
  | 'write_off'
  | 'too_few_comparables'
  | 'prices_differ';

export type PriceRating =
  | {
      readonly rating: 'below' | 'around' | 'above';
      readonly comparables: number;
      /** Whole pounds. */
      readonly expected: number;
      /** The range that counts as `around`, inclusive, in whole pounds. */
      readonly low: number;
      readonly high: number;
      /** Finds all comparables, and more if adverts of one car or of one dealer were left out. */
      readonly search: SearchQuery;
    }
  | {
      readonly rating: null;
      readonly reason: NoRatingReason;
      /** Null if none were searched for. */
      readonly comparables: number | null;
    };

/** What a price was compared with. */
export interface PriceComparison {
  readonly priceRating: PriceRating;
  /** The nearest in mileage first. None without a rating. */
  readonly comparables: readonly Candidate[];
}

/** `stated` is what the listing's texts state, and `thisYear` the year from which ages count. */
export async function comparePrice(
  listing: IndexedFields,
  stated: StatedFacts,
  stock: StockReader,
  thisYear: number,
): Promise<PriceComparison> {
  const car = comparedCarOf(listing, stated);
  return car === undefined ? UNKNOWN_FACTS : rateCar(car, stated.written_off !== null, stock, thisYear);
}

/** The rating alone, which is remembered as long as the listing's record is cached. */
export async function ratePrice(
  listing: IndexedFields,
  { record, stated }: Pick<Hit, 'record' | 'stated'>,
  stock: StockReader,
  thisYear: number,
): Promise<PriceRating> {
  const ratings = ratingsOf(stock, thisYear);
  const known = ratings.get(record);
  if (known !== undefined) return known;
  const { priceRating } = await comparePrice(listing, stated, stock, thisYear);
  ratings.set(record, priceRating);
  return priceRating;
}

/** By record. */
type Ratings = WeakMap<Uint8Array, PriceRating>;

/** Cached per reader, so for one state of the stock: a car's rating stays the same for a year, and recurs in searches. */
const ratingsByReader = new WeakMap<StockReader, { readonly thisYear: number; readonly ratings: Ratings }>();

function ratingsOf(stock: StockReader, thisYear: number): Ratings {
  const known = ratingsByReader.get(stock);
  if (known?.thisYear === thisYear) return known.ratings;
  const ratings: Ratings = new WeakMap();
  ratingsByReader.set(stock, { thisYear, ratings });
  return ratings;
}

async function rateCar(
  car: Car & EstimatedCar,
  isWriteOff: boolean,
  stock: StockReader,
  thisYear: number,
): Promise<PriceComparison> {
  const reason = exclusionOf(car, isWriteOff, thisYear);
  if (reason !== undefined) return unrated(reason, null);

  const { comparables, search } = await findComparables(car, stock);
  if (comparables.length < MIN_COMPARABLES) return unrated('too_few_comparables', comparables.length);
  const { expected, low, high } = roundedEstimate(car, comparables);
  if (high > MAX_RANGE_RATIO * low) return unrated('prices_differ', comparables.length);
  const rating = car.priceGbp < low ? 'below' : car.priceGbp > high ? 'above' : 'around';
  return {
    priceRating: { rating, comparables: comparables.length, expected, low, high, search },
    comparables,
  };
}

function unrated(reason: NoRatingReason, comparables: number | null): PriceComparison {
  return { priceRating: { rating: null, reason, comparables }, comparables: [] };
}

const UNKNOWN_FACTS = unrated('unknown_facts', null);

interface Car extends CarFacts {
  readonly make: string;
  readonly baseModel: string;
  readonly fuelType: (typeof FUEL_TYPES)[number];
  readonly transmission: (typeof TRANSMISSIONS)[number];
}

const BASE_MODEL = COUNTED_VALUES.find(({ column }) => column === 'baseModel');

/** Undefined if a fact is unknown or belongs to no class. The engine's size may be unknown. */
function comparedCarOf(
  listing: IndexedFields,
  { consumptionMpg, trims }: StatedFacts,
): (Car & EstimatedCar) | undefined {
  const { make, year, mileageMiles, engineLitres, priceGbp, dealer } = listing;
  const baseModel = BASE_MODEL?.valueOf(listing) ?? null;
  const fuelType = FUEL_TYPES.find((known) => known === listing.fuelType);
  const transmission = TRANSMISSIONS.find((known) => known === listing.transmission);
  if (make === null || baseModel === null || fuelType === undefined || transmission === undefined) return;
  if (year === null || mileageMiles === null || priceGbp === null) return;
  const model = { make, baseModel, fuelType, transmission };
  return { dealer, year, mileageMiles, engineLitres, priceGbp, consumptionMpg, trims, ...model };
}

function exclusionOf(
  { priceGbp, mileageMiles, year }: Car,
  isWriteOff: boolean,
  thisYear: number,
): NoRatingReason | undefined {
  if (priceGbp < MIN_RATED_PRICE_GBP || priceGbp > MAX_RATED_PRICE_GBP) return 'price_out_of_range';
  if (thisYear - year > MAX_AGE_YEARS) return 'too_old';
  if (mileageMiles < MIN_MILEAGE_MILES) return 'nearly_new';
  return isWriteOff ? 'write_off' : undefined;
}

interface Comparables {
  readonly comparables: readonly Candidate[];
  readonly search: SearchQuery;
}

async function findComparables(car: Car & EstimatedCar, stock: StockReader): Promise<Comparables> {
  let found: Comparables = { comparables: [], search: { page: 1 } };
  for (const { years, sameEngine } of STEPS) {
    if (sameEngine && car.engineLitres === null) continue;
    const search = searchFor(car, years, sameEngine);
    const { baseModel, mileageMiles } = car;
    const selection = new ComparableSelection(car);
    await stock.visitNearest({ search, baseModel, mileageMiles, limit: MAX_CANDIDATES }, (one) =>
      selection.add(one),
    );
    const comparables = selection.selected.filter(({ written_off }) => written_off === null);
    const mileages = comparables.map((one) => one.mileageMiles);
    const range = { min: Math.min(...mileages), max: Math.max(...mileages) };
    found = { comparables, search: { ...search, mileageMiles: range } };
    if (comparables.length >= ENOUGH_COMPARABLES) break;
  }
  return found;
}

function searchFor(car: Car, years: number, sameEngine: boolean): SearchQuery {
  const { make, baseModel, fuelType, transmission, year, engineLitres } = car;
  return {
    make: singleValue(make),
    model: singleValue(baseModel),
    fuelType: singleValue(fuelType),
    transmission: singleValue(transmission),
    priceGbp: { min: MIN_RATED_PRICE_GBP, max: MAX_RATED_PRICE_GBP },
    mileageMiles: { min: MIN_MILEAGE_MILES },
    year: { min: year - years, max: year + years },
    ...(sameEngine && engineLitres !== null && { engineLitres: engineRange(engineLitres) }),
    page: 1,
  };
}

/** In hundredths of a litre, so that no sum is off by a rounding error. */
function engineRange(litres: number): { readonly min: number; readonly max: number } {
  const hundredths = Math.round(litres * 100);
  const tolerance = ENGINE_TOLERANCE * 100;
  return { min: (hundredths - tolerance) / 100, max: (hundredths + tolerance) / 100 };
}

function roundedEstimate(car: EstimatedCar, comparables: readonly EstimatedCar[]) {
  const { expected, low, high } = estimatePrice(car, comparables);
  return { expected: Math.round(expected), low: Math.round(low), high: Math.round(high) };
}
