// The stored record of a listing. It has two lines; without the spaces between the parts of the first:
//
//   000045 0000214 - [1770000000000,null,null,null]
//   "year":"2019","make":"Skoda", … ,"url":"https%3A%2F%2Fvalley-cars.example%2F17", … ,"distance_km":
//
// The second line is the listing as responses show it, ready to be copied, with two gaps: the base URL is missing before the
// encoded address of the advert, and the distance at the end. The first line has the byte at which the second starts, the byte of
// its first gap, `/` if pictures lack the base URL too, else `-`, and what no response shows: arrival, postcode, point, source
// terms and other fields. Equal listings have equal records. Keys are found by searching for `,"key":`, which no value contains,
// because JSON escapes quotation marks.
import { crc32 } from 'node:zlib';
import { parseJson } from '../json.ts';
import type { FieldKind } from './field.ts';
import { FIELDS } from './fields.ts';
import type { IncomingListing, IndexedFields, Listing, ListingKey } from './listing.ts';

type Value = string | number | readonly string[] | null;
/** A member with a value of its own. */
type ValueMember = Exclude<keyof Listing, 'arrivedAt' | 'point'>;

/** Feed fields that no response shows. They are on the first line after arrival, postcode, point and source terms. */
const UNSHOWN: readonly ValueMember[] = FIELDS.filter(({ inResponse }) => !inResponse)
  .map(({ property }) => property as ValueMember)
  .filter((property) => !['id', 'advertUrl', 'postcode', 'point', 'arrivedAt'].includes(property));

interface ShownField {
  readonly property: ValueMember;
  readonly name: string;
  readonly kind: FieldKind;
  /** The text before the value. */
  readonly key: string;
}

/** The shown fields, in the order of the response. */
const SHOWN: readonly ShownField[] = FIELDS.flatMap(({ name, inResponse, property, kind }) =>
  inResponse && property !== null
    ? [{ property: property as ValueMember, name, kind, key: `,"${name}":` }]
    : [],
).map((field, i) => (i === 0 ? { ...field, key: field.key.slice(1) } : field));

const ADVERT = SHOWN.findIndex(({ property }) => property === 'advertUrl');

/** The end of a record. The value that follows depends on the search, not on the listing. */
const BEFORE_DISTANCE = `,"${FIELDS.find(({ inResponse, property }) => inResponse && property === null)?.name ?? ''}":`;
/** The pictures' URLs in a record are between the first of these keys and the second. */
export const PICTURES = [keyOf('thumbnail'), keyAfter('images')] as const;

function keyOf(property: keyof Listing): string {
  return SHOWN.find((field) => field.property === property)?.key ?? '';
}

function keyAfter(property: keyof Listing): string {
  return SHOWN[SHOWN.findIndex((field) => field.property === property) + 1]?.key ?? BEFORE_DISTANCE;
}

/** Digits of the starts of the second line and of its first gap; then a character for pictures that need the base URL. */
const START_DIGITS = 6;
const GAP_DIGITS = 7;
const HEADER_LENGTH = START_DIGITS + GAP_DIGITS + 1;
const WITH_OWN_PICTURES = '/';
const WITHOUT_OWN_PICTURES = '-';

/** The cuts of a record for a response, in bytes: the listing from `start` to `gap`, then the base URL, then the rest. */
export interface RecordCuts {
  readonly start: number;
  readonly gap: number;
  /** Whether a picture's URL needs the base URL too, because it starts with a slash. */
  readonly hasOwnPictures: boolean;
}

/** The cuts of a record; undefined if it is incomplete. */
export function cutsOf(record: Uint8Array): RecordCuts | undefined {
  if (record.length < HEADER_LENGTH || record[record.length - 1] !== COLON) return undefined;
  const start = digitsAt(record, 0, START_DIGITS);
  const gap = digitsAt(record, START_DIGITS, GAP_DIGITS);
  if (start > gap || gap > record.length) return undefined;
  return { start, gap, hasOwnPictures: record[HEADER_LENGTH - 1] === WITH_OWN_PICTURES.charCodeAt(0) };
}

const QUOTE = 34;
const COLON = 58;
const COMMA = 44;
const ZERO = 48;

function digitsAt(bytes: Uint8Array, at: number, digits: number): number {
  let number = 0;
  for (let i = at; i < at + digits; i++) number = number * 10 + bytes[i] - ZERO;
  return number;
}

