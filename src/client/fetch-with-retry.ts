// One GET, tried again while that is worth it: where no answer came, and where the service or a proxy before it is busy.
// Waits are bounded, as long as Retry-After asks for, and random beyond that, so that many clients do not come back as one.
import { ForecourtProblem, problemFromResponse } from './forecourt-problem.ts';

export interface ClientTransport {
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** At most so many tries after the first. */
  readonly retries: number;
  /** A service that asks for a longer wait is not asked again. */
  readonly maxDelayMs: number;
}

export interface ClientResponse {
  readonly status: 200 | 304;
  readonly headers: Headers;
  readonly text: string;
}

/** 0 stands for no answer. 502 and 504 are those of a proxy whose service is being started again. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** The random part of the first wait is shorter than this; each further one may be twice as long. */
const INITIAL_BACKOFF_MS = 500;

/** Throws a ForecourtProblem for every other answer, and what `signal` was aborted with as soon as it is. */
export async function fetchWithRetry(
  url: string,
  transport: ClientTransport,
  { ifNoneMatch, signal }: { readonly ifNoneMatch?: string; readonly signal?: AbortSignal | undefined },
): Promise<ClientResponse> {
  const headers = {
    ...transport.headers,
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  };
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(url, transport.fetch, headers, signal);
    if (!(outcome instanceof ForecourtProblem)) return outcome;
    const delayMs = retryDelay(outcome, attempts, transport);
    if (delayMs === undefined) throw outcome;
    await sleep(delayMs, signal);
  }
}

/** Reading the body is part of the try: a connection may break in the middle of it. */
async function attempt(
  url: string,
  fetch: ClientTransport['fetch'],
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<ClientResponse | ForecourtProblem> {
  signal?.throwIfAborted();
  try {
    const response = await fetch(url, { headers, ...(signal !== undefined && { signal }) });
    const text = await response.text();
    const { status } = response;
    if (status === 200 || status === 304) return { status, headers: response.headers, text };
    return problemFromResponse(
      status,
      text,
      tryParseRetryAfter(response.headers.get('retry-after'), Date.now()),
    );
  } catch (cause) {
    signal?.throwIfAborted();
    const detail = `No answer came from ${url}.`;
    return new ForecourtProblem({ status: 0, code: 'unreachable', detail }, { cause });
  }
}

/** Undefined: it is not worth it. */
function retryDelay(
  { status, retryAfterMs = 0 }: ForecourtProblem,
  attempts: number,
  { retries, maxDelayMs }: ClientTransport,
): number | undefined {
  if (!RETRYABLE_STATUSES.has(status) || attempts > retries || retryAfterMs > maxDelayMs) return undefined;
  return Math.min(retryAfterMs + Math.random() * INITIAL_BACKOFF_MS * 2 ** (attempts - 1), maxDelayMs);
}

/** Milliseconds from `now`, for seconds or a date (RFC 9110); undefined where it says nothing that can be read. */
export function tryParseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const ms = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
