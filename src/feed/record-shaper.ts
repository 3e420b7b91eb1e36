// From a reader's records to records in Forecourt's own names. The layout is known from a CSV feed's header, else from the
// first record that is an object. Records of the contract's own layout are passed on as they are.
import { quoted } from '../problem.ts';
import { ColumnTable } from './column-table.ts';
import type { Delimiter } from './csv-header.ts';
import type { FeedFormat } from './feed-format.ts';
import type { FeedMapping } from './feed-mapping.ts';
import { unreadable, type FeedRecord } from './feed-record.ts';
import type { FeedTrace } from './feed-trace.ts';
import { flatEntries } from './flat-record.ts';
import { detectLayout, LAYOUTS } from './layouts/all-layouts.ts';
import type { ColumnField, LayoutName } from './layouts/layout.ts';
import { shapeRecord } from './shape-record.ts';

const LIST = new Intl.ListFormat('en-GB');

export interface ShaperOptions {
  readonly layout?: LayoutName;
  readonly mapping?: FeedMapping;
  readonly dealer?: string;
  readonly trace?: FeedTrace;
}

export class RecordShaper {
  readonly #feed: string;
  readonly #format: FeedFormat;
  readonly #options: ShaperOptions;
  #layout: LayoutName | undefined;
  #table: ColumnTable | undefined;

  constructor(feed: string, format: FeedFormat, options: ShaperOptions) {
    this.#feed = feed;
    this.#format = format;
    this.#options = options;
    const layout = options.layout ?? options.mapping?.layout;
    if (layout !== undefined) this.#settle(layout);
  }

  /** The names that records of a CSV feed are to have. Throws a Problem `feed_unreadable` for no header of a feed. */
  takeHeader(names: readonly string[], line: number, delimiter: Delimiter): readonly string[] {
    const { trace, mapping } = this.#options;
    const own = names.map((name) => name.toLowerCase());
    if (this.#layout === undefined) this.#settle(detectLayout(names, this.#format));
    const table = this.#table ?? new ColumnTable(LAYOUTS.forecourt, mapping);
    if (trace !== undefined) {
      trace.delimiter = delimiter;
      for (const name of names) trace.addName(name, table.find(name));
    }
    const fields = new Set(names.map((name) => table.find(name)?.field));
    const missing = this.#missing(fields);
    if (missing.length > 0) {
      const hint = names.some((name) => name.includes('\r'))
        ? 'The lines seem to end in CR: save the feed with LF or CRLF line ends.'
        : 'The first row must name the columns.';
      const got = `(got ${quoted(own.join(delimiter))})`;
      const fault = `the header on line ${line} lacks ${LIST.format(missing)} ${got}. ${hint}`;
      if (trace === undefined) throw unreadable(this.#feed, fault);
      trace.headerFault = fault;
    }
    return this.#table === undefined ? own : names;
  }

  /** The same records, where they are in Forecourt's own names already. */
  shape(records: readonly FeedRecord[]): readonly FeedRecord[] {
    const { mapping, trace } = this.#options;
    if (this.#layout === undefined) this.#detect(records);
    const table = this.#table;
    if (table !== undefined) {
      const onColumn = trace?.addValue.bind(trace);
      return records.map((record) => shapeRecord(record, table, mapping, onColumn));
    }
    if (trace !== undefined) this.#traceOwn(records, trace);
    return records;
  }

  #detect(records: readonly FeedRecord[]): void {
    const first = records.find(({ value }) => isObject(value));
    if (first === undefined || !isObject(first.value)) return;
    this.#settle(
      detectLayout(
        flatEntries(first.value).map(([name]) => name),
        this.#format,
      ),
    );
  }

  #settle(layout: LayoutName): void {
    const { mapping, trace } = this.#options;
    this.#layout = layout;
    if (trace !== undefined) trace.layout = layout;
    const isOwn = layout === 'forecourt' && mapping === undefined && this.#format !== 'xml';
    if (!isOwn) this.#table = new ColumnTable(LAYOUTS[layout], mapping);
  }

  #missing(fields: ReadonlySet<ColumnField | undefined>): string[] {
    const { mapping, dealer } = this.#options;
    const isGiven = (field: 'id' | 'dealer' | 'advert_url'): boolean =>
      fields.has(field) || mapping?.constants.has(field) === true;
    const missing: string[] = (['id', 'advert_url'] as const).filter((field) => !isGiven(field));
    // A dealer that is not known is told record by record, unless nothing at all is known.
    const hasDealer = isGiven('dealer') || dealer !== undefined || mapping?.dealerFromAdvert === true;
    const mustName = this.#layout === 'forecourt' || missing.length === 2;
    if (!hasDealer && mustName) missing.splice(isGiven('id') ? 0 : 1, 0, 'dealer');
    return missing;
  }

  #traceOwn(records: readonly FeedRecord[], trace: FeedTrace): void {
    const table = new ColumnTable(LAYOUTS.forecourt, undefined);
    for (const { value } of records) {
      if (!isObject(value)) continue;
      for (const [name, part] of Object.entries(value)) trace.addValue(name, table.find(name), part);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
