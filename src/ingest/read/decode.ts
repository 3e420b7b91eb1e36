// The second stage: bytes become text. The encoding is one for the whole feed. A feed is UTF-8 unless its first bytes say
// otherwise; where the first character beyond ASCII is none in UTF-8, the feed is Windows-1252. A broken byte in a feed
// that is UTF-8 is refused with its place, because a wrong guess would spoil every £ and é in silence.
import { isAscii, isUtf8 } from 'node:buffer';
import { SNIFFED_BYTES, hex, sniffEncoding, type FeedEncoding } from './feed-encoding.ts';
import { unreadable } from './feed-record.ts';
import { Utf16Decoder } from './utf-16.ts';
import { firstInvalid, lastCharacterEnd } from './utf-8.ts';
import { Windows1252Decoder } from './windows-1252.ts';

export interface DecodeOptions {
  /** Found from the bytes where it is not given. */
  readonly encoding?: FeedEncoding;
  /** Called once the encoding is known, and again where it turns out to be another. */
  readonly onEncoding?: (encoding: FeedEncoding) => void;
}

interface Decoder {
  decode(chunk: Buffer): Generator<string>;
  end(): Generator<string>;
}

const LINE_FEED = 0x0a;

/** The text of a feed in pieces that never split a character. Throws a Problem `feed_unreadable`. */
export async function* decodeFeed(
  bytes: AsyncIterable<Buffer>,
  feed: string,
  options: DecodeOptions = {},
): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (decoder !== undefined) {
      yield* decoder.decode(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < SNIFFED_BYTES) continue;
    decoder = decoderFor(head, feed, options);
    yield* decoder.decode(withoutBom(head, feed, options));
  }
  if (decoder === undefined) {
    decoder = decoderFor(head, feed, options);
    yield* decoder.decode(withoutBom(head, feed, options));
  }
  yield* decoder.end();
}

function withoutBom(head: Buffer, feed: string, options: DecodeOptions): Buffer {
  return head.subarray(sniffEncoding(head, feed, options.encoding).bomLength);
}

function decoderFor(head: Buffer, feed: string, { encoding: requested, onEncoding }: DecodeOptions): Decoder {
  const { encoding, isCertain } = sniffEncoding(head, feed, requested);
  onEncoding?.(encoding);
  switch (encoding) {
    case 'utf-8':
      return new Utf8Decoder(feed, isCertain ? undefined : () => onEncoding?.('windows-1252'));
    case 'utf-16le':
    case 'utf-16be':
      return new Utf16Decoder(feed, encoding);
    case 'windows-1252':
      return new Windows1252Decoder(feed);
  }
}

class Utf8Decoder implements Decoder {
  readonly #feed: string;
  /** Called when the feed is Windows-1252 after all; undefined once it can only be UTF-8. */
  #onWindows1252: (() => void) | undefined;
  /** Reads on from the byte that showed it. */
  #windows1252: Windows1252Decoder | undefined;
  /** The first bytes of a character whose other bytes have not come yet. */
  #unfinished: Buffer = Buffer.alloc(0);
  #line = 1;
  /** Bytes of the current line that are already decoded. */
  #lineBytes = 0;

  constructor(feed: string, onWindows1252: (() => void) | undefined) {
    this.#feed = feed;
    this.#onWindows1252 = onWindows1252;
  }

  *decode(chunk: Buffer): Generator<string> {
    if (this.#windows1252 !== undefined) {
      yield* this.#windows1252.decode(chunk);
      return;
    }
    const bytes = this.#unfinished.length === 0 ? chunk : Buffer.concat([this.#unfinished, chunk]);
    const complete = bytes.subarray(0, lastCharacterEnd(bytes));
    this.#unfinished = bytes.subarray(complete.length);
    if (isUtf8(complete)) {
      yield this.#decode(complete);
      return;
    }
    // What comes before the fault goes on first: an earlier fault in it is the one to be told.
    const valid = complete.subarray(0, firstInvalid(complete));
    yield this.#decode(valid);
    const position = { line: this.#line, position: this.#lineBytes + 1, byte: complete[valid.length] ?? 0 };
    if (this.#onWindows1252 === undefined) throw this.#notUtf8(position.byte);
    this.#onWindows1252();
    this.#windows1252 = new Windows1252Decoder(this.#feed, position);
    yield* this.#windows1252.decode(bytes.subarray(valid.length));
  }

  *end(): Generator<string> {
    if (this.#windows1252 !== undefined) yield* this.#windows1252.end();
    else if (this.#unfinished.length > 0) throw this.#notUtf8(this.#unfinished[0]);
  }

  #decode(bytes: Buffer): string {
    // The same text as by UTF-8, in half the time.
    const text = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
    // Fewer characters than bytes: there is one that only UTF-8 spells so.
    if (text.length < bytes.length) this.#onWindows1252 = undefined;
    let lineStart = 0;
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, lineStart)) {
      this.#line += 1;
      this.#lineBytes = 0;
      lineStart = at + 1;
    }
    this.#lineBytes += bytes.length - lineStart;
    return text;
  }

  #notUtf8(byte: number | undefined): Error {
    const location = `line ${this.#line} holds the byte ${hex(byte)} at position ${this.#lineBytes + 1}`;
    return unreadable(
      this.#feed,
      `${location}, which is not UTF-8 (perhaps Windows-1252). Save the feed as UTF-8.`,
    );
  }
}
