// Detects a feed's format by its first non-blank character: `{` is NDJSON, `[` a JSON array, `<` XML, anything else CSV.
import { CsvReader, type HeaderMapper } from './csv-reader.ts';
import { unreadable, type RecordReader } from './feed-record.ts';
import { JsonArrayReader } from './json-array-reader.ts';
import { NdjsonReader } from './ndjson-reader.ts';
import { XmlReader } from './xml-reader.ts';

export const FEED_FORMATS = ['ndjson', 'json', 'csv', 'xml'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** The format; undefined while the text is blank. Throws a Problem `feed_unreadable` for a zip archive. */
export function detectFormat(text: string, feed: string): FeedFormat | undefined {
  if (text.startsWith('PK\u0003\u0004'))
    throw unreadable(feed, 'this is a zip archive. Unpack it and import the feed in it.');
  switch (/[^ \t\r\n]/.exec(text)?.[0]) {
    case undefined:
      return undefined;
    case '{':
      return 'ndjson';
    case '[':
      return 'json';
    case '<':
      return 'xml';
    default:
      return 'csv';
  }
}

export interface ReaderOptions {
  /** Maps the header of a CSV feed. */
  readonly header: HeaderMapper;
  /** The name of the XML elements that are records. */
  readonly record?: string;
}

export function readerFor(format: FeedFormat, feed: string, { header, record }: ReaderOptions): RecordReader {
  switch (format) {
    case 'ndjson':
      return new NdjsonReader(feed);
    case 'json':
      return new JsonArrayReader(feed);
    case 'csv':
      return new CsvReader(feed, header);
    case 'xml':
      return new XmlReader(feed, record);
  }
}
