// What the formats' readers make of a feed: chunks of text in, records, malformed rows and notices out. Readers know lines and
// syntax, and how records of vehicles look among others; ingest/columns/ decides which field a value feeds.
import { Problem } from '../../problem.ts';
import { quoted } from '../../quoted-text.ts';
import type { KnownRecord } from '../values/record-result.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export type FeedItem = RawRecord | MalformedRow | FeedNotice;

export interface RawRecord {
  readonly kind: 'record';
  /** The line it starts on, from 1. */
  readonly line: number;
  /** Any JSON value, or for CSV and XML an object of strings. */
  readonly value: unknown;
  /** The row's mark about the vehicle's sale, besides its values. */
  readonly status?: string;
  /** The record's text, if the header and the text say everything that the values do. */
  readonly source?: string | undefined;
  /** Set if the text was recognised as a record of the last run: its value is then parsed only when it is needed. */
  readonly known?: KnownRecord;
}

export interface MalformedRow {
  readonly kind: 'malformed';
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

export type FieldOf = (name: string) => string | undefined;

/** Buffers at most one incomplete record. Both methods throw a Problem `feed_unreadable`. */
export interface RecordReader {
  push(text: string): FeedItem[];
  end(): FeedItem[];
}

/** Maximum length of a record, in UTF-16 code units; bounds the readers' memory. */
export const MAX_RECORD_LENGTH = 1024 * 1024;

/** The Problem of a structural fault. `message` says what is wrong and what to do about it. */
export function unreadable(feed: string, message: string, cause?: unknown): Problem {
  return new Problem('feed_unreadable', `${feed}: ${message}`, [], { cause });
}

export function recordTooLong(feed: string, line: number): Problem {
  return unreadable(
    feed,
    `the record that starts on line ${line} is longer than 1,048,576 characters. ` +
      'Check that every record is terminated.',
  );
}

/** The Problem of a mapping that names records which the feed lacks. `where` continues `there`, and `names` are in the feed. */
export function noRecords(feed: string, where: string, record: string, names: readonly string[]): Problem {
  const found = names.map(quoted).join(', ');
  return unreadable(
    feed,
    `there ${where} ${quoted(record)}, the record of the mapping. The feed has ${found}: ` +
      'correct the mapping, or leave record out to have it found.',
  );
}

export function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

export const NOTICES = {
  before_header: 'Row before the header left out',
  repeated_header: 'Repeated header left out',
  totals_row: 'Totals row left out',
  footnote: 'Footnote left out',
  short_row: 'Short row, its missing columns are blank',
  not_a_vehicle: 'Entry that is not a vehicle left out',
  earlier_event: 'Earlier event of a vehicle left out',
  outside_records: 'Value outside the records ignored',
  guessed_column: 'Column of unknown name read by its values',
  lacks_mapped: 'Column of the mapping that the header lacks',
} as const;
export type NoticeReason = keyof typeof NOTICES;

/** A part of the feed that is not a record; it goes into the report only. */
export interface FeedNotice {
  readonly kind: 'notice';
  /** The line it starts on, from 1. */
  readonly line: number;
  readonly reason: NoticeReason;
  /** What the feed said; shorten and escape it before showing it. */
  readonly text: string;
  /** All that it said, if the text is cut: it may state facts about the records. */
  readonly whole?: string;
}

/** Maximum length of a notice's text, in UTF-16 code units; bounds what reports keep. */
const MAX_TEXT_LENGTH = 200;
const MAX_WHOLE_LENGTH = 64 * 1024;

export function noticeOf(reason: NoticeReason, line: number, text: string): FeedNotice {
  const said = text.trim();
  const notice: FeedNotice = { kind: 'notice', line, reason, text: said.slice(0, MAX_TEXT_LENGTH) };
  return said.length > MAX_TEXT_LENGTH ? { ...notice, whole: said.slice(0, MAX_WHOLE_LENGTH) } : notice;
}

/** Maps the trimmed column names to the names that records get; `delimiter` is that of a CSV feed. May throw a Problem. */
export type HeaderMapper = (
  names: readonly string[],
  line: number,
  delimiter?: Delimiter,
) => readonly string[];

export interface ReaderOptions {
  readonly header: HeaderMapper;
  readonly fieldOf: FieldOf;
  /** The name of the XML elements that are records, or the path of the records in JSON. */
  readonly record?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly missingHeaderHint?: string | undefined;
  /** The record of the last run with this text, once nothing beside it can change what it means. */
  readonly findKnown?: ((text: string) => KnownRecord | undefined) | undefined;
  /** The domain of the feed's dealer, if it has one. */
  readonly dealer?: string | undefined;
}
