// Decodes Windows-1252, and finds characters in UTF-8. A guessed encoding is checked to the end: as many UTF-8 characters as invalid bytes are a damaged
// UTF-8 feed. TextDecoder maps undefined bytes to controls instead of failing.
import { isUtf8 } from 'node:buffer';
import { hex } from './feed-encoding.ts';
import { unreadable } from './feed-record.ts';

export interface BytePosition {
  readonly line: number;
  readonly position: number;
  readonly byte: number;
}

// The characters of the bytes 0x80 to 0x9F; a space stands for undefined bytes.
const HIGH_CONTROLS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const LINE_FEED = 0x0a;

export class Windows1252Decoder {
  readonly #feed: string;
  /** The byte that led to the guess; undefined if the encoding is certain. */
  readonly #guessedFrom: BytePosition | undefined;
  #line: number;
  #foreignBytes = 0;
  #utf8Characters = 0;
  /** Bytes at the end of a chunk that may start a UTF-8 character. */
  #unfinished: Buffer = Buffer.alloc(0);

  constructor(feed: string, guessedFrom?: BytePosition) {
    this.#feed = feed;
    this.#guessedFrom = guessedFrom;
    this.#line = guessedFrom?.line ?? 1;
  }

  *decode(chunk: Buffer): Generator<string> {
    const bytes = this.#unfinished.length === 0 ? chunk : Buffer.concat([this.#unfinished, chunk]);
    const complete = bytes.subarray(
      0,
      this.#guessedFrom === undefined ? bytes.length : lastCharacterEnd(bytes),
    );
    this.#unfinished = bytes.subarray(complete.length);
    yield* this.#decode(complete);
  }

  *end(): Generator<string> {
    yield* this.#decode(this.#unfinished);
  }

  /** Yields the text before a fault first: a fault in it comes earlier in the feed, and must be the one reported. */
  *#decode(bytes: Buffer): Generator<string> {
    let at = 0;
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0;
      if (byte === LINE_FEED) this.#line += 1;
      const length = byte < 0x80 || this.#guessedFrom === undefined ? 1 : this.#weigh(bytes, at);
      const fault =
        length === 0 ? this.#mixed() : isUndefinedByte(byte) ? this.#noCharacter(byte) : undefined;
      if (fault !== undefined) {
        yield decodeBytes(bytes.subarray(0, at));
        throw fault;
      }
      at += length;
    }
    if (at > 0) yield decodeBytes(bytes);
  }

  /** The length of the UTF-8 character at an offset, 1 for a byte that is none; 0 if the guess has proved wrong. */
  #weigh(bytes: Buffer, at: number): number {
    const length = sequenceLength(bytes[at] ?? 0);
    if (!isUtf8(bytes.subarray(at, at + length))) {
      this.#foreignBytes += 1;
      return 1;
    }
    this.#utf8Characters += 1;
    return this.#utf8Characters >= this.#foreignBytes ? 0 : length;
  }

  #mixed(): Error {
    const { line = 0, position = 0, byte } = this.#guessedFrom ?? {};
    return unreadable(
      this.#feed,
      `line ${line} holds the byte ${hex(byte)} at position ${position}, which is not UTF-8, but line ` +
        `${this.#line} is UTF-8. Save the feed as UTF-8, or give its encoding.`,
    );
  }

  #noCharacter(byte: number): Error {
    return unreadable(
      this.#feed,
      `line ${this.#line} holds the byte ${hex(byte)}, which is neither UTF-8 nor Windows-1252. ` +
        'Save the feed as UTF-8.',
    );
  }
}

function isUndefinedByte(byte: number): boolean {
  return byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d;
}

function decodeBytes(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (control) => HIGH_CONTROLS.charAt(control.charCodeAt(0) - 0x80));
}

/** The end of the last complete character. At most the last three bytes belong to an incomplete one. */
export function lastCharacterEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (!isContinuation) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The offset of the first invalid byte, or the length. */
export function firstInvalid(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at] ?? 0);
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
}

/** The length of the character with this lead byte. For an invalid lead byte, a length at which isUtf8 fails. */
function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
