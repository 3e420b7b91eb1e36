// What the first records' values say and the columns' names do not: the addresses of the adverts, unknown columns, where a blank means no.
import { domainName, parseUrl } from '../../listing/domain-name.ts';
import { firstValue, isEmptyValue } from './combine-columns.ts';
import type { ColumnField } from './table.ts';
import type { FeedSettings } from './feed-mapping.ts';
import type { RawRecord } from '../read/feed-record.ts';
import { flatten, isObject } from '../read/flatten.ts';
import { learnColumns, type LearntColumns, type Row, type Resolve } from '../suggest/learn-columns.ts';
import { testOf, ANY_TIME } from '../values/field-tests.ts';
import { isTick } from '../values/sale-status.ts';
import { isIn, isRecordAddress, readPageUrl } from '../values/url.ts';

const ENOUGH_ROWS = 50;
/** Records among which these are looked for: a feed may begin with others. */
const MAX_RECORDS = 1000;
const MAX_LENGTH = 300;
/** What a blank means in a column of these in which all other values are ticks. */
const FLAGS: ReadonlySet<ColumnField> = new Set(['is_published', 'is_available']);
/** Names of columns that may hold addresses although they say a text or a flag: `Details`, `On the web`. */
const MAY_HOLD_ADDRESSES = /^(?:full_description|keywords|specification|is_.*)$/;

export class FirstRows {
  readonly values: readonly object[];
  /** Whether further records would say no more. */
  readonly areEnough: boolean;
  readonly #rows: readonly Row[];
  readonly #mayTeach: boolean;
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
    this.#mayTeach = this.#leavesOpen(this.#rows[0] ?? new Map());
    const isFull = this.values.length === ENOUGH_ROWS || records.length >= MAX_RECORDS;
    this.areEnough = isFull || (this.#rows.length > 0 && !this.#mayTeach);
  }

  /** What the columns are whose names do not say it; `now` is in milliseconds since 1970. */
  learn(now: number): LearntColumns {
    return learnColumns(this.#mayTeach ? this.#rows : [], this.#resolve, now);
  }

  #leavesOpen(row: Row): boolean {
    const columns = Array.from(row, ([name, value]) => ({ column: this.#resolve(name), value }));
    const fields = columns.map(({ column }) => column?.field ?? '');
    return (
      !this.#isAddressSet(fields) ||
      fields.some((field) => FLAGS.has(field)) ||
      columns.some(({ column, value }) => column === undefined || isForeign(column?.field ?? '', value))
    );
  }

  get lackIds(): boolean {
    return this.#rows.length > 0 && !this.#names.some((name) => this.#fieldOf(name) === 'id');
  }

  /** Columns of flags in which all values are ticks and blanks. */
  get ticked(): ReadonlySet<string> {
    const flags = this.#names.filter((name) => FLAGS.has(this.#fieldOf(name) ?? ''));
    return new Set(
      flags.filter((name) => {
        const known = this.#rows.map((row) => row.get(name)).filter((value) => !isEmptyValue(value));
        return known.length > 0 && known.every((value) => isTick(String(value)));
      }),
    );
  }

  /** The column of the adverts' addresses, another one in each record; undefined if a name says it, there is none, or several are as likely. */
  get advertColumn(): string | undefined {
    if (this.#isAddressSet(this.#names.map((name) => this.#fieldOf(name) ?? ''))) return undefined;
    // Once for each row: a record may have many columns.
    const rows = this.#rows.map((row) => ({
      row,
      dealer: this.#dealerOf(row),
      id: this.#valueOf(row, 'id'),
    }));
    const columns = this.#names.flatMap((name) => {
      const column = this.#resolve(name);
      if (column === null || (column !== undefined && !MAY_HOLD_ADDRESSES.test(column.field))) return [];
      const filled = rows.filter(({ row }) => !isEmptyValue(row.get(name)));
      const addresses = filled.map(({ row, dealer }) => advertAddress(row.get(name), dealer));
      const isAddress = addresses.length * 2 > rows.length && addresses.every((one) => one !== undefined);
      if (!isAddress || new Set(addresses).size < addresses.length) return [];
      const namesVehicle = filled.every(({ id }, n) => isIn(addresses[n] ?? '', id));
      return namesVehicle || addresses.length > 1 ? [{ name, namesVehicle }] : [];
    });
    const best = columns.filter(({ namesVehicle }) => namesVehicle);
    const candidates = best.length > 0 ? best : columns;
    return candidates.length === 1 ? candidates[0].name : undefined;
  }

  #fieldOf(name: string): ColumnField | undefined {
    return this.#resolve(name)?.field;
  }

  #isAddressSet(fields: readonly ColumnField[]): boolean {
    const { constants, templates } = this.#settings.mapping ?? {};
    return (
      [constants, templates].some((set) => set?.has('advert_url') === true) || fields.includes('advert_url')
    );
  }

  #valueOf(row: Row, field: ColumnField): unknown {
    return firstValue(row.get([...row.keys()].find((name) => this.#fieldOf(name) === field) ?? ''));
  }

  #dealerOf(row: Row): string | undefined {
    const dealer = this.#valueOf(row, 'dealer');
    return (typeof dealer === 'string' ? domainName(dealer) : undefined) ?? this.#settings.dealer;
  }
}

function isForeign(field: ColumnField, value: unknown): boolean {
  const isText = typeof value === 'string' && value.length <= MAX_LENGTH && !isEmptyValue(value);
  return isText && (field === 'engine' || testOf(field)?.(value, ANY_TIME) === false);
}

const FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|pdf|mp4|mov|webm)$/i;

/** The address of a page on the dealer's site, other than its first page; undefined if the value is none. */
function advertAddress(value: unknown, dealer: string | undefined): string | undefined {
  if (typeof value !== 'string' || dealer === undefined) return undefined;
  const url = parseUrl(readPageUrl(value, dealer) ?? '');
  if (url === undefined || FILE.test(url.pathname)) return undefined;
  if ((url.pathname === '/' && url.search === '') || isRecordAddress(url.href)) return undefined;
  const host = domainName(url.hostname) ?? '';
  return host === dealer || host.endsWith(`.${dealer}`) ? url.href : undefined;
}
