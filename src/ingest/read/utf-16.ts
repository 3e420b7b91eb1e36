// Decodes UTF-16, little- or big-endian. An unpaired surrogate is an error with its line, like any invalid byte of a feed.
import { hex, type FeedEncoding } from './feed-encoding.ts';
import { unreadable } from './feed-record.ts';

export class Utf16Decoder {
  readonly #feed: string;
  readonly #isBigEndian: boolean;
  #line = 1;
  /** The bytes of an incomplete character at the end of a chunk. */
  #unfinished: Buffer = Buffer.alloc(0);

  constructor(feed: string, encoding: FeedEncoding) {
    this.#feed = feed;
    this.#isBigEndian = encoding === 'utf-16be';
  }

  *decode(chunk: Buffer): Generator<string> {
    const bytes = Buffer.concat([this.#unfinished, chunk]);
    let end = bytes.length - (bytes.length % 2);
    if (end > 0 && isHighSurrogate(this.#codeUnitAt(bytes, end - 2))) end -= 2;
    this.#unfinished = bytes.subarray(end);
    yield* this.#decode(bytes.subarray(0, end));
  }

  *end(): Generator<string> {
    if (this.#unfinished.length === 0) return;
    throw unreadable(
      this.#feed,
      `the feed ends in the middle of a character on line ${this.#line}. It was truncated: fetch it again.`,
    );
  }

  *#decode(bytes: Buffer): Generator<string> {
    if (bytes.length === 0) return;
    const text = (this.#isBigEndian ? Buffer.from(bytes).swap16() : bytes).toString('utf16le');
    const fault = text.search(/\p{Cs}/u);
    const valid = fault === -1 ? text : text.slice(0, fault);
    for (let at = valid.indexOf('\n'); at !== -1; at = valid.indexOf('\n', at + 1)) this.#line += 1;
    yield valid;
    if (fault === -1) return;
    const half = text.charCodeAt(fault);
    throw unreadable(
      this.#feed,
      `line ${this.#line} holds half a character (${hex(half >> 8)} ${hex(half & 0xff)}). Save the feed as UTF-8.`,
    );
  }

  #codeUnitAt(bytes: Buffer, at: number): number {
    return this.#isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
