// Compares domains as resolvers do: in ASCII, by whole labels from the right. Spellings that browsers resolve to one host are
// equal, so no spelling passes for another dealer.
import { domainToASCII, domainToUnicode } from 'node:url';
import { trimWhiteSpace } from './white-space.ts';

const PLAIN = /^[a-z0-9.-]+$/;

/**
 * The domain as browsers resolve it: lower case, punycode, without a trailing dot. `xn--mller-kva.example` for
 * `Müller.example.`; undefined for text that is no host.
 */
export function asciiDomain(domain: string): string | undefined {
  if (PLAIN.test(domain) && !domain.includes('xn--') && !domain.endsWith('.')) return domain;
  if (/[\s/\\?#@:]/.test(domain) || !URL.canParse(`http://${domain}/`)) return undefined;
  const host = withoutTrailingDot(new URL(`http://${domain}/`).hostname);
  return host === '' || !isDecodable(host) ? undefined : host;
}

/**
 * Whether the punycode of a URL's host means a name, and is its only spelling. The standard demands that of hosts; Node 24
 * accepts any label that begins with `xn--`, and Node 20 some.
 */
export function isDecodable(host: string): boolean {
  if (!host.includes('xn--')) return true;
  const name = domainToUnicode(host);
  return name !== '' && !/(?:^|\.)xn--/.test(name) && domainToASCII(name) === host;
}

/** The host of a URL from normalizeHttpUrl, without port and trailing dot. */
export function hostOf(address: string): string {
  const start = address.indexOf('//') + 2;
  const rest = address.slice(start, address.indexOf('/', start));
  return withoutTrailingDot(rest.includes(':') ? rest.replace(/:[0-9]+$/, '') : rest);
}

/** Whether a host is the domain or one of its subdomains. Both are in ASCII. */
export function isWithin(host: string, domain: string): boolean {
  if (!host.endsWith(domain)) return false;
  return host.length === domain.length || host[host.length - domain.length - 1] === '.';
}

function withoutTrailingDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

/**
 * The domain of a dealer, in lower case without scheme, user, `www.`, port and path: `foo.example` for
 * `https://www.Foo.example:8080/x`, so feeds and searches may spell it differently. Undefined if nothing is left. Does not
 * validate: a text that is no domain matches no dealer. A domain already in this form comes back unchanged.
 */
export function dealerDomain(text: string): string | undefined {
  const authority = trimWhiteSpace(text)
    .toLowerCase()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//, '')
    .replace(/[/?#\\][^]*$/, '');
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:[^]*$/, '');
  let domain = trimWhiteSpace(host);
  while (domain.startsWith('www.')) domain = trimWhiteSpace(domain.slice('www.'.length));
  return domain === '' ? undefined : domain;
}
