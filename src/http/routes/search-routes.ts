// The API's operations that search, count, look up and interpret.
import { pageLinks, withServiceLinks } from '../../api/link-header.ts';
import { toInterpretationResponse } from '../../api/interpretation-response.ts';
import {
  advertUrlOf,
  isAdvertAlias,
  missingAdvert,
  tooManyAdverts,
  toLookupResponse,
} from '../../api/lookup-response.ts';
import { INTERPRET_PATH, LOOKUP_PATH, MAP_PATH, SEARCH_PATH, SUMMARY_PATH } from '../../api/paths.ts';
import { MAX_ADVERTS } from '../../api/schemas/vehicle-schemas.ts';
import { writeSearchResponse } from '../../api/search-response.ts';
import { toSummaryResponse, writeMapResponse } from '../../api/summary-response.ts';
import { canonicalQuery } from '../../listing/canonical-query.ts';
import { isParameterName } from '../../listing/parameters.ts';
import { canonicalMapView, parseMapQuery } from '../../listing/stock-map.ts';
import type { UnusedParameter, ParameterPairs } from '../../listing/parse-query.ts';
import { trimWhiteSpace } from '../../listing/values.ts';
import { invalidParameters, type ParameterIssue, Problem, quoted } from '../../problem.ts';
import type { SearchService, SearchSoFar } from '../../search/search-service.ts';
import {
  apiHeaders,
  apiRoutes,
  dayOf,
  respondTagged,
  type Operation,
  queryEndpoint,
} from '../api-endpoint.ts';
import { emptySearchCounter, requesterOf } from '../empty-search-counter.ts';
import type { Route } from '../exchange.ts';
import type { HttpContext } from '../http-context.ts';
import { parseQueryString, preferenceHeaders, unknownParameters } from '../query-string.ts';

/** Four thousand summaries. One takes a hundred times as long to make as a page of results. */
const SUMMARY_CACHE_BYTES = 32 * 1024 * 1024;
/** Thousands of maps of dealers, or a few of a million places. */
const MAP_CACHE_BYTES = 32 * 1024 * 1024;

export function searchRoutes(service: SearchService, context: HttpContext): Route[] {
  return [
    ...apiRoutes(context, SEARCH_PATH, 'search', searchOperation(service, context)),
    ...apiRoutes(context, SUMMARY_PATH, 'summary', summaryOperation(service, context)),
    ...apiRoutes(context, MAP_PATH, 'map', mapOperation(service, context)),
    ...apiRoutes(context, LOOKUP_PATH, 'lookup', lookupOperation(service, context)),
    ...apiRoutes(context, INTERPRET_PATH, 'interpret', interpretOperation(service, context)),
  ];
}

function searchOperation(service: SearchService, context: HttpContext): Operation {
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
function summaryOperation(service: SearchService, context: HttpContext): Operation {
  return queryEndpoint(service, context, {
    cacheBytes: SUMMARY_CACHE_BYTES,
    parse: (pairs, options) =>
      service.parse(pairs, { ...options, idle: { names: ['page'], on: 'a summary' } }),
    canonicalKeyOf: ({ query }) => `summary ${canonicalQuery({ ...query, page: 1 })}`,
    async respond({ query }, _key, baseUrl) {
      const summary = await service.summarize(query);
      const body = Buffer.from(JSON.stringify(toSummaryResponse(summary, baseUrl)));
      return { body, corrections: summary.corrections };
    },
  });
}

/** Where the search's matches are. `sort` and `page` have no effect and are reported as ignored. */
function mapOperation(service: SearchService, context: HttpContext): Operation {
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
      return { body: writeMapResponse(map), corrections: map.corrections };
    },
  });
}

const PARAMETER = 'advert';

/** Listings by the addresses of their adverts, with what the stock says of each. Ages and days count from the day. */
function lookupOperation(service: SearchService, context: HttpContext): Operation {
  const commonHeaders = apiHeaders(context);
  return async (exchange, { strict, baseUrl }) => {
    const { adverts, ignored } = parseAdverts(parseQueryString(exchange.target), strict);
    const now = new Date();
    return respondTagged(exchange, {
      service,
      key: `lookup ${adverts.join(' ')}`,
      since: dayOf(now),
      baseUrl,
      headers: { ...commonHeaders, ...preferenceHeaders(strict, ignored) },
      async respond() {
        const urls = adverts.map((advert) => advertUrlOf(advert, baseUrl));
        const parts = { nextTurn: exchange.turns?.next, comparables: true };
        const entries = await service.lookUp(urls, now, parts);
        exchange.headers['link'] = withServiceLinks(undefined, baseUrl);
        return { body: JSON.stringify(toLookupResponse(entries, baseUrl)) };
      },
    });
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

/**
 * A phrase as parameters of the search, with the search's URL. Parameters beside it are the search so far, which the phrase may refine. It
 * searches nothing, except for which words some listing has. Plates and ages count from the year.
 */
function interpretOperation(service: SearchService, context: HttpContext): Operation {
  const commonHeaders = apiHeaders(context);
  const counter = emptySearchCounter(service, context.emptySearches);
  return async (exchange, { strict, baseUrl }) => {
    const { text, current, ignored, warnings } = parsePhrase(
      parseQueryString(exchange.target),
      strict,
      service,
    );
    const beside = Object.keys(current).length === 0 ? '' : `\n${JSON.stringify(current)}`;
    return respondTagged(exchange, {
      service,
      key: `interpret ${text}${beside}`,
      since: new Date().getUTCFullYear(),
      baseUrl,
      headers: { ...commonHeaders, ...preferenceHeaders(strict, ignored, warnings) },
      async respond() {
        const interpretation = await service.interpret(text, { current });
        const { missing } = interpretation;
        if (missing.length > 0) counter.countPhrase(text, missing, requesterOf(exchange));
        exchange.headers['link'] = withServiceLinks(undefined, baseUrl);
        return { body: JSON.stringify(toInterpretationResponse(interpretation, baseUrl)) };
      },
    });
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
