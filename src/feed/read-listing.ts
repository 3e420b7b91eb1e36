// One record becomes a listing or a rejection. Without an id, a dealer and an advert a record is refused; any other value
// that cannot be taken becomes unknown, and is told. Nothing is guessed, and no value replaces a missing one.
import type { Point } from '../geo/great-circle.ts';
import { classifyFuel, classifyTransmission } from '../listing/classify.ts';
import { dealerDomain } from '../listing/dealer-domain.ts';
import { canonicalMake } from '../listing/makes.ts';
import type { VehicleIdentifiers } from '../listing/vehicle-identifiers.ts';
import { echoed, quoted } from '../problem.ts';
import { FEED_FIELDS, HIDDEN_FIELDS } from './feed-item.ts';
import type {
  FeedField,
  FeedItem,
  RecordField,
  Rejection,
  RejectionReason,
  UnknownReason,
  UnknownValue,
} from './feed-item.ts';
import type { FeedRecord } from './feed-record.ts';
import { httpAddress, LONGEST_ADDRESS, readAddress, readAddresses } from './read-address.ts';
import { readInstant } from './read-instant.ts';
import { readDegrees, readEngineSize, readMileage, readPrice, readYear } from './read-number.ts';
import { readKeywords } from './read-keywords.ts';
import {
  LONGEST_WORD,
  cutText,
  isNothing,
  isPlaceholder,
  readText,
  tidyLines,
  tidyPlain,
} from './read-text.ts';
import { readRegistration, readVin } from './read-vehicle-marks.ts';
import { NOT_GIVEN, Refusal, type Reading } from './reading.ts';

type Values = Readonly<Partial<Record<RecordField, unknown>>>;

const LONGEST_ID = 200;
/** In UTF-16 code units. */
const LONGEST_DESCRIPTION = 20_000;
const MOST_PICTURES = 100;

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const LONGEST_DOMAIN = 253;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

// Domains that are already as dealerDomain leaves them, which are nearly all.
const PLAIN_DOMAIN = /^(?!www\.)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * `now` is in milliseconds since 1970: years and arrivals beyond it cannot be. A record that names no dealer is
 * `defaultDealer`'s.
 */
export function readListing(record: FeedRecord, now: number, defaultDealer?: string): FeedItem {
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

  const unknowns = new Unknowns();
  const sourceTerms: string[] = [];
  const canonical = (word: string | null, find: (text: string) => string | undefined): string | null => {
    if (word === null) return null;
    const found = find(word);
    if (found === undefined) return word;
    if (found !== word && found.toLowerCase() !== word.toLowerCase()) sourceTerms.push(word);
    return found;
  };
  const word = (field: FeedField): string | null =>
    unknowns.take(field, values[field], readText(values[field], LONGEST_WORD));

  const listing = {
    id,
    dealer,
    advertUrl,
    year: unknowns.take('year', values.year, readYear(values.year, new Date(now).getUTCFullYear() + 1)),
    make: canonical(word('make'), canonicalMake),
    model: word('model'),
    mileageMiles: unknowns.take('mileage', values.mileage, readMileage(values.mileage)),
    fuelType: canonical(word('fuel_type'), classifyFuel),
    transmission: canonical(word('transmission'), classifyTransmission),
    engineLitres: unknowns.take('engine_size', values.engine_size, readEngineSize(values.engine_size)),
    priceGbp: unknowns.take('price', values.price, readPrice(values.price)),
    loc: word('loc'),
    postcode: word('postcode')?.toUpperCase() ?? null,
    point: readPoint(values, unknowns),
    thumbnail: unknowns.take('thumbnail', values.thumbnail, readAddress(values.thumbnail)),
    images: readImages(values.images, unknowns),
    fullDescription: readDescription(values.full_description, unknowns),
    arrivedAt: unknowns.take('arrived_at', values.arrived_at, readInstant(values.arrived_at, now)),
    sourceTerms: sourceTermsOf(sourceTerms, values.keywords, unknowns),
  };
  const vehicle = readMarks(values, unknowns);
  const ignored = record.ignored ?? ignoredNames(values);
  return {
    kind: 'listing',
    line,
    listing,
    ...(vehicle !== undefined && { vehicle }),
    unknowns: unknowns.list,
    ...(ignored !== undefined && { ignored }),
  };
}

const KNOWN_NAMES: ReadonlySet<string> = new Set([...FEED_FIELDS, ...HIDDEN_FIELDS]);

/** Names that no field has; undefined if there are none, which is the usual case and costs no list. */
function ignoredNames(values: object): string[] | undefined {
  let ignored: string[] | undefined;
  for (const name in values) if (!KNOWN_NAMES.has(name)) (ignored ??= []).push(echoed(name));
  return ignored;
}

const NONE: readonly UnknownValue[] = [];

/** Gathers what became unknown in one record. */
class Unknowns {
  list: readonly UnknownValue[] = NONE;

  /** The value that was read; null, and told why, if it was refused. */
  take<T>(field: RecordField, value: unknown, reading: Reading<T>): T | null {
    if (!(reading instanceof Refusal)) return reading;
    this.add(field, reading.reason, value);
    return null;
  }

