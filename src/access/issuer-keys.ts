// The public keys of those who sign tokens for us (a JWKS, RFC 7517), from their server or from a file. They are asked for
// when a token needs them: again after five minutes, or when a token names a key that is not among them. Whatever tokens
// come, the server is asked once in ten seconds at most, and keys that were good serve an hour longer if it is silent.
// With no keys at all nothing can be told about a token: that is a Problem `keys_unavailable`, and neither yes nor no.
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { Problem } from '../problem.ts';
import { FollowedFile, type Following } from './followed-file.ts';

/** Finds the key that a token names. */
export type KeySet = ReturnType<typeof createLocalJWKSet>;

export interface IssuerKeys {
  /** The last ones that were had, however old. */
  readonly known: KeySet | undefined;
  /** Throws a Problem `keys_unavailable`. */
  current(): Promise<KeySet>;
  /** For a token whose key is not in `old`: the keys of now, if they are others. */
  newerThan(old: KeySet): Promise<KeySet | undefined>;
}

const FRESH_MS = 5 * 60_000;
const USABLE_MS = 65 * 60_000;
const PAUSE_MS = 10_000;
const ANSWER_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const MOST_KEYS = 100;

/** `place` is an http or https address, or a file. Throws a Problem `invalid_configuration` for a file without keys. */
export function openIssuerKeys(place: string, following: Following, answerMs = ANSWER_MS): IssuerKeys {
  return /^https?:/i.test(place)
    ? new ServerKeys(new URL(place), following, answerMs)
    : fileKeys(place, following);
}

function fileKeys(path: string, following: Following): IssuerKeys {
  const file = new FollowedFile(path, (text) => parseKeySet(text, `'${path}'`), following);
  if (!file.found) throw new Problem('invalid_configuration', `The file of keys '${path}' is not there.`);
  return {
    get known() {
      return file.value;
    },
    async current() {
      return file.value ?? noKeys();
    },
    async newerThan(old) {
      return file.value === old ? undefined : file.value;
    },
  };
}

class ServerKeys implements IssuerKeys {
  readonly #address: URL;
  readonly #following: Following;
  /** The server has so long for all of its answer. */
  readonly #answerMs: number;
  #keys: KeySet | undefined;
  #gotAt = -Infinity;
  #askedAt = -Infinity;
  #asking: Promise<void> | undefined;
  #fault: string | undefined;

  constructor(address: URL, following: Following, answerMs: number) {
    this.#address = address;
    this.#following = following;
    this.#answerMs = answerMs;
    // An operator who mistyped the address reads of it at the start, not with the first token.
    void this.#ask();
  }

  get known(): KeySet | undefined {
    return this.#keys;
  }

  async current(): Promise<KeySet> {
    const age = this.#since(this.#gotAt);
    if (this.#keys !== undefined && age < FRESH_MS) return this.#keys;
    const asking = this.#ask();
    // Those who come meanwhile need not wait for the answer.
    if (this.#keys !== undefined && age < USABLE_MS) return this.#keys;
    await asking;
    return this.#keys !== undefined && this.#since(this.#gotAt) < USABLE_MS ? this.#keys : noKeys();
  }

  async newerThan(old: KeySet): Promise<KeySet | undefined> {
    await this.#ask();
    return this.#keys === old ? undefined : this.#keys;
  }

  #ask(): Promise<void> {
    if (this.#asking !== undefined) return this.#asking;
    if (this.#since(this.#askedAt) < PAUSE_MS) return Promise.resolve();
    this.#askedAt = this.#following.now();
    this.#asking = this.#fetch().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #fetch(): Promise<void> {
    const place = `${this.#address.origin}${this.#address.pathname}`;
    try {
      this.#keys = parseKeySet(await fetchText(this.#address, this.#answerMs), place);
      this.#gotAt = this.#following.now();
      if (this.#fault !== undefined) this.#following.note(`The keys of ${place} can be had again.`);
      this.#fault = undefined;
    } catch (error) {
      const fault = `The keys of ${place} cannot be had: ${reasonOf(error)}.`;
      if (fault !== this.#fault) this.#following.note(fault);
      this.#fault = fault;
    }
  }

  /** Never negative: a clock that is set back must not make old keys young. */
  #since(time: number): number {
    return Math.abs(this.#following.now() - time);
  }
}

function noKeys(): never {
  throw new Problem(
    'keys_unavailable',
    'The keys that tokens are checked with cannot be had now. Nothing is wrong with the token; try again soon.',
  );
}

/** Throws a Problem `invalid_configuration`: whoever reads it in a log has set the wrong place, or the issuer has a fault. */
function parseKeySet(text: string, place: string): KeySet {
  const wrong = (what: string): Problem => new Problem('invalid_configuration', `${place} holds ${what}.`);
  try {
    const set = JSON.parse(text) as JSONWebKeySet;
    const keys = createLocalJWKSet(set);
    if (set.keys.length > MOST_KEYS) throw wrong(`more than ${MOST_KEYS} keys`);
    return keys;
  } catch (error) {
    throw error instanceof Problem ? error : wrong('no set of keys (JWKS)');
  }
}

async function fetchText(address: URL, answerMs: number): Promise<string> {
  const response = await fetch(address, {
    // Wherever it would lead, it is not the address that was set.
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
    headers: { accept: 'application/jwk-set+json, application/json' },
  });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new Problem('keys_unavailable', `the server answered with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > MAX_BYTES)
      throw new Problem('keys_unavailable', `the answer is larger than ${MAX_BYTES} bytes`);
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
