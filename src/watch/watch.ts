// Follows a search and delivers what changes in it: asks the service with the client, stores each page, then delivers it. The
// service may be away for any time; what happened meanwhile is in the next page.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CursorExpiredProblem,
  ForecourtProblem,
  type ForecourtClient,
  type SearchParameters,
} from '../client/index.ts';
import { ArgumentError } from '../client/check-arguments.ts';
import { Problem } from '../problem.ts';
import { withoutControls } from '../quoted-text.ts';
import { backoffAfter, Delivery, MAX_RETRY_AFTER_MS, type Attempts, type DeliveryEnd } from './delivery.ts';
import type { Outbox } from './outbox.ts';

export interface WatchOptions extends Attempts {
  readonly client: ForecourtClient;
  readonly parameters: SearchParameters;
  readonly outbox: Outbox;
  /** Where to begin if the outbox knows nothing yet. Undefined: now. */
  readonly since: string | undefined;
  /** How long each request waits for changes, in seconds. 0: ends when everything so far is delivered. */
  readonly wait: number;
  readonly signal: AbortSignal;
}

const BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 60_000;

/** Why it ended. Throws a Problem if the service cannot be followed, or if a message could not be delivered. */
export async function watch(options: WatchOptions): Promise<DeliveryEnd> {
  const { outbox, signal } = options;
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const delivery = new Delivery(outbox, options);
  const delivering = delivery.run(both).finally(() => stop.abort());
  // Awaited below, also if following throws.
  delivering.catch(() => undefined);
  try {
    await follow(options, delivery, both);
  } finally {
    stop.abort();
    await delivering;
  }
  return delivering;
}

async function follow(
  { client, parameters, outbox, since, wait, warn, times }: WatchOptions,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const maxBackoffMs = Math.min(times?.maxBackoffMs ?? MAX_BACKOFF_MS, MAX_BACKOFF_MS);
  let failures = 0;
  let lastMessage = '';
  await delivery.hasRoom();
  while (!signal.aborted) {
    try {
      const from = outbox.cursor ?? since;
      const query = { wait, signal, ...(from !== undefined && { since: from }) };
      for await (const page of client.changePages(parameters, query)) {
        if (failures > 0) warn('The service responds again.');
        failures = 0;
        lastMessage = '';
        outbox.add(page);
        delivery.notify();
        await delivery.hasRoom();
        if (signal.aborted) return;
      }
      await delivery.hasRoom(1);
      return;
    } catch (error) {
      if (signal.aborted) return;
      const problem = asTransient(error);
      const { retryAfterMs = 0 } = problem;
      const message = withoutControls(problem.message);
      if (message !== lastMessage) warn(`${message} Trying again.`);
      lastMessage = message;
      const delayMs = Math.max(
        Math.min(retryAfterMs, MAX_RETRY_AFTER_MS),
        backoffAfter(failures, { backoffMs: BACKOFF_MS, maxBackoffMs }),
      );
      failures += 1;
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The error if another request may succeed. Throws any other one, as a Problem if it is the service's. */
function asTransient(error: unknown): ForecourtProblem {
  if (error instanceof ArgumentError) throw new Problem('invalid_configuration', error.message);
  if (!(error instanceof ForecourtProblem)) throw error;
  const message = withoutControls(error.message);
  if (error instanceof CursorExpiredProblem)
    throw new Problem(
      'cursor_expired',
      `${message} Changes since then are unknown. Read ${withoutControls(error.exportUrl)} to get the present state, then remove the state file to follow it from now on.`,
    );
  const { status } = error;
  if (status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 501)) return error;
  if (status === 400) throw new Problem('invalid_configuration', message);
  throw new Problem('index_unavailable', `The service cannot be followed: ${message}`);
}
