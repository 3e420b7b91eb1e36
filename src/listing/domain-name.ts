// The single form of a domain name, computed before any comparison: in ASCII as resolvers see it (IDNA), in lower case, without
// a trailing dot and then without leading `www.`. Lists of dealers and hosts, records, adverts, stored owners, queries and
// commands all use it, so no spelling passes for another dealer. Names are compared by whole labels from the right. Also the
// parser of URLs.
import { domainToASCII, domainToUnicode } from 'node:url';
import { trimWhiteSpace } from '../quoted-text.ts';

/** Maximum length of a domain name, in ASCII. */
const MAX_LENGTH = 253;
/** Maximum length of a text that may be a domain. */
const MAX_TEXT_LENGTH = 2000;
/** At least two labels. The last one is not a number. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Public suffixes such as `co.uk`: anybody may register names below them. */
const SHARED_SUFFIX =
  /^(?:ac|co|com|edu|gob|gouv|gov|ltd|me|mil|mod|net|nhs|nom|org|plc|police|sch)\.[a-z]{2}$/;

/**
 * Whether the punycode of a URL's host is valid and the only spelling of its name. The standard demands this of hosts; Node 24
 * accepts any label that begins with `xn--`, and Node 20 accepts some.
 */
export function isDecodable(host: string): boolean {
  if (!host.includes('xn--')) return true;
  const name = domainToUnicode(host);
  return name !== '' && !/(?:^|\.)xn--/.test(name) && domainToASCII(name) === host;
}

/**
 * The domain that a text names: `xn--mller-kva.example` for `https://www.Müller.example.:8080/x`. Undefined if it names none, a
 * single label, a shared suffix or an IP address.
 */
export function domainName(text: string): string | undefined {
  if (isPlainDomain(text)) return text;
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const host = hostName(authorityHost(text));
  return host !== undefined && isDomainName(host) ? host : undefined;
}

/** A host without scheme, port and path, possibly an IP address, in the single form; undefined if the text is not a host. */
export function hostName(text: string): string | undefined {
  // The URL standard would decode percent signs, and read what follows the other characters as a port or path.
  if (text.length > MAX_TEXT_LENGTH || /[\s%/\\?#@:[\]]/.test(text)) return undefined;
  const host = asciiHost(text);
  if (host === undefined || host === '' || !isDecodable(host)) return undefined;
  return withoutWww(withoutTrailingDot(host));
}

/**
 * As `domainName`, for searches. A text without a domain is returned trimmed and in lower case, so that it matches no dealer
 * instead of counting as absent. Undefined if nothing is left.
 */
export function dealerDomain(text: string): string | undefined {
  const domain = domainName(text);
  if (domain !== undefined) return domain;
  let host = authorityHost(text);
  while (host.startsWith('www.')) host = trimWhiteSpace(host.slice('www.'.length));
  return host === '' ? undefined : (domainName(host) ?? host);
}

/** The host of a URL from normalizeHttpUrl in the single form, without port. */
export function hostOf(address: string): string {
  const start = address.indexOf('//') + 2;
  const rest = address.slice(start, address.indexOf('/', start));
  return withoutWww(withoutTrailingDot(rest.includes(':') ? rest.replace(/:[0-9]+$/, '') : rest));
}

/** Whether a host is the domain or below it. Both must be in the single form. */
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

/** A name, followed by its form for people if that differs, so that both can be searched. */
export function readableName(name: string): string {
  return name.includes('xn--') ? `${name} ${domainToUnicode(name)}` : name;
}

/** Fast path: whether a text is already a domain in the single form. Nearly all are. */
function isPlainDomain(text: string): boolean {
  return isDomainName(text) && !text.startsWith('www.') && !text.includes('xn--');
}

function isDomainName(text: string): boolean {
  return text.length <= MAX_LENGTH && DOMAIN.test(text) && !SHARED_SUFFIX.test(text);
}

/** The host in a URL, trimmed and in lower case, without scheme, user, port and path. */
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

/** Removes `www.`, unless only one label would be left: `www.example` is a domain of its own. */
function withoutWww(host: string): string {
  let name = host;
  while (name.startsWith('www.') && name.includes('.', 'www.'.length)) name = name.slice('www.'.length);
  return name;
}

/**
 * The URL by the WHATWG standard; undefined if it is invalid. URL.canParse is not used for external texts: Node 20 misreads
 * letters such as ü in it once the function has been optimised, and then refuses valid URLs.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
