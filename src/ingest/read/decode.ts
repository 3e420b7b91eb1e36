// Bytes to text, in the encoding of the first bytes, else UTF-8, else Windows-1252 if the first non-ASCII character
// is not UTF-8. An invalid byte is an error with its position, which TextDecoder does not report: a wrong guess would silently
// corrupt every £ and é.
import { isAscii, isUtf8 } from 'node:buffer';
import { unreadable } from './feed-record.ts';
import { BINARY_HEAD_BYTES, refuseBinary } from './no-feed.ts';

export const FEED_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type FeedEncoding = (typeof FEED_ENCODINGS)[number];

export interface DecodeOptions {
  /** Default: detected from the bytes. */
  readonly encoding?: FeedEncoding;
  /** Called with the detected encoding, and again if it turns out to be Windows-1252. */
  readonly onEncoding?: (encoding: FeedEncoding) => void;
}

const NOTHING: Buffer = Buffer.alloc(0);
const LINE_FEED = 0x0a;

/** The text of a feed, in chunks of whole characters. Throws a Problem `feed_unreadable`. */
export async function* decodeFeed(
  bytes: AsyncIterable<Buffer>,
  feed: string,
  options: DecodeOptions = {},
): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let head = NOTHING;
  for await (const chunk of bytes) {
    head = decoder === undefined ? Buffer.concat([head, chunk]) : chunk;
    if (decoder === undefined && head.length < BINARY_HEAD_BYTES) continue;
    if (decoder === undefined) ({ decoder, head } = decoderFor(head, feed, options));
    yield* decoder.decode(head, false);
    head = NOTHING;
  }
  if (decoder === undefined) ({ decoder, head } = decoderFor(head, feed, options));
  yield* decoder.decode(head, true);
}

/** The decoder for a feed with these first bytes, and these without a byte order mark. */
function decoderFor(
  start: Buffer,
  feed: string,
  { encoding: requested, onEncoding }: DecodeOptions,
): { readonly decoder: Decoder; readonly head: Buffer } {
  refuseBinary(start, feed);
  const mark = markOf(start);
  const encoding = requested ?? mark?.encoding ?? unmarkedEncoding(start, feed);
  onEncoding?.(encoding);
  const head = mark?.encoding === encoding ? start.subarray(mark.length) : start;
  if (encoding === 'windows-1252') return { decoder: new Windows1252Decoder(feed), head };
  if (encoding !== 'utf-8') return { decoder: new Utf16Decoder(feed, encoding === 'utf-16be'), head };
  // Spreadsheets also write the mark of UTF-8 before Windows-1252.
  const onWindows1252 = requested === undefined ? () => onEncoding?.('windows-1252') : undefined;
  return { decoder: new Utf8Decoder(feed, onWindows1252), head };
}

