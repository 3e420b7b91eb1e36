// Runs queries by scanning all listings, without an index: the reference of `forecourt verify`. One pass serves all queries, and
// holds no more listings of each than its page needs. Texts (`q`) are not supported, because the index file's checksums cover
// them. test/maintenance/plain-scan.test.ts compares this with the model.
import { partitionPoint } from '../binary-search.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import { distanceKm, type Point } from '../geo/great-circle.ts';
import {
  RANGE_FIELDS,
  VALUE_FIELDS,
  DISTANCE_BANDS_KM,
  PER_PAGE,
  type SearchQuery,
} from '../query/search-query.ts';
import type { Listing } from '../listing/listing.ts';
import type { Values } from '../listing/field.ts';
import { findSort, shufflePlaceOf } from '../query/sorts.ts';
import { resolvePoint } from '../index/shared/listing-schema.ts';
import { hasTerms } from '../vehicle/classes.ts';

/** A query without texts and cells of the map. */
export type PlainQuery = Omit<SearchQuery, 'q' | 'cells'>;

/** The properties of a listing that queries compare. */
interface Candidate {
  readonly listing: Listing;
  /** For each of VALUE_FIELDS, the terms of the listing's value. */
  readonly keys: readonly (readonly string[])[];
  readonly point: Point | null;
}

/** A listing with its sort keys: the numbers, then id and dealer. */
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
    const candidate: Candidate = {
      listing,
      keys: VALUE_FIELDS.map(({ property, filter }) => {
        const value = filter.columnValueOf === undefined ? listing[property] : filter.columnValueOf(listing);
        return value === null ? [] : (filter.termsOf?.(value) ?? [value]);
      }),
      point: resolvePoint(listing, this.#gazetteer),
    };
    for (const query of this.#queries) query.add(candidate);
  }

  results(): PlainResult[] {
    return this.#queries.map((query) => query.result());
  }
}

class PlainScanQuery {
  readonly #query: PlainQuery;
  readonly #tests: readonly ((candidate: Candidate) => boolean)[];
  readonly #km: number;
  #total = 0;
  /** The first matches, sorted, up to the end of the query's page. */
  readonly #first: Ranked[] = [];

  constructor(query: PlainQuery) {
    this.#query = query;
    this.#tests = testsOf(query);
    this.#km = query.center === undefined ? Infinity : DISTANCE_BANDS_KM[query.distanceBand ?? 6];
  }

  add(candidate: Candidate): void {
    const { center, page } = this.#query;
    if (!this.#tests.every((test) => test(candidate))) return;
    const { listing, point } = candidate;
    const km = center === undefined || point === null ? Infinity : distanceKm(center.point, point);
    if (this.#km < Infinity && !(km <= this.#km)) return;
    this.#total += 1;
    const { id, dealer } = listing;
    const ranked = { rank: [...this.#rankOf(listing, km), listing.priceGbp ?? Infinity], id, dealer };
    const last = this.#first[page * PER_PAGE - 1];
    if (last !== undefined && compare(ranked, last) > 0) return;
    if (last !== undefined) this.#first.pop();
    const place = partitionPoint(0, this.#first.length, (at) => compare(this.#first[at], ranked) >= 0);
    this.#first.splice(place, 0, ranked);
  }

  result(): PlainResult {
    const from = (this.#query.page - 1) * PER_PAGE;
    const hits = this.#first.slice(from, from + PER_PAGE).map(({ id, dealer }) => ({ id, dealer }));
    return { total: this.#total, hits };
  }

  #rankOf(listing: Listing, km: number): readonly number[] {
    const by = findSort(this.#query)?.by;
    if (by === 'distance') return [km];
    if (by === undefined || by === 'relevance')
      return [isComplete(listing) ? 0 : 1, -listing.arrivedAt, shufflePlaceOf(listing)];
    const value = listing[by.property];
    if (value === null) return [Infinity];
    return [by.first === 'lowest' ? value : -value];
  }
}

function testsOf(query: PlainQuery): ((candidate: Candidate) => boolean)[] {
  const tests: ((candidate: Candidate) => boolean)[] = [];
  const makes = query.make?.any ?? [];
  VALUE_FIELDS.forEach(({ property, filter: { termOf = (value) => value, termsAskedBy } }, field) => {
    const requested: Values | undefined = query[property];
    if (requested === undefined) return;
    const hasAny = (keys: readonly string[], values: readonly string[]): boolean =>
      values.some((value) => hasTerms(keys, termsAskedBy?.(value, makes) ?? termOf(value)));
    tests.push(({ listing, keys: { [field]: keys } }) => {
      if (listing[property] === null) return false;
      const { any, none = [] } = requested;
      return (any === undefined || hasAny(keys, any)) && !hasAny(keys, none);
    });
  });
  for (const { property } of RANGE_FIELDS) {
    const range = query[property];
    if (range === undefined) continue;
    const { min = -Infinity, max = Infinity } = range;
    tests.push(({ listing }) => {
      const value = listing[property];
      return value !== null && value >= min && value <= max;
    });
  }
  return tests;
}

function isComplete({ thumbnail, images, priceGbp, mileageMiles, fullDescription }: Listing): boolean {
  const isPictured = thumbnail !== null || images.length > 0;
  return isPictured && priceGbp !== null && mileageMiles !== null && fullDescription !== null;
}

function compare(a: Ranked, b: Ranked): number {
  for (let i = 0; i < a.rank.length; i += 1) {
    if (a.rank[i] !== b.rank[i]) return a.rank[i] < b.rank[i] ? -1 : 1;
  }
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return a.dealer < b.dealer ? -1 : a.dealer > b.dealer ? 1 : 0;
}
