// Which format a feed is in, from its first character: a JSON object is a line of NDJSON, a bracket opens an array, and
// what is no JSON is CSV.
import { CsvReader } from './csv-reader.ts';
import { unreadable, type RecordReader } from './feed-record.ts';
import { JsonArrayReader } from './json-array-reader.ts';
import { NdjsonReader } from './ndjson-reader.ts';

export const FEED_FORMATS = ['ndjson', 'json', 'csv'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** Undefined for a text that is blank so far. Throws a Problem `feed_unreadable` for a web page or XML. */
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
      throw unreadable(
        feed,
        'this is a web page or XML. A feed is NDJSON, a JSON array or CSV: check the address it was fetched from.',
      );
    default:
      return 'csv';
  }
}

export function readerFor(format: FeedFormat, feed: string): RecordReader {
  switch (format) {
    case 'ndjson':
      return new NdjsonReader(feed);
    case 'json':
      return new JsonArrayReader(feed);
    case 'csv':
      return new CsvReader(feed);
  }
}
