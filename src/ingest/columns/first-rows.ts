// What the first records show of all others: columns whose names do not say what they feed, ids, and where a blank means no.
import { isObject } from '../../json.ts';
import { CLASS_FIELDS, type ColumnField } from '../tables/feed-fields.ts';
import type { FeedSettings } from '../settings/feed-mapping.ts';
import { identifyColumns, type IdentifiedColumns, type Resolve } from './identify-columns.ts';
import type { RawRecord } from '../read/feed-record.ts';
import { flatten } from '../read/flatten.ts';
import { testOf, ANY_TIME } from '../values/field-tests.ts';
import { isEmptyValue } from '../values/text.ts';
import { siteIn } from '../values/url.ts';
import { isTick } from '../values/sale-status.ts';
import { sampledText } from './feed-profile.ts';

const ENOUGH_ROWS = 50;
/** Records among which these are looked for: a feed may begin with others. */
const MAX_RECORDS = 1000;
const MAX_LENGTH = 300;
/** What a blank means in a column of these in which all other values are ticks. */
const FLAGS: ReadonlySet<ColumnField> = new Set(['is_published', 'is_available']);

type Row = ReadonlyMap<string, unknown>;

export class FirstRows {
  readonly values: readonly object[];
  /** Whether the first record has columns that only others show: unknown ones, flags, codes, or none of addresses. */
  readonly leavesOpen: boolean;
  /** Whether further records would say no more. */
  readonly areEnough: boolean;
  readonly #rows: readonly Row[];
  readonly #names: readonly string[];
  readonly #resolve: Resolve;
  readonly #settings: FeedSettings;

  constructor(records: readonly RawRecord[], resolve: Resolve, settings: FeedSettings) {
    const values = records
      .slice(0, MAX_RECORDS)
      .map(({ value }) => value)
      .filter(isObject);
    this.values = values.slice(0, ENOUGH_ROWS);
    this.#rows = this.values.map(flatten);
    this.#names = [...new Set(this.#rows.flatMap((row) => [...row.keys()]))];
    this.#resolve = resolve;
    this.#settings = settings;
    this.leavesOpen = this.#isOpen(this.#rows[0] ?? new Map());
    const isSampled = this.values.length === ENOUGH_ROWS && !this.#arePathsWithoutSite;
    const isFull = isSampled || records.length >= MAX_RECORDS;
    this.areEnough = isFull || (this.#rows.length > 0 && !this.leavesOpen);
  }

  /** `now` is in milliseconds since 1970. */
  identify(now: number): IdentifiedColumns {
    const records = this.#rows.map(
      (row) => new Map(Array.from(row, ([name, value]) => [name, sampledText(value)])),
    );
    const { dealer } = this.#settings;
    return identifyColumns(records, {
      resolve: this.#resolve,
      dealer,
      isAddressGiven: this.#isAddressGiven,
      now,
    });
  }

  /** The host of the dealer's site, if a record says it. Without open columns, only the first record is always there. */
  get site(): string | undefined {
    const rows = this.leavesOpen ? this.#rows : this.#rows.slice(0, 1);
    const texts = rows.flatMap((row) => Array.from(row.values(), sampledText));
    return siteIn(texts.join('\n'), this.#settings.dealer);
  }

  get lackIds(): boolean {
    return this.#rows.length > 0 && !this.#names.some((name) => this.#resolve(name)?.field === 'id');
  }

  get ticked(): ReadonlySet<string> {
    const flags = this.#names.filter((name) => FLAGS.has(this.#resolve(name)?.field ?? ''));
    return new Set(
      flags.filter((name) => {
        const known = this.#rows.map((row) => row.get(name)).filter((value) => !isEmptyValue(value));
        return known.length > 0 && known.every((value) => isTick(String(value)));
      }),
    );
  }

  /** Whether adverts are paths, and no record says on which site. The text after the records may say it. */
  get #arePathsWithoutSite(): boolean {
    const isPath = (name: string): boolean =>
      this.#resolve(name)?.field === 'advert_url' &&
      this.#rows.some((row) => /^\//.test(sampledText(row.get(name))));
    return this.#settings.dealer !== undefined && this.site === undefined && this.#names.some(isPath);
  }

  get #isAddressGiven(): boolean {
    const { constants, templates } = this.#settings.mapping ?? {};
    return constants?.has('advert_url') === true || templates?.has('advert_url') === true;
  }

  #isOpen(row: Row): boolean {
    let lacksAddress = !this.#isAddressGiven;
    for (const [name, value] of row) {
      const field = this.#resolve(name)?.field ?? '';
      if (
        this.#resolve(name) === undefined ||
        FLAGS.has(field) ||
        isForeign(field, value) ||
        isCode(field, value)
      )
        return true;
      if (field === 'advert_url') lacksAddress = false;
    }
    return lacksAddress;
  }
}

/** Fields of codes that a text behind the records may explain: `S=Sold`. */
const CODED: readonly ColumnField[] = ['status', 'branch', ...CLASS_FIELDS];

function isCode(field: ColumnField, value: unknown): boolean {
  return CODED.includes(field) && typeof value === 'string' && /^[a-z0-9]{1,2}$/i.test(value.trim());
}

function isForeign(field: ColumnField, value: unknown): boolean {
  const isText = typeof value === 'string' && value.length <= MAX_LENGTH && !isEmptyValue(value);
  return isText && (field === 'engine' || testOf(field)?.(value, ANY_TIME) === false);
}