/** Number of members before the other feed fields. */
const FIXED_MEMBERS = 4;
const FIRST_LINE_MEMBERS = FIXED_MEMBERS + UNSHOWN.length;

/** A format number that changes with the stored members and their order. */
export const LISTING_TEXT_FORMAT = crc32(
  ['ready', ...UNSHOWN, '', ...SHOWN.map(({ name }) => name), BEFORE_DISTANCE].join(),
).toString(36);

/** The record of `incoming`. Without an arrival, it gets the arrival of the record `earlier`, or else `now`. */
export function encodeRecord(incoming: IncomingListing, earlier: string | undefined, now: number): string {
  return encodeListing(
    incoming,
    incoming.arrivedAt ?? (earlier === undefined ? now : decodeArrival(earlier)),
  );
}

/** The listing of a hit. */
export function decodeHit(hit: Pick<Listing, 'dealer' | 'id'> & { readonly record: Uint8Array }): Listing {
  const { buffer, byteOffset, length } = hit.record;
  const listing = decodeListing(hit, Buffer.from(buffer, byteOffset, length).toString());
  if (listing === undefined) throw new Error(`the record of '${hit.id}' of ${hit.dealer} is not whole`);
  return listing;
}

/** The URL of a record's advert, without parsing the record. */
export function advertUrlOfRecord(record: Uint8Array): string {
  const { gap } = cutsOf(record) ?? { gap: record.length };
  return decodeURIComponent(textBetween(record, gap, record.indexOf(QUOTE, gap)));
}

/** The arrival of a record, in milliseconds since 1970, without parsing the record. */
export function arrivalOfRecord(record: Uint8Array): number {
  return Number(textBetween(record, HEADER_LENGTH + 1, record.indexOf(COMMA, HEADER_LENGTH)));
}

/** The text between two bytes, which must be ASCII. */
function textBetween({ buffer, byteOffset }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset + start, Math.max(0, end - start)).toString('latin1');
}

/** The listing of a record; undefined if the text is not one. */
export function decodeRecord(key: ListingKey, record: string): Listing | undefined {
  return decodeListing(splitListingKey(key), record);
}

/** The dealer and id of a key. */
export function splitListingKey(key: ListingKey): { readonly dealer: string; readonly id: string } {
  const slash = key.indexOf('/');
  return { dealer: key.slice(0, slash), id: key.slice(slash + 1) };
}

