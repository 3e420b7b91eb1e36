// One GET, with retries if there is no response or the service or its proxy is busy. Delays are bounded: Retry-After plus random
// jitter, so that many clients do not retry at the same moment.
import { ForecourtProblem, problemFromResponse, unreachable } from './forecourt-problem.ts';

export interface ClientTransport {
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum number of retries. */
  readonly retries: number;
  /** Maximum delay. A longer Retry-After ends the call. */
  readonly maxDelayMs: number;
}

export interface ClientResponse {
  readonly status: 200 | 304;
  readonly headers: Headers;
  readonly text: string;
}

interface FetchOptions {
  readonly ifNoneMatch?: string;
  readonly signal?: AbortSignal | undefined;
}

/** 0: no response. 502 and 504 come from a proxy whose service is restarting. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** Maximum jitter of the first retry. It doubles with each further one. */
const INITIAL_BACKOFF_MS = 500;

/** The response if its status is 200 or 304. Throws a ForecourtProblem for any other, and the reason of an aborted `signal`. */
export async function fetchWithRetry(
  url: string,
  transport: ClientTransport,
  options: FetchOptions,
): Promise<ClientResponse> {
  // The body too is read in the attempt, because a connection may break in the middle of it.
  return retry(url, transport, options, async (response, status) => ({
    status,
    headers: response.headers,
    text: await response.text(),
  }));
}

/** The response before its body was read, for bodies of any length. Throws like `fetchWithRetry`. */
export function fetchStreamWithRetry(
  url: string,
  transport: ClientTransport,
  options: Pick<FetchOptions, 'signal'>,
): Promise<Response> {
  return retry(url, transport, options, async (response) => response);
}

async function retry<Result extends object>(
  url: string,
  transport: ClientTransport,
  { ifNoneMatch, signal }: FetchOptions,
  read: (response: Response, status: 200 | 304) => Promise<Result>,
): Promise<Result> {
  const headers = {
    ...transport.headers,
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  };
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(url, transport.fetch, headers, signal, read);
    if (!(outcome instanceof ForecourtProblem)) return outcome;
    const delayMs = retryDelay(outcome, attempts, transport);
    if (delayMs === undefined) throw outcome;
    await sleep(delayMs, signal);
  }
}

async function attempt<Result extends object>(
  url: string,
  fetch: ClientTransport['fetch'],
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
  read: (response: Response, status: 200 | 304) => Promise<Result>,
): Promise<Result | ForecourtProblem> {
  signal?.throwIfAborted();
  try {
    const response = await fetch(url, { headers, ...(signal !== undefined && { signal }) });
    const { status } = response;
    if (status === 200 || status === 304) return await read(response, status);
    const retryAfterMs = retryDelayOf(response.headers.get('retry-after'), Date.now());
    return problemFromResponse(status, await response.text(), retryAfterMs);
  } catch (cause) {
    signal?.throwIfAborted();
    return unreachable(url, cause);
  }
}

/** Milliseconds; undefined if the problem is not worth a retry. */
function retryDelay(
  { status, retryAfterMs = 0 }: ForecourtProblem,
  attempts: number,
  { retries, maxDelayMs }: ClientTransport,
): number | undefined {
  if (!RETRYABLE_STATUSES.has(status) || attempts > retries || retryAfterMs > maxDelayMs) return undefined;
  return Math.min(retryAfterMs + Math.random() * INITIAL_BACKOFF_MS * 2 ** (attempts - 1), maxDelayMs);
}

/** Milliseconds from `now`, for seconds or a date (RFC 9110); undefined for anything else. */
export function retryDelayOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const ms = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
