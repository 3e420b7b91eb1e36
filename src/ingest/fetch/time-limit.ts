// The `timeout` of a feed: one limit for fetching, decompressing and reading it. Waiting for other imports does not count.
import { FetchError, seconds } from './fetch-error.ts';

export interface FetchLimits {
  /** Uncompressed. */
  readonly maxBytes: number;
  /** For fetching, decompressing and reading. */
  readonly timeoutMs: number;
}

/** What comes of `work`, whose controller is aborted with the reason of `signal`, or a FetchError after `timeoutMs`. */
export async function withTimeout<T>(
  signal: AbortSignal,
  timeoutMs: number,
  work: (controller: AbortController) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(
    () => controller.abort(new FetchError(`it was not all there within ${seconds(timeoutMs)}`)),
    timeoutMs,
  );
  try {
    return await work(controller);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/**
 * A checkpoint for reading, from now on, a feed whose fetching took `fetchMs`. It throws a FetchError once there are more
 * bytes, or more time has passed, than the limits allow: a clock, because reading is work of this thread, on which no
 * timer runs meanwhile.
 */
export function limitCheckpoint(
  { maxBytes, timeoutMs }: FetchLimits,
  fetchMs: number,
): (uncompressedBytes: number) => void {
  const end = performance.now() + timeoutMs - fetchMs;
  let bytes = 0;
  return (more) => {
    bytes += more;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    if (performance.now() > end)
      throw new FetchError(
        `it was not fetched and read within ${seconds(timeoutMs)}; timeout in its settings allows more`,
      );
  };
}

export function tooLarge(maxBytes: number): FetchError {
  return new FetchError(`it is larger than ${maxBytes} bytes; maxBytes in its settings allows more`);
}
