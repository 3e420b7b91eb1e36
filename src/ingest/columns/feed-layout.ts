// First step of mapping: what a feed's header and first records say of all others, as the layout by which RecordMapper maps them.
import { isObject } from '../../json.ts';
import { type Problem } from '../../problem.ts';
import {
  unreadable,
  noticeOf,
  type Delimiter,
  type FeedNotice,
  type RawRecord,
} from '../read/feed-record.ts';
import type { FeedFormat } from '../read/feed-format.ts';
import { flatten, isNested } from '../read/flatten.ts';
import { withoutPairs } from '../read/named-pairs.ts';
import type { FeedProfile } from './feed-profile.ts';
import { ColumnResolver, holdsColumn } from './column-resolver.ts';
import { layoutNamed, type LayoutName, columnTable } from '../tables/column-table.ts';
import type { FeedSettings, MappedColumn } from '../settings/feed-mapping.ts';
import { FirstRows } from './first-rows.ts';
import type { IdentifiedColumn } from './identify-columns.ts';
import { headerFault } from './header-fault.ts';
import { MappingPlans } from './mapping-plan.ts';
import { sayFacts } from './no-vehicle.ts';
import { tablesVersion } from '../tables/feed-tables.ts';
import { OWN_FIELDS } from '../tables/feed-fields.ts';
import { mayHaveMacros } from '../settings/templates.ts';
import { columnPath, areWrappers } from '../tables/column-path.ts';
import { isEmptyValue } from '../values/text.ts';

export interface FeedLayout {
  readonly resolver: ColumnResolver;
  /** Whether records with Forecourt's names alone stay as they are. */
  readonly keepsOwn: boolean;
  /** Whether the records are rows below a header: those of a table with a column of ids must have one. */
  readonly isTable: boolean;
  /** Whether a record without a column of ids has that of its vehicle or else of its advert: Forecourt's own format has ids. */
  readonly lacksIds: boolean;
  /** Columns of which a blank means no: all their values are ticks. */
  readonly ticked: ReadonlySet<string>;
  /** Whether the first records have facts of vehicles, which a record that is none lacks. */
  readonly hasFacts: boolean;
  /** What the records show of columns whose names do not say it. */
  readonly identified: readonly IdentifiedColumn[];
  /** The host of the dealer's site, if addresses in the first records say it. */
  readonly site: string | undefined;
  /** Equal for two feeds whose records are mapped equally, but for the settings. */
  readonly rules: string;
}

interface LayoutSettings extends FeedSettings {
  readonly profile?: FeedProfile | undefined;
  readonly onNotice?: ((notice: FeedNotice) => void) | undefined;
}

export class LayoutFinder {
  readonly #feed: string;
  readonly #format: FeedFormat;
  readonly #settings: LayoutSettings;
  #name: LayoutName | undefined;
  #resolver: ColumnResolver | undefined;
  #header: string | undefined;
  #mayLackIds = false;
  /** Whether a header had all required columns: later ones that lack some belong to tables other than the stock. */
  #hasAll = false;
  /** The problem of a header that lacks the addresses alone: thrown unless values show which column has them. */
  #lacksAddress: Problem | undefined;

  constructor(feed: string, format: FeedFormat, settings: LayoutSettings) {
    this.#feed = feed;
    this.#format = format;
    this.#settings = settings;
    this.#name = settings.layout ?? settings.mapping?.layout;
  }

