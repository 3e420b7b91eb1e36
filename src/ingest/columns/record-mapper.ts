// Maps a reader's records to records with Forecourt's field names. Values are not validated here. The layout is detected from
// the CSV header, or else from the first record that is an object. Records with Forecourt's own names alone are returned as
// they are.
import { parseUrl } from '../../listing/domain-name.ts';
import type { Problem } from '../../problem.ts';
import { FirstRows } from './first-rows.ts';
import {
  combineColumns,
  firstValue,
  isEmptyValue,
  type SourceValue,
  type RecordValues,
} from './combine-columns.ts';
import { ColumnResolver, type ResolvedColumn } from './column-resolver.ts';
import type { FeedFormat } from '../read/feed-format.ts';
import { settleAmbiguous } from './ambiguous-columns.ts';
import type { FeedSettings, MappedColumn } from './feed-mapping.ts';
import { MappingPlans, type PlannedRecord } from './mapping-plan.ts';
import {
  noticeOf,
  type Delimiter,
  type FeedNotice,
  type Mutable,
  unreadable,
  type FeedRecord,
} from '../read/feed-record.ts';
import { sayFacts, whyNoVehicle } from './no-vehicle.ts';
import { overriddenColumns, unusedValues } from './without-effect.ts';
import type { FeedProfile } from '../suggest/feed-profile.ts';
import type { LikelyColumn } from '../suggest/learn-columns.ts';
import { flatten, isObject } from '../read/flatten.ts';
import { withoutPairs } from '../read/named-pairs.ts';
import { headerFault } from './header-fault.ts';
import { detectLayout, isOwnName, isOwnRecord } from './detect-layout.ts';
import { layoutNamed, type LayoutName } from './column-table.ts';
import { tablesVersion } from './table.ts';
import type { ColumnField } from './column-fields.ts';
import { fillTemplate, placeholderKey, placeholdersOf, withoutMacros } from './templates.ts';
import { htmlToText } from '../values/html-to-text.ts';
import { pathOfPage } from '../values/url.ts';
import { parsePostalAddress } from '../values/postal-address.ts';
import { vehicleIdOf } from '../values/read-identity.ts';

