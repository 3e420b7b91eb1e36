// One record becomes a listing or a rejection, by the rows of the field table. A record without an id, a dealer or an
// advert is rejected; any other invalid value becomes unknown and is reported. No value is guessed or made up.
import type { Point } from '../geo/great-circle.ts';
import { dealerDomain } from '../listing/domain-name.ts';
import type { FeedOptions, FeedReader, Field } from '../listing/field.ts';
import { FIELDS } from '../listing/fields.ts';
import type { IncomingListing, VehicleIdentifiers } from '../listing/listing.ts';
import { nameModel } from '../listing/model-name.ts';
import { modelKey } from '../listing/name-key.ts';
import { echoed, quoted } from '../problem.ts';
import {
  FEED_FIELDS,
  INTERNAL_FIELDS,
  type RecordResult,
  type RecordField,
  type Rejection,
  type RejectionReason,
  type ValueIssueReason,
  type ValueIssue,
} from './record-result.ts';
import type { FeedRecord } from './read/feed-record.ts';
import { normalizeHttpUrl, MAX_URL_LENGTH, readImageUrl, readImageUrls } from './values/url.ts';
import { readInstant } from './values/instant.ts';
import { readEngineSize } from './values/engine-size.ts';
import { readMileage } from './values/mileage.ts';
import { readDegrees, readWholeNumber } from './values/number.ts';
import { readPrice } from './values/price.ts';
import { readYear } from './values/year.ts';
import {
  MAX_WORD_LENGTH,
  truncateText,
  isBlankValue,
  isPlaceholder,
  readText,
  cleanHtml,
  cleanLines,
  cleanText,
} from './values/text.ts';
import { readRegistration, readVin } from './values/vehicle-identifiers.ts';
import { NOT_GIVEN, InvalidValue, type FieldValue } from './values/field-value.ts';

type Values = Readonly<Partial<Record<RecordField, unknown>>>;

const MAX_ID_LENGTH = 200;
/** In UTF-16 code units. */
const MAX_DESCRIPTION_LENGTH = 20_000;
const MAX_IMAGES = 100;
/** All keywords of a listing together. Some feeds list every nut and bolt; the index must not. */
const MAX_KEYWORDS_LENGTH = 2000;

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const MAX_DOMAIN_LENGTH = 253;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

// Domains that dealerDomain would not change: nearly all.
const CLEAN_DOMAIN = /^(?!www\.)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * The record's listing, or why it is rejected. `now` is in milliseconds since 1970: later years and arrivals are invalid.
 * `defaultDealer` owns records that name no dealer.
 */
export function readListing(record: FeedRecord, now: number, defaultDealer?: string): RecordResult {
  const { line } = record;
  if (typeof record.value !== 'object' || record.value === null || Array.isArray(record.value)) {
    return rejection(line, 'not_an_object', `a record must be an object (got ${sample(record.value)})`);
  }
  if (record.unfilled !== undefined) return rejection(line, 'missing_placeholder', record.unfilled);
  const values = record.value as Values;
  const id = readId(values.id, line);
  if (typeof id !== 'string') return id;
  const dealer = readDealer(
    isMissing(values.dealer) ? (defaultDealer ?? values.dealer) : values.dealer,
    line,
  );
  if (typeof dealer !== 'string') return dealer;
  const advertUrl = readAdvertUrl(values.advert_url, line);
  if (typeof advertUrl !== 'string') return advertUrl;

  const context: ReadContext = { values, now, valueIssues: new ValueIssues(), sourceTerms: [] };
  const listing: Record<string, unknown> = { id, dealer, advertUrl };
  for (const { property, row, read } of ROW_READERS) listing[property] = read(row, values[row.name], context);
  nameVehicle(listing, context);
  listing.sourceTerms = sourceTermsOf(context);
  const vehicle = readIdentifiers(context);
  const ignoredColumns = record.ignoredColumns ?? ignoredColumnsOf(values);
  return {
    kind: 'listing',
    line,
    listing: listing as unknown as IncomingListing,
    ...(vehicle !== undefined && { vehicle }),
    valueIssues: context.valueIssues.list,
    ...(ignoredColumns !== undefined && { ignoredColumns }),
    ...(record.overridden !== undefined && { overridden: record.overridden }),
  };
}

/** Splits the model that a dealer sent into base model and variant, where both are known; then the make is too. */
function nameVehicle(listing: Record<string, unknown>, { values, sourceTerms }: ReadContext): void {
  const { make, model } = listing;
  if (typeof model !== 'string') return;
  const sentMake = make === null ? null : readText(values.make, MAX_WORD_LENGTH);
  const named = sentMake instanceof InvalidValue ? undefined : nameModel(sentMake, model);
  if (named === undefined || named.model.length > MAX_WORD_LENGTH) return;
  listing.make = named.make;
  listing.model = named.model;
  if (!modelKey(named.make + named.model).includes(modelKey(model))) sourceTerms.push(model);
}

/** A row of the field table that a feed carries. */
type FeedRow = Field & { readonly feed: FeedOptions };

