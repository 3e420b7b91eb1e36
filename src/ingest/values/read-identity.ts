// What identifies a record or a vehicle. Likely placeholders (`UNREG`, seventeen zeros) are invalid: they would merge many vehicles into one.
import { domainName } from '../../listing/domain-name.ts';
import { rejection, type Rejection } from '../run/record-result.ts';
import { sample, NOT_GIVEN, UNREADABLE, type FieldValue, isBlankValue, isPlaceholder } from './text.ts';
import { MAX_URL_LENGTH, readPageUrl } from './url.ts';

const MAX_ID_LENGTH = 200;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

export function readId(value: unknown, line: number): string | Rejection {
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

export function isMissing(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** The dealer's domain, in the one form of names. */
export function readDealer(value: unknown, line: number): string | Rejection {
  if (value === null || value === undefined) return rejection(line, 'missing_dealer', 'dealer is missing');
  if (typeof value === 'string') {
    const domain = domainName(value);
    if (domain !== undefined) return domain;
    if (value.trim() === '') return rejection(line, 'missing_dealer', 'dealer is blank');
  }
  const rule = 'dealer must be a domain name such as northgate-cars.example';
  return rejection(line, 'invalid_dealer', `${rule} (got ${sample(value)})`);
}

/** The normalized address of the advert. A path is one on the site of `dealer`, the feed's, if there is one. */
export function readAdvertUrl(value: unknown, line: number, dealer?: string): string | Rejection {
  if (value === null || value === undefined)
    return rejection(line, 'missing_advert_url', 'advert_url is missing');
  if (typeof value === 'string') {
    const url = readPageUrl(value, dealer);
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

/** British ones, and Irish ones since 1987: `182-D-12345`. */
const REGISTRATION = /^(?:(?=[A-Z0-9]{2,8}$)(?=.*[A-Z])(?=.*[1-9])|[0-9]{2,3}[A-Z]{1,2}[0-9]{1,6}$)/;
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;

/** A registration without separators: `AB12CDE` for `ab12 cde`. */
export function readRegistration(value: unknown): FieldValue<string> {
  return readIdentifier(value, (identifier) => REGISTRATION.test(identifier));
}

export function readVin(value: unknown): FieldValue<string> {
  return readIdentifier(value, (identifier) => VIN.test(identifier) && new Set(identifier).size > 3);
}

function readIdentifier(value: unknown, isValid: (identifier: string) => boolean): FieldValue<string> {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return UNREADABLE;
  const text = value.trim();
  if (isBlankValue(text)) return null;
  if (isPlaceholder(text)) return NOT_GIVEN;
  const identifier = text.length > 40 ? '' : text.toUpperCase().replace(/[\s.-]+/g, '');
  return isValid(identifier) ? identifier : UNREADABLE;
}

/** The VIN of a record's values, else the registration, as an id, behind its field. */
export function vehicleIdOf(values: {
  readonly vin?: unknown;
  readonly registration?: unknown;
}): readonly [field: string, id: string] | undefined {
  const read = { vin: readVin(values.vin), registration: readRegistration(values.registration) };
  return Object.entries(read).find((entry): entry is [string, string] => typeof entry[1] === 'string');
}
