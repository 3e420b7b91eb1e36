// Response cache of one version of the stock: a lookup with another version clears it. Its bytes are bounded. When it is full, a
// new response replaces the least recently used one only if it was requested more often recently (TinyLFU), so a client that
// requests millions of different pages evicts no response that others request. Beside a client with as many requests as all
// others together, the others' hit rate (Zipf) is 52 %, that of an LRU cache of the same size 39 %; without such a client 60 %
// and 51 %.

import { fnv1a } from '../hash.ts';
import { EncodedForms } from './compression/encoded-forms.ts';
import type { Requester } from './exchange.ts';

export interface CachedResponse {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with 200 only, not with a 304. */
  readonly link: string;
  readonly body: Buffer;
  /** The encoded forms of the body; their bytes count too. Undefined if the response is not cached. */
  readonly encodedForms?: EncodedForms;
  /** Called with each request that the response is served to. */
  readonly onServed?: ((request: Requester) => void) | undefined;
}

/** Room for eight thousand pages with full descriptions. */
const DEFAULT_BYTES = 128 * 1024 * 1024;

const ENTRY_BYTES = 768;

/** Keys with the same hash share a counter: with tens of thousands of keys, few do. */
const COUNTERS = 2 ** 16;
/** Lookups after which all counters are halved, so that former popularity fades. */
const AGING_INTERVAL = 8 * COUNTERS;

export class ResponseCache {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #responses = new Map<string, CachedResponse>();
  /** Kept between evictions: a new iterator would first skip the slots of all moved or removed responses. */
  #oldest = this.#responses.entries();
  readonly #frequencies = new Uint8Array(COUNTERS);
  #sinceAging = 0;
  #bytes = 0;
  #version = '';

  constructor(maxBytes = DEFAULT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The cached response of this version; counts the lookup. */
  find(version: string, key: string): CachedResponse | undefined {
    if (version !== this.#version) this.#startVersion(version);
    this.#count(key);
    const response = this.#responses.get(key);
    if (response === undefined) return undefined;
    this.#responses.delete(key);
    this.#responses.set(key, response);
    return response;
  }

  /**
   * Caches a response of this version if there is room, or if less popular responses make room. Its body must not change. Returns
   * the cached response, with encoded forms, or else the response as passed.
   */
  store(version: string, key: string, response: CachedResponse): CachedResponse {
    if (version !== this.#version || this.#responses.has(key)) return response;
    const bytes = bytesOf(key, response);
    if (!this.#makeRoom(key, bytes)) return response;
    const body = ownCopy(response.body);
    const cached: CachedResponse = {
      headers: response.headers,
      link: response.link,
      body,
      onServed: response.onServed,
      encodedForms: new EncodedForms(
        body,
        'fast',
        (more) => this.#responses.get(key) === cached && this.#makeRoom(key, more),
      ),
    };
    this.#responses.set(key, cached);
    return cached;
  }

  /** Takes the bytes for the response of this key, if there is room or less popular responses make room. False: there is none. */
  #makeRoom(key: string, bytes: number): boolean {
    if (bytes > this.#maxBytes) return false;
    const frequency = this.#frequencies[slotOf(key)];
    while (this.#bytes + bytes > this.#maxBytes) {
      const [oldKey, old] = this.#nextOldest();
      this.#responses.delete(oldKey);
      if (this.#frequencies[slotOf(oldKey)] >= frequency) {
        // The popular response stays, as the most recently used, so that it does not block every new response.
        this.#responses.set(oldKey, old);
        return false;
      }
      this.#bytes -= bytesOf(oldKey, old);
    }
    this.#bytes += bytes;
    return true;
  }

  /** The least recently used response, which must exist. The caller must remove it, and may add it again. */
  #nextOldest(): [key: string, response: CachedResponse] {
    let next = this.#oldest.next();
    if (next.done === true) {
      this.#oldest = this.#responses.entries();
      next = this.#oldest.next();
    }
    if (next.done === true) throw new Error('an empty response cache has bytes in use');
    return next.value;
  }

  #startVersion(version: string): void {
    this.#version = version;
    this.#responses.clear();
    this.#oldest = this.#responses.entries();
    this.#bytes = 0;
  }

  #count(key: string): void {
    const slot = slotOf(key);
    if (this.#frequencies[slot] < 255) this.#frequencies[slot] += 1;
    this.#sinceAging += 1;
    if (this.#sinceAging < AGING_INTERVAL) return;
    this.#sinceAging = 0;
    for (let i = 0; i < COUNTERS; i++) this.#frequencies[i] >>= 1;
  }
}

/** A copy with memory of its own: a small Buffer is a slice of Node's pool, all of which it would keep alive. */
function ownCopy(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

function bytesOf(key: string, { headers, link, body, encodedForms }: CachedResponse): number {
  let bytes = ENTRY_BYTES + key.length + link.length + body.length + (encodedForms?.bytes ?? 0);
  for (const name in headers) bytes += name.length + headers[name].length;
  return bytes;
}

function slotOf(key: string): number {
  const hash = fnv1a(key);
  return (hash ^ (hash >>> 16)) & (COUNTERS - 1);
}