export function encodeListing(listing: Omit<Listing, 'arrivedAt'>, arrivedAt: number): string {
  const { point } = listing;
  const values: Readonly<Record<ValueMember, Value>> = listing;
  let first =
    `[${arrivedAt},${quoted(listing.postcode)},${point === null ? 'null' : `[${point.lat},${point.lng}]`},` +
    quoted(listing.sourceTerms);
  for (const property of UNSHOWN) first += `,${encoded(values[property])}`;
  first += ']\n';
  let before = '';
  for (let i = 0; i < ADVERT; i++) before += shownPair(SHOWN[i], values);
  before += `${SHOWN[ADVERT].key}"`;
  let after = `${encodeURIComponent(listing.advertUrl)}"`;
  for (let i = ADVERT + 1; i < SHOWN.length; i++) after += shownPair(SHOWN[i], values);
  const start = HEADER_LENGTH + Buffer.byteLength(first);
  const gap = start + Buffer.byteLength(before);
  const isOwn =
    listing.thumbnail?.startsWith('/') === true || listing.images.some((url) => url.startsWith('/'));
  return (
    padded(start, START_DIGITS) +
    padded(gap, GAP_DIGITS) +
    (isOwn ? WITH_OWN_PICTURES : WITHOUT_OWN_PICTURES) +
    first +
    before +
    after +
    BEFORE_DISTANCE
  );
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

/** A key and its value as responses show them. */
function shownPair(
  { key, property, kind }: ShownField,
  values: Readonly<Record<ValueMember, Value>>,
): string {
  const value = values[property];
  if (kind === 'year' && typeof value === 'number') return `${key}"${yearText(value)}"`;
  return key + encoded(value);
}

/** A year as responses show it. */
export function yearText(year: number): string {
  return year < 0 ? String(year) : padded(year, YEAR_DIGITS);
}

const YEAR_DIGITS = 4;

function encoded(value: Value | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? quoted(value) : quotedList(value);
}

/** The listing of a record; undefined if the text is not one. A text with the right members is trusted. */
export function decodeListing(
  { dealer, id }: Pick<Listing, 'dealer' | 'id'>,
  text: string,
): Listing | undefined {
  const lineEnd = text.indexOf('\n');
  const first = lineEnd < 0 ? undefined : parseJson(text.slice(HEADER_LENGTH, lineEnd));
  const values = parseJson(`{${text.slice(lineEnd + 1)}null}`);
  if (!isFirstLine(first) || typeof values !== 'object' || values === null) return undefined;
  const listing = startListing({ dealer, id }, first);
  for (const { name, property, kind } of SHOWN) {
    const value = (values as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) return undefined;
    if (property === 'dealer') continue;
    if (property === 'advertUrl') listing[property] = decodeURIComponent(value as string);
    else listing[property] = kind === 'year' && value !== null ? Number(value) : value;
  }
  return listing as Listing;
}

type FirstLine = readonly [
  arrivedAt: number,
  postcode: string | null,
  point: readonly [lat: number, lng: number] | null,
  wording: string | null,
  ...unshown: Value[],
];

/** Members of a listing that have been read so far. */
type Members = Partial<Record<keyof Listing, unknown>>;

/** The members in the key and on the first line. */
function startListing({ dealer, id }: Pick<Listing, 'dealer' | 'id'>, first: FirstLine): Members {
  const [arrivedAt, postcode, point, sourceTerms] = first;
  const listing: Members = {
    id,
    dealer,
    arrivedAt,
    postcode,
    point: point === null ? null : { lat: point[0], lng: point[1] },
    sourceTerms,
  };
  for (let i = 0; i < UNSHOWN.length; i += 1) listing[UNSHOWN[i]] = first[FIXED_MEMBERS + i];
  return listing;
}

/**
 * The fields that indexes need; undefined if the text is not a record. Pictures are skipped, which takes less than half the time
 * of parsing the whole text.
 */
export function decodeIndexedRecord(key: ListingKey, text: string): IndexedFields | undefined {
  const lineEnd = text.indexOf('\n');
  if (lineEnd < 0 || !text.endsWith(BEFORE_DISTANCE)) return undefined;
  const first = parseJson(text.slice(HEADER_LENGTH, lineEnd));
  if (!isFirstLine(first)) return undefined;
  const listing = startListing(splitListingKey(key), first);
  let start = lineEnd + 1 + SHOWN[0].key.length;
  if (!text.startsWith(SHOWN[0].key, lineEnd + 1)) return undefined;
  try {
    for (let i = 0; i < SHOWN.length; i++) {
      const { property, kind } = SHOWN[i];
      const nextKey = i + 1 < SHOWN.length ? SHOWN[i + 1].key : BEFORE_DISTANCE;
      const end = i + 1 < SHOWN.length ? text.indexOf(nextKey, start) : text.length - nextKey.length;
      if (end < start) return undefined;
      // Indexes only need to know whether there are pictures.
      if (property === 'advertUrl') listing[property] = decodeURIComponent(text.slice(start + 1, end - 1));
      else if (kind === 'address') listing[property] = text.startsWith(NULL, start) ? null : true;
      else if (kind === 'addresses') listing[property] = end - start === EMPTY_LIST.length ? [] : [true];
      else if (property !== 'dealer') {
        const value = text.slice(start, end);
        if (kind === 'year') listing[property] = value === NULL ? null : Number(value.slice(1, -1));
        else listing[property] = isNumber(kind) ? parseNumber(value) : parseWord(value);
      }
      start = end + nextKey.length;
    }
  } catch {
    return undefined;
  }
  return listing as IndexedFields;
}

const NULL = 'null';
const EMPTY_LIST = '[]';

function isNumber(kind: FieldKind): boolean {
  return kind === 'integer' || kind === 'number';
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
  return Number(text.slice(HEADER_LENGTH + 1, text.indexOf(',')));
}

function isFirstLine(values: unknown): values is FirstLine {
  return Array.isArray(values) && values.length === FIRST_LINE_MEMBERS;
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
  // Joined at once, because each concatenation would make the record slower to write.
  return NEEDS_CARE.test(texts.join('')) ? JSON.stringify(texts) : `["${texts.join('","')}"]`;
}
