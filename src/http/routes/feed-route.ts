// GET /api/v1/vehicles/feed.atom: the newest listings of a search as an Atom feed (RFC 4287), for feed readers. An entry is one
// advert of one dealer: its id stays the same if the service moves or the listing changes. Dealers' texts are plain text, never
// markup.
import { hash } from 'node:crypto';
import { MAX_FEED_PAGES } from '../../api/change-operations.ts';
import { FEED_PATH } from '../../api/paths.ts';
import { toVehicle } from '../../api/vehicle.ts';
import { listingsMatch } from '../../format.ts';
import { decodeHit } from '../../listing/codec.ts';
import { vehicleLine } from '../../mcp/vehicle-lines.ts';
import { type ElementNode, h } from '../../pages/element.ts';
import { renderXml } from '../../pages/render-html.ts';
import { invalidParameters } from '../../problem.ts';
import { canonicalQuery, canonicalQueryWithoutPage } from '../../query/canonical-query.ts';
import { getParameter } from '../../query/parameters.ts';
import type { ParsedQuery } from '../../query/parse-query.ts';
import { parseIntegerValue } from '../../query/parse-value.ts';
import type { SearchQuery } from '../../query/search-query.ts';
import type { SearchService } from '../../search/search-service.ts';
import type { NewestListings } from '../../stock/listing-index.ts';
import type { ExportedHit } from '../../stock/stock-changes.ts';
import { apiRoutes, queryEndpoint } from '../api-endpoint.ts';
import type { Route } from '../exchange.ts';
import type { HttpContext } from '../http-context.ts';

const ATOM_TYPE = 'application/atom+xml';
const ENTRIES_PER_PAGE = 100;
/** Room for hundreds of feeds of a hundred entries. */
const CACHE_BYTES = 32 * 1024 * 1024;

export function feedRoutes(service: SearchService, context: HttpContext): readonly Route[] {
  const endpoint = queryEndpoint(service, context, {
    cacheBytes: CACHE_BYTES,
    contentType: `${ATOM_TYPE}; charset=utf-8`,
    parse: (pairs, options) =>
      withFewPages(service.parse(pairs, { ...options, idle: { names: ['sort'], on: 'a feed' } })),
    canonicalKeyOf: ({ query }) => `feed ${canonicalQuery({ ...query, sort: undefined })}`,
    async respond({ query }, _key, baseUrl) {
      const found = await service.findNewest(query, (query.page - 1) * ENTRIES_PER_PAGE, ENTRIES_PER_PAGE);
      const body = Buffer.from(writeAtomFeed(query, found, baseUrl));
      return { body, corrections: found.corrections };
    },
  });
  return apiRoutes(context, FEED_PATH, 'feed', endpoint);
}

function withFewPages(parsed: ParsedQuery): ParsedQuery {
  const { issue } = parseIntegerValue(
    { ...getParameter('page'), max: MAX_FEED_PAGES },
    String(parsed.query.page),
  );
  if (issue !== undefined) throw invalidParameters([issue]);
  return parsed;
}

/** `query` includes the page number. `baseUrl` has no final slash. */
function writeAtomFeed(query: SearchQuery, found: NewestListings, baseUrl: string): string {
  const { total, hits, stockChangedAt } = found;
  const { page } = query;
  const search = canonicalQueryWithoutPage({ ...query, sort: undefined });
  const urlOf = (number: number): string => feedUrl(search, number, baseUrl);
  const link = (rel: string, href: string, type = ATOM_TYPE): ElementNode => h('link', { rel, type, href });
  const last = Math.min(MAX_FEED_PAGES, Math.ceil(total / ENTRIES_PER_PAGE));
  const updated = hits.length === 0 ? stockChangedAt : Math.max(...hits.map(({ changedAt }) => changedAt));
  const matches = listingsMatch(total);
  return renderXml(
    h('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en-GB' }, [
      h('id', {}, urlOf(1)),
      h('title', {}, 'Used cars, the newest first'),
      h('subtitle', {}, search === '' ? matches : `${matches} ${decodeURIComponent(search)}`),
      h('updated', {}, timeOf(updated)),
      h('author', {}, h('name', {}, 'Forecourt')),
      link('self', urlOf(page)),
      link('alternate', `${baseUrl}/${search === '' ? '' : `?${search}`}`, 'text/html'),
      page > 1 ? link('previous', urlOf(page - 1)) : null,
      page < last ? link('next', urlOf(page + 1)) : null,
      hits.map((hit) => entryOf(hit, baseUrl)),
    ]),
  );
}

/** The URL of a page. `search` is a query string without a page number. */
function feedUrl(search: string, page: number, baseUrl: string): string {
  const parameters = [search, page === 1 ? '' : `page=${page}`].filter((part) => part !== '').join('&');
  return `${baseUrl}${FEED_PATH}${parameters === '' ? '' : `?${parameters}`}`;
}

function entryOf(hit: ExportedHit, baseUrl: string): ElementNode {
  const listing = decodeHit(hit);
  const car = toVehicle(listing, hit.distanceKm, baseUrl);
  return h('entry', {}, [
    h('id', {}, entryId(listing.dealer, listing.advertUrl)),
    h('title', {}, vehicleLine(car)),
    h('updated', {}, timeOf(hit.changedAt)),
    h('published', {}, timeOf(listing.arrivedAt)),
    h('author', {}, h('name', {}, listing.dealer)),
    h('link', { rel: 'alternate', type: 'text/html', href: car.url }),
    car.full_description === null ? null : h('content', { type: 'text' }, car.full_description),
  ]);
}

/** A UUID of version 8 (RFC 9562) from the dealer and advert, which identify a listing. */
function entryId(dealer: string, advertUrl: string): string {
  const digits = hash('sha256', `forecourt listing ${dealer} ${advertUrl}`).slice(0, 32);
  const variant = ((parseInt(digits[16], 16) & 3) | 8).toString(16);
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
  ];
  return `urn:uuid:${parts.join('-')}-${digits.slice(20)}`;
}

/** RFC 3339 requires years of four digits. */
function timeOf(time: number): string {
  return new Date(Math.min(Math.max(time, FIRST_TIME), LAST_TIME)).toISOString();
}

const FIRST_TIME = Date.parse('0000-01-01T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59Z');
