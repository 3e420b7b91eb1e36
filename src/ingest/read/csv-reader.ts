// Reads CSV with a header row, double quotes and a detected delimiter. Rows are split here by counting quotes, which gives
// each record its line and bounds its length; csv-parse splits a row into fields.
import { CsvError, parse } from 'csv-parse/sync';
import { quoted, type Problem } from '../../problem.ts';
import { CsvHeader, detectDelimiter, type Delimiter } from './csv-header.ts';
import {
  isBlank,
  MAX_RECORD_LENGTH,
  recordTooLong,
  unreadable,
  type FeedRecord,
  type RecordReader,
} from './feed-record.ts';

interface CsvRow {
  readonly line: number;
  readonly text: string;
}

/** Maps the trimmed column names to the names that records get. May throw a Problem. */
export type HeaderMapper = (
  names: readonly string[],
  line: number,
  delimiter: Delimiter,
) => readonly string[];

export class CsvReader implements RecordReader {
  readonly #feed: string;
  readonly #mapHeader: HeaderMapper;
  #header: CsvHeader | undefined;
  #delimiter: Delimiter | undefined;
  #line = 1;
  /** The current row so far. */
  #row = '';
  /** The line that it starts on. */
  #rowLine = 1;
  /** Whether the current row has an odd number of quotes so far: a line end then belongs to a field. */
  #inQuotes = false;

  constructor(feed: string, mapHeader: HeaderMapper) {
    this.#feed = feed;
    this.#mapHeader = mapHeader;
  }

  push(text: string): FeedRecord[] {
    const rows: CsvRow[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#extendRow(text.slice(start, end));
      this.#line += 1;
      if (this.#inQuotes) this.#row += '\n';
      else this.#finishRow(rows);
      start = end + 1;
    }
    this.#extendRow(text.slice(start));
    return this.#parse(rows);
  }

  end(): FeedRecord[] {
    if (this.#inQuotes) {
      throw unreadable(
        this.#feed,
        `the row that starts on line ${this.#rowLine} has a quote that is never closed. ` +
          'Double quotes within a field, and quote the field.',
      );
    }
    const rows: CsvRow[] = [];
    this.#finishRow(rows);
    return this.#parse(rows);
  }

  #extendRow(text: string): void {
    for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1))
      this.#inQuotes = !this.#inQuotes;
    this.#row += text;
    if (this.#row.length > MAX_RECORD_LENGTH) throw recordTooLong(this.#feed, this.#rowLine);
  }

  #finishRow(rows: CsvRow[]): void {
    const text = this.#row.endsWith('\r') ? this.#row.slice(0, -1) : this.#row;
    if (!isBlank(text)) rows.push({ line: this.#rowLine, text });
    this.#row = '';
    this.#rowLine = this.#line;
  }

  #parse(rows: readonly CsvRow[]): FeedRecord[] {
    const records: FeedRecord[] = [];
    const { parsed, fault } = this.#fieldsOf(rows);
    for (const [n, fields] of parsed.entries()) {
      const line = rows[n]?.line ?? 0;
      if (this.#header === undefined) this.#header = this.#headerOf(fields, line);
      else records.push({ line, value: this.#header.toObject(fields, line) });
    }
    if (fault !== undefined) throw fault;
    return records;
  }

  #headerOf(fields: readonly string[], line: number): CsvHeader {
    const names = fields.map((field) => field.trim());
    return new CsvHeader(this.#mapHeader(names, line, this.#delimiter ?? ','), this.#feed, line);
  }

  /** The fields of each row up to the first invalid one, and the Problem of that one. */
  #fieldsOf(rows: readonly CsvRow[]): { parsed: string[][]; fault?: Problem } {
    const [first] = rows;
    if (first !== undefined) this.#delimiter ??= detectDelimiter(first.text);
    const delimiter = this.#delimiter ?? ',';
    try {
      const parsed = parseFields(rows, delimiter);
      if (parsed.length !== rows.length) throw new Error('csv-parse did not find one record in each row');
      return { parsed };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const valid = Number(error['records']);
      const { line, text } = rows[valid] ?? { line: 0, text: '' };
      const message =
        `the row that starts on line ${line} has a misplaced quote (got ${quoted(text)}). ` +
        'Double quotes within a field, and quote the field.';
      return {
        parsed: parseFields(rows.slice(0, valid), delimiter),
        fault: unreadable(this.#feed, message, error),
      };
    }
  }
}

function parseFields(rows: readonly CsvRow[], delimiter: Delimiter): string[][] {
  const text = rows.map((row) => row.text).join('\n');
  return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true });
}