  /** The names for a table's columns. Throws a Problem `feed_unreadable` if a required column is missing. */
  mapHeader(names: readonly string[], line: number, delimiter?: Delimiter): readonly string[] {
    const { profile } = this.#settings;
    const own = names.map((name) => name.toLowerCase());
    const resolver = this.#resolverFor(names);
    this.#header = JSON.stringify([names, delimiter]);
    this.#mayLackIds = !names.includes('advert_url');
    if (profile !== undefined) {
      profile.delimiter = delimiter;
      for (const name of withoutPairs(names)) profile.addName(name, resolver.resolve(name));
    }
    for (const name of this.#settings.mapping?.columns.keys() ?? [])
      if (!names.some((column) => holdsColumn(column, name)))
        this.#settings.onNotice?.(noticeOf('lacks_mapped', line, name));
    const fault = headerFault({
      feed: this.#feed,
      names,
      fieldOf: (name) => resolver.resolve(name)?.field,
      delimiter,
      settings: this.#settings,
      isOwnLayout: this.#name === 'forecourt',
    });
    if (fault !== undefined) {
      const problem = unreadable(this.#feed, `the header on line ${line} ${fault.message}`);
      // Values may still show which column it is.
      const missing = fault.missing.filter((field) => field !== 'id' || !this.#mayLackIds);
      if (this.#hasAll) throw problem;
      if (missing.join() === 'advert_url') this.#lacksAddress = problem;
      else this.#refuse(problem);
    } else {
      this.#hasAll = true;
      this.#lacksAddress = undefined;
    }
    return this.#keepsOwn && own.every(isOwnName) ? own : names;
  }

  /** Undefined, except at a feed's end, if more records are needed: pass these again. `now` is in milliseconds since 1970. */
  find(records: readonly RawRecord[], now: number, isEnd: boolean): FeedLayout | undefined {
    const { value: shown } = records.find(({ value }) => isObject(value)) ?? {};
    const named = this.#resolverFor(isObject(shown) ? [...flatten(shown).keys()] : undefined);
    const first = new FirstRows(records, (name) => named.resolve(name), this.#settings);
    if (!first.areEnough && !isEnd) return undefined;
    const { ticked, leavesOpen } = first;
    const { profile } = this.#settings;
    const found = leavesOpen || profile !== undefined ? first.identify(now) : undefined;
    if (profile !== undefined) profile.identified = found;
    const identified = found?.columns ?? [];
    const used = identified.filter(({ certainty }) => leavesOpen && certainty === 'used');
    const resolver = used.length === 0 ? named : this.#withColumns(used, records.at(0)?.line ?? 1);
    const plans = new MappingPlans(resolver);
    const hasFacts = first.values.some((value) => sayFacts(plans.read(value).plan));
    const lacksAddress = !used.some(({ field }) => field === 'advert_url');
    if (lacksAddress && this.#lacksAddress !== undefined) this.#refuse(this.#lacksAddress);
    const isTable = this.#header !== undefined;
    const learntColumns = used.map(({ column, field, unit, scale }) => [column, field, unit, scale]);
    const learnt = `${JSON.stringify(learntColumns)} ${[...ticked].join(' ')} ${hasFacts}`;
    return {
      ...{ resolver, ticked, hasFacts, isTable, identified },
      keepsOwn: this.#keepsOwn && used.length === 0,
      site: first.site,
      lacksIds: isTable ? this.#mayLackIds : first.lackIds,
      rules: `${tablesVersion()} ${this.#name} ${this.#header ?? ''} ${learnt}`,
    };
  }

  get #keepsOwn(): boolean {
    return this.#name === 'forecourt' && this.#settings.mapping === undefined && this.#format !== 'xml';
  }

  #resolverFor(names: readonly string[] | undefined): ColumnResolver {
    if (this.#resolver !== undefined) return this.#resolver;
    if (names !== undefined) this.#name ??= detectLayout(names, this.#format);
    const name = this.#name ?? 'forecourt';
    const resolver = new ColumnResolver(layoutNamed(name), this.#settings.mapping);
    if (this.#name === undefined) return resolver;
    if (this.#settings.profile !== undefined) this.#settings.profile.layout = name;
    return (this.#resolver = resolver);
  }

  #withColumns(used: readonly IdentifiedColumn[], line: number): ColumnResolver {
    const { mapping, profile, onNotice } = this.#settings;
    const identified = used.map((column): [string, MappedColumn] => [column.column, column]);
    const columns = new Map([...(mapping?.columns ?? []), ...identified]);
    const resolver = new ColumnResolver(layoutNamed(this.#name ?? 'forecourt'), { ...mapping, columns });
    for (const { column: name, field } of used) {
      profile?.columns.delete(name);
      profile?.addName(name, resolver.resolve(name));
      onNotice?.(noticeOf('guessed_column', line, `${name} as ${field}`));
    }
    return (this.#resolver = resolver);
  }

  /** Throws it; with a profile, the rest of the feed is profiled first. */
  #refuse(problem: Problem): void {
    if (this.#settings.profile === undefined) throw problem;
    this.#settings.profile.headerProblem = problem;
  }
}

const OWN_NAMES: ReadonlySet<string> = new Set(OWN_FIELDS);

/** Layouts have the names that they are known by among the first. */
const MAX_NAMES = 1000;

function detectLayout(names: readonly string[], format: FeedFormat): LayoutName {
  // Exact spelling identifies Forecourt's own layout, even in a record with few of its names.
  const own = names.map((name) => name.trim().toLowerCase());
  if (format !== 'xml' && (own.includes('advert_url') || own.every(isOwnName))) {
    return 'forecourt';
  }
  const found = new Set(names.slice(0, MAX_NAMES).flatMap(keysOf));
  const has = (signature: readonly string[]): boolean =>
    signature.every((name) => found.has(columnPath(name).parts.join('')));
  const tried = [...columnTable().layouts.values()].filter(({ order }) => order !== undefined);
  const layout = tried
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .find(({ signatures }) => signatures.some(has));
  return layout?.name ?? (format === 'xml' ? 'xml' : 'general');
}

function keysOf(name: string): string[] {
  const { parts } = columnPath(name);
  const keys: string[] = [];
  for (let start = 0; start < parts.length && areWrappers(parts.slice(0, start)); start++) {
    keys.push(parts.slice(start).join(''));
  }
  return keys;
}

function isOwnName(name: string): boolean {
  return OWN_NAMES.has(name);
}

const LISTS: ReadonlySet<string> = new Set(['images', 'keywords']);

/** Whether a record has only Forecourt's own names, an id, a domain as its dealer, no macros and no nested values. */
export function isOwnRecord(record: object): boolean {
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
