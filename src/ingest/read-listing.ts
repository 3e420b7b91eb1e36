// One record becomes a listing or a rejection. Without an id, a dealer and an advert a record is refused; any other value
// that cannot be taken becomes unknown, and is told. Nothing is guessed, and no value replaces a missing one.
import type { Point } from '../geo/great-circle.ts';
import { classifyFuel, classifyTransmission } from '../listing/classify.ts';
import { dealerDomain } from '../listing/dealer-domain.ts';
import { canonicalMake } from '../listing/makes.ts';
import type { VehicleIdentifiers } from '../listing/vehicle-identifiers.ts';
import { echoed, quoted } from '../problem.ts';
import { FEED_FIELDS, INTERNAL_FIELDS } from './record-result.ts';
import type {
  FeedField,
  RecordResult,
  RecordField,
  Rejection,
  RejectionReason,
  ValueIssueReason,
  ValueIssue,
} from './record-result.ts';
import type { FeedRecord } from './read/feed-record.ts';
import { normalizeHttpUrl, MAX_URL_LENGTH, readImageUrl, readImageUrls } from './values/url.ts';
import { readInstant } from './values/instant.ts';
import { readDegrees, readEngineSize, readMileage, readPrice, readYear } from './values/number.ts';
import { readKeywords } from './read-keywords.ts';
import {
  MAX_WORD_LENGTH,
  truncateText,
  isBlankValue,
  isPlaceholder,
  readText,
  cleanLines,
  cleanHtml,
} from './values/text.ts';
import { readRegistration, readVin } from './values/vehicle-identifiers.ts';
import { NOT_GIVEN, InvalidValue, type FieldValue } from './values/field-value.ts';

type Values = Readonly<Partial<Record<RecordField, unknown>>>;

const MAX_ID_LENGTH = 200;
/** In UTF-16 code units. */
const MAX_DESCRIPTION_LENGTH = 20_000;
const MAX_IMAGES = 100;

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const MAX_DOMAIN_LENGTH = 253;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

// Domains that are already as dealerDomain leaves them, which are nearly all.
const CLEAN_DOMAIN = /^(?!www\.)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * `now` is in milliseconds since 1970: years and arrivals beyond it cannot be. A record that names no dealer is
 * `defaultDealer`'s.
 */
export function readListing(record: FeedRecord, now: number, defaultDealer?: string): RecordResult {
  const { line } = record;
  if (typeof record.value !== 'object' || record.value === null || Array.isArray(record.value)) {
    return rejection(line, 'not_an_object', `a record must be an object (got ${sample(record.value)})`);
  }
  const values: Values = record.value;
  const id = readId(values.id, line);
  if (typeof id !== 'string') return id;
  const dealer = readDealer(
    isMissing(values.dealer) ? (defaultDealer ?? values.dealer) : values.dealer,
    line,
  );
  if (typeof dealer !== 'string') return dealer;
  const advertUrl = readAdvertUrl(values.advert_url, line);
  if (typeof advertUrl !== 'string') return advertUrl;

  const valueIssues = new ValueIssues();
  const sourceTerms: string[] = [];
  const canonical = (word: string | null, find: (text: string) => string | undefined): string | null => {
    if (word === null) return null;
    const found = find(word);
    if (found === undefined) return word;
    if (found !== word && found.toLowerCase() !== word.toLowerCase()) sourceTerms.push(word);
    return found;
  };
  const word = (field: FeedField): string | null =>
    valueIssues.take(field, values[field], readText(values[field], MAX_WORD_LENGTH));

  const listing = {
    id,
    dealer,
    advertUrl,
    year: valueIssues.take('year', values.year, readYear(values.year, new Date(now).getUTCFullYear() + 1)),
    make: canonical(word('make'), canonicalMake),
    model: word('model'),
    mileageMiles: valueIssues.take('mileage', values.mileage, readMileage(values.mileage)),
    fuelType: canonical(word('fuel_type'), classifyFuel),
    transmission: canonical(word('transmission'), classifyTransmission),
    engineLitres: valueIssues.take('engine_size', values.engine_size, readEngineSize(values.engine_size)),
    priceGbp: valueIssues.take('price', values.price, readPrice(values.price)),
    loc: word('loc'),
    postcode: word('postcode')?.toUpperCase() ?? null,
    point: readPoint(values, valueIssues),
    thumbnail: valueIssues.take('thumbnail', values.thumbnail, readImageUrl(values.thumbnail)),
    images: readImages(values.images, valueIssues),
    fullDescription: readDescription(values.full_description, valueIssues),
    arrivedAt: valueIssues.take('arrived_at', values.arrived_at, readInstant(values.arrived_at, now)),
    sourceTerms: sourceTermsOf(sourceTerms, values.keywords, valueIssues),
  };
  const vehicle = readIdentifiers(values, valueIssues);
  const ignoredColumns = record.ignoredColumns ?? ignoredColumnsOf(values);
  return {
    kind: 'listing',
    line,
    listing,
    ...(vehicle !== undefined && { vehicle }),
    valueIssues: valueIssues.list,
    ...(ignoredColumns !== undefined && { ignoredColumns }),
  };
}

const KNOWN_NAMES: ReadonlySet<string> = new Set([...FEED_FIELDS, ...INTERNAL_FIELDS]);

/** Names that no field has; undefined if there are none, which is the usual case and costs no list. */
function ignoredColumnsOf(values: object): string[] | undefined {
  let ignoredColumns: string[] | undefined;
  for (const name in values) if (!KNOWN_NAMES.has(name)) (ignoredColumns ??= []).push(echoed(name));
  return ignoredColumns;
}

const NONE: readonly ValueIssue[] = [];

/** Gathers what became unknown in one record. */
class ValueIssues {
  list: readonly ValueIssue[] = NONE;

  /** The value that was read; null, and told why, if it was refused. */
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

function readDescription(value: unknown, valueIssues: ValueIssues): string | null {
  if (typeof value !== 'string') {
    return valueIssues.take<string>('full_description', value, readText(value, MAX_DESCRIPTION_LENGTH));
  }
  const text = cleanHtml(value);
  if (isBlankValue(text)) return null;
  if (isPlaceholder(text)) return valueIssues.take<string>('full_description', value, NOT_GIVEN);
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  valueIssues.add('full_description', 'cut', text);
  // Tidied again, because the cut may leave a space, or half of a character that is a thousand accents long.
  return cleanLines(truncateText(text, MAX_DESCRIPTION_LENGTH));
}

/** The words that canonical ones replaced, and those that only a search for text should find. */
function sourceTermsOf(replaced: string[], keywords: unknown, valueIssues: ValueIssues): string | null {
  if (keywords !== undefined && keywords !== null) {
    const { text, isTruncated, invalid } = readKeywords(keywords);
    if (invalid.length > 0) valueIssues.add('keywords', 'unreadable', invalid[0], invalid.length);
    if (isTruncated) valueIssues.add('keywords', 'cut', text);
    if (text !== '') replaced.push(text);
  }
  return replaced.length === 0 ? null : replaced.join(' ');
}

function readIdentifiers(values: Values, valueIssues: ValueIssues): VehicleIdentifiers | undefined {
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

/** A value as a report shows it. Objects are not spelled out: they may be of any depth. */
function sample(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  return value === null ? 'null' : 'an object';
}