  add(field: RecordField, reason: UnknownReason, value: unknown, count = 1): void {
    this.list = [...this.list, { field, reason, value: sample(value), count }];
  }
}

function readId(value: unknown, line: number): string | Rejection {
  if (value === null || value === undefined) return rejection(line, 'missing_id', 'id is missing');
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const id = typeof value === 'string' ? value.trim() : undefined;
  if (id === '') return rejection(line, 'missing_id', 'id is blank');
  if (id === undefined || id.length > LONGEST_ID || UNPRINTABLE.test(id)) {
    const rule = `id must be a text of at most ${LONGEST_ID} printable characters`;
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
    if (value.length <= LONGEST_DOMAIN && PLAIN_DOMAIN.test(value)) return value;
    if (value.trim() === '') return rejection(line, 'missing_dealer', 'dealer is blank');
    const domain = value.length > LONGEST_ADDRESS ? undefined : dealerDomain(value);
    if (domain !== undefined && domain.length <= LONGEST_DOMAIN && DOMAIN.test(domain)) return domain;
  }
  const rule = 'dealer must be a domain name such as northgate-cars.example';
  return rejection(line, 'invalid_dealer', `${rule} (got ${sample(value)})`);
}

function readAdvertUrl(value: unknown, line: number): string | Rejection {
  if (value === null || value === undefined)
    return rejection(line, 'missing_advert_url', 'advert_url is missing');
  if (typeof value === 'string') {
    const address = httpAddress(value);
    if (address !== undefined) return address;
    if (value.trim() === '') return rejection(line, 'missing_advert_url', 'advert_url is blank');
  }
  const rule =
    'advert_url must be an absolute http or https address without a user name, ' +
    `of at most ${LONGEST_ADDRESS} characters`;
  // A password in the address must not get into a report.
  const got = typeof value === 'string' && value.includes('@') ? '' : ` (got ${sample(value)})`;
  return rejection(line, 'invalid_advert_url', rule + got);
}

function readPoint(values: Values, unknowns: Unknowns): Point | null {
  const latitude = readDegrees(values.latitude, 90);
  const longitude = readDegrees(values.longitude, 180);
  const lat = unknowns.take('latitude', values.latitude, latitude);
  const lng = unknowns.take('longitude', values.longitude, longitude);
  if (lat !== null && lng !== null) {
    if (lat !== 0 || lng !== 0) return { lat, lng };
    unknowns.add('latitude', 'zero_position', values.latitude);
  } else if (lat !== null && longitude === null) {
    unknowns.add('latitude', 'incomplete', values.latitude);
  } else if (lng !== null && latitude === null) {
    unknowns.add('longitude', 'incomplete', values.longitude);
  }
  return null;
}

function readImages(value: unknown, unknowns: Unknowns): readonly string[] {
  const { addresses, refused } = readAddresses(value);
  if (refused.length > 0) unknowns.add('images', 'unreadable', refused[0], refused.length);
  if (addresses.length <= MOST_PICTURES) return addresses;
  unknowns.add('images', 'too_many', addresses[MOST_PICTURES], addresses.length - MOST_PICTURES);
  return addresses.slice(0, MOST_PICTURES);
}

function readDescription(value: unknown, unknowns: Unknowns): string | null {
  if (typeof value !== 'string') {
    return unknowns.take<string>('full_description', value, readText(value, LONGEST_DESCRIPTION));
  }
  const text = tidyPlain(value);
  if (isNothing(text)) return null;
  if (isPlaceholder(text)) return unknowns.take<string>('full_description', value, NOT_GIVEN);
  if (text.length <= LONGEST_DESCRIPTION) return text;
  unknowns.add('full_description', 'cut', text);
  // Tidied again, because the cut may leave a space, or half of a character that is a thousand accents long.
  return tidyLines(cutText(text, LONGEST_DESCRIPTION));
}

/** The words that canonical ones replaced, and those that only a search for text should find. */
function sourceTermsOf(replaced: string[], keywords: unknown, unknowns: Unknowns): string | null {
  if (keywords !== undefined && keywords !== null) {
    const { text, isCut, refused } = readKeywords(keywords);
    if (refused.length > 0) unknowns.add('keywords', 'unreadable', refused[0], refused.length);
    if (isCut) unknowns.add('keywords', 'cut', text);
    if (text !== '') replaced.push(text);
  }
  return replaced.length === 0 ? null : replaced.join(' ');
}

function readMarks(values: Values, unknowns: Unknowns): VehicleIdentifiers | undefined {
  if (values.registration === undefined && values.vin === undefined) return undefined;
  const registration = unknowns.take(
    'registration',
    values.registration,
    readRegistration(values.registration),
  );
  const vin = unknowns.take('vin', values.vin, readVin(values.vin));
  if (registration === null && vin === null) return undefined;
  return { ...(registration !== null && { registration }), ...(vin !== null && { vin }) };
}

function rejection(line: number, reason: RejectionReason, sentence: string): Rejection {
  return { kind: 'rejection', line, reason, sentence };
}

/** A value as a report shows it. Objects are not spelled out: they may be of any depth. */
function sample(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  return value === null ? 'null' : 'an object';
}
