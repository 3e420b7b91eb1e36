// Errors of fetching a feed, with messages for the operator.

/** A server, network or file error. The message contains no credentials and no URL, and no full stop. */
export class FetchError extends Error {
  /** Delay that the server asks for, in milliseconds. */
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
