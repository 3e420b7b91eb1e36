// The single form of http and https URLs, in which stocks have those of adverts and images: normalized by the WHATWG URL standard,
// safe in headers, and equal if they mean the same.
import { isDecodable, parseUrl } from './domain-name.ts';

export const MAX_URL_LENGTH = 2000;

// URLs that normalizing leaves unchanged, for a fast path: no escapes, port or numeric host.
const CLEAN_URL =
  /^https?:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:\/[A-Za-z0-9_~,=.-]*)+(?:\?[A-Za-z0-9_~,=./&-]*)?$/;

const ORDINARY = /^[!$&'()*+,./0-9:;=?@A-Z_a-z~-]*$/;
const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::[0-9]+)?$/;

/** The normalized URL; undefined if it is invalid, too long or has credentials. */
export function normalizeHttpUrl(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH) return undefined;
  // Dot segments and internationalised names need parsing.
  if (CLEAN_URL.test(text) && !text.includes('/.') && !text.includes('xn--')) return text;
  const trimmed = withScheme(text.trim());
  if (!/^https?:\/\/[^/\\]/i.test(trimmed)) return undefined;
  const url = parseUrl(trimmed);
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  if (!HOST.test(url.host) || !isDecodable(url.hostname)) return undefined;
  const normalized = url.origin + escapeRest(url.href.slice(url.origin.length));
  return normalized.length > MAX_URL_LENGTH ? undefined : normalized;
}

/** The URL of an advert as stocks have it, whatever its spelling. A text that is none, which no listing has, stays as it is. */
export function storedUrl(text: string): string {
  return normalizeHttpUrl(text) ?? parseUrl(text)?.href ?? text;
}

/** Addresses are often written as in a browser's bar (`www.…`), or without the scheme (`//…`). */
export function withScheme(text: string): string {
  if (text.startsWith('//')) return `https:${text}`;
  return /^www\.[^.]/i.test(text) ? `https://${text}` : text;
}

/** Escapes path, query and fragment for RFC 3986, which responses promise: the WHATWG standard escapes fewer characters. */
function escapeRest(rest: string): string {
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
