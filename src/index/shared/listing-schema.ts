// The engine's schema for listings, from the field table, and the rows of listings: fields, words, and the facts in their texts.
import { BoundedMap } from '../../memo.ts';
import type { TextTerms } from '../../engine/postings/text-terms.ts';
import type { Row, Schema, TextField, TextReader } from '../../engine/schema.ts';
import type { Gazetteer } from '../../geo/postcode-gazetteer.ts';
import type { Point } from '../../geo/great-circle.ts';
import type { TextColumnName } from '../../listing/field.ts';
import { type Field, FIELDS } from '../../listing/fields.ts';
import { COUNTED_VALUES, RANGE_FIELDS, VALUE_FIELDS } from '../../query/search-query.ts';
import type { IndexedFields, Listing } from '../../listing/listing.ts';
import { shufflePlaceOf } from '../../query/sorts.ts';
import { TRANSMISSIONS, FUEL_TYPES } from '../../vehicle/classes.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';
import { partsOfTitle } from '../../vehicle/model-terms.ts';
import { createTextReader } from '../words/query-text.ts';
import { spelledWordsOf } from '../words/spelled-words.ts';
import { tradeSpellings } from '../words/spellings.ts';
import { CONSUMPTION, consumptionColumnOf, LABELS, statedLabelsOf } from './stated-columns.ts';
import { factReader } from '../words/stated-facts.ts';
import { ListingTagger, type TaggedColumns } from '../words/tags.ts';

/** Arrival times in milliseconds are clamped to this range around 1970, thousands of years. */
const MAX_ARRIVAL = 2 ** 47 - 1;
/** Complete listings (image, price, mileage and description) precede all others. */
const INCOMPLETE = 2 ** 48;

/** The column of the default order, and its last value of a complete listing. */
export const DEFAULT_RANK = 'defaultRank';
export const LAST_COMPLETE_RANK = MAX_ARRIVAL;

const singleTerm = (value: string): string[] => [value];

export const LISTING_SCHEMA: Schema = {
  values: [
    ...VALUE_FIELDS.map(({ property, filter }) => ({
      name: property,
      termsOf: filter.termsOf ?? singleTerm,
    })),
    ...COUNTED_VALUES.map(({ column, termOf }) => ({
      name: column,
      termsOf: (value: string) => [termOf(value)].filter((term) => term !== ''),
    })),
  ],
  numbers: [...RANGE_FIELDS.map(({ property }) => property), DEFAULT_RANK, CONSUMPTION, 'shuffle'],
  labels: LABELS,
  texts: [
    { name: 'make', boost: 4, b: 0, averageLength: 1 },
    { name: 'model', boost: 4, b: 0, averageLength: 1 },
    { name: 'facts', boost: 2, b: 0, averageLength: 1 },
    { name: 'loc', boost: 1.5, b: 0, averageLength: 1 },
    { name: 'dealer', boost: 1, b: 0, averageLength: 1 },
    { name: 'fullDescription', boost: 1, b: 0.75, averageLength: 45 },
  ] satisfies (TextField & { readonly name: TextColumnName })[],
  // Read lazily: an operator's terms are known only once the program has started.
  readText: (text, isLive) =>
    (textReader ??= createTextReader(tradeSpellings(), tradeTerms().terms))(text, isLive),
  createTagger: (terms) => new ListingTagger(spelledWordsOf(terms), TAGGED_COLUMNS),
  tagWeight: 3,
  tieBreaker: 'priceGbp',
  shuffle: { by: 'shuffle', columns: [DEFAULT_RANK] },
};

/** Reads the terms of the trade now, which takes a tenth of a second, instead of at the first search or listing. */
export function warmSchema(): void {
  LISTING_SCHEMA.readText('', () => false);
}

let textReader: TextReader | undefined;

export const TAGGED_COLUMNS: TaggedColumns = {
  names: [
    { column: valueColumn('make'), nameIn: (make) => make },
    { column: valueColumn('model'), nameIn: (title) => partsOfTitle(title).model },
  ],
  description: textColumn('fullDescription'),
  texts: [textColumn('facts')],
  classes: [
    { group: 'fuel', column: valueColumn('fuelType'), names: FUEL_TYPES },
    { group: 'gearbox', column: valueColumn('transmission'), names: TRANSMISSIONS },
  ],
};

