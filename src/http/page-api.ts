// The use cases that the search page shows, as values of its model. A search is parsed once, and its page is found as a whole.
import type { IncomingHttpHeaders } from 'node:http';
import { toInterpretationResponse } from '../api/interpretation-response.ts';
import { toRatedVehicle } from '../api/lookup-response.ts';
import { toSummaryTotals } from '../api/summary-response.ts';
import { toMapResponse } from '../api/map-response.ts';
import { pageNumbersOf } from '../api/vehicle.ts';
import { omit, type Correction, type SearchQuery, type SearchResult } from '../query/search-query.ts';
import { trimWhiteSpace } from '../quoted-text.ts';
import { groupsFor } from '../pages/search/find-term-choices.ts';
import type { PageApi, PageProblem } from '../pages/search/load-page.ts';
import { countedView, viewOfSearch } from '../pages/search/view/map-picture.ts';
import type { MapPlaces } from '../pages/view/map-view.ts';
import { toPairs, type SearchState } from '../pages/view/search-state.ts';
import type { PageState, QueryWarning } from '../pages/search/view/page-model.ts';
import type { ParameterIssue } from '../problem.ts';
import type { SearchService } from '../search/search-service.ts';
import type { EmptySearchCounter } from './empty-search-counter.ts';

export interface PageRequest {
  readonly headers: IncomingHttpHeaders;
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly nextTurn?: (() => Promise<void>) | undefined;
  /** Throws a Problem while nothing can be searched. */
  readonly check: () => void;
  readonly toProblem: (error: unknown) => PageProblem;
  /** Positions of the towns and districts on the map. */
  readonly places: () => MapPlaces;
}

export function pageApi(service: SearchService, counter: EmptySearchCounter, request: PageRequest): PageApi {
  const { baseUrl, headers, nextTurn } = request;
  const requester = { headers, isPage: true, nextTurn };
  const parse = (search: SearchState): SearchQuery => service.parse(toPairs(search)).query;

  async function attempt<T>(find: () => Promise<T>): Promise<T | PageProblem> {
    try {
      request.check();
      return await find();
    } catch (error) {
      return request.toProblem(error);
    }
  }

  async function optional<T>(find: () => Promise<T>): Promise<T | null> {
    const found = await attempt(async () => ({ value: await find() }));
    return 'value' in found ? found.value : null;
  }

  async function search(query: SearchQuery) {
    const result = await service.search(query);
    if (result.total === 0) counter.ofQuery(query)(requester);
    const { corrections = [] } = result;
    return { results: await toPageResults(service, query, result, baseUrl), corrections };
  }

  async function summarize(state: SearchState, query: SearchQuery) {
    const parts = { groups: groupsFor(state), isBrief: true };
    return toSummaryTotals(await service.summarize({ ...query, page: 1 }, parts), baseUrl);
  }

  async function map(state: SearchState, query: SearchQuery) {
    const { zoom, bbox } = countedView(viewOfSearch(state, request.places()));
    const [west, south, east, north] = bbox.map(Number);
    const found = await service.map(omit(query, ['cells']), { zoom, box: { west, south, east, north } });
    const { map } = toMapResponse(found);
    return { ...map, cells: map.cells.map((cell) => ({ ...cell, bbox: undefined })) };
  }

  return {
    search: (state) =>
      attempt(async () => {
        const { query, warnings } = service.parse(toPairs(state));
        const [{ results, corrections }, summary, places, prices] = await Promise.all([
          search(query),
          optional(() => summarize(state, query)),
          optional(() => map(state, query)),
          optional(() => service.prices(query)),
        ]);
        const noted = [...corrections.map(toCorrected), ...warnings.map(toQueryWarning)];
        return { results, summary, map: places, prices, warnings: noted };
      }),
    summarize: async (state) => (await optional(() => summarize(state, parse(state)))) ?? undefined,
    count: async (state) => (await optional(() => service.count(parse(state)))) ?? undefined,
    interpret: (phrase, before) =>
      attempt(async () => {
        const text = trimWhiteSpace(phrase);
        const { current } = service.parseSearchSoFar(toPairs(before));
        const interpretation = await service.interpret(text, { current });
        const { missing } = interpretation;
        if (missing.length > 0) counter.countPhrase(text, missing, requester);
        return toInterpretationResponse(interpretation, baseUrl);
      }),
  };
}

export async function toPageResults(
  service: SearchService,
  query: SearchQuery,
  result: SearchResult,
  baseUrl: string,
): Promise<NonNullable<PageState['results']>> {
  const entries = await service.lookUpHits(result.hits, new Date());
  const cars = entries.map((entry) => toRatedVehicle(entry, baseUrl));
  return { cars, ...pageNumbersOf(query, result.total) };
}

function toCorrected({ parameter, from, to }: Correction): QueryWarning {
  return { parameter, corrected: { from, to } };
}

function toQueryWarning({ parameter, suggestion }: ParameterIssue): QueryWarning {
  return suggestion === undefined ? { parameter } : { parameter, meant: suggestion };
}
