// The public keys of a token issuer (JWKS, RFC 7517), from its server or from a file. They are fetched when a token needs them,
// and refetched when they are old or a token names an unknown key, but never more often than the cooldown allows. If the server
// does not respond, old keys stay in use for a while. Without any keys no token can be judged, which is a Problem
// `jwks_unavailable`. `createRemoteJWKSet` of jose has no cooldown after a failure, makes tokens wait while old keys are
// refreshed, and refuses them if that fails.
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { Problem } from '../problem.ts';
import { WatchedFile, type WatchContext } from './watched-file.ts';

export type KeySet = ReturnType<typeof createLocalJWKSet>;

export interface JwksSource {
  /** The keys loaded last, whatever their age. */
  readonly lastKnown: KeySet | undefined;
  /** The keys, refreshed if they are old. Rejects with a Problem `jwks_unavailable`. */
  current(): Promise<KeySet>;
  /** The refreshed keys, for a token whose key is not in `old`; undefined if they are the same. */
  refreshAfter(old: KeySet): Promise<KeySet | undefined>;
}

const CACHE_MAX_AGE_MS = 5 * 60_000;
const MAX_STALE_MS = 65 * 60_000;
const COOLDOWN_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;

/** `location` is an http or https URL, or a path. Throws a Problem `invalid_configuration` for a file without keys. */
export function openJwks(
  location: string,
  context: WatchContext,
  timeoutMs = RESPONSE_TIMEOUT_MS,
): JwksSource {
  return /^https?:/i.test(location)
    ? new RemoteJwks(new URL(location), context, timeoutMs)
    : fileJwks(location, context);
}

function fileJwks(path: string, context: WatchContext): JwksSource {
  const file = new WatchedFile(path, (text) => parseKeySet(text, `'${path}'`), context);
  if (!file.wasFound) throw new Problem('invalid_configuration', `The JWKS file '${path}' does not exist.`);
  return {
    get lastKnown() {
      return file.value;
    },
    async current() {
      return file.value ?? throwUnavailable();
    },
    async refreshAfter(old) {
      return file.value === old ? undefined : file.value;
    },
  };
}

class RemoteJwks implements JwksSource {
  readonly #url: URL;
  readonly #context: WatchContext;
  readonly #timeoutMs: number;
  #keys: KeySet | undefined;
  #fetchedAt = -Infinity;
  #attemptedAt = -Infinity;
  #fetching: Promise<void> | undefined;
  #lastError: string | undefined;

  constructor(url: URL, context: WatchContext, timeoutMs: number) {
    this.#url = url;
    this.#context = context;
    this.#timeoutMs = timeoutMs;
    // Fetched now, so that a mistyped URL is reported at the start and not with the first token.
    void this.#refresh();
  }

  get lastKnown(): KeySet | undefined {
    return this.#keys;
  }

  async current(): Promise<KeySet> {
    const age = this.#since(this.#fetchedAt);
    if (this.#keys !== undefined && age < CACHE_MAX_AGE_MS) return this.#keys;
    const refreshing = this.#refresh();
    // Old keys are used while new ones are fetched.
    if (this.#keys !== undefined && age < MAX_STALE_MS) return this.#keys;
    await refreshing;
    return this.#keys !== undefined && this.#since(this.#fetchedAt) < MAX_STALE_MS
      ? this.#keys
      : throwUnavailable();
  }

  async refreshAfter(old: KeySet): Promise<KeySet | undefined> {
    await this.#refresh();
    return this.#keys === old ? undefined : this.#keys;
  }

  #refresh(): Promise<void> {
    if (this.#fetching !== undefined) return this.#fetching;
    if (this.#since(this.#attemptedAt) < COOLDOWN_MS) return Promise.resolve();
    this.#attemptedAt = this.#context.now();
    this.#fetching = this.#fetch().finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  async #fetch(): Promise<void> {
    const location = `${this.#url.origin}${this.#url.pathname}`;
    try {
      this.#keys = parseKeySet(await fetchText(this.#url, this.#timeoutMs), location);
      this.#fetchedAt = this.#context.now();
      if (this.#lastError !== undefined) this.#context.warn(`The JWKS of ${location} is available again.`);
      this.#lastError = undefined;
    } catch (error) {
      const message = `The JWKS of ${location} is unavailable: ${reasonOf(error)}.`;
      if (message !== this.#lastError) this.#context.warn(message);
      this.#lastError = message;
    }
  }

  /** The absolute time since `time`: a clock that is set back must not make old keys look new. */
  #since(time: number): number {
    return Math.abs(this.#context.now() - time);
  }
}

function throwUnavailable(): never {
  throw new Problem(
    'jwks_unavailable',
    'The keys that verify tokens are unavailable, so this token was not checked. Try again soon.',
  );
}

/** Throws a Problem `invalid_configuration` for the operator: the location is wrong, or the issuer serves something else. */
function parseKeySet(text: string, location: string): KeySet {
  const invalid = (what: string): Problem =>
    new Problem('invalid_configuration', `${location} contains ${what}.`);
  try {
    const set = JSON.parse(text) as JSONWebKeySet;
    const keys = createLocalJWKSet(set);
    if (set.keys.length > MAX_KEYS) throw invalid(`more than ${MAX_KEYS} keys`);
    return keys;
  } catch (error) {
    throw error instanceof Problem ? error : invalid('no JWKS');
  }
}

async function fetchText(url: URL, timeoutMs: number): Promise<string> {
  const response = await fetch(url, {
    // A redirect would leave the configured URL.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/jwk-set+json, application/json' },
  });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new Problem('jwks_unavailable', `the server responded with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > MAX_BYTES)
      throw new Problem('jwks_unavailable', `the response is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message.replace(/\.$/, '');
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no response in time';
  // The cause describes the connection error.
  const { message } = error.cause instanceof Error ? error.cause : error;
  return message === '' ? 'no connection' : message;
}
