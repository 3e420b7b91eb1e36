// Searches answered by looking at every listing, without an index: what `forecourt verify` compares the index with. All
// queries are answered in one pass, and of each no more listings are kept than its page needs. Texts (`q`) are not for
// it: they are checked by the checksums of the index file. test/index/plain-scan.test.ts holds it to the model.
import type { Gazetteer } from '../geo/gazetteer.ts';
import { distanceKm, type Point } from '../geo/great-circle.ts';
import type { Listing } from '../listing/listing.ts';
import { makeKey, modelKey, modelKeys } from '../listing/model-words.ts';
import { DISTANCE_BANDS_KM, PER_PAGE, type Range, type SearchQuery } from '../listing/search-query.ts';
import { positionOf } from './stock-schema.ts';

/** A query without `q`. */
export type PlainQuery = Omit<SearchQuery, 'q'>;

/** What a query compares of a listing. */
interface Candidate {
  readonly listing: Listing;
  readonly make: string | null;
  readonly models: readonly string[];
  readonly point: Point | null;
}

/** Numbers are compared first, then the id and the dealer. */
interface Ranked {
  readonly rank: readonly number[];
  readonly id: string;
  readonly dealer: string;
}

export interface PlainResult {
  readonly total: number;
  readonly hits: readonly { readonly id: string; readonly dealer: string }[];
}

export class PlainScan {
  readonly #gazetteer: Gazetteer;
  readonly #queries: readonly PlainScanQuery[];

  constructor(queries: readonly PlainQuery[], gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
    this.#queries = queries.map((query) => new PlainScanQuery(query));
  }

  add(listing: Listing): void {
    const { make, model } = listing;
    const candidate: Candidate = {
      listing,
      make: make === null ? null : makeKey(make),
      models: model === null ? [] : modelKeys(model),
      point: positionOf(listing, this.#gazetteer),
    };
    for (const query of this.#queries) query.add(candidate);
  }

  /** In the order of the queries. */
  results(): PlainResult[] {
    return this.#queries.map((query) => query.result());
  }
}

class PlainScanQuery {
  readonly #query: PlainQuery;
  readonly #make: string | undefined;
  readonly #model: string | undefined;
  readonly #km: number;
  #total = 0;
  /** The first of all that match, in order. */
  readonly #first: Ranked[] = [];

  constructor(query: PlainQuery) {
    this.#query = query;
    this.#make = query.make === undefined ? undefined : makeKey(query.make);
    this.#model = query.model === undefined ? undefined : modelKey(query.model);
    this.#km = query.origin === undefined ? Infinity : DISTANCE_BANDS_KM[query.distanceBand ?? 6];
  }

  add(candidate: Candidate): void {
    const { origin, page } = this.#query;
    if (!this.#matches(candidate)) return;
    const { listing, point } = candidate;
    const km = origin === undefined || point === null ? Infinity : distanceKm(origin.point, point);
    if (this.#km < Infinity && !(km <= this.#km)) return;
    this.#total += 1;
    const { id, dealer } = listing;
    const ranked = { rank: [...this.#rankOf(listing, km), listing.priceGbp ?? Infinity], id, dealer };
    const last = this.#first[page * PER_PAGE - 1];
    if (last !== undefined && compare(ranked, last) > 0) return;
    if (last !== undefined) this.#first.pop();
    this.#first.splice(placeOf(ranked, this.#first), 0, ranked);
  }

  result(): PlainResult {
    const from = (this.#query.page - 1) * PER_PAGE;
    const hits = this.#first.slice(from, from + PER_PAGE).map(({ id, dealer }) => ({ id, dealer }));
    return { total: this.#total, hits };
  }

  #matches({ listing, make, models }: Candidate): boolean {
    const { fuelType, transmission, dealers, priceGbp, mileageMiles, year, engineLitres } = this.#query;
    return (
      (this.#make === undefined || (this.#make !== '' && make === this.#make)) &&
      (this.#model === undefined || (this.#model !== '' && models.includes(this.#model))) &&
      (fuelType === undefined || listing.fuelType === fuelType) &&
      (transmission === undefined || listing.transmission === transmission) &&
      (dealers === undefined || dealers.includes(listing.dealer)) &&
      isWithin(listing.priceGbp, priceGbp) &&
      isWithin(listing.mileageMiles, mileageMiles) &&
      isWithin(listing.year, year) &&
      isWithin(listing.engineLitres, engineLitres)
    );
  }

  #rankOf(listing: Listing, km: number): readonly number[] {
    const { sort, origin } = this.#query;
    if (sort === 'price_asc') return [];
    if (sort === 'price_desc') return [-(listing.priceGbp ?? -Infinity)];
    if (sort === 'year_desc') return [-(listing.year ?? -Infinity)];
    if (sort === 'miles_asc') return [listing.mileageMiles ?? Infinity];
    if (sort === 'distance' && origin !== undefined) return [km];
    return [isComplete(listing) ? 0 : 1, -listing.arrivedAt];
  }
}

function isWithin(value: number | null, range: Range | undefined): boolean {
  if (range === undefined) return true;
  return value !== null && value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity);
}

function isComplete({ thumbnail, images, priceGbp, mileageMiles, fullDescription }: Listing): boolean {
  const isPictured = thumbnail !== null || images.length > 0;
  return isPictured && priceGbp !== null && mileageMiles !== null && fullDescription !== null;
}

/** Where it belongs in a sorted list. */
function placeOf(ranked: Ranked, sorted: readonly Ranked[]): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle], ranked) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(a: Ranked, b: Ranked): number {
  for (let i = 0; i < a.rank.length; i += 1) {
    if (a.rank[i] !== b.rank[i]) return a.rank[i] < b.rank[i] ? -1 : 1;
  }
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return a.dealer < b.dealer ? -1 : a.dealer > b.dealer ? 1 : 0;
}
