// Looks listings up by the addresses of their adverts, with what the stock alone says of each: its price rating, ULEZ verdict,
// days in stock, and searches for similar ones. For a withdrawn advert there are no figures.
import { DAY_MS } from '../durations.ts';
import { decodeHit } from '../listing/codec.ts';
import type { IndexedFields, Listing, AdvertLookup, WithdrawnAdvert } from '../listing/listing.ts';
import type { StatedFacts } from '../listing/stated-fields.ts';
import type { ComparedAdvert, StockReader } from '../stock/stock-reader.ts';
import { baseModel } from '../vehicle/model-name.ts';
import type { Hit, SearchCenter, SearchQuery } from '../query/search-query.ts';
import { singleValue } from '../query/parameter-text.ts';
import { FUEL_TYPES, TRANSMISSIONS } from '../vehicle/classes.ts';
import { comparePrice, ratePrice, type PriceRating } from './rating.ts';
import { ulezOf, type Ulez } from './ulez.ts';

export interface ListedEntry {
  readonly advert: string;
  readonly state: 'listed';
  readonly listing: Listing;
  readonly distanceKm: number | null;
  readonly stated: StatedFacts;
  readonly priceRating: PriceRating;
  /** The adverts that it was compared with, the nearest in mileage first; undefined if nobody asked for them. */
  readonly comparables?: readonly ComparedAdvert[];
  readonly ulez: Ulez;
  /** From the date of arrival to that of `now`, both UTC. */
  readonly listedDays: number;
  readonly similar: readonly SearchQuery[];
}

export type LookupEntry =
  | ListedEntry
  /** `withdrawn`: it was listed. `unknown`: it was not, or is not searchable yet. */
  | {
      readonly advert: string;
      readonly state: 'withdrawn' | 'unknown';
      readonly similar: readonly SearchQuery[];
    };

export interface LookUpParts {
  /** Whether entries have the adverts that their prices were compared with. Default: false. */
  readonly comparables?: boolean | undefined;
  /** What distances are measured from. */
  readonly center?: SearchCenter | undefined;
}

/** The stock's facts about an advert and, on request, the adverts its price was compared with. Ages count from `now`. */
export async function lookUpAdvert(
  advert: string,
  stock: StockReader,
  adverts: AdvertLookup,
  now: Date,
  { comparables = false, center }: LookUpParts = {},
): Promise<LookupEntry> {
  const hit = await stock.findListed(advert, center);
  if (hit === undefined) return goneEntry(advert, adverts);
  return comparables ? compareHit(hit, stock, now) : lookUpHit(hit, stock, now);
}

async function compareHit(hit: Hit, stock: StockReader, now: Date): Promise<ListedEntry> {
  const listing = decodeHit(hit);
  const { distanceKm, stated } = hit;
  const { priceRating, comparables } = await comparePrice(listing, stated, stock, now.getUTCFullYear());
  const addresses = comparables.length === 0 ? [] : await stock.readAdverts(comparables);
  return {
    ...entryOf({ distanceKm, stated }, listing, priceRating, now),
    comparables: comparables.map(({ dealer, year, mileageMiles, priceGbp }, i) => {
      return { advert: addresses[i], dealer, year, mileageMiles, priceGbp };
    }),
  };
}

async function goneEntry(advert: string, adverts: AdvertLookup): Promise<LookupEntry> {
  const found = await adverts.findAdvert(advert);
  if (found.state !== 'withdrawn') return { advert, state: 'unknown', similar: [] };
  return { advert, state: 'withdrawn', similar: similarTo(found.was) };
}

/** What one state of the stock says of a listing. Ages and days count from `now`. */
export async function lookUpHit(hit: Hit, stock: StockReader, now: Date): Promise<ListedEntry> {
  const listing = decodeHit(hit);
  // A hit reads what its listing states each time that it is asked for it.
  const { distanceKm, record, stated } = hit;
  const priceRating = await ratePrice(listing, { record, stated }, stock, now.getUTCFullYear());
  return entryOf({ distanceKm, stated }, listing, priceRating, now);
}

function entryOf(
  { distanceKm, stated }: Pick<Hit, 'distanceKm' | 'stated'>,
  listing: Listing,
  priceRating: PriceRating,
  now: Date,
): ListedEntry {
  return {
    advert: listing.advertUrl,
    state: 'listed',
    listing,
    distanceKm,
    stated,
    priceRating,
    ulez: ulezOf(listing, now.getUTCFullYear()),
    listedDays: Math.max(0, dayOf(now.getTime()) - dayOf(listing.arrivedAt)),
    get similar() {
      return similarTo(listing);
    },
  };
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Years to either side, and the part of the price to either side, in hundredths. */
const SIMILAR_YEARS = 1;
const SIMILAR_PERCENT = 15;

/** The narrowest first, by known facts alone; none if the make is unknown. */
export function similarTo(was: WithdrawnAdvert & Partial<IndexedFields>): SearchQuery[] {
  const { make, model, year = null, priceGbp = null } = was;
  if (make === null) return [];
  const named: SearchQuery = {
    make: singleValue(make),
    ...(model !== null && { model: singleValue(baseModel(make, model)) }),
    page: 1,
  };
  const fuelType = FUEL_TYPES.find((known) => known === was.fuelType);
  const transmission = TRANSMISSIONS.find((known) => known === was.transmission);
  const alike: SearchQuery = {
    ...named,
    ...(fuelType !== undefined && { fuelType: singleValue(fuelType) }),
    ...(transmission !== undefined && { transmission: singleValue(transmission) }),
    ...(year !== null && { year: { min: year - SIMILAR_YEARS, max: year + SIMILAR_YEARS } }),
  };
  const priced: SearchQuery = { ...alike, ...(priceGbp !== null && { priceGbp: aroundPrice(priceGbp) }) };
  const distinct = new Map([priced, alike, named].map((query) => [JSON.stringify(query), query]));
  return [...distinct.values()];
}

/** In whole pounds. */
function aroundPrice(gbp: number): { readonly min: number; readonly max: number } {
  return {
    min: Math.floor((gbp * (100 - SIMILAR_PERCENT)) / 100),
    max: Math.ceil((gbp * (100 + SIMILAR_PERCENT)) / 100),
  };
}
