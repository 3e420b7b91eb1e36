// A feed's format by its first character: `[` is JSON, `<` XML, `{` NDJSON if the first line is a record, else JSON; anything else CSV.
import { CsvReader } from './csv-reader.ts';
import { MAX_RECORD_LENGTH, type RecordReader, type ReaderOptions } from './feed-record.ts';
import { JsonPrefix } from './json-prefix.ts';
import { JsonReader } from './json-reader.ts';
import { findRecordPaths } from './json-record-path.ts';
import { NdjsonReader } from './ndjson-reader.ts';
import { serverErrorOf } from './no-feed.ts';
import { XmlReader } from './xml-reader.ts';

export const FEED_FORMATS = ['ndjson', 'json', 'csv', 'xml'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** The format; undefined while the text does not show it. */
export function detectFormat(
  text: string,
  isWhole: boolean,
  options: Omit<ReaderOptions, 'header'>,
): FeedFormat | undefined {
  const at = text.search(/[^ \t\r\n]/);
  // Endless blanks are read as lines, so that the maximum record length ends them.
  if (at === -1) return text.length > MAX_RECORD_LENGTH ? 'ndjson' : undefined;
  switch (text.charAt(at)) {
    case '{':
      return options.record === undefined ? formatOfObject(text.slice(at), isWhole, options) : 'json';
    case '[':
      return 'json';
    case '<':
      return 'xml';
    default:
      return 'csv';
  }
}

function formatOfObject(
  text: string,
  isWhole: boolean,
  { fieldOf }: Pick<ReaderOptions, 'fieldOf'>,
): FeedFormat | undefined {
  const lineEnd = text.indexOf('\n');
  const isLine = lineEnd !== -1 && lineEnd <= MAX_RECORD_LENGTH;
  if (!isLine && text.length > MAX_RECORD_LENGTH) return 'json';
  if (!isLine && !isWhole) return undefined;
  const line = isLine ? text.slice(0, lineEnd) : text;
  try {
    const document: unknown = JSON.parse(line);
    const isRecord = findRecordPaths(document, fieldOf).every((path) => path.length === 0);
    return isRecord && serverErrorOf(document) === undefined ? 'ndjson' : 'json';
  } catch {
    const start = new JsonPrefix();
    start.push(line);
    return start.isOpen ? 'json' : 'ndjson';
  }
}

export function readerFor(format: FeedFormat, feed: string, options: ReaderOptions): RecordReader {
  switch (format) {
    case 'ndjson':
      return new NdjsonReader(feed);
    case 'json':
      return new JsonReader(feed, options);
    case 'csv':
      return new CsvReader(feed, options);
    case 'xml':
      return new XmlReader(feed, options);
  }
}
