// Codec of stored records. A record is a JSON array: members that no response shows are on the first line, then each value
// of the public response has a line, both in the order of the field table. JSON holds no raw line feed, so responses copy
// lines without parsing them. Dealer and id are in the record's key. Equal listings have equal records.
import { crc32 } from 'node:zlib';
import type { FieldKind } from './field.ts';
import { FIELDS } from './fields.ts';
import type { IncomingListing, IndexedFields, Listing, ListingKey } from './listing.ts';

type Member = keyof Listing & keyof IndexedFields;
type Value = string | number | readonly string[] | null;

/** On the first line after arrival, postcode, point and source terms: other feed fields that no response shows. */
const UNSHOWN: readonly Member[] = FIELDS.filter(({ inResponse }) => !inResponse)
  .map(({ property }) => property as Member)
  .filter((property) => !['id', 'advertUrl', 'postcode', 'point', 'arrivedAt'].includes(property));

/** One line each, in the order of the response. */
const SHOWN = FIELDS.flatMap(({ inResponse, property, kind }) =>
  inResponse && property !== null && property !== 'dealer' ? [{ property: property as Member, kind }] : [],
);

const FIRST_LINE_MEMBERS = 4;
const MEMBERS = FIRST_LINE_MEMBERS + UNSHOWN.length + SHOWN.length;

/** Changes with the stored members and their order. */
export const LISTING_TEXT_FORMAT = crc32(
  [...UNSHOWN, '', ...SHOWN.map(({ property }) => property)].join(),
).toString(36);

/** The record of `incoming`. Its arrival is its own, else that of the `earlier` record, else `now`. */
export function encodeRecord(incoming: IncomingListing, earlier: string | undefined, now: number): string {
  return encodeListing(
    incoming,
    incoming.arrivedAt ?? (earlier === undefined ? now : decodeArrival(earlier)),
  );
}

/** The listing of a record; undefined if the text is not one. */
export function decodeRecord(key: ListingKey, record: string): Listing | undefined {
  return decodeListing(splitListingKey(key), record);
}

/** As decodeIndexedFields, by the listing's key. */
export function decodeIndexedRecord(key: ListingKey, record: string): IndexedFields | undefined {
  return decodeIndexedFields(splitListingKey(key), record);
}

/** The dealer and id of a key. */
export function splitListingKey(key: ListingKey): { readonly dealer: string; readonly id: string } {
  const slash = key.indexOf('/');
  return { dealer: key.slice(0, slash), id: key.slice(slash + 1) };
}

export function encodeListing(listing: Omit<Listing, 'arrivedAt'>, arrivedAt: number): string {
  const { point } = listing;
  const values = listing as unknown as Readonly<Record<string, Value | undefined>>;
  let text =
    `[${arrivedAt},${quoted(listing.postcode)},${point === null ? 'null' : `[${point.lat},${point.lng}]`},` +
    quoted(listing.sourceTerms);
  for (const property of UNSHOWN) text += `,${encoded(values[property])}`;
  // One by one, because JSON.stringify of the array would not break the lines. It is as fast.
  for (const { property } of SHOWN) text += `,\n${encoded(values[property])}`;
  return `${text}]`;
}

function encoded(value: Value | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? quoted(value) : quotedList(value);
}

/** The listing of a record; undefined if the text is not one. A text with the right number of values is trusted. */
export function decodeListing(
  { dealer, id }: Pick<Listing, 'dealer' | 'id'>,
  text: string,
): Listing | undefined {
  const values = parsed(text);
  if (values === undefined) return undefined;
  const listing = startListing({ dealer, id }, values) as Record<string, unknown>;
  let at = FIRST_LINE_MEMBERS + UNSHOWN.length;
  for (const { property } of SHOWN) listing[property] = values[at++];
  return listing as unknown as Listing;
}

type FirstLine = readonly [
  arrivedAt: number,
  postcode: string | null,
  point: readonly [lat: number, lng: number] | null,
  wording: string | null,
  ...unshown: Value[],
];

