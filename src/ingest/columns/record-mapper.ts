// Maps a reader's records to records with Forecourt's field names. Values are not validated here. The layout is detected from
// the CSV header, or else from the first record that is an object. Records with Forecourt's own names alone are returned as
// they are.
import { parseUrl } from '../../listing/parse-url.ts';
import { echoed, quoted } from '../../problem.ts';
import {
  combineColumns,
  firstValue,
  isEmptyValue,
  type SourceValue,
  type Values,
} from './combine-columns.ts';
import { ColumnResolver } from './column-resolver.ts';
import type { Delimiter } from '../read/csv-header.ts';
import type { FeedFormat } from '../read/feed-format.ts';
import { takeElectricRange } from './electric-range.ts';
import type { FeedSettings } from './feed-mapping.ts';
import { missingColumnsHint } from '../run/next-step.ts';
import { MappingPlans, type PlannedRecord } from './mapping-plan.ts';
import { overriddenColumns } from './overridden-columns.ts';
import { unreadable, type FeedRecord } from '../read/feed-record.ts';
import type { FeedProfile } from '../suggest/feed-profile.ts';
import { flatten } from '../read/flatten.ts';
import { withoutPairs } from '../read/named-pairs.ts';
import { detectLayout, isOwnName } from './detect-layout.ts';
import { layoutNamed, type LayoutName } from './column-table.ts';
import { tablesVersion } from './table.ts';
import type { ColumnField } from './column-fields.ts';
import { fillTemplate, placeholderKey, mayHaveMacros, placeholdersOf, withoutMacros } from './templates.ts';
import { unusedValues } from './unused-values.ts';
import { parsePostalAddress } from '../values/postal-address.ts';
import { readRegistration, readVin } from '../values/vehicle-identifiers.ts';

/** Bounds the keys against feeds with countless column names. */
const MAX_KEYS = 10_000;

const LIST = new Intl.ListFormat('en-GB');

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

export class RecordMapper {
  readonly #feed: string;
  readonly #format: FeedFormat;
  readonly #settings: FeedSettings;
  readonly #profile: FeedProfile | undefined;
  #layout: LayoutName | undefined;
  #resolver = new ColumnResolver(layoutNamed('forecourt'), undefined);
  #plans = new MappingPlans(this.#resolver);
  /** Whether records with Forecourt's names alone stay as they are. */
  #keepsOwn = false;
  /** The names of a table's columns and its delimiter, as JSON. */
  #header: string | undefined;
  #idColumn: string | undefined;
  /** The keys of names that templates have been filled from. */
  readonly #keys = new Map<string, string>();
  /** Whether a record without an id has that of its vehicle. */
  #idFromVehicle = true;

  constructor(feed: string, format: FeedFormat, settings: FeedSettings, profile?: FeedProfile) {
    this.#feed = feed;
    this.#format = format;
    this.#settings = settings;
    this.#profile = profile;
    const layout = settings.layout ?? settings.mapping?.layout;
    if (layout !== undefined) this.#useLayout(layout);
  }

