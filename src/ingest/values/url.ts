// Reads URLs of adverts and images, and the values that identify a record or a vehicle. Likely placeholders (`UNREG`, seventeen
// zeros) are invalid: they would merge many vehicles into one.
import { domainName, isWithin, parseUrl } from '../../listing/domain-name.ts';
import { MAX_URL_LENGTH, normalizeHttpUrl, withScheme } from '../../listing/http-url.ts';
import { isObject, parseJson } from '../../json.ts';
import { UNREADABLE, type FieldValue, givenText, isMissing, sample } from './text.ts';
import { rejection, type Rejection } from './record-result.ts';

/** `shop.example/stock/1`, as people write an address by hand. */
const HOST_AND_PATH = /^[a-z0-9-]+\.(?:[a-z0-9-]+\.){0,3}[a-z]{2,24}\/[^/\s]/i;
const PATH = /^\/[^/\\]/;
/** `stock/fiesta-zetec`, a path without its first slash. */
const INNER_PATH = /^[a-z][a-z0-9_-]+\/[a-z0-9._/?=&-]+$/;
/** `fiesta.html`. */
const PAGE_FILE = /^[a-z0-9_-]+\.(?:html?|php|aspx?)(?:\?[a-z0-9._=&-]+)?$/;

/** How HTML writes `&`, also in the addresses of exports: `?type=car&#038;p=7`. */
const ESCAPED_AMPERSAND = /&(?:amp|#0*38|#x0*26);/gi;

/** `Car 12#https://shop.example/12#`, as Access writes a text that links to an address. */
const LINKED_TEXT = /^[^#]*#((?:https?:\/\/|www\.)[^#\s]+)#[^#]*(?:#[^#]*)?$/i;

/** The normalized URL of a page. It may be a path on the site of `dealer`, if there is one, or lack the scheme. */
export function readPageUrl(text: string, dealer: string | undefined): string | undefined {
  // Some exporters write an address twice: `https://shop.example/1 (https://shop.example/1)`.
  const [first = '', second] = text.trim().split(' ', 2);
  const [, linked] = LINKED_TEXT.exec(text.trim()) ?? [];
  const given = linked ?? (second === `(${first})` ? first : text.trim());
  const address = given.replace(ESCAPED_AMPERSAND, '&');
  if (dealer !== undefined && PATH.test(address)) return normalizeHttpUrl(`https://${dealer}${address}`);
  // With more than words, which may be a choice: `petrol/manual`.
  const isInner =
    PAGE_FILE.test(address) ||
    (INNER_PATH.test(address) && /[0-9.-]/.test(address.slice(address.indexOf('/'))));
  if (dealer !== undefined && isInner) return normalizeHttpUrl(`https://${dealer}/${address}`);
  return normalizeHttpUrl(HOST_AND_PATH.test(address) ? `https://${address}` : address);
}

/** The hosts of a text's addresses without a path: `https://shop.example/`, `www.shop.example`. */
export function sitesIn(text: string): readonly string[] {
  return Array.from(
    text.matchAll(
      /(?:https?:\/\/|(?<![a-z0-9@./_-])(?=www\.))([a-z0-9.-]+[a-z0-9])\/?(?![a-z0-9/?-]|\.[a-z0-9])/gi,
    ),
    ([, host = '']) => host,
  );
}

/** The host of the dealer's site, if a text has its address without a path. */
export function siteIn(text: string, dealer: string | undefined): string | undefined {
  return dealer === undefined ? undefined : sitesIn(text).find((host) => domainName(host) === dealer);
}

/** The first of some dealers whose site an address is on; undefined if it is on none. */
export function dealerOfPage(address: unknown, dealers: readonly string[] = []): string | undefined {
  if (dealers.length === 0) return undefined;
  const host =
    typeof address === 'string' ? parseUrl(readPageUrl(address, undefined) ?? '')?.hostname : undefined;
  return host === undefined ? undefined : dealers.find((dealer) => isWithin(host, dealer));
}

/**
 * Whether an address is that of a record in an interface for programs: `https://api.shop.example/v2/stock/1`, `/wp-json/…`,
 * `/stock/1.json`.
 */
export function isRecordAddress(address: string): boolean {
  return /^(?:https?:)?\/\/[^/]*(?<=\/|\.)api[.-]|\/(?:api|wp-json|rest|graphql)\/|\.(?:json|xml)(?:$|[?#])/i.test(
    address,
  );
}

/** The path of a page's address with its query, which is as unique on a site as the address. */
export function pathOfPage(address: unknown, dealer: string | undefined): string | undefined {
  const url = typeof address === 'string' ? parseUrl(readPageUrl(address, dealer) ?? '') : undefined;
  return url && url.pathname + url.search;
}

/** Whether an address has an id as a whole part: `43` is in `/stock/43` and not in `/stock/431`. */
export function isIn(address: string, id: unknown): boolean {
  const part = typeof id === 'string' || typeof id === 'number' ? String(id).trim().toLowerCase() : '';
  const at = part === '' ? -1 : address.toLowerCase().indexOf(part);
  const around = [address[at - 1] ?? '', address[at + part.length] ?? ''];
  return at !== -1 && around.every((character) => !/[a-z0-9]/i.test(character));
}

/** Members of an object that are its address, in comparable form, the first to count first. A `link` may be another's. */
export const ADDRESS_MEMBERS: readonly string[] = ['url', 'sourceurl', 'mediaitemurl', 'src', 'href'];

/** The end of the address of a picture's file. */
export const PICTURE_FILE = /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i;
const NO_PICTURE =
  /\.(?:mp4|m4v|mov|webm|avi|mkv|m3u8|pdf)(?:[?#]|$)|^https?:\/\/(?:www\.|player\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com)\//i;

/** The normalized URL of one image. A path is one on the site of `page`. */
export function readImageUrl(value: unknown, page?: string): FieldValue<string> {
  const given = givenText(value);
  if (typeof given !== 'string') return given;
  const text = given.replace(ESCAPED_AMPERSAND, '&');
  const url = normalizeHttpUrl(page !== undefined && PATH.test(text) ? new URL(text, page).href : text);
  return url === undefined || NO_PICTURE.test(url) ? UNREADABLE : url;
}

export interface UrlList {
  readonly urls: readonly string[];
  readonly invalid: readonly unknown[];
}

const NO_URLS: UrlList = { urls: [], invalid: [] };

/** Image URLs of an array, its JSON text, or a text with separators. Paths are on the site of `page`. */
export function readImageUrls(value: unknown, page?: string): UrlList {
  if (value === null || value === undefined) return NO_URLS;
  const list = typeof value === 'string' ? splitUrls(value) : value;
  if (!Array.isArray(list)) return { urls: [], invalid: [value] };
  const urls: string[] = [];
  const invalid: unknown[] = [];
  for (const element of list as readonly unknown[]) {
    const url = readImageUrl(element, page);
    if (typeof url === 'string') urls.push(url);
    else if (url !== null) invalid.push(element);
  }
  return { urls, invalid };
}

/** `front.jpg (https://…)`, as tables of attachments are exported. */
const IN_PARENTHESES = /(?<=^|[^\s(]\s)\((https?:\/\/[^\s()]+)\)(?=\s*(?:,|$))/gi;

/** `"https://shop.example/1.jpg"`, as PHP's serialised lists, HTML and some spreadsheets have addresses. */
const IN_QUOTES = /(src\s*=\s*)?(["'])((?:https?:)?\/\/[^\s"'<>|]+)\2/gi;
const QUOTED = /"[^"]*"|'[^']*'/g;
const TAG = /<[a-z/][^<>]*>/gi;

/** Addresses between bars, of characters at which no list is divided. */
const BETWEEN_BARS = /^[\w/=:?&%@.|-]+$/;

/**
 * Splits at `|` and line ends, at commas, semicolons and spaces before a URL or, in a list of paths, a path, and before `http` at
 * signs that rarely precede it within a URL: `~`, but not `)`, as in `…/q(80)https://…`. Takes the pictures of tags, or the
 * addresses in quotes, if there are no others, and parses JSON.
 */
export function splitUrls(text: string): unknown {
  const trimmed = withScheme(text.trim());
  // Most lists, which take an eighth of the time so.
  if (BETWEEN_BARS.test(trimmed)) return trimmed.split('|');
  const named = Array.from(trimmed.matchAll(IN_PARENTHESES), ([, url]) => url);
  if (named.length > 0) return named;
  const isJson = /^[[{]/.test(trimmed);
  const parsed = isJson ? parseJson(trimmed) : undefined;
  if (Array.isArray(parsed)) return parsed;
  if (isObject(parsed)) return Object.values(parsed).flat();
  const tags = trimmed.match(TAG)?.join('') ?? '';
  const shown = Array.from(tags.matchAll(IN_QUOTES), ([, src, , url = '']) =>
    src !== undefined || PICTURE_FILE.test(url) ? [url] : [],
  ).flat();
  if (shown.length > 0) return shown;
  const plain = trimmed.replace(TAG, '\n');
  const quoted = /["']/.test(plain) ? Array.from(plain.matchAll(IN_QUOTES), ([, , , url]) => url) : [];
  if (quoted.length > 0 && !plain.replace(QUOTED, '').includes('//')) return quoted;
  if (trimmed.startsWith('[')) return text;
  const separator = PATH.test(trimmed)
    ? /[|\r\n]|[,;\s](?=\/|https?:|www\.)/i
    : /[|\r\n]|[,;\s](?=\/\/|www\.)|\s?(?!\)http)[^\p{L}\p{N}/=:?&%@_.(-](?=\s?https?:\/\/)/iu;
  return plain.split(separator).map(withoutOuterSeparators);
}

// A loop, because an expression anchored at the end takes quadratic time on long runs of separators.
function withoutOuterSeparators(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && /[,;"'\s]/.test(text.charAt(start))) start += 1;
  while (start < end && /[,;"'\s]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const MAX_ID_LENGTH = 200;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function missing(field: 'id' | 'dealer' | 'advert_url', value: unknown, line: number): Rejection {
  return rejection(
    line,
    `missing_${field}`,
    `${field} is ${typeof value === 'string' ? 'blank' : 'missing'}`,
  );
}

export function readId(value: unknown, line: number): string | Rejection {
  if (isMissing(value)) return missing('id', value, line);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const id = typeof value === 'string' ? value.trim() : undefined;
  if (id === undefined || id.length > MAX_ID_LENGTH || UNPRINTABLE.test(id)) {
    const rule = `id must be a text of at most ${MAX_ID_LENGTH} printable characters`;
    return rejection(line, 'invalid_id', `${rule} (got ${sample(value)})`);
  }
  return id;
}

export function readDealer(value: unknown, line: number): string | Rejection {
  if (isMissing(value)) return missing('dealer', value, line);
  const domain = typeof value === 'string' ? domainName(value) : undefined;
  if (domain !== undefined) return domain;
  const rule = 'dealer must be a domain name such as northgate-cars.example';
  return rejection(line, 'invalid_dealer', `${rule} (got ${sample(value)})`);
}

/** The normalized address of the advert. A path is one on the site of `dealer`, the feed's, if there is one. */
export function readAdvertUrl(value: unknown, line: number, dealer?: string): string | Rejection {
  if (isMissing(value)) return missing('advert_url', value, line);
  const url = typeof value === 'string' ? readPageUrl(value, dealer) : undefined;
  if (url !== undefined) return url;
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
  const text = givenText(value);
  if (typeof text !== 'string') return text;
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
