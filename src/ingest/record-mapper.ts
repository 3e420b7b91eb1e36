// Maps a reader's records to records with Forecourt's field names. Values are not validated here. The layout is detected from
// the CSV header, or else from the first record that is an object. Records with Forecourt's own names alone are returned as
// they are.
import { echoed, quoted } from '../problem.ts';
import {
  combineColumns,
  firstValue,
  isEmptyValue,
  type SourceValue,
  type Values,
} from './combine-columns.ts';
import { ColumnResolver } from './column-resolver.ts';
import type { Delimiter } from './read/csv-header.ts';
import type { FeedFormat } from './read/feed-format.ts';
import type { FeedMapping } from './feed-mapping.ts';
import { unreadable, type FeedRecord } from './read/feed-record.ts';
import type { FeedProfile } from './feed-profile.ts';
import { flatten } from './read/flatten.ts';
import { detectLayout, isOwnName, LAYOUTS } from './layouts/detect.ts';
import type { ColumnField, LayoutName } from './layouts/layout.ts';
import { readRegistration, readVin } from './values/vehicle-identifiers.ts';

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
  #resolver = new ColumnResolver(LAYOUTS.forecourt, undefined);
  /** Whether records with Forecourt's names alone stay as they are. */
  #keepsOwn = false;
  /** Whether a record without an id has that of its vehicle. */
  #idFromVehicle = true;

  constructor(feed: string, format: FeedFormat, options: RecordMapperOptions) {
    this.#feed = feed;
    this.#format = format;
    this.#options = options;
    const layout = options.layout ?? options.mapping?.layout;
    if (layout !== undefined) this.#useLayout(layout);
  }

  /** The names for a CSV feed's columns. Throws a Problem `feed_unreadable` if a required column is missing. */
  mapHeader(names: readonly string[], line: number, delimiter: Delimiter): readonly string[] {
    const { profile } = this.#options;
    const own = names.map((name) => name.toLowerCase());
    if (this.#layout === undefined) this.#useLayout(detectLayout(names, this.#format));
    this.#keepsOwn &&= own.every(isOwnName);
    if (profile !== undefined) {
      profile.delimiter = delimiter;
      for (const name of names) profile.addName(name, this.#resolver.resolve(name));
    }
    const fields = new Set(names.map((name) => this.#resolver.resolve(name)?.field));
    this.#idFromVehicle = !fields.has('id');
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
    return this.#keepsOwn ? own : names;
  }

  /** The records with Forecourt's names; the same objects if they have no others. */
  map(records: readonly FeedRecord[]): readonly FeedRecord[] {
    const { profile } = this.#options;
    if (this.#layout === undefined) this.#detect(records);
    if (profile !== undefined) this.#addToProfile(records, profile);
    return records.map((record) =>
      !isObject(record.value) || (this.#keepsOwn && isOwnRecord(record.value))
        ? record
        : this.#mapRecord(record.line, record.value),
    );
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
    this.#keepsOwn = layout === 'forecourt' && mapping === undefined && this.#format !== 'xml';
    this.#resolver = new ColumnResolver(LAYOUTS[layout], mapping);
  }

  #missing(fields: ReadonlySet<ColumnField | undefined>): string[] {
    const { mapping, dealer } = this.#options;
    const isGiven = (field: 'id' | 'dealer' | 'advert_url'): boolean =>
      fields.has(field) ||
      mapping?.constants.has(field) === true ||
      (field === 'id' && (fields.has('vin') || fields.has('registration')));
    const missing: string[] = (['id', 'advert_url'] as const).filter((field) => !isGiven(field));
    // In other layouts a header may lack the dealer: records without one are then rejected one by one.
    const hasDealer = isGiven('dealer') || dealer !== undefined || mapping?.dealerFromAdvert === true;
    const mustName = this.#layout === 'forecourt' || missing.length === 2;
    if (!hasDealer && mustName) missing.splice(isGiven('id') ? 0 : 1, 0, 'dealer');
    return missing;
  }

  #addToProfile(records: readonly FeedRecord[], profile: FeedProfile): void {
    for (const { value } of records)
      if (isObject(value)) profile.addRecord(flatten(value), (name) => this.#resolver.resolve(name));
  }

  #mapRecord(line: number, record: object): FeedRecord {
    const { mapping, dealer } = this.#options;
    const sources = new Map<ColumnField, SourceValue[]>();
    const ignoredColumns: string[] = [];
    for (const [name, value] of flatten(record)) {
      const column = this.#resolver.resolve(name);
      if (column === undefined) ignoredColumns.push(echoed(name));
      if (column === undefined || column === null || isEmptyValue(value)) continue;
      const others = sources.get(column.field);
      if (others === undefined) sources.set(column.field, [{ column, value }]);
      else others.push({ column, value });
    }
    for (const list of sources.values()) {
      list.sort((a, b) => a.column.rank - b.column.rank || a.column.number - b.column.number);
    }
    const values = combineColumns(sources);
    for (const [field, constant] of mapping?.constants ?? []) values[field] ??= constant;
    if (mapping?.dealerFromAdvert === true) values.dealer ??= hostOf(values.advert_url);
    // A name instead of a domain: the record is rejected with it, unless the settings know the dealer.
    if (dealer === undefined) values.dealer ??= firstValue(sources.get('dealer')?.[0]?.value);
    if (this.#idFromVehicle) values.id ??= vehicleIdOf(values);
    return { line, value: values, ...(ignoredColumns.length > 0 && { ignoredColumns }) };
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields whose value may be a list in a record of Forecourt's own. */
const LISTS: ReadonlySet<string> = new Set(['images', 'keywords']);

/** Whether a record has Forecourt's own names alone, and values that need no combining: an id, a domain as its dealer, nothing nested. */
function isOwnRecord(record: object): boolean {
  const values = record as Readonly<Record<string, unknown>>;
  for (const name in values) {
    const value = values[name];
    if (!isOwnName(name)) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) || !LISTS.has(name) || value.some(isNested)) return false;
  }
  return !isEmptyValue(values.id) && (typeof values.dealer !== 'string' || values.dealer.includes('.'));
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The VIN, else the registration, as an id. */
function vehicleIdOf({ vin, registration }: Values): string | undefined {
  return [readVin(vin), readRegistration(registration)].find((id) => typeof id === 'string');
}

function hostOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).hostname : undefined;
}
