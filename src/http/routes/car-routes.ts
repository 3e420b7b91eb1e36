// The routes of cars. GET /cars/ is the page of one listing, by the URL of its advert; GET /cars/compare/ shows several side by
// side. Other parameters are the search that led there. GET /cars/redirect/ redirects to the dealer's advert. The target must be
// the advert URL of a live listing, so it is not an open redirect.
import { toRatedVehicle } from '../../api/lookup-response.ts';
import { ADVERT, advertUrlOf, TARGET } from '../../api/own-parameters.ts';
import { CAR_PATH, COMPARE_PATH, REDIRECT_PATH } from '../../api/paths.ts';
import { decodeHit } from '../../listing/codec.ts';
import { canonicalQuery } from '../../query/canonical-query.ts';
import type { SearchCenter, SearchQuery } from '../../query/search-query.ts';
import { singleValue } from '../../query/parameter-text.ts';
import { pageAssets } from '../../pages/assets.ts';
import { comparePage } from '../../pages/car/compare-page.ts';
import { MAX_LISTED, toSearchState, type SearchState } from '../../pages/view/search-state.ts';
import { carPage, type OtherCars } from '../../pages/car/car-page.ts';
import { Problem } from '../../problem.ts';
import { quoted, trimWhiteSpace } from '../../quoted-text.ts';
import type { SearchService } from '../../search/search-service.ts';
import { dayOf, respondTagged, routesOf, apiRoutes, type Asked } from '../api-endpoint.ts';
import type { Exchange, HttpResponse, Route } from '../exchange.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { parseQueryString, preferenceHeaders } from '../protocol/query-string.ts';
import { toPageResults } from '../page-api.ts';
import { ASSETS_PATH, checkPermission, headersOfPage, pageUrls } from './page-routes.ts';
import type { WithdrawnAdvert } from '../../listing/listing.ts';
import { storedUrl } from '../../listing/http-url.ts';
import { readParameters } from '../../query/read-parameters.ts';
import { searchUrl } from '../../api/link-header.ts';
import { respondProblem } from '../problem-response.ts';

type LookupEntry = Awaited<ReturnType<SearchService['lookUp']>>[number];

/** Maximum similar cars on a page. With fewer than ENOUGH_SIMILAR a wider search is tried. */
const SIMILAR = 6;
const ENOUGH_SIMILAR = 3;
const OF_DEALER = 3;

