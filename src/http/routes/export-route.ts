// GET /api/v1/vehicles/export/: all listings of a search as lines of JSON, from one state of the stock, however long the client
// takes to read them. Each chunk is made in the client's turn once the chunk before was read, so an export delays neither others
// nor other requests of its client, and a slow reader costs one chunk. The state is held until a time limit, or until another
// client needs the place; then the export ends with a cursor that continues it until the stock changes.
import { Readable } from 'node:stream';
import { correctionsHeader } from '../../api/corrections.ts';
import { withServiceLinks } from '../../api/link-header.ts';
import { EXPORT_CURSOR } from '../../api/change-operations.ts';
import { EXPORT_PATH } from '../../api/paths.ts';
import { writeExportLines } from '../../api/search-response.ts';
import type { ListingExport } from '../../stock/listing-index.ts';
import type { ExportedHit } from '../../stock/stock-changes.ts';
import { readOne } from '../../query/read-parameters.ts';
import type { SearchQuery } from '../../query/search-query.ts';
import { invalidParameters, Problem } from '../../problem.ts';
import { exportCursorIssue, formatCursor, parseCursor, searchKey } from '../../search/cursor.ts';
import type { SearchService } from '../../search/search-service.ts';
import { apiHeaders, apiRoutes, type Asked } from '../api-endpoint.ts';
import type { Exchange, HttpResponse, Route } from '../exchange.ts';
import { ExportPlaces, type ExportPlace } from '../admission/export-places.ts';
import type { ExportLimits, HttpContext } from '../http-context.ts';
import { parseQueryString, preferenceHeaders } from '../protocol/query-string.ts';
import { orExpired } from '../problem-response.ts';

const DEFAULT_LIMITS: ExportLimits = { maxExports: 4, maxMs: 10 * 60_000 };

const LISTINGS_PER_CHUNK = 64;

export function exportRoutes(service: SearchService, context: HttpContext): readonly Route[] {
  const { maxExports, maxMs } = { ...DEFAULT_LIMITS, ...context.exportLimits };
  const commonHeaders = {
    ...apiHeaders(context),
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
  };
  const places = new ExportPlaces(maxExports);

  async function respond(exchange: Exchange, { strict, baseUrl }: Asked): Promise<HttpResponse> {
    const { query, own, ignored, warnings } = service.parse(parseQueryString(exchange.target), {
      strict,
      own: { cursor: { ...EXPORT_CURSOR, read: readOne(parseCursor) } },
      idle: { names: ['page'], on: 'an export' },
    });
    const { cursor } = own;
    const known = cursor === 'expired' ? undefined : cursor;
    const issue = known && exportCursorIssue(EXPORT_CURSOR, known, query);
    if (issue !== undefined) throw invalidParameters([issue]);
    const place = places.take(context.ipOf(exchange.request));
    const opened = await orExpired(exchange, context, query, () =>
      service.openExport(query, cursor).catch((error: unknown) => {
        places.release(place);
        throw error;
      }),
    );
    if ('status' in opened) return opened;
    const position = known?.next?.position ?? 0;
    const body = exportStream(opened, place, { query, position, baseUrl, exchange, context });
    // The state is released in time even if the client reads nothing.
    const timer = setTimeout(() => places.cut(place), maxMs).unref();
    place.started(opened, body);
    body.once('close', () => {
      clearTimeout(timer);
      places.release(place);
      opened.close();
    });
    const corrections = correctionsHeader(opened.corrections);
    exchange.headers['link'] = withServiceLinks(undefined, baseUrl);
    return {
      headers: {
        ...commonHeaders,
        ...preferenceHeaders(strict, ignored, warnings),
        ...(corrections !== undefined && { corrections }),
      },
      body,
    };
  }

  return apiRoutes(context, EXPORT_PATH, 'export', respond);
}

interface Streamed {
  readonly query: SearchQuery;
  readonly position: number;
  readonly baseUrl: string;
  readonly exchange: Exchange;
  readonly context: Pick<HttpContext, 'isDraining'>;
}

function exportStream(
  opened: ListingExport,
  place: ExportPlace,
  { query, position: first, baseUrl, exchange, context }: Streamed,
): Readable {
  let position = first;

  async function* chunks(): AsyncGenerator<Buffer | string> {
    for (;;) {
      const isCut = place.isCut || context.isDraining?.() === true;
      const hits = isCut ? undefined : await readHits(opened);
      if (hits === undefined) {
        yield cutLine(opened, { search: searchKey(query), position });
        return;
      }
      position += hits.length;
      if (hits.length > 0) yield writeExportLines(hits, baseUrl);
      if (hits.length < LISTINGS_PER_CHUNK) break;
      await exchange.turns?.nextOfStream();
    }
    yield `${JSON.stringify({ total: opened.total, cursor: formatCursor({ state: opened.state }) })}\n`;
  }

  return Readable.from(chunks(), { objectMode: false });
}

/** The next listings; undefined if the cluster can no longer read them. */
async function readHits(opened: ListingExport): Promise<readonly ExportedHit[] | undefined> {
  try {
    return await opened.next(LISTINGS_PER_CHUNK);
  } catch (error) {
    if (error instanceof Problem && error.code === 'index_unavailable') return undefined;
    throw error;
  }
}

function cutLine(
  opened: ListingExport,
  next: { readonly search: string; readonly position: number },
): string {
  const cursor = formatCursor({ state: opened.state, next });
  const detail = 'The export was interrupted. Send the cursor to read the rest.';
  return `${JSON.stringify({ total: opened.total, cursor, more: true, detail })}\n`;
}
