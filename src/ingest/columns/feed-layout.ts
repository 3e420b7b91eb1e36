// First step of mapping: what a feed's header and first records say of all others, as the layout by which RecordMapper maps them.
import type { Problem } from '../../problem.ts';
import {
  unreadable,
  noticeOf,
  type Delimiter,
  type FeedNotice,
  type RawRecord,
} from '../read/feed-record.ts';
import type { FeedFormat } from '../read/feed-format.ts';
import { flatten, isObject } from '../read/flatten.ts';
import { withoutPairs } from '../read/named-pairs.ts';
import type { FeedProfile } from '../suggest/feed-profile.ts';
import type { LikelyColumn } from '../suggest/learn-columns.ts';
import { ColumnResolver, holdsColumn } from './column-resolver.ts';
import { layoutNamed, type LayoutName } from './column-table.ts';
import { detectLayout, isOwnName } from './detect-layout.ts';
import type { FeedSettings, MappedColumn } from './feed-mapping.ts';
import { FirstRows } from './first-rows.ts';
import { headerFault } from './header-fault.ts';
import { MappingPlans } from './mapping-plan.ts';
import { sayFacts } from './no-vehicle.ts';
import { tablesVersion } from './table.ts';
import { placeholderKey } from './templates.ts';

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
  /** Ignored columns whose values look like a field's. */
  readonly likely: readonly LikelyColumn[];
  /** Equal for two feeds whose records are mapped equally, but for the settings and the columns that were resolved so far. */
  readonly rules: string;
}

const ADVERT: MappedColumn = { field: 'advert_url' };

interface LayoutOptions {
  readonly profile?: FeedProfile | undefined;
  readonly onNotice?: ((notice: FeedNotice) => void) | undefined;
}

export class LayoutFinder {
  readonly #feed: string;
  readonly #format: FeedFormat;
  readonly #settings: FeedSettings;
  readonly #options: LayoutOptions;
  #name: LayoutName | undefined;
  #resolver: ColumnResolver | undefined;
  /** The names and the delimiter of the last header, as JSON. */
  #header: string | undefined;
  #mayLackIds = false;
  /** The problem of a header that lacks the addresses alone: thrown unless values show which column has them. */
  #lacksAddress: Problem | undefined;
  #found: FeedLayout | undefined;

  constructor(feed: string, format: FeedFormat, settings: FeedSettings, options: LayoutOptions = {}) {
    this.#feed = feed;
    this.#format = format;
    this.#settings = settings;
    this.#options = options;
    this.#name = settings.layout ?? settings.mapping?.layout;
  }

  /** The names for a table's columns. Throws a Problem `feed_unreadable` if a required column is missing. */
  mapHeader(names: readonly string[], line: number, delimiter?: Delimiter): readonly string[] {
    const { profile } = this.#options;
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
        this.#options.onNotice?.(noticeOf('lacks_mapped', line, name));
    const fault = headerFault({
      feed: this.#feed,
      names,
      fieldOf: (name) => resolver.resolve(name)?.field,
      hasColumn: (placeholder) => names.some((name) => placeholderKey(name) === placeholderKey(placeholder)),
      delimiter,
      settings: this.#settings,
      isOwnLayout: this.#name === 'forecourt',
    });
    if (fault !== undefined) {
      const problem = unreadable(this.#feed, `the header on line ${line} ${fault.message}`);
      // Values may still show which column it is.
      const missing = fault.missing.filter((field) => field !== 'id' || !this.#mayLackIds);
      if (missing.join() === 'advert_url') this.#lacksAddress = problem;
      else this.#refuse(problem);
    }
    return this.#keepsOwn && own.every(isOwnName) ? own : names;
  }

  /** Undefined if more records are needed: pass these again with the next ones. At a feed's end there is one. `now` is in milliseconds since 1970. */
  find(records: readonly RawRecord[], now: number, isEnd: boolean): FeedLayout | undefined {
    if (this.#found !== undefined) return this.#found;
    const { value: shown } = records.find(({ value }) => isObject(value)) ?? {};
    const named = this.#resolverFor(isObject(shown) ? [...flatten(shown).keys()] : undefined);
    const first = new FirstRows(records, (name) => named.resolve(name), this.#settings);
    if (!first.areEnough && !isEnd) return undefined;
    const { ticked, advertColumn } = first;
    const { read, likely } = first.learn(now);
    const guessed = new Map([
      ...read,
      ...(advertColumn === undefined ? [] : [[advertColumn, ADVERT] as const]),
    ]);
    const resolver = guessed.size === 0 ? named : this.#withColumns(guessed, records.at(0)?.line ?? 1);
    const plans = new MappingPlans(resolver);
    const hasFacts = first.values.some((value) => sayFacts(plans.read(value).plan));
    if (advertColumn === undefined && this.#lacksAddress !== undefined) this.#refuse(this.#lacksAddress);
    const isTable = this.#header !== undefined;
    const learnt = `${JSON.stringify([...guessed])} ${[...ticked].join(' ')} ${hasFacts}`;
    return (this.#found = {
      ...{ resolver, ticked, hasFacts, isTable, likely },
      keepsOwn: this.#keepsOwn && guessed.size === 0,
      lacksIds: isTable ? this.#mayLackIds : first.lackIds,
      rules: `${tablesVersion()} ${this.#name} ${this.#header ?? ''} ${learnt}`,
    });
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
    if (this.#options.profile !== undefined) this.#options.profile.layout = name;
    return (this.#resolver = resolver);
  }

  /** The resolver with columns that were found by their values, which are reported. */
  #withColumns(guessed: ReadonlyMap<string, MappedColumn>, line: number): ColumnResolver {
    const { mapping } = this.#settings;
    const { profile, onNotice } = this.#options;
    const columns = new Map([...(mapping?.columns ?? []), ...guessed]);
    const resolver = new ColumnResolver(layoutNamed(this.#name ?? 'forecourt'), { ...mapping, columns });
    for (const [name, { field }] of guessed) {
      profile?.columns.delete(name);
      profile?.addName(name, resolver.resolve(name));
      onNotice?.(noticeOf('guessed_column', line, `${name} as ${field}`));
    }
    return (this.#resolver = resolver);
  }

  /** Throws it; with a profile, the rest of the feed is profiled first. */
  #refuse(problem: Problem): void {
    if (this.#options.profile === undefined) throw problem;
    this.#options.profile.headerProblem = problem;
  }
}
