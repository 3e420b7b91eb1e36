// A feed's `maxBytes` and `timeout`, which cover fetching, decompressing and reading. Waiting for other imports is excluded.
import { FetchError, seconds } from './fetch-error.ts';

export interface FetchLimits {
  /** Uncompressed. */
  readonly maxBytes: number;
  /** For fetching, decompressing and reading. */
  readonly timeoutMs: number;
}

/** The result of `work`. Aborts its controller with the reason of `signal`, or with a FetchError after `timeoutMs`. */
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
    () => controller.abort(new FetchError(`it was not complete within ${seconds(timeoutMs)}`)),
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
 * A checkpoint that starts now, for a feed whose download took `fetchMs`. It throws a FetchError beyond the limits. It reads
 * the clock because parsing blocks the event loop, so no timer would fire.
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
        `fetching and reading took longer than ${seconds(timeoutMs)}; raise timeout in its settings`,
      );
  };
}

/** The error for a feed beyond `maxBytes`. */
export function tooLarge(maxBytes: number): FetchError {
  return new FetchError(`it is larger than ${maxBytes} bytes; raise maxBytes in its settings`);
}
