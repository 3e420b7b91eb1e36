// GET /api/v1/vehicles/, /api/v1/vehicles/summary/ and /api/v1/vehicles/map/.
import { pageLinks, withServiceLinks } from '../../api/link-header.ts';
import { writeSearchResponse } from '../../api/search-response.ts';
import { toSummaryResponse, writeMapResponse } from '../../api/summary-response.ts';
import { canonicalQuery } from '../../listing/canonical-query.ts';
import { canonicalMapView, parseMapQuery } from '../../listing/parse-map-query.ts';
import type { SearchService, SearchSoFar } from '../../search/search-service.ts';
import { type ApiEndpoint, apiHeaders } from '../api-endpoint.ts';
import { type HttpContext, checkReady } from '../http-context.ts';
import { emptySearchCounter } from '../empty-search-counter.ts';
import { queryEndpoint } from '../query-endpoint.ts';
import {
  advertUrlOf,
  isAdvertAlias,
  missingAdvert,
  tooManyAdverts,
  toLookupResponse,
} from '../../api/lookup-response.ts';
import { MAX_ADVERTS } from '../../api/schemas/lookup-schema.ts';
import type { UnusedParameter, ParameterPairs } from '../../listing/parse-query.ts';
import { trimWhiteSpace } from '../../listing/white-space.ts';
import { invalidParameters, type ParameterIssue, Problem, quoted } from '../../problem.ts';
import { entityTag, matchesIfNoneMatch } from '../negotiation.ts';
import { parseQueryString, preferenceHeaders, unknownParameters } from '../query-string.ts';
import { toInterpretationResponse } from '../../api/interpretation-response.ts';
import { isParameterName } from '../../listing/parameters.ts';

/** Four thousand summaries. One takes a hundred times as long to make as a page of results. */
const SUMMARY_CACHE_BYTES = 32 * 1024 * 1024;
/** Thousands of maps of dealers, or a few of a million places. */
const MAP_CACHE_BYTES = 32 * 1024 * 1024;

/** One page of the search's results. */
export function searchEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  const counter = emptySearchCounter(service, context.emptySearches);
  return queryEndpoint(service, context, {
    parse: (pairs, options) => service.parse(pairs, options),
    canonicalKeyOf: ({ query }) => canonicalQuery(query),
    async respond({ query }, key, baseUrl) {
      const result = await service.search(query);
      return {
        link: pageLinks(key, query.page, result.total, baseUrl),
        body: writeSearchResponse(query, result, baseUrl),
        corrections: result.corrections,
        ...(result.total === 0 && { onServed: counter.ofQuery(query) }),
      };
    },
  });
}

/** A summary of the search's matches. `page` has no effect and is reported as ignored; `sort` appears in relaxations' URLs. */
export function summaryEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  return queryEndpoint(service, context, {
    cacheBytes: SUMMARY_CACHE_BYTES,
    parse: (pairs, options) =>
      service.parse(pairs, { ...options, idle: { names: ['page'], on: 'a summary' } }),
    canonicalKeyOf: ({ query }) => `summary ${canonicalQuery({ ...query, page: 1 })}`,
    async respond({ query }, _key, baseUrl) {
      const summary = await service.summarize(query);
      const body = Buffer.from(JSON.stringify(toSummaryResponse(summary, baseUrl)));
      return { link: undefined, body, corrections: summary.corrections };
    },
  });
}

/** Where the search's matches are. `sort` and `page` have no effect and are reported as ignored. */
export function mapEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  return queryEndpoint(service, context, {
    cacheBytes: MAP_CACHE_BYTES,
    parse: (pairs, options) =>
      parseMapQuery(
        pairs,
        (rest) => service.parse(rest, { ...options, idle: { names: ['sort', 'page'], on: 'a map' } }),
        options,
      ),
    canonicalKeyOf: ({ query, view }) =>
      `map ${canonicalMapView(view)} ${canonicalQuery({ ...query, sort: undefined, page: 1 })}`,
    async respond({ query, view }) {
      const map = await service.map(query, view);
      return { link: undefined, body: writeMapResponse(map), corrections: map.corrections };
    },
  });
}

// GET /api/v1/vehicles/lookup/: listings by the addresses of their adverts, with what the stock says of each. The response
// depends on the stock and on the day, from which ages and days count, so its entity tag does too.

const PARAMETER = 'advert';

export function lookupEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  const commonHeaders = apiHeaders(context);
  return async ({ target, strict, baseUrl, ifNoneMatch, nextTurn }) => {
    checkReady(context);
    const { adverts, ignored } = parseAdverts(parseQueryString(target), strict);
    const now = new Date();
    const { version } = service;
    const day = now.toISOString().slice(0, 'yyyy-mm-dd'.length);
    const tag = entityTag(`${version}.${day}`, `lookup ${adverts.join(' ')}`, baseUrl);
    const headers = { ...commonHeaders, ...preferenceHeaders(strict, ignored) };
    const tagged = { ...headers, etag: tag };
    if (matchesIfNoneMatch(ifNoneMatch, tag)) return { headers: tagged, link: '', body: undefined };

    const entries = await service.lookUp(
      adverts.map((advert) => advertUrlOf(advert, baseUrl)),
      now,
      { nextTurn, comparables: true },
    );
    const body = JSON.stringify(toLookupResponse(entries, baseUrl));
    // If the stock changed meanwhile, the version that the response shows is unknown.
    const isUnchanged = service.version === version;
    return { headers: isUnchanged ? tagged : headers, link: withServiceLinks(undefined, baseUrl), body };
  };
}