/** Bounds the keys against feeds with countless column names. */
const MAX_KEYS = 10_000;
const ADVERT: MappedColumn = { field: 'advert_url' };

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
  /** Whether, its vehicle having none, it has that of its advert: its address on the dealer's site. */
  #idFromAddress = false;
  #hasLearnt = false;
  /** Whether the first records have facts of vehicles, which a record that is none lacks. */
  #hasFacts = false;
  /** Columns of which a blank means no: all their values are ticks. */
  #ticked: ReadonlySet<string> = new Set();
  /** The columns that were found by their values, as JSON. */
  #found = '';
  /** Of a table whose header lacks the addresses alone: thrown unless a column is found. */
  #lacksAddress: Problem | undefined;
  /** Ignored columns whose values look like a field's. */
  likelyColumns: readonly LikelyColumn[] = [];
  readonly #onNotice: ((notice: FeedNotice) => void) | undefined;

  constructor(
    feed: string,
    format: FeedFormat,
    settings: FeedSettings,
    profile?: FeedProfile,
    onNotice?: (notice: FeedNotice) => void,
  ) {
    this.#feed = feed;
    this.#format = format;
    this.#settings = settings;
    this.#profile = profile;
    this.#onNotice = onNotice;
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
    this.#idFromAddress = this.#idFromVehicle && !names.includes('advert_url');
    const fault = headerFault({
      feed: this.#feed,
      names,
      fieldOf: (name) => this.#resolver.resolve(name)?.field,
      hasColumn: (placeholder) => names.some((name) => this.#keyOf(name) === this.#keyOf(placeholder)),
      delimiter,
      settings: this.#settings,
      isOwnLayout: this.#layout === 'forecourt',
    });
    if (fault !== undefined) {
      const problem = unreadable(this.#feed, `the header on line ${line} ${fault.message}`);
      // Values may still show which column it is.
      const missing = fault.missing.filter((field) => field !== 'id' || !this.#idFromAddress);
      if (missing.join() === 'advert_url') this.#lacksAddress = problem;
      else this.#refuse(problem);
    }
    return this.#keepsOwn ? own : names;
  }

  /** Throws it; with a profile, the rest of the feed is profiled first. */
  #refuse(problem: Problem): void {
    if (this.#profile === undefined) throw problem;
    this.#profile.headerProblem = problem;
  }

  /**
   * Learns from the feed's first records what their names do not say. False if it needs more of them: pass these again with the
   * next ones. Call it before `map` until it returns true; at the end of a feed it does.
   */
  learn(records: readonly FeedRecord[], isEnd: boolean, now: number): boolean {
    if (this.#hasLearnt) return true;
    if (this.#layout === undefined) this.#detect(records);
    const first = new FirstRows(records, (name) => this.#resolver.resolve(name), this.#settings);
    if (!first.areEnough && !isEnd) return false;
    this.#hasLearnt = true;
    if (this.#header === undefined) this.#idFromAddress = first.lackIds;
    this.#ticked = first.ticked;
    const address = first.advertColumn;
    const { read, likely } = first.learn(now);
    this.likelyColumns = likely;
    const found = new Map([...read, ...(address === undefined ? [] : [[address, ADVERT] as const])]);
    if (found.size > 0) this.#useColumns(found, records.at(0)?.line ?? 1);
    this.#hasFacts = first.values.some((value) => sayFacts(this.#plans.read(value).plan));
    if (address === undefined && this.#lacksAddress !== undefined) this.#refuse(this.#lacksAddress);
    return true;
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
    const learnt = `${this.#found} ${[...this.#ticked].join(' ')} ${this.#hasFacts}`;
    const header = `${this.#header ?? ''} ${learnt}`;
    return this.#layout && `${tablesVersion()} ${this.#layout} ${header} ${this.#resolver.order}`;
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

  #useColumns(found: ReadonlyMap<string, MappedColumn>, line: number): void {
    const { mapping } = this.#settings;
    this.#found = JSON.stringify([...found]);
    const columns = new Map([...(mapping?.columns ?? []), ...found]);
    this.#resolver = new ColumnResolver(layoutNamed(this.#layout ?? 'forecourt'), { ...mapping, columns });
    this.#plans = new MappingPlans(this.#resolver);
    this.#keepsOwn = false;
    for (const [name, { field }] of found) {
      this.#profile?.columns.delete(name);
      this.#profile?.addName(name, this.#resolver.resolve(name));
      this.#onNotice?.(noticeOf('guessed_column', line, `${name} as ${field}`));
    }
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

  #addToProfile(records: readonly FeedRecord[], profile: FeedProfile): void {
    for (const { value } of records)
      if (isObject(value)) profile.addRecord([...flatten(value)], (name) => this.#resolver.resolve(name));
  }

  #mapRecord({ line, textHash, status }: FeedRecord, record: object): FeedRecord {
    const { mapping, dealer } = this.#settings;
    const planned = this.#plans.read(record);
    const sources = sourcesOf(planned, this.#ticked);
    let ignoredColumns = planned.plan.unknown;
    settleAmbiguous(sources);
    this.#idColumn = sources.get('id')?.[0]?.name ?? this.#idColumn;
    const overridden = overriddenColumns(sources);
    const unused = unusedValues(sources);
    const origins = new Map<string, string>();
    const values = combineColumns(sources, planned, origins);
    if (status !== undefined) values.status = [values.status ?? [], status].flat();
    const [address] = sources.get('address') ?? [];
    if (address !== undefined && !isAddressUsed(address.value, values))
      ignoredColumns = [...ignoredColumns, address.shown];
    for (const [field, constant] of mapping?.constants ?? []) {
      if (values[field] === undefined) origins.delete(field);
      values[field] ??= constant;
    }
    for (const field of mapping?.templates.keys() ?? []) origins.delete(field);
    values.advert_url = this.#addressOf(values, sources.get('advert_url') ?? [], planned);
    const unfilled = this.#fillTemplates(values, planned);
    if (mapping?.dealerFromAdvert === true && values.dealer === undefined) {
      values.dealer = parseUrl(String(values.advert_url))?.hostname;
      const advertOrigin = origins.get('advert_url');
      if (advertOrigin !== undefined) origins.set('dealer', advertOrigin);
    }
    // A name instead of a domain: the record is rejected with it, unless the settings know the dealer.
    if (dealer === undefined) values.dealer ??= firstValue(sources.get('dealer')?.[0]?.value);
    if (this.#idFromVehicle && values.id === undefined) {
      const [source, id] =
        vehicleIdOf(values) ??
        (this.#idFromAddress ? ['advert_url', pathOfPage(values.advert_url, dealer)] : []);
      values.id = id;
      const idOrigin = origins.get(source ?? '');
      if (idOrigin !== undefined) origins.set('id', idOrigin);
    }
    const mapped: Mutable<FeedRecord> = { line, value: values, origins };
    const noVehicle = whyNoVehicle(sources, values, this.#hasFacts || sayFacts(planned.plan));
    if (noVehicle !== undefined) mapped.noVehicle = noVehicle;
    if (unfilled !== undefined) mapped.unfilled = unfilled;
    if (ignoredColumns.length > 0) mapped.ignoredColumns = ignoredColumns;
    if (overridden.length > 0) mapped.overridden = overridden;
    if (unused.length > 0) mapped.unused = unused;
    if (textHash !== undefined) mapped.textHash = textHash;
    return mapped;
  }

  /** The first of the record's addresses that is more than the macros of a channel, without these. */
  #addressOf(values: RecordValues, sources: readonly SourceValue[], { plan }: PlannedRecord): unknown {
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
  #fillTemplates(values: RecordValues, { plan, values: given }: PlannedRecord): string | undefined {
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
function sourcesOf(
  { plan: { names, shown, columns }, values }: PlannedRecord,
  ticked: ReadonlySet<string>,
): Map<ColumnField, SourceValue[]> {
  const sources = new Map<ColumnField, SourceValue[]>();
  const several = new Set<SourceValue[]>();
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    if (column === undefined || column === null) continue;
    const value = isEmptyValue(values[i]) && ticked.has(names[i]) ? false : withoutMarkup(values[i], column);
    if (isEmptyValue(value)) continue;
    const source = { name: names[i], shown: shown[i], column, value };
    const others = sources.get(column.field);
    if (others === undefined) sources.set(column.field, [source]);
    else if (others.push(source) === 2) several.add(others);
  }
  for (const list of several)
    list.sort((a, b) => a.column.rank - b.column.rank || a.column.number - b.column.number);
  return sources;
}

/** Shops write HTML into any value. */
function withoutMarkup(value: unknown, { field }: ResolvedColumn): unknown {
  const isText =
    typeof value === 'string' &&
    value.length <= MAX_MARKUP_LENGTH &&
    value.includes('<') &&
    !KEEPS_MARKUP.has(field);
  return isText ? htmlToText(value).trim() : value;
}

/** Longer values are none of these fields. */
const MAX_MARKUP_LENGTH = 1000;
const KEEPS_MARKUP: ReadonlySet<ColumnField> = new Set([
  ...['full_description', 'specification', 'images', 'thumbnail', 'advert_url', 'keywords'],
]);

/** Whether the postcode or the town of an address is the record's. */
function isAddressUsed(value: unknown, { postcode, loc }: RecordValues): boolean {
  const address = parsePostalAddress(firstValue(value));
  return [address.postcode, address.town].some(
    (part) => part !== undefined && (part === postcode || part === loc),
  );
}
