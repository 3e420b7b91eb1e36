// What one import did, as plain data that can be kept and shown: how much was read, what was refused and why, which values
// became unknown, and what changed in the stock. Counts are exact; of each kind only the first few are kept as samples.
import { suggestNearest } from '../listing/nearest-word.ts';
import {
  FEED_FIELDS,
  UNKNOWN_REASONS,
  type FeedField,
  type FeedItem,
  type RecordField,
  type RejectionReason,
  type UnknownReason,
} from './feed-item.ts';

/** What the import did to the stock. */
export interface StockChanges {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly withdrawn: number;
  /** Part of `withdrawn`: the vehicle has come under another id of the dealer. */
  readonly replaced: number;
}

/** Where a record starts. */
export interface Place {
  /** Only in a run of several files: which of them. */
  readonly file?: string;
  readonly line: number;
}

interface RejectionCount {
  readonly reason: RejectionReason;
  readonly count: number;
  readonly samples: readonly (Place & { readonly sentence: string })[];
}

interface UnknownCount {
  readonly field: RecordField;
  readonly reason: UnknownReason;
  /** The reason in words. */
  readonly meaning: string;
  readonly count: number;
  readonly samples: readonly (Place & { readonly value: string })[];
}

/** A name that records carry and no field has: its values are lost. */
interface IgnoredCount {
  readonly name: string;
  readonly count: number;
  /** The field that was probably meant. */
  readonly suggestion?: FeedField;
}

/** JSON data. The lists are ordered by count, the greatest first. */
export interface ImportReport extends StockChanges {
  /** Records, rejected ones included. */
  readonly read: number;
  readonly rejected: number;
  /** Rejections of ids and vehicles that came before; part of `rejected`. */
  readonly duplicates: number;
  readonly rejections: readonly RejectionCount[];
  readonly unknowns: readonly UnknownCount[];
  readonly ignored: readonly IgnoredCount[];
  /** Values under further names that no field has; absent if there are none. */
  readonly ignoredBeyond?: number;
}

const REJECTION_SAMPLES = 5;
const UNKNOWN_SAMPLES = 3;
/** More different names than this are no misspellings: a report must not grow with a hostile feed. */
const MOST_IGNORED = 50;

interface Count<Sample> {
  count: number;
  readonly samples: Sample[];
}

type ReasonCounts = Map<UnknownReason, Count<UnknownCount['samples'][number]>>;

/** Counts the items of one run. */
export class ImportTally {
  #read = 0;
  readonly #rejections = new Map<RejectionReason, Count<RejectionCount['samples'][number]>>();
  readonly #unknowns = new Map<RecordField, ReasonCounts>();
  readonly #ignored = new Map<string, number>();
  #ignoredBeyond = 0;

  /** Counts one record: its listing, or its rejection. A duplicate is counted by its rejection, not its listing. */
  add(item: FeedItem, file?: string): void {
    this.#read += 1;
    const place: Place = { ...(file !== undefined && { file }), line: item.line };
    if (item.kind === 'rejection') {
      const rejected = entryOf(this.#rejections, item.reason, newCount);
      rejected.count += 1;
      if (rejected.samples.length < REJECTION_SAMPLES)
        rejected.samples.push({ ...place, sentence: item.sentence });
      return;
    }
    for (const { field, reason, value, count } of item.unknowns) {
      const reasons = entryOf<RecordField, ReasonCounts>(this.#unknowns, field, () => new Map());
      const unknown = entryOf(reasons, reason, newCount);
      unknown.count += count;
      if (unknown.samples.length < UNKNOWN_SAMPLES) unknown.samples.push({ ...place, value });
    }
    for (const name of item.ignored ?? []) {
      const count = this.#ignored.get(name) ?? 0;
      if (count > 0 || this.#ignored.size < MOST_IGNORED) this.#ignored.set(name, count + 1);
      else this.#ignoredBeyond += 1;
    }
  }

  report(changes: StockChanges): ImportReport {
    const rejections = Array.from(this.#rejections, ([reason, { count, samples }]) => ({
      reason,
      count,
      samples: [...samples],
    }));
    const unknowns = Array.from(this.#unknowns, ([field, reasons]) =>
      Array.from(reasons, ([reason, { count, samples }]) => ({
        field,
        reason,
        meaning: UNKNOWN_REASONS[reason],
        count,
        samples: [...samples],
      })),
    ).flat();
    const ignored = Array.from(this.#ignored, ([name, count]) => {
      const suggestion = suggestNearest(name.toLowerCase(), FEED_FIELDS);
      return { name, count, ...(suggestion !== undefined && { suggestion }) };
    });
    return {
      read: this.#read,
      rejected: rejections.reduce((sum, { count }) => sum + count, 0),
      duplicates:
        (this.#rejections.get('duplicate_id')?.count ?? 0) +
        (this.#rejections.get('duplicate_vehicle')?.count ?? 0),
      ...changes,
      rejections: rejections.sort(byCount),
      unknowns: unknowns.sort(byCount),
      ignored: ignored.sort(byCount),
      ...(this.#ignoredBeyond > 0 && { ignoredBeyond: this.#ignoredBeyond }),
    };
  }
}

function newCount<Sample>(): Count<Sample> {
  return { count: 0, samples: [] };
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}

function byCount(a: { readonly count: number }, b: { readonly count: number }): number {
  return b.count - a.count;
}
