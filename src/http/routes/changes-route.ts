// GET /api/v1/vehicles/changes/: what came into, left or changed in a search since the state that a cursor names.
import { withServiceLinks } from '../../api/link-header.ts';
import { SINCE } from '../../api/change-operations.ts';
import { CHANGES_PATH } from '../../api/paths.ts';
import { writeChanges } from '../../api/search-response.ts';
import { parseBeside } from '../../listing/parse-beside.ts';
import { formatCursor } from '../../search/cursor.ts';
import { sinceParser } from '../../search/since.ts';
import type { SearchService } from '../../search/search-service.ts';
import { apiHeaders } from '../api-endpoint.ts';
import type { Exchange, HttpResponse, Route } from '../exchange.ts';
import { checkReady, type HttpContext } from '../http-context.ts';
import { prefersStrictHandling } from '../negotiation.ts';
import { parseQueryString } from '../query-string.ts';
import { preferenceHeaders } from '../unknown-parameters.ts';
import { orExpired } from './export-route.ts';

const CHANGES_PER_RESPONSE = 500;

export function changesRoutes(service: SearchService, context: HttpContext): readonly Route[] {
  async function handle(exchange: Exchange): Promise<HttpResponse> {
    checkReady(context);
    const strict = prefersStrictHandling(exchange.request.headers.prefer);
    const baseUrl = context.baseUrlOf(exchange.request.headers);
    const { query, own, ignored, warnings } = parseBeside(
      parseQueryString(exchange.target),
      [SINCE],
      (read) => ({ since: read(SINCE, sinceParser(Date.now())) }),
      (rest) => service.parse(rest, { strict, idle: { names: ['sort', 'page'], on: 'a list of changes' } }),
      { strict },
    );
    const found = await orExpired(exchange, context, { ...query, sort: undefined }, () =>
      service.changes(query, own.since, CHANGES_PER_RESPONSE),
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

  const config = { name: 'changes', permission: 'search', cost: 'search' } as const;
  return [CHANGES_PATH, CHANGES_PATH.slice(0, -1)].map((path) => ({ path, config, handle }));
}
