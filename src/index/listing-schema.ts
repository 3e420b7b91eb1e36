// The engine's columns for listings, from the field table, and how a listing becomes a row.
import type { Row, Schema, TextField } from '../engine/schema.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { Point } from '../geo/great-circle.ts';
import type { Field, TextColumnName } from '../listing/field.ts';
import { FIELDS } from '../listing/fields.ts';
import { RANGE_FIELDS, VALUE_FIELDS } from '../listing/filtered-fields.ts';
import type { Listing, IndexedFields } from '../listing/listing.ts';
import { SEARCH_SYNONYMS } from './synonyms.ts';

/** Arrivals beyond these milliseconds around 1970, thousands of years off, count as these. */
const MAX_ARRIVAL = 2 ** 47 - 1;
/** A listing whose advert has all of a picture, a price, a mileage and a description precedes every other. */
const INCOMPLETE = 2 ** 48;

const itself = (value: string): string[] => [value];

export const LISTING_SCHEMA: Schema = {
  values: VALUE_FIELDS.map(({ property, filter }) => ({ name: property, termsOf: filter.termsOf ?? itself })),
  numbers: [...RANGE_FIELDS.map(({ property }) => property), 'defaultRank'],
  texts: [
    { name: 'make', boost: 4, b: 0, averageLength: 1 },
    { name: 'model', boost: 4, b: 0, averageLength: 1 },
    { name: 'facts', boost: 2, b: 0, averageLength: 1 },
    { name: 'loc', boost: 1.5, b: 0, averageLength: 1 },
    { name: 'dealer', boost: 1, b: 0, averageLength: 1 },
    { name: 'fullDescription', boost: 1, b: 0.75, averageLength: 45 },
  ] satisfies (TextField & { readonly name: TextColumnName })[],
  synonyms: SEARCH_SYNONYMS,
  tieBreaker: 'priceGbp',
};

/** For each text column the fields whose words it holds. */
const TEXTS = LISTING_SCHEMA.texts.map(({ name }) =>
  FIELDS.filter(
    (field): field is Field & { readonly property: keyof IndexedFields } => field.text?.column === name,
  ).map(({ property, text }) => ({ property, words: text?.words && memoize(text.words) })),
);

/** By text column, the names of the fields that fill it. */
export const TEXT_FIELDS: readonly (readonly string[])[] = TEXTS.map((fields) =>
  fields.map(({ property }) => property),
);

/** The row of a listing. Its key orders as the contract's last tie-breaker does: by the dealer's id, then the dealer. */
export function toRow(listing: IndexedFields, gazetteer: Gazetteer): Row {
  return {
    key: rowKey(listing),
    values: VALUE_FIELDS.map(({ property }) => listing[property] as string | null),
    numbers: [
      ...RANGE_FIELDS.map(({ property }) => listing[property] as number | null),
      defaultRankOf(listing),
    ],
    point: resolvePoint(listing, gazetteer),
    texts: TEXTS.map((fields, i) => textOf(listing, fields, LISTING_SCHEMA.texts[i].name)),
  };
}

// A tab can be in no id, and sorts before everything that can: `1<tab>…` comes before `10<tab>…`.
const SEPARATOR = '\t';

export function rowKey({ id, dealer }: Pick<Listing, 'id' | 'dealer'>): string {
  return `${id}${SEPARATOR}${dealer}`;
}

/** What `rowKey` was made from. */
export function partsOfRowKey(key: string): Pick<Listing, 'id' | 'dealer'> {
  const at = key.indexOf(SEPARATOR);
  return { id: key.slice(0, at), dealer: key.slice(at + 1) };
}

/** Lower comes first in the default order: complete before incomplete, then the newest arrival first. */
function defaultRankOf(listing: IndexedFields): number {
  const hasImage = listing.thumbnail !== null || listing.images.length > 0;
  const complete =
    hasImage &&
    listing.priceGbp !== null &&
    listing.mileageMiles !== null &&
    listing.fullDescription !== null;
  const arrival = Math.max(-MAX_ARRIVAL, Math.min(listing.arrivedAt, MAX_ARRIVAL));
  return (complete ? 0 : INCOMPLETE) - arrival;
}

/** Where the vehicle stands: by the coordinates of the feed, else by the postcode. Null: not known. */
export function resolvePoint(
  { point, postcode }: Pick<Listing, 'point' | 'postcode'>,
  gazetteer: Gazetteer,
): Point | null {
  if (point !== null || postcode === null) return point;
  const place = gazetteer.resolve(postcode);
  return 'point' in place ? place.point : null;
}

// Makes, models and engines are few, and their texts take longer to make than to look up.
const MAX_KNOWN = 20_000;

/** What `make` gives, made once for each of the first so many. */
function memoize<K, V>(make: (of: K) => V): (of: K) => V {
  const known = new Map<K, V>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const made = make(of);
    if (known.size < MAX_KNOWN) known.set(of, made);
    return made;
  };
}

/** The words of a text column. The dealer's own words for canonical values are facts too. */
function textOf(listing: IndexedFields, fields: (typeof TEXTS)[number], column: string): string | null {
  const parts: string[] = [];
  for (const { property, words } of fields) {
    const value = listing[property] as string | number | null;
    if (value !== null) parts.push(words === undefined ? String(value) : words(value));
  }
  if (column === 'facts' && listing.sourceTerms !== null) parts.push(listing.sourceTerms);
  return parts.length === 0 ? null : parts.join(' ');
}
