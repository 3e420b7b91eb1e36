// Reads NDJSON: one JSON value per line. Blank lines are skipped.
import { quoted } from '../../problem.ts';
import {
  isBlank,
  MAX_RECORD_LENGTH,
  recordTooLong,
  unreadable,
  type FeedItem,
  type RecordReader,
} from './feed-record.ts';
import { expandRecord } from './json-record.ts';

export class NdjsonReader implements RecordReader {
  readonly #feed: string;
  #line = 1;
  #unfinished = '';

  constructor(feed: string) {
    this.#feed = feed;
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
    records.push(...expandRecord(this.#parse(text, line), line, text));
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