export function carRoutes(service: SearchService, context: HttpContext): Route[] {
  function checkPage(exchange: Exchange): void {
    checkPermission(context, exchange);
    if (exchange.isOverloaded) throw new Problem('overloaded', 'The service is busy.');
    checkReady(context);
  }

  async function show(exchange: Exchange): Promise<HttpResponse> {
    checkPage(exchange);
    const { baseUrl } = pageUrls(context, exchange);
    const advert = advertsIn(exchange, baseUrl).at(-1) ?? '';
    const from = toSearchState(parseQueryString(exchange.target));
    const now = new Date();
    const { version: assets, styleDigest } = pageAssets();
    return respondTagged(exchange, {
      service,
      key: `car ${JSON.stringify([assets, styleDigest, advert, from])}`,
      since: dayOf(now),
      baseUrl,
      headers: headersOfPage(context, exchange),
      respond: () => renderCar(exchange, advert, from, now),
    });
  }

  async function renderCar(
    exchange: Exchange,
    advert: string,
    from: SearchState,
    now: Date,
  ): Promise<HttpResponse> {
    const urls = pageUrls(context, exchange);
    const { baseUrl, basePath } = urls;
    const [entry] = await service.lookUp([advert], now, {
      nextTurn: exchange.turns?.next,
      comparables: true,
      center: centerOf(from),
    });
    const found = entry.state === 'listed' ? entry : null;
    const body = carPage({
      ...urls,
      ...styleAndScript(basePath),
      from,
      car: found && toRatedVehicle(found, baseUrl),
      gone: advert === '' ? 'not_chosen' : entry.state === 'withdrawn' ? 'withdrawn' : 'unknown',
      comparables: found?.comparables ?? [],
      similar: await findSimilar(entry, baseUrl),
      ofDealer:
        found &&
        (await find({ dealer: singleValue(found.listing.dealer), page: 1 }, OF_DEALER, found, baseUrl)),
    });
    return found === null ? { status: entry.state === 'withdrawn' ? 410 : 404, body } : { body };
  }

  /** The centre of the search that led here, if its location is valid. */
  function centerOf({ location }: SearchState): SearchCenter | undefined {
    if (location === undefined) return undefined;
    try {
      return service.parse([['location', location]]).query.center;
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }

  async function find(
    query: SearchQuery,
    count: number,
    { advert }: LookupEntry,
    baseUrl: string,
  ): Promise<OtherCars> {
    const { hits, total } = await service.search({ ...query, perPage: count + 1 });
    const others = hits.filter((hit) => decodeHit(hit).advertUrl !== advert).slice(0, count);
    const { cars } = await toPageResults(service, query, { hits: others, total }, baseUrl);
    return { cars, search: toSearchState(new URLSearchParams(canonicalQuery(query))) };
  }

  async function findSimilar(entry: LookupEntry, baseUrl: string): Promise<OtherCars | null> {
    let found: OtherCars | null = null;
    for (const query of entry.similar) {
      found = await find(query, SIMILAR, entry, baseUrl);
      if (found.cars.length >= ENOUGH_SIMILAR) break;
    }
    return found;
  }

  async function compare(exchange: Exchange): Promise<HttpResponse> {
    checkPage(exchange);
    const urls = pageUrls(context, exchange);
    const { basePath, baseUrl } = urls;
    const adverts = [...new Set(advertsIn(exchange, baseUrl))].slice(0, MAX_LISTED);
    const entries = await service.lookUp(adverts, new Date(), { nextTurn: exchange.turns?.next });
    const cars = entries
      .filter((entry) => entry.state === 'listed')
      .map((entry) => toRatedVehicle(entry, baseUrl));
    const gone = entries.length - cars.length;
    const body = comparePage({ ...urls, ...styleAndScript(basePath), cars, gone });
    return { headers: headersOfPage(context, exchange), body };
  }

  const config = { name: 'page', cost: 'page' } as const;
  return [...routesOf(CAR_PATH, config, show), ...routesOf(COMPARE_PATH, config, compare)];
}

function styleAndScript(basePath: string) {
  const { style, version } = pageAssets();
  return { style, script: `${basePath}${ASSETS_PATH}${version}/car.js` };
}

function advertsIn(exchange: Exchange, baseUrl: string): string[] {
  return parseQueryString(exchange.target)
    .filter(([name]) => name === ADVERT.name)
    .map(([, value]) => trimWhiteSpace(value))
    .filter((advert) => advert !== '')
    .map((advert) => advertUrlOf(advert, baseUrl));
}

export function redirectRoutes(service: SearchService, context: HttpContext): Route[] {
  async function respond(exchange: Exchange, { strict, baseUrl }: Asked): Promise<HttpResponse> {
    const pairs = parseQueryString(exchange.target);
    const { own, ignored } = readParameters({ [TARGET.name]: TARGET }, pairs, { strict });
    const { api_target: sent = '' } = own;
    const target = storedUrl(sent);
    const advert = await service.findAdvert(target);
    switch (advert.state) {
      case 'listed':
        return {
          status: 302,
          headers: {
            location: toHeaderValue(target),
            'cache-control': 'no-store',
            ...preferenceHeaders(strict, ignored),
          },
        };
      case 'withdrawn':
        return respondWithdrawn(exchange, advert.was, baseUrl);
      case 'unknown':
        throw new Problem('not_found', `No listing has the advert address ${quoted(target)}.`);
    }
  }

  function respondWithdrawn(exchange: Exchange, was: WithdrawnAdvert, baseUrl: string): HttpResponse {
    // The response always has a search; that of an unknown make is for all vehicles.
    const [query = { page: 1 }] = service.similarTo(was);
    const similar = searchUrl(canonicalQuery(query), baseUrl);
    const problem = new Problem(
      'advert_withdrawn',
      `This advert has been withdrawn. Similar vehicles: ${similar}`,
    );
    return respondProblem(problem, exchange, context, { similar });
  }

  // Browsers follow these links without a token.
  const config = { isTokenOptional: true, cost: 'redirect' } as const;
  return apiRoutes(context, REDIRECT_PATH, 'redirect', respond, config);
}

// Imports store ASCII URLs; a header must contain nothing else, whatever the stock contains.
function toHeaderValue(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