/** The values of `advert`, blank ones left out, and the names of all other parameters. Blank ones count for the limit. */
function parseAdverts(
  pairs: ParameterPairs,
  strict: boolean,
): { readonly adverts: readonly string[]; readonly ignored: readonly UnusedParameter[] } {
  const adverts: string[] = [];
  let sent = 0;
  const others = new Map<string, string>();
  for (const [name, value] of pairs) {
    const advert = trimWhiteSpace(value);
    if (name !== PARAMETER) others.set(name, value);
    else {
      sent += 1;
      if (advert !== '') adverts.push(advert);
    }
  }
  const suggest = (name: string): string | undefined =>
    adverts.length === 0 && isAdvertAlias(name) ? PARAMETER : undefined;
  const { issues: unknown, ignored } = unknownParameters(others, strict, suggest);
  const issues: ParameterIssue[] = [...unknown];
  if (sent > MAX_ADVERTS) issues.unshift(tooManyAdverts(sent));
  if (adverts.length === 0) issues.unshift(missingAdvert(PARAMETER));
  if (issues.length > 0) throw invalidParameters(issues);
  return { adverts, ignored };
}

// GET /api/v1/interpret/: a phrase as parameters of the search, with the search's URL. Parameters beside it are the search so far,
// which the phrase may refine. It searches nothing, except for which words some listing has. The response depends on the text, that
// search, the stock, the postcode tables and the year, so its entity tag does too.

export function interpretEndpoint(service: SearchService, context: HttpContext): ApiEndpoint {
  const commonHeaders = apiHeaders(context);
  const counter = emptySearchCounter(service, context.emptySearches);
  return async (request) => {
    const { target, strict, baseUrl, ifNoneMatch } = request;
    checkReady(context);
    const { text, current, ignored, warnings } = parsePhrase(parseQueryString(target), strict, service);
    const thisYear = new Date().getUTCFullYear();
    const beside = Object.keys(current).length === 0 ? '' : `\n${JSON.stringify(current)}`;
    const tag = entityTag(`${service.version}.${thisYear}`, `interpret ${text}${beside}`, baseUrl);
    const interpretation = await service.interpret(text, { current });
    if (interpretation.missing.length > 0) counter.countPhrase(text, interpretation.missing, request);
    const headers = { ...commonHeaders, etag: tag, ...preferenceHeaders(strict, ignored, warnings) };
    const isUnchanged = matchesIfNoneMatch(ifNoneMatch, tag);
    return {
      headers,
      link: withServiceLinks(undefined, baseUrl),
      body: isUnchanged ? undefined : JSON.stringify(toInterpretationResponse(interpretation, baseUrl)),
    };
  };
}

interface ParsedPhrase extends SearchSoFar {
  /** Empty if absent. */
  readonly text: string;
  readonly ignored: readonly UnusedParameter[];
}

/** The phrase, the search so far, and the names of unknown parameters. */
function parsePhrase(pairs: ParameterPairs, strict: boolean, service: SearchService): ParsedPhrase {
  const texts = new Set(pairs.map(([name, value]) => (name === 'text' ? trimWhiteSpace(value) : '')));
  texts.delete('');
  const [text = '', other] = texts;
  // Without a text, a `q` alone is probably that.
  const hasSearch = text !== '' || pairs.some(([name]) => name !== 'q' && isParameterName(name));
  const isOfSearch = (name: string): boolean => isParameterName(name) && (hasSearch || name !== 'q');
  const others = new Map(pairs.filter(([name]) => name !== 'text' && !isOfSearch(name)));
  // If `text` is absent, the phrase was probably sent under another name.
  const suggest = (name: string): string | undefined =>
    text === '' && TEXT_ALIASES.has(name.toLowerCase()) ? 'text' : undefined;
  const { issues: unknown, ignored } = unknownParameters(others, strict, suggest);
  const parsed = parseSearchSoFar(
    pairs.filter(([name]) => isOfSearch(name)),
    strict,
    service,
  );
  const issues = [
    ...(other === undefined ? [] : [conflictingValues(text, other)]),
    ...(parsed instanceof Problem ? parsed.issues : []),
    ...unknown,
  ];
  if (issues.length > 0 || parsed instanceof Problem) throw invalidParameters(issues);
  return { text, ignored, ...parsed };
}

function parseSearchSoFar(
  pairs: ParameterPairs,
  strict: boolean,
  service: SearchService,
): SearchSoFar | Problem {
  try {
    return service.parseSearchSoFar(pairs, { strict });
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_parameters') return error;
    throw error;
  }
}

const TEXT_ALIASES = new Set(['q', 'query', 'phrase', 'prompt', 'search', 'question', 'request', 'message', 'input', 'txt']); // prettier-ignore

function conflictingValues(one: string, other: string): ParameterIssue {
  return {
    parameter: 'text',
    code: 'conflicting_values',
    value: `${one}, ${other}`,
    message: `text must have one value (got ${quoted(one)} and ${quoted(other)}).`,
  };
}
