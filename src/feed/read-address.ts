// Addresses of adverts and pictures: absolute, http or https, nothing secret in them. They leave in the spelling of the
// WHATWG URL standard, so that they are safe in a header and equal when they are the same.
import { isNothing, isPlaceholder } from './read-text.ts';
import { NOT_GIVEN, UNREADABLE, type Reading } from './reading.ts';

export const LONGEST_ADDRESS = 2000;

// Addresses that the standard leaves as they are; any other is parsed. No escapes, no port, no numeric host here.
const PLAIN = /^https?:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:\/[A-Za-z0-9_~,=.-]*)+(?:\?[A-Za-z0-9_~,=./&-]*)?$/;

const ORDINARY = /^[!$&'()*+,./0-9:;=?@A-Z_a-z~-]*$/;
const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::[0-9]+)?$/;

/** The address as the standard spells it; undefined if it is none that may be followed. */
export function httpAddress(text: string): string | undefined {
  if (text.length > LONGEST_ADDRESS) return undefined;
  // The standard resolves dot segments and checks internationalised names.
  if (PLAIN.test(text) && !text.includes('/.') && !text.includes('xn--')) return text;
  const trimmed = text.trim();
  if (!/^https?:\/\/[^/\\]/i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '' || !HOST.test(url.host)) return undefined;
  const address = url.origin + withoutOddCharacters(url.href.slice(url.origin.length));
  return address.length > LONGEST_ADDRESS ? undefined : address;
}

/** What follows the host, without the characters that the WHATWG's standard leaves and RFC 3986, which answers promise, does not have. */
function withoutOddCharacters(rest: string): string {
  if (ORDINARY.test(rest)) return rest;
  const hash = rest.indexOf('#');
  const [before, fragment] = hash === -1 ? [rest, ''] : [rest.slice(0, hash), rest.slice(hash + 1)];
  return escaped(before) + (hash === -1 ? '' : `#${escaped(fragment)}`);
}

function escaped(text: string): string {
  return text
    .replace(/[^!$&'()*+,./0-9:;=?@A-Z_a-z~%-]/g, encodeURIComponent)
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
}

/** Reads the address of one picture. */
export function readAddress(value: unknown): Reading<string> {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return UNREADABLE;
  const address = httpAddress(value);
  if (address !== undefined) return address;
  const text = value.trim();
  if (isNothing(text)) return null;
  return isPlaceholder(text) ? NOT_GIVEN : UNREADABLE;
}

/** The addresses of pictures in a value, and those that cannot be taken. */
export interface AddressList {
  readonly addresses: readonly string[];
  readonly refused: readonly unknown[];
}

const NO_ADDRESSES: AddressList = { addresses: [], refused: [] };

/** Reads a list of addresses: an array, the JSON text of one, or a text with separators between addresses. */
export function readAddresses(value: unknown): AddressList {
  if (value === null || value === undefined) return NO_ADDRESSES;
  const list = typeof value === 'string' ? splitAddresses(value) : value;
  if (!Array.isArray(list)) return { addresses: [], refused: [value] };
  const addresses: string[] = [];
  const refused: unknown[] = [];
  for (const element of list as readonly unknown[]) {
    const address = readAddress(element);
    if (typeof address === 'string') addresses.push(address);
    else if (address !== null) refused.push(element);
  }
  return { addresses, refused };
}

/** `|` and line ends always separate; commas, semicolons and spaces only where an address follows, because addresses may hold them. */
export function splitAddresses(text: string): unknown {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[')) {
    return trimmed.split(/[|\r\n]|[,;\s](?=https?:\/\/)/i).map(withoutOuterSeparators);
  }
  try {
    return JSON.parse(trimmed);
  } catch {
    return text;
  }
}

// A loop, because an expression anchored at the end takes quadratic time on long runs.
function withoutOuterSeparators(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && /[,;\s]/.test(text.charAt(start))) start += 1;
  while (start < end && /[,;\s]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