function markOf([first, second, third, fourth]: Buffer):
  { readonly encoding: FeedEncoding; readonly length: number } | undefined {
  const isUtf32 = third === 0 && fourth === 0;
  if (first === 0xff && second === 0xfe && !isUtf32) return { encoding: 'utf-16le', length: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', length: 2 };
  return first === 0xef && second === 0xbb && third === 0xbf ? { encoding: 'utf-8', length: 3 } : undefined;
}

/** UTF-16 by the zero bytes of ASCII characters, else UTF-8. Throws a Problem for bytes that no text starts with. */
function unmarkedEncoding(head: Buffer, feed: string): FeedEncoding {
  const [first, second, third, fourth] = head;
  const isWide = (low?: number, high?: number): boolean => high === 0 && low !== undefined && low !== 0;
  if (isWide(first, second) && (head.length < 4 || isWide(third, fourth))) return 'utf-16le';
  if (isWide(second, first) && (head.length < 4 || isWide(fourth, third))) return 'utf-16be';
  const isUtf32 = first === 0xff && second === 0xfe;
  if (!isUtf32 && first !== 0 && second !== 0) return 'utf-8';
  const bytes = Array.from(head.subarray(0, 4), hex).join(' ');
  throw unreadable(feed, `line 1 begins with the bytes ${bytes}, as no text does. Save the feed as UTF-8.`);
}

/** `0xA3` for 163. */
function hex(byte = 0): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

abstract class Decoder {
  readonly feed: string;
  line: number;
  #unfinished = NOTHING;

  constructor(feed: string, line = 1) {
    this.feed = feed;
    this.line = line;
  }

  *decode(chunk: Buffer, isEnd: boolean): Generator<string> {
    const bytes = this.#unfinished.length === 0 ? chunk : Buffer.concat([this.#unfinished, chunk]);
    const complete = bytes.subarray(0, this.completeLength(bytes));
    this.#unfinished = bytes.subarray(complete.length);
    if (complete.length > 0) yield* this.read(complete);
    if (isEnd && this.#unfinished.length > 0) yield* this.finish(this.#unfinished);
  }

  fault(message: string): Error {
    return unreadable(this.feed, message);
  }

  completeLength(bytes: Buffer): number {
    return bytes.length;
  }

  /** Yields the text before a fault first: a fault in it comes earlier in the feed, and must be the one reported. */
  abstract read(bytes: Buffer): Generator<string>;

  /** Reads the incomplete character at the end of a feed. */
  finish(bytes: Buffer): Generator<string> {
    return this.read(bytes);
  }
}

class Utf16Decoder extends Decoder {
  readonly #isBigEndian: boolean;

  constructor(feed: string, isBigEndian: boolean) {
    super(feed);
    this.#isBigEndian = isBigEndian;
  }

  override completeLength(bytes: Buffer): number {
    const even = bytes.length - (bytes.length % 2);
    const high = bytes[even - (this.#isBigEndian ? 2 : 1)] ?? 0;
    const isHalf = high >= 0xd8 && high < 0xdc;
    return isHalf ? even - 2 : even;
  }

  *read(bytes: Buffer): Generator<string> {
    const text = (this.#isBigEndian ? Buffer.from(bytes).swap16() : bytes).toString('utf16le');
    const fault = text.search(/\p{Cs}/u);
    const valid = fault === -1 ? text : text.slice(0, fault);
    this.line += valid.split('\n').length - 1;
    yield valid;
    if (fault === -1) return;
    const half = text.charCodeAt(fault);
    const got = `${hex(half >> 8)} ${hex(half & 0xff)}`;
    throw this.fault(`line ${this.line} holds half a character (${got}). Save the feed as UTF-8.`);
  }

  override *finish(): Generator<string> {
    throw this.fault(
      `the feed ends in the middle of a character on line ${this.line}. It was truncated: fetch it again.`,
    );
  }
}

class Utf8Decoder extends Decoder {
  /** Called when the feed turns out to be Windows-1252; undefined once it can only be UTF-8. */
  #onWindows1252: (() => void) | undefined;
  /** Takes over from the first byte that is not UTF-8. */
  #windows1252: Windows1252Decoder | undefined;
  #lineBytes = 0;

  constructor(feed: string, onWindows1252: (() => void) | undefined) {
    super(feed);
    this.#onWindows1252 = onWindows1252;
  }

  override completeLength(bytes: Buffer): number {
    return lastCharacterEnd(bytes);
  }

  *read(bytes: Buffer): Generator<string> {
    if (this.#windows1252 !== undefined) {
      yield* this.#windows1252.read(bytes);
      return;
    }
    const valid = isUtf8(bytes) ? bytes : bytes.subarray(0, firstInvalid(bytes));
    yield this.#textOf(valid);
    if (valid.length === bytes.length) return;
    if (this.#onWindows1252 === undefined) throw this.#notUtf8(bytes[valid.length]);
    this.#onWindows1252();
    const where = `the byte ${hex(bytes[valid.length])} at position ${this.#lineBytes + 1}`;
    this.#windows1252 = new Windows1252Decoder(this.feed, this.line, where);
    yield* this.#windows1252.read(bytes.subarray(valid.length));
  }

  override *finish(bytes: Buffer): Generator<string> {
    if (this.#windows1252 === undefined) throw this.#notUtf8(bytes[0]);
    yield* this.#windows1252.read(bytes);
  }

  #textOf(bytes: Buffer): string {
    // The same text as utf8 gives, in half the time.
    const text = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
    // Fewer characters than bytes: at least one is multi-byte UTF-8.
    if (text.length < bytes.length) this.#onWindows1252 = undefined;
    let lineStart = 0;
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, lineStart)) {
      this.line += 1;
      this.#lineBytes = 0;
      lineStart = at + 1;
    }
    this.#lineBytes += bytes.length - lineStart;
    return text;
  }

  #notUtf8(byte: number | undefined): Error {
    const where = `line ${this.line} holds the byte ${hex(byte)} at position ${this.#lineBytes + 1}`;
    return this.fault(`${where}, which is not UTF-8 (perhaps Windows-1252). Save the feed as UTF-8.`);
  }
}

// The characters of the bytes 0x80 to 0x9F; a space marks undefined bytes, which TextDecoder maps to controls instead of failing.
const HIGH_CONTROLS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** A guessed encoding is checked to the end: as many UTF-8 characters as other bytes mean a damaged UTF-8 feed. */
class Windows1252Decoder extends Decoder {
  readonly #firstLine: number;
  /** The byte that led to the guess, in words; undefined if the encoding is certain. */
  readonly #guessedFrom: string | undefined;
  #foreignBytes = 0;
  #utf8Characters = 0;

  constructor(feed: string, line = 1, guessedFrom?: string) {
    super(feed, line);
    this.#firstLine = line;
    this.#guessedFrom = guessedFrom;
  }

  *read(bytes: Buffer): Generator<string> {
    let fault: Error | undefined;
    let at = 0;
    while (at < bytes.length && fault === undefined) {
      const byte = bytes[at] ?? 0;
      if (byte === LINE_FEED) this.line += 1;
      const length = byte < 0x80 || this.#guessedFrom === undefined ? 1 : this.#weigh(bytes, at);
      if (length === 0)
        fault = this.fault(
          `line ${this.#firstLine} holds ${this.#guessedFrom}, which is not UTF-8, but line ${this.line} is UTF-8. ` +
            'Save the feed as UTF-8, or give its encoding.',
        );
      else if (HIGH_CONTROLS[byte - 0x80] === ' ')
        fault = this.fault(
          `line ${this.line} holds the byte ${hex(byte)}, which is neither UTF-8 nor Windows-1252. Save the feed as UTF-8.`,
        );
      else at += length;
    }
    yield bytes
      .toString('latin1', 0, at)
      .replace(/[\x80-\x9f]/g, (control) => HIGH_CONTROLS.charAt(control.charCodeAt(0) - 0x80));
    if (fault !== undefined) throw fault;
  }

  /** The length of the UTF-8 character at an offset, 1 for any other byte; 0 if the guess has proved wrong. */
  #weigh(bytes: Buffer, at: number): number {
    const length = sequenceLength(bytes[at] ?? 0);
    if (!isUtf8(bytes.subarray(at, at + length))) {
      this.#foreignBytes += 1;
      return 1;
    }
    this.#utf8Characters += 1;
    return this.#utf8Characters >= this.#foreignBytes ? 0 : length;
  }
}

/** The end of the last complete character. At most the last three bytes belong to an incomplete one. */
function lastCharacterEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (!isContinuation) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function firstInvalid(bytes: Buffer): number {
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
