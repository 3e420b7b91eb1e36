// The second stage: bytes become text. UTF-8 only, with or without a byte order mark. Anything else is refused with its
// place, because a wrong guess would spoil every £ and é in silence.
import { isUtf8 } from 'node:buffer';
import { unreadable } from './feed-record.ts';

const LINE_FEED = 0x0a;
/** Bytes that tell the encoding: the longest byte order mark. */
const HEAD_BYTES = 3;

/** The text of a feed in pieces that never split a character. Throws a Problem `feed_unreadable`. */
export async function* feedText(bytes: AsyncIterable<Buffer>, feed: string): AsyncGenerator<string> {
  const decoder = new Utf8Decoder(feed);
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (let chunk of bytes) {
    if (head !== undefined) {
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      chunk = withoutMark(head, feed);
      head = undefined;
    }
    yield* decoder.decode(chunk);
  }
  if (head !== undefined) yield* decoder.decode(withoutMark(head, feed));
  decoder.end();
}

function withoutMark(head: Buffer, feed: string): Buffer {
  const [first, second, third] = head;
  const isMarked16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked16 || first === 0 || second === 0) {
    throw unreadable(
      feed,
      `line 1 begins with the bytes ${hex(first)} ${hex(second)}, as UTF-16 does. Save the feed as UTF-8.`,
    );
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? head.subarray(HEAD_BYTES) : head;
}

class Utf8Decoder {
  readonly #feed: string;
  /** The first bytes of a character whose other bytes have not come yet. */
  #unfinished: Buffer = Buffer.alloc(0);
  #line = 1;
  /** Bytes of the current line that are already decoded. */
  #lineBytes = 0;

  constructor(feed: string) {
    this.#feed = feed;
  }

  *decode(chunk: Buffer): Generator<string> {
    const bytes = this.#unfinished.length === 0 ? chunk : Buffer.concat([this.#unfinished, chunk]);
    const complete = bytes.subarray(0, lastCharacterEnd(bytes));
    this.#unfinished = bytes.subarray(complete.length);
    if (isUtf8(complete)) {
      this.#advance(complete);
      yield complete.toString('utf8');
      return;
    }
    // What comes before the fault goes on first: an earlier fault in it is the one to be told.
    const valid = complete.subarray(0, firstInvalid(complete));
    this.#advance(valid);
    yield valid.toString('utf8');
    throw this.#notUtf8(complete[valid.length]);
  }

  end(): void {
    if (this.#unfinished.length > 0) throw this.#notUtf8(this.#unfinished[0]);
  }

  #advance(bytes: Buffer): void {
    let lineStart = 0;
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, lineStart)) {
      this.#line += 1;
      this.#lineBytes = 0;
      lineStart = at + 1;
    }
    this.#lineBytes += bytes.length - lineStart;
  }

  #notUtf8(byte: number | undefined): Error {
    const place = `line ${this.#line} holds the byte ${hex(byte)} at position ${this.#lineBytes + 1}`;
    return unreadable(
      this.#feed,
      `${place}, which is not UTF-8 (perhaps Windows-1252). Save the feed as UTF-8.`,
    );
  }
}

/** Where the last character ends whose bytes are all there; only the last three bytes can belong to an unfinished one. */
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

/** Bytes of the character that begins with this byte. For a byte that begins none, a length that cannot be valid. */
function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function hex(byte: number | undefined): string {
  return `0x${(byte ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
}
