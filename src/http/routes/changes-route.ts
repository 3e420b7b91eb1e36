// GET /api/v1/vehicles/changes/: what came into, left or changed in a search since the state that a cursor names, now or once there is
// something.
import { withServiceLinks } from '../../api/link-header.ts';
import { SINCE, WAIT } from '../../api/change-operations.ts';
import { CHANGES_PATH } from '../../api/paths.ts';
import { writeChanges } from '../../api/search-response.ts';
import { parseBeside } from '../../listing/parse-beside.ts';
import { formatCursor } from '../../search/cursor.ts';
import { sinceParser, type Since } from '../../search/since.ts';
import { parseIntegerValue } from '../../listing/parse-value.ts';
import type { SearchQuery } from '../../listing/search-query.ts';
import type { SearchService } from '../../search/search-service.ts';
import { CHANGES_PER_RESPONSE, type FoundChanges } from '../../search/waiting-searches.ts';
import { apiHeaders } from '../api-endpoint.ts';
import type { Exchange, HttpResponse, Route } from '../exchange.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { prefersStrictHandling } from '../negotiation.ts';
import { parseQueryString } from '../query-string.ts';
import { preferenceHeaders } from '../unknown-parameters.ts';
import { waitForChanges } from '../wait-for-changes.ts';
import { orExpired } from './export-route.ts';

export function changesRoutes(service: SearchService, context: HttpContext): readonly Route[] {
  async function handle(exchange: Exchange): Promise<HttpResponse> {
    checkReady(context);
    const strict = prefersStrictHandling(exchange.request.headers.prefer);
    const baseUrl = context.baseUrlOf(exchange.request.headers);
    const { query, own, ignored, warnings } = parseBeside(
      parseQueryString(exchange.target),
      [SINCE, WAIT],
      (read) => ({
        since: read(SINCE, sinceParser(Date.now())),
        wait: read(WAIT, (row, text) => parseIntegerValue(row, text)),
      }),
      (rest) => service.parse(rest, { strict, idle: { names: ['sort', 'page'], on: 'a list of changes' } }),
      { strict },
    );
    const waitMs = own.since === undefined ? 0 : 1000 * (own.wait ?? 0);
    const found = await orExpired(exchange, context, { ...query, sort: undefined }, () =>
      findChanges(exchange, query, own.since, waitMs),
    );
    if ('status' in found) return found;
    const { changes, cursor, more } = found;
    exchange.headers['link'] = withServiceLinks(undefined, baseUrl);
    return {
      headers: {
        ...apiHeaders(context),
        'cache-control': 'no-store',
        ...preferenceHeaders(strict, ignored, warnings),
      },
      body: writeChanges({ changes, cursor: formatCursor(cursor), more }, baseUrl),
    };
  }

  async function findChanges(
    exchange: Exchange,
    query: SearchQuery,
    since: Since | undefined,
    waitMs: number,
  ): Promise<FoundChanges> {
    const found = await service.changes(query, since, CHANGES_PER_RESPONSE);
    if (waitMs === 0 || found.changes.length > 0 || service.waiting.hasEnded) return found;
    return waitForChanges(exchange, service, { query, state: found.cursor.state, ms: waitMs });
  }

  const config = { name: 'changes', permission: 'search', cost: 'search' } as const;
  return [CHANGES_PATH, CHANGES_PATH.slice(0, -1)].map((path) => ({ path, config, handle }));
}