/** The members in the key and on the first line. */
function startListing({ dealer, id }: Pick<Listing, 'dealer' | 'id'>, first: FirstLine): object {
  const [arrivedAt, postcode, point, sourceTerms] = first;
  const listing: Record<string, unknown> = {
    id,
    dealer,
    arrivedAt,
    postcode,
    point: point === null ? null : { lat: point[0], lng: point[1] },
    sourceTerms,
  };
  for (let i = 0; i < UNSHOWN.length; i += 1) listing[UNSHOWN[i]] = first[FIRST_LINE_MEMBERS + i];
  return listing;
}

/**
 * The fields that indexes need; undefined if the text is not a record. Skips the lines of addresses, which takes less than
 * half the time of parsing the whole text.
 */
function decodeIndexedFields(key: Pick<Listing, 'dealer' | 'id'>, text: string): IndexedFields | undefined {
  try {
    return readLines(key, text);
  } catch {
    return undefined;
  }
}

function readLines(key: Pick<Listing, 'dealer' | 'id'>, text: string): IndexedFields | undefined {
  const lines = new LineReader(text);
  const first: unknown = JSON.parse(`${lines.next()}0]`);
  if (!Array.isArray(first)) return undefined;
  const listing = startListing(key, first as unknown as FirstLine) as Record<string, unknown>;
  const last = SHOWN.length - 1;
  for (let i = 0; i < last; i += 1) {
    const { property, kind } = SHOWN[i];
    if (kind === 'address') {
      const line = lines.next();
      // Indexes need to know only whether there are images, and nothing of the advert.
      if ((property as string) !== 'advertUrl') listing[property] = line === NULL_LINE ? null : true;
    } else if (kind === 'addresses') listing[property] = lines.next() === NO_IMAGES ? [] : [true];
    else {
      const value = lines.next().slice(0, -1);
      listing[property] = isNumber(kind) ? parseNumber(value) : parseWord(value);
    }
  }
  const rest = lines.last();
  if (rest === undefined) return undefined;
  listing[SHOWN[last].property] = isNumber(SHOWN[last].kind) ? parseNumber(rest) : parseWord(rest);
  return listing as unknown as IndexedFields;
}

const NULL_LINE = 'null,';
const NO_IMAGES = '[],';

/** Reads a text line by line; lines after its end are empty. */
class LineReader {
  readonly #text: string;
  #start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** With the comma at its end. */
  next(): string {
    const start = this.#start;
    const end = this.#text.indexOf('\n', start);
    if (end < 0) return '';
    this.#start = end + 1;
    return this.#text.slice(start, end);
  }

  /** The value on the last line; undefined if this is not the last line, or an incomplete one. */
  last(): string | undefined {
    const rest = this.#text.slice(this.#start);
    if (!rest.endsWith(']') || this.#start === 0 || rest.includes('\n')) return undefined;
    return rest.slice(0, -1);
  }
}

function isNumber(kind: FieldKind): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'year';
}

function parseNumber(json: string): number | null {
  return json === 'null' ? null : Number(json);
}

function parseWord(json: string): string | null {
  if (json === 'null') return null;
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}

/** The arrival of a record, without parsing the rest. */
function decodeArrival(text: string): number {
  return Number(text.slice(1, text.indexOf(',')));
}

function parsed(text: string): FirstLine | undefined {
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) && values.length === MEMBERS ? (values as unknown as FirstLine) : undefined;
  } catch {
    return undefined;
  }
}

/** Quotation marks, backslashes, controls and surrogates: a text without them is its own JSON, in quotes. */
// Faster by two thirds without the `u` flag and `\p`.
const NEEDS_CARE = /["\\\0-\x1f\ud800-\udfff]/;

// Equal to JSON.stringify, in half the time for typical texts.
function quoted(text: string | null): string {
  if (text === null) return 'null';
  return NEEDS_CARE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function quotedList(texts: readonly string[]): string {
  if (texts.length === 0) return '[]';
  // Joined at once, because every concatenation makes the record slower to write.
  return NEEDS_CARE.test(texts.join('')) ? JSON.stringify(texts) : `["${texts.join('","')}"]`;
}
