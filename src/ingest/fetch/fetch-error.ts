// Errors of fetching, and a feed's `maxBytes` and `timeout`, which limit fetching, decompressing and reading, but not waiting.

/** A server, network or file error. The message contains no credentials and no URL, and no full stop. */
export class FetchError extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'FetchError';
    this.retryAfterMs = retryAfterMs;
  }
}

/** A connection error as a FetchError, an abort as its reason; any other error as it is. */
export function toFetchError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof FetchError) return error;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const message =
    MESSAGES.get(error.code) ??
    (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_)/.test(error.code)
      ? `the server's certificate is invalid (${error.code})`
      : error.code.startsWith('HPE_')
        ? `the response is not valid HTTP (${error.code})`
        : 'syscall' in error && /^(?:connect|getaddrinfo|read)$/.test(String(error.syscall))
          ? `the connection failed (${error.code})`
          : undefined);
  return message === undefined ? error : new FetchError(message, undefined, error);
}

/** `10 s` for 10000. */
export function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'the host name cannot be resolved at the moment'],
  ['ECONNREFUSED', 'the server refused the connection'],
  ['ECONNRESET', 'the connection ended before the response was complete'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'the connection ended before the response was complete'],
  ['EPIPE', 'the connection ended before the response was complete'],
  ['ETIMEDOUT', 'the server did not respond in time'],
  ['EHOSTUNREACH', 'the server is unreachable'],
  ['ENETUNREACH', 'the server is unreachable'],
  ['EPROTO', 'the server supports no known TLS version'],
  ['Z_BUF_ERROR', 'the gzip data ends too early'],
  ['Z_DATA_ERROR', 'the gzip data is damaged'],
  ['HPE_HEADER_OVERFLOW', 'the response headers are too large'],
]);

export interface FetchLimits {
  /** Uncompressed. */
  readonly maxBytes: number;
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

/** A checkpoint from now on, which throws a FetchError beyond the limits. It reads the clock: parsing blocks timers. */
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

export function tooLarge(maxBytes: number): FetchError {
  return new FetchError(`it is larger than ${maxBytes} bytes; raise maxBytes in its settings`);
}
