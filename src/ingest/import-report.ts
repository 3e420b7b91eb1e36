// What one import did, as plain data that can be kept and shown: how much was read, what was refused and why, which values
// became unknown, and what changed in the stock. Counts are exact; of each kind only the first few are kept as samples.
import { suggestNearest } from '../listing/suggestions.ts';
import {
  FEED_FIELDS,
  VALUE_ISSUES,
  type FeedField,
  type RecordResult,
  type RecordField,
  type RejectionReason,
  type ValueIssueReason,
} from './record-result.ts';

/** What the import did to the stock. */
export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly withdrawn: number;
  /** Part of `withdrawn`: the vehicle has come under another id of the dealer. */
  readonly replaced: number;
}

/** Where a record starts. */
export interface RecordPosition {
  /** Only in a run of several files: which of them. */
  readonly file?: string;
  readonly line: number;
}

interface RejectionCount {
  readonly reason: RejectionReason;
  readonly count: number;
  readonly samples: readonly (RecordPosition & { readonly sentence: string })[];
}

interface ValueIssueCount {
  readonly field: RecordField;
  readonly reason: ValueIssueReason;
  /** The reason in words. */
  readonly meaning: string;
  readonly count: number;
  readonly samples: readonly (RecordPosition & { readonly value: string })[];
}

/** A name that records carry and no field has: its values are lost. */
interface IgnoredColumnCount {
  readonly name: string;
  readonly count: number;
  /** The field that was probably meant. */
  readonly suggestion?: FeedField;
}

/** JSON data. The lists are ordered by count, the greatest first. */
export interface ImportReport extends ChangeCounts {
  /** Records, rejected ones included. */
  readonly read: number;
  readonly rejected: number;
  /** Rejections of ids and vehicles that came before; part of `rejected`. */
  readonly duplicates: number;
  readonly rejections: readonly RejectionCount[];
  readonly unknowns: readonly ValueIssueCount[];
  readonly ignored: readonly IgnoredColumnCount[];
  /** Values under further names that no field has; absent if there are none. */
  readonly ignoredBeyond?: number;
}

const REJECTION_SAMPLES = 5;
const VALUE_ISSUE_SAMPLES = 3;
/** More different names than this are no misspellings: a report must not grow with a hostile feed. */
const MAX_IGNORED_COLUMNS = 50;

interface ReasonCount<Sample> {
  count: number;
  readonly samples: Sample[];
}

type ReasonCounts = Map<ValueIssueReason, ReasonCount<ValueIssueCount['samples'][number]>>;

/** Counts the items of one run. */
export class ImportReportBuilder {
  #read = 0;
  readonly #rejections = new Map<RejectionReason, ReasonCount<RejectionCount['samples'][number]>>();
  readonly #valueIssues = new Map<RecordField, ReasonCounts>();
  readonly #ignoredColumns = new Map<string, number>();
  #ignoredBeyond = 0;

  /** Counts one record: its listing, or its rejection. A duplicate is counted by its rejection, not its listing. */
  add(result: RecordResult, file?: string): void {
    this.#read += 1;
    const position: RecordPosition = { ...(file !== undefined && { file }), line: result.line };
    if (result.kind === 'rejection') {
      const rejected = entryFor(this.#rejections, result.reason, newCount);
      rejected.count += 1;
      if (rejected.samples.length < REJECTION_SAMPLES)
        rejected.samples.push({ ...position, sentence: result.message });
      return;
    }
    for (const { field, reason, value, count } of result.valueIssues) {
      const reasons = entryFor<RecordField, ReasonCounts>(this.#valueIssues, field, () => new Map());
      const issueCount = entryFor(reasons, reason, newCount);
      issueCount.count += count;
      if (issueCount.samples.length < VALUE_ISSUE_SAMPLES) issueCount.samples.push({ ...position, value });
    }
    for (const name of result.ignoredColumns ?? []) {
      const count = this.#ignoredColumns.get(name) ?? 0;
      if (count > 0 || this.#ignoredColumns.size < MAX_IGNORED_COLUMNS)
        this.#ignoredColumns.set(name, count + 1);
      else this.#ignoredBeyond += 1;
    }
  }

  report(changes: ChangeCounts): ImportReport {
    const rejections = Array.from(this.#rejections, ([reason, { count, samples }]) => ({
      reason,
      count,
      samples: [...samples],
    }));
    const valueIssues = Array.from(this.#valueIssues, ([field, reasons]) =>
      Array.from(reasons, ([reason, { count, samples }]) => ({
        field,
        reason,
        meaning: VALUE_ISSUES[reason],
        count,
        samples: [...samples],
      })),
    ).flat();
    const ignoredColumns = Array.from(this.#ignoredColumns, ([name, count]) => {
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
      unknowns: valueIssues.sort(byCount),
      ignored: ignoredColumns.sort(byCount),
      ...(this.#ignoredBeyond > 0 && { ignoredBeyond: this.#ignoredBeyond }),
    };
  }
}

function newCount<Sample>(): ReasonCount<Sample> {
  return { count: 0, samples: [] };
}

function entryFor<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}

function byCount(a: { readonly count: number }, b: { readonly count: number }): number {
  return b.count - a.count;
}
