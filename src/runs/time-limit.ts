// The `timeout` of a feed: one limit for fetching, decompressing and reading it. Waiting for other imports does not count.
import { FetchFault, seconds } from './fetch-fault.ts';
import type { FetchLimits } from './parse-feeds.ts';

/** What comes of `work`, whose controller is aborted with the reason of `signal`, or a FetchFault after `timeoutMs`. */
export async function withinTime<T>(
  signal: AbortSignal,
  timeoutMs: number,
  work: (whole: AbortController) => Promise<T>,
): Promise<T> {
  const whole = new AbortController();
  const abort = (): void => whole.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(
    () => whole.abort(new FetchFault(`it was not all there within ${seconds(timeoutMs)}`)),
    timeoutMs,
  );
  try {
    return await work(whole);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/**
 * A checkpoint for reading, from now on, a feed whose fetching took `fetchMs`. It throws a FetchFault once there are more
 * bytes, or more time has passed, than the limits allow: a clock, because reading is work of this thread, on which no
 * timer runs meanwhile.
 */
export function readingCheckpoint(
  { maxBytes, timeoutMs }: FetchLimits,
  fetchMs: number,
): (uncompressedBytes: number) => void {
  const end = performance.now() + timeoutMs - fetchMs;
  let bytes = 0;
  return (more) => {
    bytes += more;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    if (performance.now() > end)
      throw new FetchFault(
        `it was not fetched and read within ${seconds(timeoutMs)}; timeout in its settings allows more`,
      );
  };
}

export function tooLarge(maxBytes: number): FetchFault {
  return new FetchFault(`it is larger than ${maxBytes} bytes; maxBytes in its settings allows more`);
}
