// The one form of a domain name, computed before anything is compared: in ASCII as resolvers see it (IDNA), in lower case, without
// a trailing dot, then without leading `www.`. Lists of dealers and hosts, records, adverts, stored owners, queries and commands
// all use it, so no spelling passes for another dealer. Names are compared by whole labels from the right.
import { domainToASCII, domainToUnicode } from 'node:url';
import { trimWhiteSpace } from './parameter-text.ts';

/** Longest domain name, in ASCII. */
const MAX_LENGTH = 253;
/** Longer texts are not domains in any spelling. */
const MAX_TEXT_LENGTH = 2000;
/** At least two labels. The last one is not a number. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Public suffixes such as `co.uk`: anybody may register names below them. */
const SHARED_SUFFIX =
  /^(?:ac|co|com|edu|gob|gouv|gov|ltd|me|mil|mod|net|nhs|nom|org|plc|police|sch)\.[a-z]{2}$/;

/**
 * Whether the punycode of a URL's host means a name, and is its only spelling. The standard demands that of hosts; Node 24
 * accepts any label that begins with `xn--`, and Node 20 some.
 */
export function isDecodable(host: string): boolean {
  if (!host.includes('xn--')) return true;
  const name = domainToUnicode(host);
  return name !== '' && !/(?:^|\.)xn--/.test(name) && domainToASCII(name) === host;
}

/**
 * The domain that a text names, in the one form: `xn--mller-kva.example` for `https://www.Müller.example.:8080/x`. Undefined
 * for a text that names none, a single label, a shared suffix or an IP address.
 */
export function domainName(text: string): string | undefined {
  if (isPlainDomain(text)) return text;
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const host = hostName(authorityHost(text));
  return host !== undefined && isDomain(host) ? host : undefined;
}

/** A host without scheme, port and path in the one form, IP addresses included; undefined if the text is not a host. */
export function hostName(text: string): string | undefined {
  // The URL standard would decode percent signs, and take the rest behind the others for a port or a path.
  if (text.length > MAX_TEXT_LENGTH || /[\s%/\\?#@:[\]]/.test(text)) return undefined;
  const host = asciiHost(text);
  if (host === undefined || host === '' || !isDecodable(host)) return undefined;
  return withoutWww(withoutTrailingDot(host));
}

/**
 * As `domainName`, for searches: a text that names no domain comes back trimmed and in lower case, so that it matches no dealer
 * instead of being as if not sent. Undefined if nothing is left.
 */
export function dealerDomain(text: string): string | undefined {
  const domain = domainName(text);
  if (domain !== undefined) return domain;
  let host = authorityHost(text);
  while (host.startsWith('www.')) host = trimWhiteSpace(host.slice('www.'.length));
  return host === '' ? undefined : host;
}

/** The host of a URL from normalizeHttpUrl in the one form, without port. */
export function hostOf(address: string): string {
  const start = address.indexOf('//') + 2;
  const rest = address.slice(start, address.indexOf('/', start));
  return withoutWww(withoutTrailingDot(rest.includes(':') ? rest.replace(/:[0-9]+$/, '') : rest));
}

/** Whether a host is the domain or below it. Both are in the one form. */
export function isWithin(host: string, domain: string): boolean {
  if (!host.endsWith(domain)) return false;
  return host.length === domain.length || host[host.length - domain.length - 1] === '.';
}

/** A name and all names above it, longest first: `shop.north.example`, `north.example`, `example`. */
export function namesAbove(name: string): string[] {
  const names = [name];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1))
    names.push(name.slice(dot + 1));
  return names;
}

/** A name with its form for people behind it where that differs, so that both can be searched. */
export function readableName(name: string): string {
  return name.includes('xn--') ? `${name} ${domainToUnicode(name)}` : name;
}

/** Fast path: whether a text is a domain in the one form that needs no parsing. Nearly all are. */
function isPlainDomain(text: string): boolean {
  return isDomain(text) && !text.startsWith('www.') && !text.includes('xn--');
}

function isDomain(text: string): boolean {
  return text.length <= MAX_LENGTH && DOMAIN.test(text) && !SHARED_SUFFIX.test(text);
}

/** The part of an address that names the host, trimmed and in lower case: without scheme, user, port and path. */
function authorityHost(text: string): string {
  const authority = trimWhiteSpace(text)
    .toLowerCase()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//, '')
    .replace(/[/?#\\][^]*$/, '');
  return trimWhiteSpace(authority.slice(authority.lastIndexOf('@') + 1).replace(/:[^]*$/, ''));
}

function asciiHost(host: string): string | undefined {
  return parseUrl(`http://${host}/`)?.hostname;
}

function withoutTrailingDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

/** A name keeps the `www` that is all but its last label: `www.example` is a domain of its own. */
function withoutWww(host: string): string {
  let name = host;
  while (name.startsWith('www.') && name.includes('.', 'www.'.length)) name = name.slice('www.'.length);
  return name;
}

// Parses a URL by the WHATWG standard. URL.canParse is not used for texts from outside: Node 20 reads letters such as ü wrongly in it
// once the function has been optimised, and then refuses valid URLs.

/** The parsed URL; undefined if it is invalid. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
