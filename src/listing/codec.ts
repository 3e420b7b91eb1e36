// The stored form of a listing: a JSON array with one value a line, members that no response shows on the first line and
// then every value of the public response in its order, both from the field table. No JSON holds a raw line feed, so a
// response is made of the lines without parsing their values. Dealer and id are in the listing's key instead. Equal
// listings give equal texts.
import { crc32 } from 'node:zlib';
import type { FieldKind } from './field.ts';
import { FIELDS } from './fields.ts';
import type { IncomingListing, IndexedFields, Listing, ListingKey } from './listing.ts';

type Member = keyof Listing & keyof IndexedFields;
type Value = string | number | readonly string[] | null;

/** On the first line behind arrival, postcode, point and source words: feed fields that no response shows. */
const UNSHOWN: readonly Member[] = FIELDS.filter(({ inResponse: isInResponse }) => !isInResponse)
  .map(({ property }) => property as Member)
  .filter((property) => !['id', 'advertUrl', 'postcode', 'point', 'arrivedAt'].includes(property));

/** A line each, in the order of the response. */
const SHOWN = FIELDS.flatMap(({ inResponse: isInResponse, property, kind }) =>
  isInResponse && property !== null && property !== 'dealer' ? [{ property: property as Member, kind }] : [],
);

const FIRST_LINE_MEMBERS = 4;
const MEMBERS = FIRST_LINE_MEMBERS + UNSHOWN.length + SHOWN.length;

/** Changes with the stored members and their order. */
export const LISTING_TEXT_FORMAT = crc32(
  [...UNSHOWN, '', ...SHOWN.map(({ property }) => property)].join(),
).toString(36);

/** The record of `incoming`, with the arrival it names, or else with that of `earlier`, or else with `now`. */
export function encodeRecord(incoming: IncomingListing, earlier: string | undefined, now: number): string {
  return encodeListing(
    incoming,
    incoming.arrivedAt ?? (earlier === undefined ? now : decodeArrival(earlier)),
  );
}

/** The listing of a record, or undefined where the text is none. */
export function decodeRecord(key: ListingKey, record: string): Listing | undefined {
  return decodeListing(splitListingKey(key), record);
}

/** What the record says to a search, for less than half of the time; undefined where the text is none. */
export function decodeIndexedRecord(key: ListingKey, record: string): IndexedFields | undefined {
  return decodeIndexedFields(splitListingKey(key), record);
}

/** Takes a key apart again. */
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
  // One by one, because JSON.stringify of them all would not break the lines. It is as fast.
  for (const { property } of SHOWN) text += `,\n${encoded(values[property])}`;
  return `${text}]`;
}

function encoded(value: Value | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? quoted(value) : quotedList(value);
}

/** Undefined if the text is none of a listing. One with the right number of values is trusted. */
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

/** The members that are in the key and on the first line. */
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
 * What the text says to a search; undefined where it is none of a listing. Lines of addresses are passed over and the
 * others read one by one: less than half the work of parsing the whole text.
 */
export function decodeIndexedFields(
  key: Pick<Listing, 'dealer' | 'id'>,
  text: string,
): IndexedFields | undefined {
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
      // Searches ask of images only whether there are any, and of the advert nothing.
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

/** The lines of a text one after the other; empty ones where it has ended. */
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

/** The arrival that a text tells, at little cost. */
export function decodeArrival(text: string): number {
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

/** Quotation marks, backslashes, controls and surrogates: with none of them, a text in JSON is itself in quotes. */
// Without the flag for `\p`, it takes a third of the time.
const NEEDS_CARE = /["\\\0-\x1f\ud800-\udfff]/;

// The same as JSON.stringify, in half the time for what listings say.
function quoted(text: string | null): string {
  if (text === null) return 'null';
  return NEEDS_CARE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function quotedList(texts: readonly string[]): string {
  if (texts.length === 0) return '[]';
  // Joined, because each piece that is added makes the record dearer to write out.
  return NEEDS_CARE.test(texts.join('')) ? JSON.stringify(texts) : `["${texts.join('","')}"]`;
}
