// One HTTP request, and what can go wrong with it in words. Node's own client and not fetch, because fetch takes a gzip
// body that ends early for a whole one, and has no limit of its own on connecting. No redirect is followed here.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface RequestLimits {
  /** Until the connection stands, TLS included. */
  readonly connectMs: number;
  /** Without a byte from the server. */
  readonly idleMs: number;
}

export const REQUEST_LIMITS: RequestLimits = { connectMs: 10_000, idleMs: 30_000 };

/** What a feed's server, or the way to it, did wrong. Its sentence names neither address nor credentials. */
export class FetchFault extends Error {
  /** When the server allows another request, in milliseconds from now. */
  readonly retryAfterMs: number | undefined;

  constructor(sentence: string, retryAfterMs?: number, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'FetchFault';
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * The answer as soon as its head is there; its body is unread. Throws as the connection does;
 * faultOf makes words of it. `whole` is aborted when nothing comes any more, be it the head or the body.
 */
export function httpGet(
  url: URL,
  headers: Readonly<Record<string, string>>,
  limits: RequestLimits,
  whole: AbortController,
): Promise<IncomingMessage> {
  const { signal } = whole;
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const request = (secure ? httpsRequest : httpRequest)(url, { headers, signal, agent: false });
    const connecting = setTimeout(
      () => request.destroy(new FetchFault(`no connection within ${seconds(limits.connectMs)}`)),
      limits.connectMs,
    );
    request.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
      socket.setTimeout(limits.idleMs, () =>
        whole.abort(new FetchFault(`nothing came for ${seconds(limits.idleMs)}`)),
      );
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.once('close', () => clearTimeout(connecting));
    request.end();
  });
}

/** An error of the connection as a FetchFault; any other as it is. */
export function faultOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof FetchFault) return error;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const sentence =
    SENTENCES.get(error.code) ??
    (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_)/.test(error.code)
      ? `the certificate of the server is not good (${error.code})`
      : error.code.startsWith('HPE_')
        ? `the answer is no valid HTTP (${error.code})`
        : undefined);
  return sentence === undefined ? error : new FetchFault(sentence, undefined, error);
}

export function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'the name of the host cannot be looked up now'],
  ['ECONNREFUSED', 'the server refused the connection'],
  ['ECONNRESET', 'the connection ended before all of the answer was there'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'the connection ended before all of the answer was there'],
  ['EPIPE', 'the connection ended before all of the answer was there'],
  ['ETIMEDOUT', 'the server did not answer in time'],
  ['EHOSTUNREACH', 'there is no way to the server'],
  ['ENETUNREACH', 'there is no way to the server'],
  ['EPROTO', 'the server speaks no TLS that is known here'],
  ['Z_BUF_ERROR', 'the gzip data ends too early'],
  ['Z_DATA_ERROR', 'the gzip data is damaged'],
  ['HPE_HEADER_OVERFLOW', 'the head of the answer is too large'],
]);
