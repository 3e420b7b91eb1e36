// Maps a reader's records to records with Forecourt's field names. Values are not validated here. The layout is detected from
// the CSV header, or else from the first record that is an object. Records in Forecourt's own layout are returned as they are.
import { echoed, quoted } from '../problem.ts';
import { combineColumns, isEmptyValue, type SourceValue } from './combine-columns.ts';
import { ColumnResolver } from './column-resolver.ts';
import type { Delimiter } from './read/csv-header.ts';
import type { FeedFormat } from './read/feed-format.ts';
import type { FeedMapping } from './feed-mapping.ts';
import { unreadable, type FeedRecord } from './read/feed-record.ts';
import type { FeedProfile } from './feed-profile.ts';
import { flatten } from './read/flatten.ts';
import { detectLayout, LAYOUTS } from './layouts/detect.ts';
import type { ColumnField, LayoutName } from './layouts/layout.ts';

const LIST = new Intl.ListFormat('en-GB');

export interface RecordMapperOptions {
  readonly layout?: LayoutName;
  readonly mapping?: FeedMapping;
  readonly dealer?: string;
  readonly profile?: FeedProfile;
}

export class RecordMapper {
  readonly #feed: string;
  readonly #format: FeedFormat;
  readonly #options: RecordMapperOptions;
  #layout: LayoutName | undefined;
  #resolver: ColumnResolver | undefined;

  constructor(feed: string, format: FeedFormat, options: RecordMapperOptions) {
    this.#feed = feed;
    this.#format = format;
    this.#options = options;
    const layout = options.layout ?? options.mapping?.layout;
    if (layout !== undefined) this.#useLayout(layout);
  }

  /** The names for a CSV feed's columns. Throws a Problem `feed_unreadable` if a required column is missing. */
  mapHeader(names: readonly string[], line: number, delimiter: Delimiter): readonly string[] {
    const { profile, mapping } = this.#options;
    const own = names.map((name) => name.toLowerCase());
    if (this.#layout === undefined) this.#useLayout(detectLayout(names, this.#format));
    const resolver = this.#resolver ?? new ColumnResolver(LAYOUTS.forecourt, mapping);
    if (profile !== undefined) {
      profile.delimiter = delimiter;
      for (const name of names) profile.addName(name, resolver.resolve(name));
    }
    const fields = new Set(names.map((name) => resolver.resolve(name)?.field));
    const missing = this.#missing(fields);
    if (missing.length > 0) {
      const hint = names.some((name) => name.includes('\r'))
        ? 'The lines seem to end in CR: save the feed with LF or CRLF line endings.'
        : 'The first row must name the columns.';
      const got = `(got ${quoted(own.join(delimiter))})`;
      const fault = `the header on line ${line} lacks ${LIST.format(missing)} ${got}. ${hint}`;
      const problem = unreadable(this.#feed, fault);
      if (profile === undefined) throw problem;
      profile.headerProblem = problem;
    }
    return this.#resolver === undefined ? own : names;
  }

  /** The records with Forecourt's names; the same objects if they have those names already. */
  map(records: readonly FeedRecord[]): readonly FeedRecord[] {
    const { mapping, profile } = this.#options;
    if (this.#layout === undefined) this.#detect(records);
    const resolver = this.#resolver;
    if (profile !== undefined) profileRecords(records, profile, resolver);
    return resolver === undefined ? records : records.map((record) => mapRecord(record, resolver, mapping));
  }

  #detect(records: readonly FeedRecord[]): void {
    const first = records.find(({ value }) => isObject(value));
    if (first === undefined || !isObject(first.value)) return;
    this.#useLayout(
      detectLayout(
        flatten(first.value).map(([name]) => name),
        this.#format,
      ),
    );
  }

  #useLayout(layout: LayoutName): void {
    const { mapping, profile } = this.#options;
    this.#layout = layout;
    if (profile !== undefined) profile.layout = layout;
    const isOwn = layout === 'forecourt' && mapping === undefined && this.#format !== 'xml';
    if (!isOwn) this.#resolver = new ColumnResolver(LAYOUTS[layout], mapping);
  }

  #missing(fields: ReadonlySet<ColumnField | undefined>): string[] {
    const { mapping, dealer } = this.#options;
    const isGiven = (field: 'id' | 'dealer' | 'advert_url'): boolean =>
      fields.has(field) || mapping?.constants.has(field) === true;
    const missing: string[] = (['id', 'advert_url'] as const).filter((field) => !isGiven(field));
    // In other layouts a header may lack the dealer: records without one are then rejected one by one.
    const hasDealer = isGiven('dealer') || dealer !== undefined || mapping?.dealerFromAdvert === true;
    const mustName = this.#layout === 'forecourt' || missing.length === 2;
    if (!hasDealer && mustName) missing.splice(isGiven('id') ? 0 : 1, 0, 'dealer');
    return missing;
  }
}

function profileRecords(
  records: readonly FeedRecord[],
  profile: FeedProfile,
  resolver = new ColumnResolver(LAYOUTS.forecourt, undefined),
): void {
  for (const { value } of records)
    if (isObject(value)) profile.addRecord(flatten(value), (name) => resolver.resolve(name));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The record with Forecourt's names. */
function mapRecord(
  { line, value }: FeedRecord,
  resolver: ColumnResolver,
  mapping: FeedMapping | undefined,
): FeedRecord {
  if (!isObject(value)) return { line, value };
  const sources = new Map<ColumnField, SourceValue[]>();
  const ignoredColumns: string[] = [];
  for (const [name, part] of flatten(value)) {
    const column = resolver.resolve(name);
    if (column === undefined) ignoredColumns.push(echoed(name));
    if (column === undefined || column === null || isEmptyValue(part)) continue;
    const others = sources.get(column.field);
    if (others === undefined) sources.set(column.field, [{ column, value: part }]);
    else others.push({ column, value: part });
  }
  for (const list of sources.values()) {
    list.sort((a, b) => a.column.rank - b.column.rank || a.column.number - b.column.number);
  }
  const values = combineColumns(sources);
  for (const [field, constant] of mapping?.constants ?? []) values[field] ??= constant;
  if (mapping?.dealerFromAdvert === true) values.dealer ??= hostOf(values.advert_url);
  return { line, value: values, ...(ignoredColumns.length > 0 && { ignoredColumns }) };
}

function hostOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).hostname : undefined;
}