function valueColumn(name: string): number {
  return LISTING_SCHEMA.values.findIndex((field) => field.name === name);
}

function textColumn(name: TextColumnName): number {
  return LISTING_SCHEMA.texts.findIndex((field) => field.name === name);
}

// Makes, models and engines are few, and looking up their texts is faster than making them.
const MAX_KNOWN = 20_000;

/** For each text column, the fields that fill it. */
const TEXTS = LISTING_SCHEMA.texts.map(({ name }) =>
  FIELDS.filter(
    (field): field is Field & { readonly property: keyof IndexedFields } => field.text?.column === name,
  ).map(({ property, text }) => ({ property, words: text?.words && memoize(text.words) })),
);

/** For each text column, the names of the fields that fill it. */
export const TEXT_FIELDS: readonly (readonly string[])[] = TEXTS.map((fields) =>
  fields.map(({ property }) => property),
);

/** The row of a listing. `terms` are those of the index that takes the row, so that the description is read once. */
export function toRow(listing: IndexedFields, gazetteer: Gazetteer, terms?: TextTerms): Row {
  // Loops instead of array methods: every listing of the stock passes through here.
  const values: (string | null)[] = [];
  for (const { property, filter } of VALUE_FIELDS)
    values.push(filter.columnValueOf === undefined ? listing[property] : filter.columnValueOf(listing));
  for (const { valueOf } of COUNTED_VALUES) values.push(valueOf(listing));
  const numbers: (number | null)[] = [];
  for (const { property } of RANGE_FIELDS) numbers.push(listing[property]);
  const stated = factReader().read(listing, terms);
  numbers.push(defaultRankOf(listing), consumptionColumnOf(stated), shufflePlaceOf(listing));
  const texts: (string | null)[] = [];
  for (let i = 0; i < TEXTS.length; i++) texts.push(textOf(listing, TEXTS[i], i === FACTS));
  const point = resolvePoint(listing, gazetteer);
  const labels = statedLabelsOf(stated);
  return { key: rowKey(listing), address: listing.advertUrl, values, numbers, point, texts, labels };
}

/**
 * The key of a listing in the engine, whose order is the contract's last tie-breaker. The store's key, ListingKey, has another
 * order. Ids cannot contain a tab, and a tab sorts before all characters that they can contain: `1<tab>…` precedes `10<tab>…`.
 */
export type RowKey = `${string}\t${string}`;

export function rowKey({ id, dealer }: Pick<Listing, 'id' | 'dealer'>): RowKey {
  return `${id}\t${dealer}`;
}

/** The inverse of `rowKey`, for a row of a segment. */
export function listingOfRow(
  keys: { keyAt(row: number): string },
  row: number,
): Pick<Listing, 'id' | 'dealer'> {
  const key = keys.keyAt(row);
  const at = key.indexOf('\t');
  return { id: key.slice(0, at), dealer: key.slice(at + 1) };
}

/** Rank in the default order, lowest first: complete listings, then the newest arrival. */
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

/** The listing's position: the feed's coordinates, else its postcode's; null if unknown. */
export function resolvePoint(
  { point, postcode }: Pick<Listing, 'point' | 'postcode'>,
  gazetteer: Gazetteer,
): Point | null {
  if (point !== null || postcode === null) return point;
  const place = gazetteer.resolve(postcode);
  return 'point' in place ? place.point : null;
}

function memoize<Key, Value extends string>(make: (of: Key) => Value): (of: Key) => Value {
  const known = new BoundedMap<Key, Value>(MAX_KNOWN);
  return (of) => known.getOrMake(of, () => make(of));
}

const FACTS = textColumn('facts');

/** The words of a text column. With `isFacts`, the dealer's own terms for canonical values are included. */
function textOf(listing: IndexedFields, fields: (typeof TEXTS)[number], isFacts: boolean): string | null {
  let text: string | null = null;
  for (const { property, words } of fields) {
    const value = listing[property] as string | number | null;
    if (value !== null) text = joined(text, words === undefined ? String(value) : words(value));
  }
  return isFacts && listing.sourceTerms !== null ? joined(text, listing.sourceTerms) : text;
}

function joined(before: string | null, part: string): string {
  return before === null ? part : `${before} ${part}`;
}
