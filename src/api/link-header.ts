// The Link header (RFC 8288): the first, previous, next and last page of results, and the service's descriptions (RFC 8631).
// Links are absolute, and the header is short enough for common clients.
import { PER_PAGE } from '../query/search-query.ts';
import { DOCS_PATH, MAX_TARGET_BYTES, OPENAPI_PATH, SEARCH_PATH } from './paths.ts';

/** Maximum bytes: half of the 16 KiB of headers beyond which many clients reject a response. */
const MAX_LINK_BYTES = 8192;

/** Relations in the order in which they are omitted if the header would be too long. */
const DROP_ORDER = ['first', 'last', 'prev', 'next'];

export function searchUrl(canonicalQuery: string, baseUrl: string): string {
  return `${baseUrl}${SEARCH_PATH}?${canonicalQuery}`;
}

/**
 * The links from page `page` of `total` listings; undefined if none fits. `canonicalQuery` must end with its page number. Past
 * the end, the previous page is the last page. Without matches, page 1 is both the first and the last.
 */
export function pageLinks(
  canonicalQuery: string,
  page: number,
  total: number,
  baseUrl: string,
): string | undefined {
  const last = Math.max(1, Math.ceil(total / PER_PAGE));
  const pages: [relation: string, page: number][] = [['first', 1]];
  if (page > 1) pages.push(['prev', Math.min(page - 1, last)]);
  if (page < last) pages.push(['next', page + 1]);
  pages.push(['last', last]);

  // Not a regular expression: anchored only at its end, it would take quadratic time on hostile input.
  const withoutPage = canonicalQuery.slice(0, canonicalQuery.lastIndexOf('=') + 1);
  const links = new Map<string, string>();
  for (const [relation, number] of pages) {
    const query = `${withoutPage}${number}`;
    if (SEARCH_PATH.length + 1 + query.length > MAX_TARGET_BYTES) continue;
    links.set(relation, `<${searchUrl(query, baseUrl)}>; rel="${relation}"`);
  }
  let value = joined(links);
  for (const relation of DROP_ORDER) {
    if (value.length <= MAX_LINK_BYTES) break;
    links.delete(relation);
    value = joined(links);
  }
  return links.size === 0 ? undefined : value;
}

/** The value of Link: `links` and those to the service's descriptions. */
export function withServiceLinks(links: string | undefined, baseUrl: string): string {
  const serviceLinks = `<${baseUrl}${OPENAPI_PATH}>; rel="service-desc", <${baseUrl}${DOCS_PATH}>; rel="service-doc"`;
  return links === undefined ? serviceLinks : `${links}, ${serviceLinks}`;
}

function joined(links: ReadonlyMap<string, string>): string {
  return [...links.values()].join(', ');
}
