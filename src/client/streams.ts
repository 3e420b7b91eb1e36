// Streams as iterators. Pages of changes are read by requests that wait, or by polls with pauses if the service does not let them
// wait. The lines of an export are returned as they arrive, in a few kilobytes of memory whatever its size.
import { checkWait } from './check-arguments.ts';
import { sleep } from './fetch-with-retry.ts';
import { unexpectedResponse, ForecourtProblem, tryParseObject, unreachable } from './forecourt-problem.ts';
import { responseOf } from './response-info.ts';
import type * as Api from '../api/openapi-types.ts';

/** What changed in a search; null for the vehicle if it left. */
export type Change = Api.Changes['changes'][number];
export type ChangePage = Api.Changes;

export interface FollowOptions {
  /** The cursor of an export or of an earlier page of changes. Without it: changes from now on. */
  readonly since?: string;
  /**
   * How many seconds each request waits for changes, 1 to 60; the pause between requests to a service that does not wait. 0: end
   * with the changes that there are already. Default: 30.
   */
  readonly wait?: number;
  readonly signal?: AbortSignal;
}

const DEFAULT_WAIT_SECONDS = 30;
/** Between requests that found nothing, whatever a service or a proxy does with `wait`. */
export const MIN_PAUSE_MS = 1000;

/** `fetchPage` gets the page after a cursor, and returns what `responseOf` knows. */
export async function* followChanges(
  options: FollowOptions,
  fetchPage: (since: string | undefined, wait: number | undefined) => Promise<ChangePage>,
): AsyncGenerator<ChangePage, void, undefined> {
  const { wait = DEFAULT_WAIT_SECONDS, signal } = options;
  checkWait(wait);
  let { since } = options;
  let canWait = wait > 0;
  for (;;) {
    const sentAt = Date.now();
    // Without a cursor there is nothing to wait for.
    const page = await fetchPage(since, canWait && since !== undefined ? wait : undefined);
    // It would be requested for ever.
    if (page.more && page.cursor === since) throw unexpectedResponse(200);
    if (responseOf(page).ignoredParameters.some(({ parameter }) => parameter === 'wait')) canWait = false;
    yield page;
    if (wait === 0 && !page.more) return;
    const isFirst = since === undefined;
    since = page.cursor;
    if (page.more || (canWait && (isFirst || page.changes.length > 0))) continue;
    const pauseMs = canWait ? MIN_PAUSE_MS : wait * 1000;
    // The clock may have been set back.
    await sleep(Math.min(Math.max(sentAt + pauseMs - Date.now(), 0), pauseMs), signal);
  }
}

export type ExportLine = Api.ExportLine;
/** A listing with the URL of its advert and its times. */
export type ExportedListing = Extract<ExportLine, { readonly vehicle: unknown }>;
export type ExportEnd = Exclude<ExportLine, ExportedListing>;

/** Yields the listings and returns the last line. Throws a ForecourtProblem if the response ends before. */
export async function* readExport(
  url: string,
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportedListing, ExportEnd, undefined> {
  let end: ExportEnd | undefined;
  for await (const text of readLines(url, response, signal)) {
    const line = tryParseObject(text) as ExportLine | undefined;
    if (line === undefined || !('vehicle' in line || 'cursor' in line))
      throw unexpectedResponse(response.status);
    if ('vehicle' in line) yield line;
    // Nothing follows it, and a response that is read to its end leaves its connection to the next request.
    else end = line;
  }
  if (end !== undefined) return end;
  throw new ForecourtProblem({
    status: response.status,
    code: 'incomplete',
    detail: `The export from ${url} ended before its last line.`,
  });
}

async function* readLines(
  url: string,
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  // Not all browsers iterate over streams.
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw unreachable(url, cause);
      });
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (done) return;
    }
  } finally {
    // The reader of the lines may have stopped early; the connection must not stay open for the rest.
    await reader.cancel().catch(() => undefined);
  }
}
