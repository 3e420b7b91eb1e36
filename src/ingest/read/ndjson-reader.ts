// Reads NDJSON: one JSON value per line. Blank lines are skipped.
import { quoted } from '../../problem.ts';
import {
  isBlank,
  MAX_RECORD_LENGTH,
  recognizedRecords,
  recordTooLong,
  unreadable,
  type FeedRecord,
  type RecognizeText,
  type RecordReader,
  type ReaderOptions,
} from './feed-record.ts';
import { expandRecord } from './json-record.ts';

export class NdjsonReader implements RecordReader {
  readonly #feed: string;
  readonly #recognize: RecognizeText | undefined;
  #line = 1;
  /** The text after the last line end. */
  #unfinished = '';

  constructor(feed: string, { recognize }: Pick<ReaderOptions, 'recognize'> = {}) {
    this.#feed = feed;
    this.#recognize = recognize;
  }

  push(text: string): FeedRecord[] {
    const records: FeedRecord[] = [];
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

  end(): FeedRecord[] {
    const records: FeedRecord[] = [];
    this.#finishLine(this.#unfinished, records);
    return records;
  }

  #finishLine(text: string, records: FeedRecord[]): void {
    if (text.length > MAX_RECORD_LENGTH) throw recordTooLong(this.#feed, this.#line);
    if (isBlank(text)) return;
    const line = this.#line;
    const read = (): FeedRecord[] => expandRecord({ line, value: this.#parse(text, line) });
    records.push(
      ...(this.#recognize === undefined ? read() : recognizedRecords(text, line, this.#recognize, read)),
    );
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
