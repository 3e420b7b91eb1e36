// Joins the documents of a content system that come one after another, vehicles among the makes and pictures that they name by
// keys: exports of Sanity and of website builders. A document of a kind that vehicles name is none itself.
import { isObject } from '../../../json.ts';
import { wordsFor } from '../../tables/feed-tables.ts';
import { vehicleFields } from '../../tables/feed-fields.ts';
import { MAX_RECORD_LENGTH, type FeedItem, type FieldOf, type RawRecord } from '../feed-record.ts';
import { flatten } from '../flatten.ts';
import { LinkedRecords } from './linked-records.ts';

const MIN_FIELDS = 2;
/** The key of an entry that is not published, in Sanity. */
const DRAFT = /^drafts\./;

export class MixedRecords {
  readonly #fieldOf: FieldOf;
  readonly #linked: LinkedRecords;
  readonly #held: FeedItem[] = [];
  #length = 0;
  /** Whether documents are of several kinds, joined by keys; undefined while the first are held. */
  #areMixed: boolean | undefined;

  constructor(fieldOf: FieldOf, dealer: string | undefined) {
    this.#fieldOf = fieldOf;
    this.#linked = new LinkedRecords(fieldOf, dealer);
  }

  /** Whether all further items are left as they are. */
  get isIdle(): boolean {
    return this.#areMixed === false;
  }

  push(items: readonly FeedItem[]): readonly FeedItem[] {
    if (this.#areMixed === false) return items;
    if (this.#areMixed === true) return items.flatMap((item) => this.#joined(item));
    for (const [at, item] of items.entries()) {
      this.#held.push(item);
      if (item.kind !== 'record') continue;
      const rest = items.slice(at + 1);
      const length = this.#length === 0 && kindOf(item) === '' ? undefined : lengthOf(item);
      if (length === undefined) return [...this.#release(false), ...rest];
      this.#length += length;
      if (this.#length > MAX_RECORD_LENGTH) return [...this.end(), ...this.push(rest)];
    }
    return [];
  }

  /** Joins what is held. */
  end(): readonly FeedItem[] {
    const records = this.#held.filter((item) => item.kind === 'record');
    const isVehicle = ({ value }: RawRecord): boolean =>
      isObject(value) && vehicleFields(flatten(value).keys(), this.#fieldOf).size >= MIN_FIELDS;
    const vehicles = new Set(records.filter(isVehicle).map(kindOf));
    for (const item of records) {
      const kind = kindOf(item);
      if (vehicles.size > 0 && !vehicles.has(kind)) this.#linked.add(kind, item.value, kind);
    }
    for (const item of records) if (vehicles.has(kindOf(item))) this.#resolved(item);
    return this.#release(records.some((item) => this.#linked.isUsed(kindOf(item))));
  }

  #release(areMixed: boolean): readonly FeedItem[] {
    this.#areMixed = areMixed;
    return this.push(this.#held.splice(0));
  }

  #joined(item: FeedItem): readonly FeedItem[] {
    if (item.kind !== 'record') return [item];
    if (this.#linked.isUsed(kindOf(item))) return [];
    const key = isObject(item.value) ? item.value._id : undefined;
    const isDraft = typeof key === 'string' && DRAFT.test(key);
    return [{ ...this.#resolved(item), ...(isDraft && { status: 'draft' }) }];
  }

  #resolved(item: RawRecord): RawRecord {
    if (!isObject(item.value)) return item;
    return { ...item, value: this.#linked.resolve(item.value), source: undefined };
  }
}

/** The length of a document's text; undefined if it is nested too deeply to be one of a content system. */
function lengthOf({ source, value }: RawRecord): number | undefined {
  try {
    return (source ?? JSON.stringify(value)).length;
  } catch {
    return undefined;
  }
}

/** The kind that a document says of itself; empty if it says none. */
function kindOf({ value }: RawRecord): string {
  const members: [string, unknown][] = isObject(value) ? Object.entries(value) : [];
  const said = members.flatMap(([name, kind]) =>
    typeof kind === 'string' && wordsFor('link kind').has(name.toLowerCase()) ? [kind] : [],
  );
  return said[0] ?? '';
}
