// Keys of searches and of listings: a listing that matches a search shares keys with it. When listings change, waiting searches
// for other dealers, makes or places need not be tried.
import { Memo } from '../../memo.ts';
import type { EngineQuery } from '../../engine/schema.ts';
import type { Segment } from '../../engine/segment/segment.ts';
import type { Point } from '../../geo/great-circle.ts';
import { omit, VALUE_FIELDS, type SearchQuery } from '../../query/search-query.ts';
import type { Listing } from '../../listing/listing.ts';
import { areNamesFixed } from '../../stock/stock-names.ts';
import { toEngineQuery } from './engine-query.ts';
import { LISTING_SCHEMA } from './listing-schema.ts';

/** Half of the maximum of values per field whose keys are cached. */
const MAX_KEYED_VALUES = 2048;

/** Fields whose values are keys, the one with the most values first. */
const KEY_FIELDS = LISTING_SCHEMA.values
  .filter(({ name }) => name === 'dealer' || name === 'make')
  .sort((a, b) => (a.name < b.name ? -1 : 1))
  .map((field) => ({
    name: field.name,
    keys: new Memo(MAX_KEYED_VALUES, (value) => field.termsOf(value).map((term) => `${field.name} ${term}`)),
  }));

/** Groups of keys: a matching listing has at least one key of each group. Without groups, any listing may match. */
export function keysOfSearch(query: SearchQuery): readonly (readonly string[])[] {
  // A make that no listing has may be read differently once one has it, so its keys are left out.
  const { values, radius } = toEngineQuery(
    areNamesFixed({ make: query.make }) ? query : omit(query, ['make']),
  );
  const groups: string[][] = [];
  for (const { name } of KEY_FIELDS) {
    const terms = values.find(({ field }) => field === name)?.terms;
    if (terms?.every((term) => typeof term === 'string') === true)
      groups.push(terms.map((term) => `${name} ${term}`));
  }
  const circle = radius && keysOfCircle(radius);
  return circle === undefined ? groups : [...groups, circle];
}

export function keysOfRow(segment: Segment, row: number): string[] {
  return keysOf((field) => segment.labels(field).valueAt(row), segment.points.pointOf(row));
}

/** The keys of a listing at a position. */
export function keysOfListing(listing: Listing, point: Point | null): string[] {
  return keysOf((field) => VALUES.get(field)?.(listing) ?? null, point);
}

const VALUES = new Map(
  VALUE_FIELDS.map(({ property, filter }) => [
    property as string,
    (listing: Listing) =>
      filter.columnValueOf === undefined ? listing[property] : filter.columnValueOf(listing),
  ]),
);

function keysOf(valueOf: (field: string) => string | null, point: Point | null): string[] {
  const keys = KEY_FIELDS.flatMap((field) => {
    const value = valueOf(field.name);
    return value === null ? [] : field.keys.get(value);
  });
  return point === null ? keys : [...keys, keyOfPoint(point)];
}

/** The key of a cell of one degree. */
function keyOfPoint({ lat, lng }: Point): string {
  return `place ${Math.floor(lat)} ${Math.floor(lng)}`;
}

/** Slightly less than a degree of latitude, so that cells at the rim are never left out. */
const KM_PER_DEGREE = 110;
const MAX_LATITUDE = 80;

/** The keys of all cells that a circle may touch; undefined near the poles and the antimeridian. */
function keysOfCircle({ center, km }: NonNullable<EngineQuery['radius']>): string[] | undefined {
  const height = km / KM_PER_DEGREE;
  const farthest = Math.abs(center.lat) + height;
  if (farthest > MAX_LATITUDE) return undefined;
  const width = height / Math.cos((farthest * Math.PI) / 180);
  if (Math.abs(center.lng) + width > 179) return undefined;
  const keys: string[] = [];
  for (let lat = Math.floor(center.lat - height); lat <= center.lat + height; lat++)
    for (let lng = Math.floor(center.lng - width); lng <= center.lng + width; lng++)
      keys.push(keyOfPoint({ lat, lng }));
  return keys;
}
