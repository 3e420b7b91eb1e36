// Which characters a feed's bytes spell, as far as its first bytes tell: a byte order mark, or the zero bytes of UTF-16.
// Everything else begins as UTF-8; whether it goes on so, feed-text.ts finds out.
import { unreadable } from './feed-record.ts';

export const FEED_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type FeedEncoding = (typeof FEED_ENCODINGS)[number];

/** As many bytes as it takes to tell the encodings apart. */
export const HEAD_BYTES = 4;

export interface Head {
  readonly encoding: FeedEncoding;
  /** Whether nothing that comes later can change the encoding. */
  readonly certain: boolean;
  /** Bytes of the byte order mark. */
  readonly markLength: number;
}

/** What the first bytes of a feed say. Throws a Problem `feed_unreadable` for bytes that begin no text. */
export function readHead(head: Buffer, feed: string, asked: FeedEncoding | undefined): Head {
  const mark = markOf(head);
  if (asked !== undefined) {
    const markLength = mark?.encoding === asked ? mark.markLength : 0;
    return { encoding: asked, certain: true, markLength };
  }
  const [first, second, third, fourth] = head;
  const isMarked32 = mark?.encoding === 'utf-16le' && third === 0 && fourth === 0;
  if (mark !== undefined && !isMarked32) return mark;
  const isWide = (low?: number, high?: number): boolean => high === 0 && low !== undefined && low !== 0;
  if (isWide(first, second) && (head.length < 4 || isWide(third, fourth))) {
    return { encoding: 'utf-16le', certain: true, markLength: 0 };
  }
  if (isWide(second, first) && (head.length < 4 || isWide(fourth, third))) {
    return { encoding: 'utf-16be', certain: true, markLength: 0 };
  }
  if (isMarked32 || first === 0 || second === 0) {
    const bytes = Array.from(head.subarray(0, 4), hex).join(' ');
    throw unreadable(feed, `line 1 begins with the bytes ${bytes}, as no text does. Save the feed as UTF-8.`);
  }
  return { encoding: 'utf-8', certain: false, markLength: 0 };
}

function markOf([first, second, third]: Buffer): Head | undefined {
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', certain: true, markLength: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', certain: true, markLength: 2 };
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return { encoding: 'utf-8', certain: true, markLength: 3 };
  }
  return undefined;
}

/** `0xA3`. */
export function hex(byte: number | undefined): string {
  return `0x${(byte ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
}
