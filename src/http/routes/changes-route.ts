// GET /api/v1/vehicles/changes/: the listings that came into, left or changed in a search since the state that a cursor names.
// The response is sent at once, or with the first change, or as a stream of events.
import { correctionsHeader } from '../../api/corrections.ts';
import { withServiceLinks } from '../../api/link-header.ts';
import { SINCE, WAIT } from '../../api/change-operations.ts';
import { CHANGES_PATH } from '../../api/paths.ts';
import { writeChangeEvents, writeChanges } from '../../api/search-response.ts';
import { readOne, type OwnParameters, type ParameterPairs } from '../../query/read-parameters.ts';
import { parseIntegerValue } from '../../query/parse-value.ts';
import type { SearchQuery } from '../../query/search-query.ts';
import { formatCursor } from '../../search/cursor.ts';
import { parseSince, type Since } from '../../search/since.ts';
import type { SearchService } from '../../search/search-service.ts';
import { CHANGES_PER_RESPONSE, noChanges, type ChangesResult } from '../../search/waiting-searches.ts';
import { apiHeaders, apiRoutes, type Asked } from '../api-endpoint.ts';
import { permitOf } from '../authentication.ts';
import { EVENT_STREAM_HEADERS, EventStream, type EventSource } from '../event-stream.ts';
import { waitForChanges } from '../admission/wait-for-changes.ts';
import type { Exchange, HttpResponse, Route } from '../exchange.ts';
import type { HttpContext } from '../http-context.ts';
import { prefersEventStream } from '../protocol/negotiation.ts';
import { parseQueryString, preferenceHeaders } from '../protocol/query-string.ts';
import { WaitingPlaces } from '../admission/client-shares.ts';
import { orExpired } from '../problem-response.ts';

const CHANGES_PARAMETERS = {
  // The `cursor` of one response is the `since` of the next.
  since: { ...SINCE, otherNames: ['cursor'], read: readOne(parseSince) },
  wait: { ...WAIT, read: readOne(parseIntegerValue) },
} satisfies OwnParameters;

export function changesRoutes(service: SearchService, context: HttpContext): readonly Route[] {
  const places = new WaitingPlaces(context.waitingLimits);
  context.onStats?.({ waiting: () => ({ connections: places.taken, ...service.waiting.stats }) });
  const source: EventSource = { service, eventsOf: writtenOnce(writeEvents) };
  const bodyOf = writtenOnce(writeBody);

  async function respond(exchange: Exchange, { strict, baseUrl }: Asked): Promise<HttpResponse> {
    const { request, target } = exchange;
    const isStream = prefersEventStream(request.headers.accept);
    const pairs = parseQueryString(target);
    const { query, own, ignored, warnings } = service.parse(
      isStream ? withLastEvent(pairs, request.headers['last-event-id']) : pairs,
      { strict, own: CHANGES_PARAMETERS, idle: { names: ['sort', 'page'], on: 'a list of changes' } },
    );
    if (isStream) places.take(exchange, context.ipOf(exchange.request));
    const waitMs = isStream || own.since === undefined ? 0 : 1000 * (own.wait ?? 0);
    const result = await orExpired(exchange, context, { ...query, sort: undefined }, () =>
      findChanges(exchange, query, own.since, waitMs),
    );
    if ('status' in result) return result;
    const corrections = correctionsHeader(await service.findCorrections(query, result.cursor));
    exchange.headers['link'] = withServiceLinks(undefined, baseUrl);
    const headers = {
      ...apiHeaders(context),
      'cache-control': 'no-store',
      ...preferenceHeaders(strict, ignored, warnings),
      ...(corrections !== undefined && { corrections }),
    };
    if (!isStream) return { headers, body: bodyOf(result, baseUrl) };
    return {
      headers: { ...headers, ...EVENT_STREAM_HEADERS },
      body: (response) => {
        // A client that has left already emits no `close`, so its stream would never end.
        if (!response.destroyed)
          void new EventStream(source, response, {
            query,
            baseUrl,
            result,
            alone: (find) => alone(exchange, find),
            isPermitted: permitOf(context, exchange),
          });
      },
    };
  }

  async function findChanges(
    exchange: Exchange,
    query: SearchQuery,
    since: Since | undefined,
    waitMs: number,
  ): Promise<ChangesResult> {
    const result = await alone(exchange, () => service.changes(query, since, CHANGES_PER_RESPONSE));
    if (waitMs === 0 || result.changes.length > 0 || service.waiting.hasEnded || exchange.isGone)
      return result;
    places.take(exchange, context.ipOf(exchange.request));
    return waitForChanges(exchange, service, { query, state: result.cursor.state, ms: waitMs });
  }

  /** Finds nothing for a client that left or timed out while its other requests ran. */
  function alone(exchange: Exchange, find: () => Promise<ChangesResult>): Promise<ChangesResult> {
    const findIfNeeded = (): Promise<ChangesResult> =>
      exchange.isGone ? Promise.resolve(noChanges(service.index.state)) : find();
    return exchange.turns?.alone(findIfNeeded) ?? find();
  }

  return apiRoutes(context, CHANGES_PATH, 'changes', respond);
}

/** The cursor of a reconnecting client is later than the one in its URL. */
function withLastEvent(pairs: ParameterPairs, id: string | string[] | undefined): ParameterPairs {
  if (typeof id !== 'string' || id.trim() === '') return pairs;
  return [...pairs.filter(([name]) => name !== SINCE.name), [SINCE.name, id]];
}

function writeBody({ changes, cursor, more }: ChangesResult, baseUrl: string): Buffer {
  return writeChanges({ changes, cursor: formatCursor(cursor), more }, baseUrl);
}

function writeEvents({ changes, cursorAfter }: ChangesResult, baseUrl: string): Buffer {
  return writeChangeEvents(changes, (count) => formatCursor(cursorAfter(count)), baseUrl);
}

type Write = (result: ChangesResult, baseUrl: string) => Buffer;

/** Writes the text once for all clients that wait for the same search. */
function writtenOnce(write: Write): Write {
  const written = new WeakMap<ChangesResult, Map<string, Buffer>>();
  return (result, baseUrl) => {
    const own = written.get(result) ?? new Map<string, Buffer>();
    const bytes = own.get(baseUrl) ?? write(result, baseUrl);
    written.set(result, own.set(baseUrl, bytes));
    return bytes;
  };
}
