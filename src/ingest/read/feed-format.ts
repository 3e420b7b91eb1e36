// A feed's format by its first character: `[` is JSON, `<` XML, `{` NDJSON if the first line is a record, else JSON; anything
// else a table (CSV), or a text that describes vehicles. A script before JSON is skipped. Reads NDJSON.
import { CsvReader } from './tables/csv-reader.ts';
import { TextReader } from './described-vehicles.ts';
import {
  MAX_RECORD_LENGTH,
  type RecordReader,
  type ReaderOptions,
  isBlank,
  recordTooLong,
  unreadable,
  type FeedItem,
  type RawRecord,
} from './feed-record.ts';
import { JsonPrefix, findRecordPaths } from './json/json-record-path.ts';
import { JsonReader } from './json/json-reader.ts';
import { serverErrorOf } from './no-feed.ts';
import { XmlReader } from './xml/xml-reader.ts';
import { quoted } from '../../quoted-text.ts';
import type { KnownRecord } from '../values/record-result.ts';
import { expandRecord } from './flatten.ts';

export const FEED_FORMATS = ['ndjson', 'json', 'csv', 'xml'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

// What is around JSON in a script, or keeps it from being one: `/*O_o*/ setResponse({ … });`, `var stock = [`, `)]}'`.
const SCRIPT =
  /^\s*(?:\/\*[^*]{0,200}\*\/\s*)?(?:\)\]\}',?|(?:while ?\(1\)|for ?\(;;\));|(?:(?:var|let|const) )?[\w$.]{1,100} ?(?:=|\())\s*(?=[[{])/;
const MAX_SCRIPT_START = 400;

/** A feed's start without the script before its JSON, with as many lines. */
export function withoutScript(start: string): string {
  return start.replace(SCRIPT, (script) => script.replace(/[^\n]+/g, ''));
}

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
      return isWhole || text.length > MAX_SCRIPT_START ? 'csv' : undefined;
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
      return new NdjsonReader(feed, options);
    case 'json':
      return new JsonReader(feed, options);
    case 'csv':
      return new TextReader(feed, options, new CsvReader(feed, options));
    case 'xml':
      return new XmlReader(feed, options);
  }
}

/** A line that was one record in the last run. */
class KnownLine implements RawRecord {
  readonly kind = 'record';
  readonly line: number;
  readonly source: string;
  readonly known: KnownRecord;

  constructor(line: number, source: string, known: KnownRecord) {
    this.line = line;
    this.source = source;
    this.known = known;
  }

  get value(): unknown {
    const [item] = expandRecord(JSON.parse(this.source), this.line, this.source);
    return item.kind === 'record' ? item.value : undefined;
  }
}

class NdjsonReader implements RecordReader {
  readonly #feed: string;
  readonly #findKnown: ReaderOptions['findKnown'];
  #line = 1;
  #unfinished = '';

  constructor(feed: string, { findKnown }: Pick<ReaderOptions, 'findKnown'>) {
    this.#feed = feed;
    this.#findKnown = findKnown;
  }

  push(text: string): FeedItem[] {
    const records: FeedItem[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#finishLine(this.#unfinished + text.slice(start, end), records);
      this.#unfinished = '';
      this.#line += 1;
      start = end + 1;
    }
    this.#unfinished += text.slice(start);
    if (this.#unfinished.length > MAX_RECORD_LENGTH) throw recordTooLong(this.#feed, this.#line);
    return records;
  }

  end(): FeedItem[] {
    const records: FeedItem[] = [];
    this.#finishLine(this.#unfinished, records);
    return records;
  }

  #finishLine(text: string, records: FeedItem[]): void {
    if (text.length > MAX_RECORD_LENGTH) throw recordTooLong(this.#feed, this.#line);
    if (isBlank(text)) return;
    const line = this.#line;
    const known = this.#findKnown?.(text);
    if (known === undefined) records.push(...expandRecord(this.#parse(text, line), line, text));
    else records.push(new KnownLine(line, text, known));
  }

  #parse(text: string, line: number): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      const message =
        `line ${line} is not valid JSON (got ${quoted(text.trim())}). ` +
        'Each line must be one whole JSON object; a document of several lines must be an array.';
      throw unreadable(this.#feed, message, error);
    }
  }
}