  /** The names for a table's columns. Throws a Problem `feed_unreadable` if a required column is missing. */
  mapHeader(names: readonly string[], line: number, delimiter?: Delimiter): readonly string[] {
    const profile = this.#profile;
    const own = names.map((name) => name.toLowerCase());
    if (this.#layout === undefined) this.#useLayout(detectLayout(names, this.#format));
    this.#keepsOwn &&= own.every(isOwnName);
    this.#header = JSON.stringify([names, delimiter]);
    if (profile !== undefined) {
      profile.delimiter = delimiter;
      for (const name of withoutPairs(names)) profile.addName(name, this.#resolver.resolve(name));
    }
    const fields = new Set(names.map((name) => this.#resolver.resolve(name)?.field));
    this.#idFromVehicle = !fields.has('id');
    const fault = this.#headerFault(names, fields, delimiter);
    if (fault !== undefined) {
      const problem = unreadable(this.#feed, `the header on line ${line} ${fault}`);
      if (profile === undefined) throw problem;
      profile.headerProblem = problem;
    }
    return this.#keepsOwn ? own : names;
  }

  /** The column of the id in the records so far; undefined if it has Forecourt's name. */
  get idColumn(): string | undefined {
    return this.#idColumn;
  }

  /**
   * Equal if the next record of a feed would be mapped equally: tables, options, layout, header, and the columns so far where they
   * matter. Undefined before the layout is known.
   */
  get rules(): string | undefined {
    return this.#layout && `${tablesVersion()} ${this.#layout} ${this.#header ?? ''} ${this.#resolver.order}`;
  }

  /** The records with Forecourt's names; the same objects if they have no others. */
  map(records: readonly FeedRecord[]): readonly FeedRecord[] {
    const profile = this.#profile;
    if (this.#layout === undefined) this.#detect(records);
    if (profile !== undefined) this.#addToProfile(records, profile);
    return records.map((record) =>
      !isObject(record.value) || (this.#keepsOwn && isOwnRecord(record.value))
        ? record
        : this.#mapRecord(record, record.value),
    );
  }

  #detect(records: readonly FeedRecord[]): void {
    const first = records.find(({ value }) => isObject(value));
    if (first === undefined || !isObject(first.value)) return;
    this.#useLayout(detectLayout([...flatten(first.value).keys()], this.#format));
  }

  #useLayout(layout: LayoutName): void {
    const { mapping } = this.#settings;
    const profile = this.#profile;
    this.#layout = layout;
    if (profile !== undefined) profile.layout = layout;
    this.#keepsOwn = layout === 'forecourt' && mapping === undefined && this.#format !== 'xml';
    this.#resolver = new ColumnResolver(layoutNamed(layout), mapping);
    this.#plans = new MappingPlans(this.#resolver);
  }

  /** What the header lacks and what to do about it. */
  #headerFault(
    names: readonly string[],
    fields: ReadonlySet<ColumnField | undefined>,
    delimiter: Delimiter | undefined,
  ): string | undefined {
    const keys = new Set(names.map((name) => this.#keyOf(name)));
    const placeholders = Array.from(this.#settings.mapping?.templates.values() ?? []).flatMap(placeholdersOf);
    const unknown = placeholders.find(
      (name) => !keys.has(this.#keyOf(name)) && !fields.has(name.toLowerCase()),
    );
    if (unknown !== undefined)
      return `has no column {${unknown}} for a template. It names ${quoted(names.join(', '))}.`;
    const missing = this.#missing(fields);
    const { dealer, isConfigured = false, flags } = this.#settings;
    if (missing.length === 0) return undefined;
    const got = `(got ${quoted(names.join(delimiter ?? ', ').toLowerCase())})`;
    const idColumn = names.find((name) => this.#resolver.resolve(name)?.field === 'id');
    const hint = names.some((name) => name.includes('\r'))
      ? 'The lines seem to end in CR: save the feed with LF or CRLF line endings.'
      : names.length === 1
        ? 'The first row must name the columns, separated by commas, semicolons, tabs or pipes.'
        : missingColumnsHint(missing, { files: [this.#feed], isConfigured, dealer, flags, idColumn });
    return `lacks ${LIST.format(missing)} ${got}. ${hint}`;
  }

  #missing(fields: ReadonlySet<ColumnField | undefined>): string[] {
    const { mapping, dealer } = this.#settings;
    const isGiven = (field: 'id' | 'dealer' | 'advert_url'): boolean =>
      fields.has(field) ||
      mapping?.constants.has(field) === true ||
      mapping?.templates.has(field) === true ||
      (field === 'id' && (fields.has('vin') || fields.has('registration')));
    const missing: string[] = (['id', 'advert_url'] as const).filter((field) => !isGiven(field));
    // A header of another layout may lack the dealer alone: records without one are then rejected one by one.
    const hasDealer = isGiven('dealer') || dealer !== undefined || mapping?.dealerFromAdvert === true;
    const mustName = this.#layout === 'forecourt' || missing.length > 0;
    if (!hasDealer && mustName) missing.splice(isGiven('id') ? 0 : 1, 0, 'dealer');
    return missing;
  }

  #addToProfile(records: readonly FeedRecord[], profile: FeedProfile): void {
    for (const { value } of records)
      if (isObject(value)) profile.addRecord([...flatten(value)], (name) => this.#resolver.resolve(name));
  }

  #mapRecord({ line, textHash }: FeedRecord, record: object): FeedRecord {
    const { mapping, dealer } = this.#settings;
    const planned = this.#plans.read(record);
    const sources = sourcesOf(planned);
    let ignoredColumns = planned.plan.unknown;
    this.#idColumn = sources.get('id')?.[0]?.name ?? this.#idColumn;
    takeElectricRange(sources);
    const overridden = overriddenColumns(sources);
    const unused = unusedValues(sources);
    const values = combineColumns(sources, planned);
    const [address] = sources.get('address') ?? [];
    if (address !== undefined && !isAddressUsed(address.value, values))
      ignoredColumns = [...ignoredColumns, echoed(address.name)];
    for (const [field, constant] of mapping?.constants ?? []) values[field] ??= constant;
    values.advert_url = this.#addressOf(values, sources.get('advert_url') ?? [], planned);
    const unfilled = this.#fillTemplates(values, planned);
    if (mapping?.dealerFromAdvert === true) values.dealer ??= hostOf(values.advert_url);
    // A name instead of a domain: the record is rejected with it, unless the settings know the dealer.
    if (dealer === undefined) values.dealer ??= firstValue(sources.get('dealer')?.[0]?.value);
    if (this.#idFromVehicle) values.id ??= vehicleIdOf(values);
    const mapped: Mutable<FeedRecord> = { line, value: values };
    if (unfilled !== undefined) mapped.unfilled = unfilled;
    if (ignoredColumns.length > 0) mapped.ignoredColumns = ignoredColumns;
    if (overridden.length > 0) mapped.overridden = overridden;
    if (unused.length > 0) mapped.unused = unused;
    if (textHash !== undefined) mapped.textHash = textHash;
    return mapped;
  }

  /** The first of the record's addresses that is more than the macros of a channel, without these. */
  #addressOf(values: Values, sources: readonly SourceValue[], { plan }: PlannedRecord): unknown {
    const { advert_url: address } = values;
    if (typeof address !== 'string') return address;
    const isColumn = (name: string): boolean =>
      !isEmptyValue(values[name.toLowerCase()]) ||
      plan.names.some((column) => this.#keyOf(column) === this.#keyOf(name));
    const addresses = sources.length === 0 ? [address] : sources.map(({ value }) => firstValue(value));
    for (const one of addresses) {
      const cleaned = typeof one === 'string' ? withoutMacros(one, isColumn) : undefined;
      if (cleaned !== undefined) return cleaned;
    }
    return address;
  }

  /** Fills the mapping's templates, and an address with placeholders; returns why one cannot be filled. */
  #fillTemplates(values: Values, { plan, values: given }: PlannedRecord): string | undefined {
    const templates = new Map(this.#settings.mapping?.templates ?? []);
    const { advert_url: address } = values;
    if (typeof address === 'string' && !templates.has('advert_url') && placeholdersOf(address).length > 0)
      templates.set('advert_url', address);
    if (templates.size === 0) return undefined;
    const columns = new Map<string, unknown>();
    for (let i = given.length - 1; i >= 0; i--) columns.set(this.#keyOf(plan.names[i]), given[i]);
    const valueOf = (placeholder: string): string | undefined => {
      const value = columns.get(this.#keyOf(placeholder)) ?? values[placeholder.toLowerCase()];
      return isEmptyValue(value) ? undefined : String(firstValue(value)).trim();
    };
    for (const [field, template] of templates) {
      const filled = fillTemplate(template, field, valueOf);
      if ('missing' in filled) return filled.missing;
      values[field] = filled.text;
    }
    return undefined;
  }

  #keyOf(name: string): string {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = placeholderKey(name);
    if (this.#keys.size < MAX_KEYS) this.#keys.set(name, key);
    return key;
  }
}

/** The values of each field by column, the first to count first. Fields are in the order of the record. */
function sourcesOf({ plan: { names, columns }, values }: PlannedRecord): Map<ColumnField, SourceValue[]> {
  const sources = new Map<ColumnField, SourceValue[]>();
  const several = new Set<SourceValue[]>();
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    const value = values[i];
    if (column === undefined || column === null || isEmptyValue(value)) continue;
    const source = { name: names[i], column, value };
    const others = sources.get(column.field);
    if (others === undefined) sources.set(column.field, [source]);
    else if (others.push(source) === 2) several.add(others);
  }
  for (const list of several)
    list.sort((a, b) => a.column.rank - b.column.rank || a.column.number - b.column.number);
  return sources;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields whose value may be a list in a record of Forecourt's own. */
const LISTS: ReadonlySet<string> = new Set(['images', 'keywords']);

/** Whether a record has Forecourt's own names alone, and values that need no combining: an id, a domain as its dealer, no macros, nothing nested. */
function isOwnRecord(record: object): boolean {
  const values = record as Readonly<Record<string, unknown>>;
  for (const name in values) {
    const value = values[name];
    if (!isOwnName(name)) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) || !LISTS.has(name) || value.some(isNested)) return false;
  }
  if (typeof values.advert_url === 'string' && mayHaveMacros(values.advert_url)) return false;
  return !isEmptyValue(values.id) && (typeof values.dealer !== 'string' || values.dealer.includes('.'));
}

/** Whether the postcode or the town of an address is the record's. */
function isAddressUsed(value: unknown, { postcode, loc }: Values): boolean {
  const address = parsePostalAddress(firstValue(value));
  return [address.postcode, address.town].some(
    (part) => part !== undefined && (part === postcode || part === loc),
  );
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The VIN, else the registration, as an id. */
function vehicleIdOf({ vin, registration }: Values): string | undefined {
  return [readVin(vin), readRegistration(registration)].find((id) => typeof id === 'string');
}

function hostOf(address: unknown): string | undefined {
  return typeof address === 'string' ? parseUrl(address)?.hostname : undefined;
}
