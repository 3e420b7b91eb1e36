// The API's operations that search, count, look up and interpret.
import { pageLinks, withServiceLinks } from '../../api/link-header.ts';
import { toInterpretationResponse } from '../../api/interpretation-response.ts';
import { toLookupResponse } from '../../api/lookup-response.ts';
import { ADVERT, advertUrlOf, PHRASE } from '../../api/own-parameters.ts';
import { INTERPRET_PATH, LOOKUP_PATH, MAP_PATH, SEARCH_PATH, SUMMARY_PATH } from '../../api/paths.ts';
import { writeSearchResponse } from '../../api/search-response.ts';
import { toSummaryResponse } from '../../api/summary-response.ts';
import { writeMapResponse } from '../../api/map-response.ts';
import { canonicalQuery, canonicalQueryWithoutPage } from '../../query/canonical-query.ts';
import { isParameterName } from '../../query/parameters.ts';
import { canonicalMapView, MAP_PARAMETERS, mapViewOf } from '../../stock/stock-map.ts';
import { readParameters, type ParameterPairs } from '../../query/read-parameters.ts';
import { trimWhiteSpace } from '../../quoted-text.ts';
import type { SearchService } from '../../search/search-service.ts';
import {
  apiHeaders,
  apiRoutes,
  dayOf,
  respondTagged,
  type OperationHandler,
  queryEndpoint,
} from '../api-endpoint.ts';
import { emptySearchCounter } from '../empty-search-counter.ts';
import { requesterOf, type Route } from '../exchange.ts';
import type { HttpContext } from '../http-context.ts';
import { parseQueryString, preferenceHeaders } from '../protocol/query-string.ts';

/** Room for four thousand summaries. Making one takes a hundred times as long as a page of results. */
const SUMMARY_CACHE_BYTES = 32 * 1024 * 1024;
/** Room for thousands of dealers' maps, or a few maps of a million places. */
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

function searchOperation(service: SearchService, context: HttpContext): OperationHandler {
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
function summaryOperation(service: SearchService, context: HttpContext): OperationHandler {
  return queryEndpoint(service, context, {
    cacheBytes: SUMMARY_CACHE_BYTES,
    parse: (pairs, options) =>
      service.parse(pairs, { ...options, idle: { names: ['page'], on: 'a summary' } }),
    canonicalKeyOf: ({ query }) => `summary ${canonicalQueryWithoutPage(query)}`,
    async respond({ query }, _key, baseUrl) {
      const summary = await service.summarize(query);
      const body = Buffer.from(JSON.stringify(toSummaryResponse(summary, baseUrl)));
      return { body, corrections: summary.corrections };
    },
  });
}

/** The positions of the search's matches. `sort` and `page` have no effect and are reported as ignored. */
function mapOperation(service: SearchService, context: HttpContext): OperationHandler {
  return queryEndpoint(service, context, {
    cacheBytes: MAP_CACHE_BYTES,
    parse: (pairs, options) =>
      service.parse(pairs, {
        ...options,
        own: MAP_PARAMETERS,
        idle: { names: ['sort', 'page'], on: 'a map' },
      }),
    canonicalKeyOf: ({ query, own }) =>
      `map ${canonicalMapView(mapViewOf(own))} ${canonicalQueryWithoutPage({ ...query, sort: undefined })}`,
    async respond({ query, own }) {
      const map = await service.map(query, mapViewOf(own));
      return { body: writeMapResponse(map), corrections: map.corrections };
    },
  });
}

/** The listings at these advert URLs, and facts about each from the stock. Ages and days in stock count from today. */
function lookupOperation(service: SearchService, context: HttpContext): OperationHandler {
  const commonHeaders = apiHeaders(context);
  return async (exchange, { strict, baseUrl }) => {
    const { own, ignored } = readParameters({ advert: ADVERT }, parseQueryString(exchange.target), {
      strict,
    });
    const { advert: adverts = [] } = own;
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

/**
 * Reads a phrase as parameters of the search, with the search's URL. Other parameters are the search so far, which the phrase may
 * refine. Nothing is searched; the stock is asked only which words some listing has. Plates and ages count from the year of the
 * request.
 */
function interpretOperation(service: SearchService, context: HttpContext): OperationHandler {
  const commonHeaders = apiHeaders(context);
  const counter = emptySearchCounter(service, context.emptySearches);
  return async (exchange, { strict, baseUrl }) => {
    const pairs = parseQueryString(exchange.target);
    const { own, current, ignored, warnings } = parsePhrase(pairs, strict, service);
    const { text = '' } = own;
    const beside = Object.keys(current).length === 0 ? '' : `\n${JSON.stringify(current)}`;
    return respondTagged(exchange, {
      service,
      key: `interpret ${text}${beside}`,
      since: new Date().getUTCFullYear(),
      baseUrl,
      headers: { ...commonHeaders, ...preferenceHeaders(strict, ignored, warnings) },
      async respond() {
        const interpretation = await service.interpret(text, { current });
        counter.countPhrase(text, interpretation.missing, requesterOf(exchange));
        exchange.headers['link'] = withServiceLinks(undefined, baseUrl);
        return { body: JSON.stringify(toInterpretationResponse(interpretation, baseUrl)) };
      },
    });
  };
}

/** The phrase and the search so far. If both are missing, a `q` is probably the phrase. */
function parsePhrase(pairs: ParameterPairs, strict: boolean, service: SearchService) {
  const own = { text: PHRASE };
  const isSent = pairs.some(([name, value]) =>
    name === PHRASE.name ? trimWhiteSpace(value) !== '' : name !== 'q' && isParameterName(name),
  );
  if (isSent) return service.parseSearchSoFar(pairs, { strict, own, owner: 'address' });
  return { ...readParameters(own, pairs, { strict }), current: {} };
}