interface ReadContext {
  readonly values: Values;
  readonly now: number;
  readonly valueIssues: ValueIssues;
  /** The dealer's words that canonical ones replaced. */
  readonly sourceTerms: string[];
}

/** The value of the row's property of the listing; null: unknown. */
type RowReader = (row: FeedRow, value: unknown, context: ReadContext) => unknown;

/** A reader of one value that cannot be read in part. */
function whole(read: (value: unknown, row: FeedRow, now: number) => FieldValue<string | number>): RowReader {
  return (row, value, { valueIssues, now }) => valueIssues.take(row.name, value, read(value, row, now));
}

const READERS: Readonly<Record<Exclude<FeedReader, 'identity' | 'longitude'>, RowReader>> = {
  word: (row, value, { valueIssues, sourceTerms }) => {
    const word = valueIssues.take(row.name, value, readText(value, MAX_WORD_LENGTH));
    const canonical = word === null ? undefined : row.canonicalize?.(word);
    if (word === null || canonical === undefined) return word;
    if (canonical !== word && canonical.toLowerCase() !== word.toLowerCase()) sourceTerms.push(word);
    return canonical;
  },
  year: whole((value, _, now) => readYear(value, new Date(now).getUTCFullYear() + 1)),
  mileage: whole(readMileage),
  engine_size: whole(readEngineSize),
  price: whole((value) => readPrice(value)),
  whole_number: whole((value, { feed }) =>
    readWholeNumber(value, feed.bounds ?? [0, Number.MAX_SAFE_INTEGER]),
  ),
  postcode: ({ name }, value, { valueIssues }) =>
    valueIssues.take(name, value, readText(value, MAX_WORD_LENGTH))?.toUpperCase() ?? null,
  latitude: (_, __, { values, valueIssues }) => readPoint(values, valueIssues),
  image: whole(readImageUrl),
  images: (_, value, { valueIssues }) => readImages(value, valueIssues),
  description: (_, value, { valueIssues }) => readDescription(value, valueIssues),
  instant: whole((value, _, now) => readInstant(value, now)),
};

/** In the order of the table, which is that of a record's issues. The latitude's reader reads the longitude too. */
const ROW_READERS = FIELDS.flatMap(({ feed, property, ...field }) => {
  if (feed === undefined || property === null) return [];
  if (feed.reader === 'identity' || feed.reader === 'longitude') return [];
  return [{ property, row: { ...field, property, feed }, read: READERS[feed.reader] }];
});

const KNOWN_NAMES: ReadonlySet<string> = new Set([...FEED_FIELDS, ...INTERNAL_FIELDS]);

/** Names that no field has; undefined instead of an empty list, because most records have none. */
function ignoredColumnsOf(values: object): string[] | undefined {
  let ignoredColumns: string[] | undefined;
  for (const name in values) if (!KNOWN_NAMES.has(name)) (ignoredColumns ??= []).push(echoed(name));
  return ignoredColumns;
}

const NONE: readonly ValueIssue[] = [];

/** The invalid values of one record. */
class ValueIssues {
  list: readonly ValueIssue[] = NONE;

  /** The value that was read; null, with an issue, if it is invalid. */
  take<T>(field: RecordField, value: unknown, fieldValue: FieldValue<T>): T | null {
    if (!(fieldValue instanceof InvalidValue)) return fieldValue;
    this.add(field, fieldValue.reason, value);
    return null;
  }

  add(field: RecordField, reason: ValueIssueReason, value: unknown, count = 1): void {
    this.list = [...this.list, { field, reason, value: sample(value), count }];
  }
}

