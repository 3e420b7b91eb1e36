// One entry of a feed as it was written, and what every format's reader does: text in pieces goes in, records come
// out. A reader knows lines and syntax; what the values mean is not its business.
import { Problem } from '../../problem.ts';

export interface FeedRecord {
  /** The line it starts on, from 1. */
  readonly line: number;
  /** As parsed: any JSON value, or an object of texts. */
  readonly value: unknown;
  /** Names that nothing is known of, where the record has been put into Forecourt's own ones. */
  readonly ignoredColumns?: readonly string[];
}

/** Holds at most one unfinished record between two calls. Both methods throw a Problem `feed_unreadable`. */
export interface RecordReader {
  /** The records that are complete with this piece of text. */
  push(text: string): FeedRecord[];
  /** The records that the end of the feed completes. */
  end(): FeedRecord[];
}

/** Characters of the longest record. Anything longer is no record, and is not held in memory. */
export const MAX_RECORD_LENGTH = 1024 * 1024;

/** A fault that makes the whole feed unusable. `feed` is what it is called, `message` says what to do as well. */
export function unreadable(feed: string, message: string, cause?: unknown): Problem {
  return new Problem(
    'feed_unreadable',
    `${feed}: ${message}`,
    [],
    cause === undefined ? undefined : { cause },
  );
}

export function recordTooLong(feed: string, line: number): Problem {
  return unreadable(
    feed,
    `the record that starts on line ${line} is longer than 1,048,576 characters. ` +
      'Check that every record ends where it should.',
  );
}

/** Whether the text is nothing but the blanks that may stand around records. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}
