// The public keys of those who sign tokens for us (a JWKS, RFC 7517), from their server or from a file. They are asked for
// when a token needs them: again after five minutes, or when a token names a key that is not among them. Whatever tokens
// come, the server is asked once in ten seconds at most, and keys that were good serve an hour longer if it is silent.
// With no keys at all nothing can be told about a token: that is a Problem `jwks_unavailable`, and neither yes nor no.
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { Problem } from '../problem.ts';
import { WatchedFile, type WatchContext } from './watched-file.ts';

/** Finds the key that a token names. */
export type KeySet = ReturnType<typeof createLocalJWKSet>;

export interface JwksSource {
  /** The last ones that were had, however old. */
  readonly lastKnown: KeySet | undefined;
  /** Throws a Problem `jwks_unavailable`. */
  current(): Promise<KeySet>;
  /** For a token whose key is not in `old`: the keys of now, if they are others. */
  refreshAfter(old: KeySet): Promise<KeySet | undefined>;
}

const CACHE_MAX_AGE_MS = 5 * 60_000;
const MAX_STALE_MS = 65 * 60_000;
const COOLDOWN_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;

/** `location` is an http or https address, or a file. Throws a Problem `invalid_configuration` for a file without keys. */
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
  if (!file.wasFound) throw new Problem('invalid_configuration', `The file of keys '${path}' is not there.`);
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
  /** The server has so long for all of its answer. */
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
    // An operator who mistyped the address reads of it at the start, not with the first token.
    void this.#refresh();
  }

  get lastKnown(): KeySet | undefined {
    return this.#keys;
  }

  async current(): Promise<KeySet> {
    const age = this.#since(this.#fetchedAt);
    if (this.#keys !== undefined && age < CACHE_MAX_AGE_MS) return this.#keys;
    const refreshing = this.#refresh();
    // Those who come meanwhile need not wait for the answer.
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
      if (this.#lastError !== undefined) this.#context.warn(`The keys of ${location} can be had again.`);
      this.#lastError = undefined;
    } catch (error) {
      const message = `The keys of ${location} cannot be had: ${reasonOf(error)}.`;
      if (message !== this.#lastError) this.#context.warn(message);
      this.#lastError = message;
    }
  }

  /** Never negative: a clock that is set back must not make old keys young. */
  #since(time: number): number {
    return Math.abs(this.#context.now() - time);
  }
}

function throwUnavailable(): never {
  throw new Problem(
    'jwks_unavailable',
    'The keys that tokens are checked with cannot be had now. Nothing is wrong with the token; try again soon.',
  );
}

/** Throws a Problem `invalid_configuration`: whoever reads it in a log has set the wrong place, or the issuer has a fault. */
function parseKeySet(text: string, location: string): KeySet {
  const invalid = (what: string): Problem =>
    new Problem('invalid_configuration', `${location} holds ${what}.`);
  try {
    const set = JSON.parse(text) as JSONWebKeySet;
    const keys = createLocalJWKSet(set);
    if (set.keys.length > MAX_KEYS) throw invalid(`more than ${MAX_KEYS} keys`);
    return keys;
  } catch (error) {
    throw error instanceof Problem ? error : invalid('no set of keys (JWKS)');
  }
}

async function fetchText(url: URL, timeoutMs: number): Promise<string> {
  const response = await fetch(url, {
    // Wherever it would lead, it is not the address that was set.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/jwk-set+json, application/json' },
  });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new Problem('jwks_unavailable', `the server answered with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > MAX_BYTES)
      throw new Problem('jwks_unavailable', `the answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message.replace(/\.$/, '');
  if (!(error instanceof Error)) return 'an unknown fault';
  if (error.name === 'TimeoutError') return 'no answer in time';
  // What happened to the connection is told by the cause.
  const { message } = error.cause instanceof Error ? error.cause : error;
  return message === '' ? 'there is no connection' : message;
}