function readId(value: unknown, line: number): string | Rejection {
  if (value === null || value === undefined) return rejection(line, 'missing_id', 'id is missing');
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const id = typeof value === 'string' ? value.trim() : undefined;
  if (id === '') return rejection(line, 'missing_id', 'id is blank');
  if (id === undefined || id.length > MAX_ID_LENGTH || UNPRINTABLE.test(id)) {
    const rule = `id must be a text of at most ${MAX_ID_LENGTH} printable characters`;
    return rejection(line, 'invalid_id', `${rule} (got ${sample(value)})`);
  }
  return id;
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

function readDealer(value: unknown, line: number): string | Rejection {
  if (value === null || value === undefined) return rejection(line, 'missing_dealer', 'dealer is missing');
  if (typeof value === 'string') {
    if (value.length <= MAX_DOMAIN_LENGTH && CLEAN_DOMAIN.test(value)) return value;
    if (value.trim() === '') return rejection(line, 'missing_dealer', 'dealer is blank');
    const domain = value.length > MAX_URL_LENGTH ? undefined : dealerDomain(value);
    if (domain !== undefined && domain.length <= MAX_DOMAIN_LENGTH && DOMAIN.test(domain)) return domain;
  }
  const rule = 'dealer must be a domain name such as northgate-cars.example';
  return rejection(line, 'invalid_dealer', `${rule} (got ${sample(value)})`);
}

function readAdvertUrl(value: unknown, line: number): string | Rejection {
  if (value === null || value === undefined)
    return rejection(line, 'missing_advert_url', 'advert_url is missing');
  if (typeof value === 'string') {
    const url = normalizeHttpUrl(value);
    if (url !== undefined) return url;
    if (value.trim() === '') return rejection(line, 'missing_advert_url', 'advert_url is blank');
  }
  const rule =
    'advert_url must be an absolute http or https address without a user name, ' +
    `of at most ${MAX_URL_LENGTH} characters`;
  // A password in the address must not get into a report.
  const got = typeof value === 'string' && value.includes('@') ? '' : ` (got ${sample(value)})`;
  return rejection(line, 'invalid_advert_url', rule + got);
}

function readPoint(values: Values, valueIssues: ValueIssues): Point | null {
  const latitude = readDegrees(values.latitude, 90);
  const longitude = readDegrees(values.longitude, 180);
  const lat = valueIssues.take('latitude', values.latitude, latitude);
  const lng = valueIssues.take('longitude', values.longitude, longitude);
  if (lat !== null && lng !== null) {
    if (lat !== 0 || lng !== 0) return { lat, lng };
    valueIssues.add('latitude', 'zero_position', values.latitude);
  } else if (lat !== null && longitude === null) {
    valueIssues.add('latitude', 'incomplete', values.latitude);
  } else if (lng !== null && latitude === null) {
    valueIssues.add('longitude', 'incomplete', values.longitude);
  }
  return null;
}

function readImages(value: unknown, valueIssues: ValueIssues): readonly string[] {
  const { urls, invalid } = readImageUrls(value);
  if (invalid.length > 0) valueIssues.add('images', 'unreadable', invalid[0], invalid.length);
  if (urls.length <= MAX_IMAGES) return urls;
  valueIssues.add('images', 'too_many', urls[MAX_IMAGES], urls.length - MAX_IMAGES);
  return urls.slice(0, MAX_IMAGES);
}

/** One text, or those of several columns, each on lines of its own. */
function readDescription(value: unknown, valueIssues: ValueIssues): string | null {
  if (typeof value !== 'string' && !isTexts(value)) {
    return valueIssues.take<string>('full_description', value, readText(value, MAX_DESCRIPTION_LENGTH));
  }
  const text =
    typeof value === 'string'
      ? cleanHtml(value)
      : value
          .map(cleanHtml)
          .filter((line) => !isBlankValue(line) && !isPlaceholder(line))
          .join('\n');
  if (isBlankValue(text)) return null;
  if (isPlaceholder(text)) return valueIssues.take<string>('full_description', value, NOT_GIVEN);
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  valueIssues.add('full_description', 'cut', text);
  // Cleaned again, because the cut may leave a space, or half a character made of a thousand accents.
  return cleanLines(truncateText(text, MAX_DESCRIPTION_LENGTH));
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((element) => typeof element === 'string');
}

/** The words that canonical ones replaced, and those that only a search for text should find. */
function sourceTermsOf({ values: { keywords }, valueIssues, sourceTerms }: ReadContext): string | null {
  if (keywords !== undefined && keywords !== null) {
    const text = readKeywords(keywords, valueIssues);
    if (text !== '') sourceTerms.push(text);
  }
  return sourceTerms.length === 0 ? null : sourceTerms.join(' ');
}

/** The texts in a value, each once, as one line. */
function readKeywords(value: unknown, valueIssues: ValueIssues): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = new Set<string>();
  const invalid: unknown[] = [];
  for (const element of list) {
    if (element === null || element === undefined) continue;
    if (typeof element !== 'string' && typeof element !== 'number') {
      invalid.push(element);
      continue;
    }
    const word = cleanHtml(String(element)).replaceAll('\n', ' ');
    if (!isBlankValue(word) && !isPlaceholder(word)) words.add(word);
  }
  if (invalid.length > 0) valueIssues.add('keywords', 'unreadable', invalid[0], invalid.length);
  const text = [...words].join(' ');
  const truncated = cleanText(truncateText(text, MAX_KEYWORDS_LENGTH));
  if (truncated.length < text.length) valueIssues.add('keywords', 'cut', truncated);
  return truncated;
}

function readIdentifiers({ values, valueIssues }: ReadContext): VehicleIdentifiers | undefined {
  if (values.registration === undefined && values.vin === undefined) return undefined;
  const registration = valueIssues.take(
    'registration',
    values.registration,
    readRegistration(values.registration),
  );
  const vin = valueIssues.take('vin', values.vin, readVin(values.vin));
  if (registration === null && vin === null) return undefined;
  return { ...(registration !== null && { registration }), ...(vin !== null && { vin }) };
}

function rejection(line: number, reason: RejectionReason, message: string): Rejection {
  return { kind: 'rejection', line, reason, message };
}

/** A value as a report shows it. Objects are not spelled out: they may be nested to any depth. */
function sample(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  return value === null ? 'null' : 'an object';
}
