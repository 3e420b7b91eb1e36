// Answers that were given, for whoever asks the same again. All are of one version of the stock: the first look with
// another version forgets them. They take up a bounded number of bytes. When it is reached, an answer is kept only if it
// was asked for more often of late than the one that was not for the longest time: a client that asks for millions of
// different things pushes nothing out that others ask for.

export interface CachedResponse {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** A header that only goes with the body. */
  readonly link: string;
  readonly body: Buffer;
}

/** Eight thousand pages of full descriptions. */
const DEFAULT_BYTES = 128 * 1024 * 1024;

/** What an entry takes up beside its texts and bytes, about. */
const ENTRY_BYTES = 512;

/** One counter for all keys with the same hash: with some tens of thousands in use, few share one. */
const COUNTERS = 2 ** 16;
/** After so many sightings all counters are halved, so that what was popular once is forgotten. */
const AGING_INTERVAL = 8 * COUNTERS;

export class ResponseCache {
  readonly #maxBytes: number;
  /** The one that was not asked for the longest time comes first. */
  readonly #responses = new Map<string, CachedResponse>();
  readonly #frequencies = new Uint8Array(COUNTERS);
  #sinceAging = 0;
  #bytes = 0;
  #version = '';

  constructor(maxBytes = DEFAULT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that the answers take up; never more than the constructor was told. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The answer that was kept for `key` under this very version. */
  find(version: string, key: string): CachedResponse | undefined {
    if (version !== this.#version) this.#startVersion(version);
    this.#count(key);
    const response = this.#responses.get(key);
    if (response === undefined) return undefined;
    this.#responses.delete(key);
    this.#responses.set(key, response);
    return response;
  }

  /** Keeps an answer of this version, if there is room or others were asked for less. The body must not change any more. */
  store(version: string, key: string, response: CachedResponse): void {
    if (version !== this.#version || this.#responses.has(key)) return;
    const bytes = bytesOf(key, response);
    if (bytes > this.#maxBytes) return;
    const frequency = this.#frequencies[slotOf(key)];
    for (const [oldKey, old] of this.#responses) {
      if (this.#bytes + bytes <= this.#maxBytes) break;
      this.#responses.delete(oldKey);
      if (this.#frequencies[slotOf(oldKey)] >= frequency) {
        // It stays, behind the others, so that it does not stand in the way of every newcomer.
        this.#responses.set(oldKey, old);
        return;
      }
      this.#bytes -= bytesOf(oldKey, old);
    }
    this.#responses.set(key, { ...response, body: ownCopy(response.body) });
    this.#bytes += bytes;
  }

  #startVersion(version: string): void {
    this.#version = version;
    this.#responses.clear();
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

/** A small buffer of Node's is a piece of one that many share, and holds on to all of it. */
function ownCopy(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

function bytesOf(key: string, { headers, link, body }: CachedResponse): number {
  let bytes = ENTRY_BYTES + key.length + link.length + body.length;
  for (const name in headers) bytes += name.length + headers[name].length;
  return bytes;
}

/** FNV-1a, folded. */
function slotOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 16)) & (COUNTERS - 1);
}
