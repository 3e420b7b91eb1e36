// Sniffs the encoding: a byte order mark, or the zero bytes of UTF-16, else UTF-8, which decode.ts may revise. Decodes UTF-16.
import { unreadable } from './feed-record.ts';

export const FEED_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type FeedEncoding = (typeof FEED_ENCODINGS)[number];

export interface SniffedEncoding {
  readonly encoding: FeedEncoding;
  /** Whether later bytes cannot change the encoding. */
  readonly isCertain: boolean;
  /** Length of the byte order mark, in bytes. */
  readonly bomLength: number;
}

/** The encoding by a feed's first bytes. Throws a Problem `feed_unreadable` for bytes that no text starts with. */
export function sniffEncoding(
  head: Buffer,
  feed: string,
  requested: FeedEncoding | undefined,
): SniffedEncoding {
  const bom = bomOf(head);
  if (requested !== undefined) {
    const bomLength = bom?.encoding === requested ? bom.bomLength : 0;
    return { encoding: requested, isCertain: true, bomLength };
  }
  const [first, second, third, fourth] = head;
  const hasUtf32Bom = bom?.encoding === 'utf-16le' && third === 0 && fourth === 0;
  if (bom !== undefined && !hasUtf32Bom) return bom;
  const isWide = (low?: number, high?: number): boolean => high === 0 && low !== undefined && low !== 0;
  if (isWide(first, second) && (head.length < 4 || isWide(third, fourth))) {
    return { encoding: 'utf-16le', isCertain: true, bomLength: 0 };
  }
  if (isWide(second, first) && (head.length < 4 || isWide(fourth, third))) {
    return { encoding: 'utf-16be', isCertain: true, bomLength: 0 };
  }
  if (hasUtf32Bom || first === 0 || second === 0) {
    const bytes = Array.from(head.subarray(0, 4), hex).join(' ');
    throw unreadable(feed, `line 1 begins with the bytes ${bytes}, as no text does. Save the feed as UTF-8.`);
  }
  return { encoding: 'utf-8', isCertain: false, bomLength: 0 };
}

function bomOf([first, second, third]: Buffer): SniffedEncoding | undefined {
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', isCertain: true, bomLength: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', isCertain: true, bomLength: 2 };
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    // Spreadsheets also write it before Windows-1252.
    return { encoding: 'utf-8', isCertain: false, bomLength: 3 };
  }
  return undefined;
}

/** `0xA3` for 163. */
export function hex(byte: number | undefined): string {
  return `0x${(byte ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
}

export class Utf16Decoder {
  readonly #feed: string;
  readonly #isBigEndian: boolean;
  #line = 1;
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
