// Yields pages of changes for as long as they are read: by requests that wait if the service lets them, else by polls with pauses.
import { checkWait } from './check-arguments.ts';
import { sleep } from './fetch-with-retry.ts';
import { unexpectedResponse } from './forecourt-problem.ts';
import { responseOf } from './response-info.ts';
import type * as Api from '../api/openapi-types.ts';

/** What changed in a search; null for the vehicle if it left. */
export type Change = Api.Changes['changes'][number];
export type ChangePage = Api.Changes;

export interface FollowOptions {
  /** The cursor of an export or of an earlier page of changes. Without it: changes from now on. */
  readonly since?: string;
  /**
   * How many seconds each request waits for changes, 1 to 60; the pause between requests to a service that does not wait. 0: end with
   * the changes that there are already. Default: 30.
   */
  readonly wait?: number;
  readonly signal?: AbortSignal;
}

const DEFAULT_WAIT_SECONDS = 30;
/** Between requests that found nothing, whatever a service or a proxy does with `wait`. */
const MIN_PAUSE_MS = 1000;

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
