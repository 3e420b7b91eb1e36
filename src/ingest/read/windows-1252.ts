// Windows-1252, one byte a character. Where it was only guessed from a byte that is not UTF-8, the guess is checked to the
// feed's end: characters of UTF-8 that come as often as bytes that are none show a UTF-8 feed with a broken place, and
// reading it byte by byte would spoil every £ and é in silence.
import { isUtf8 } from 'node:buffer';
import { hex } from './feed-encoding.ts';
import { unreadable } from './feed-record.ts';
import { lastCharacterEnd, sequenceLength } from './utf-8.ts';

/** A byte of a feed, as a sentence names it. */
export interface BytePosition {
  readonly line: number;
  readonly position: number;
  readonly byte: number;
}

// The characters of the bytes 0x80 to 0x9F; a space stands for those that spell nothing.
const HIGH_CONTROLS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const LINE_FEED = 0x0a;

export class Windows1252Decoder {
  readonly #feed: string;
  /** The byte that made it a guess. */
  readonly #guessedFrom: BytePosition | undefined;
  #line: number;
  #foreignBytes = 0;
  #utf8Characters = 0;
  /** Bytes that may be the first ones of a character of UTF-8. */
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

  /** What comes before a fault goes on first: an earlier fault in it is the one to be told. */
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

  /** Bytes of what begins here, a character of UTF-8 or one byte; 0 where there are too many of the former. */
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
