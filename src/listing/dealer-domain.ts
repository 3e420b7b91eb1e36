// Normalises dealers' domains, so a feed's `https://www.Foo.example/stock` and a search's `foo.example` are the same dealer.
// Does not validate: a text that is no domain matches no dealer.
import { trimWhiteSpace } from './white-space.ts';

/**
 * The domain in lower case without scheme, user, `www.`, port and path: `foo.example` for
 * `https://www.Foo.example:8080/x`. Undefined if nothing is left. A domain already in this form comes back unchanged.
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
