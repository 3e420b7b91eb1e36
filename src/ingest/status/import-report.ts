// The report of an import as JSON data. Counts are exact; each kind has a few samples.
import {
  OMISSIONS,
  VALUE_ISSUES,
  type Findings,
  type OmissionReason,
  type OverriddenColumn,
  type Omission,
  type Rejection,
  type RejectionReason,
  type ValueIssueReason,
} from '../values/record-result.ts';
import type { RecordField, ColumnField } from '../tables/feed-fields.ts';
import { fieldMeantBy } from '../columns/evidence.ts';
import type { LikelyColumn } from '../columns/identify-columns.ts';
import { CoverageCounter, type Coverage } from './coverage.ts';
import { Problem } from '../../problem.ts';
import { echoed } from '../../quoted-text.ts';
import { NOTICES, type FeedNotice, type NoticeReason } from '../read/feed-record.ts';
import type { DuplicateListings } from '../../store/duplicate-counts.ts';
import type { DealerShrinkage } from '../../store/transaction.ts';

export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly withdrawn: number;
  /** Part of `withdrawn`: the vehicle came under another id of the dealer. */
  readonly replaced: number;
}

export interface RecordPosition {
  /** Only in runs of several files. */
  readonly file?: string;
  readonly line: number;
}

/** `line 7`, or `north.csv, line 7`. */
export function formatPosition({ file, line }: RecordPosition): string {
  return file === undefined ? `line ${line}` : `${file}, line ${line}`;
}

type ListedRecord = Findings & { readonly kind: 'listing'; readonly line: number };

interface Counted<Sample> {
  readonly count: number;
  readonly samples: readonly (RecordPosition & Sample)[];
}

type Sentence = { readonly sentence: string };

interface Explained<Reason> {
  readonly reason: Reason;
  readonly meaning: string;
}

interface IgnoredColumnCount {
  readonly name: string;
  readonly count: number;
  readonly suggestion?: ColumnField;
  /** The field that the column's values look like, if no other column feeds it. */
  readonly looksLike?: Omit<LikelyColumn, 'name'>;
}

export interface ResultCounts {
  /** Records, rejected and omitted ones included. */
  readonly read: number;
  readonly rejected: number;
  /** Part of `rejected`: ids and vehicles that came earlier in the run. */
  readonly duplicates: number;
  /** Records in order whose vehicles are not for sale, or new ones that are left out. */
  readonly omitted: number;
  readonly rejections: readonly (Counted<Sentence> & { readonly reason: RejectionReason })[];
  readonly omissions: readonly (Counted<Sentence> & Explained<OmissionReason>)[];
  readonly valueIssues: readonly (Counted<{ readonly value: string }> &
    Explained<ValueIssueReason> & { readonly field: RecordField })[];
  readonly ignoredColumns: readonly IgnoredColumnCount[];
  /** Values in further ignored or overridden columns; absent if zero. */
  readonly ignoredBeyond?: number;
  readonly overriddenColumns?: readonly (OverriddenColumn & { readonly count: number })[];
  readonly coverage?: Coverage;
  readonly notices?: readonly (Counted<{ readonly text: string }> & Explained<NoticeReason>)[];
}

export type ImportReport = ResultCounts & ChangeCounts;

const RECORD_SAMPLES = 5;
const VALUE_ISSUE_SAMPLES = 3;
const NOTICE_SAMPLES = 5;
/** Bounds the report against feeds with countless column names. */
const MAX_IGNORED_COLUMNS = 50;

class SampleCounts<Key, Sample> {
  readonly #maxSamples: number;
  readonly #counts = new Map<Key, { count: number; readonly samples: (RecordPosition & Sample)[] }>();

  constructor(maxSamples: number) {
    this.#maxSamples = maxSamples;
  }

  add(key: Key, sample: RecordPosition & Sample, count = 1): void {
    const counted = this.#counts.get(key) ?? { count: 0, samples: [] };
    this.#counts.set(key, counted);
    counted.count += count;
    if (counted.samples.length < this.#maxSamples) counted.samples.push(sample);
  }

  get keys(): Key[] {
    return [...this.#counts.keys()];
  }

  count(key: Key): number {
    return this.#counts.get(key)?.count ?? 0;
  }

  list<Head>(headOf: (key: Key) => Head): (Head & Counted<Sample>)[] {
    return Array.from(this.#counts, ([key, { count, samples }]) => ({
      ...headOf(key),
      count,
      samples: [...samples],
    })).sort(byCount);
  }
}

export class ImportReportBuilder {
  readonly #earlier: Coverage | undefined;
  readonly #coverage = new CoverageCounter();
  #read = 0;
  readonly #rejections = new SampleCounts<RejectionReason, Sentence>(RECORD_SAMPLES);
  readonly #omissions = new SampleCounts<OmissionReason, Sentence>(RECORD_SAMPLES);
  readonly #valueIssues = new SampleCounts<`${RecordField} ${ValueIssueReason}`, { readonly value: string }>(
    VALUE_ISSUE_SAMPLES,
  );
  readonly #ignoredColumns = new Map<string, number>();
  readonly #likely = new Map<string, Omit<LikelyColumn, 'name'>>();
  #ignoredBeyond = 0;
  readonly #overridden = new Map<string, { name: string; by: string; count: number }>();
  readonly #notices = new SampleCounts<NoticeReason, { readonly text: string }>(NOTICE_SAMPLES);

  constructor(earlier?: Coverage) {
    this.#earlier = earlier;
  }

  addNotice({ line, reason, text }: FeedNotice, file?: string): void {
    this.#notices.add(reason, { ...positionOf(line, file), text: echoed(text) });
  }

  /** Ignored columns whose values look like a field's. */
  addLikely(columns: readonly LikelyColumn[]): void {
    for (const { name, ...likely } of columns) this.#likely.set(name, likely);
  }

  /** Counts one record. Pass a duplicate's rejection, not its listing. */
  add(result: Rejection | Omission | ListedRecord, file?: string): void {
    this.#read += 1;
    const position = positionOf(result.line, file);
    if (result.kind === 'rejection') {
      this.#rejections.add(result.reason, { ...position, sentence: result.message });
      return;
    }
    if (result.kind === 'omission')
      this.#omissions.add(result.reason, { ...position, sentence: result.message });
    else this.#coverage.add(result);
    for (const { field, reason, value, count } of result.valueIssues)
      this.#valueIssues.add(`${field} ${reason}`, { ...position, value }, count);
    for (const name of result.ignoredColumns ?? []) {
      const count = this.#ignoredColumns.get(name) ?? 0;
      if (count > 0 || this.#ignoredColumns.size < MAX_IGNORED_COLUMNS)
        this.#ignoredColumns.set(name, count + 1);
      else this.#ignoredBeyond += 1;
    }
    for (const { name, by } of result.overridden ?? []) {
      const found = this.#overridden.get(`${name}\n${by}`) ?? { name, by, count: 0 };
      found.count += 1;
      if (found.count > 1 || this.#overridden.size < MAX_IGNORED_COLUMNS)
        this.#overridden.set(`${name}\n${by}`, found);
      else this.#ignoredBeyond += 1;
    }
  }

  report(changes: ChangeCounts): ImportReport {
    return { ...this.results(), ...changes };
  }

  results(): ResultCounts {
    const rejections = this.#rejections.list((reason) => ({ reason }));
    const omissions = this.#omissions.list((reason) => ({ reason, meaning: OMISSIONS[reason] }));
    const issues = this.#valueIssues.list((key) => {
      const [field = '', reason] = key.split(' ') as [RecordField, ValueIssueReason];
      return { field, reason, meaning: VALUE_ISSUES[reason] };
    });
    const fields = this.#valueIssues.keys.map((key) => key.slice(0, key.indexOf(' ')));
    const valueIssues = [...new Set(fields)]
      .flatMap((field) => issues.filter((issue) => issue.field === field))
      .sort(byCount);
    const notices = this.#notices.list((reason) => ({ reason, meaning: NOTICES[reason] }));
    const ignoredColumns = Array.from(this.#ignoredColumns, ([name, count]) => {
      const suggestion = fieldMeantBy(name);
      const looksLike = this.#likely.get(name);
      return {
        name,
        count,
        ...(suggestion !== undefined && { suggestion }),
        ...(looksLike !== undefined && { looksLike }),
      };
    });
    const coverage = this.#coverage.coverage(this.#earlier);
    return {
      read: this.#read,
      rejected: rejections.reduce((sum, { count }) => sum + count, 0),
      duplicates: this.#rejections.count('duplicate_id') + this.#rejections.count('duplicate_vehicle'),
      omitted: omissions.reduce((sum, { count }) => sum + count, 0),
      rejections,
      omissions,
      valueIssues,
      ignoredColumns: ignoredColumns.sort(byCount),
      ...(this.#ignoredBeyond > 0 && { ignoredBeyond: this.#ignoredBeyond }),
      ...(this.#overridden.size > 0 && {
        overriddenColumns: Array.from(this.#overridden.values(), (one) => ({ ...one })).sort(byCount),
      }),
      ...(coverage !== undefined && { coverage }),
      ...(notices.length > 0 && { notices }),
    };
  }
}

function positionOf(line: number, file: string | undefined): RecordPosition {
  return { ...(file !== undefined && { file }), line };
}

function byCount(a: { readonly count: number }, b: { readonly count: number }): number {
  return b.count - a.count;
}

export function nothingAccepted({ read, rejections }: ResultCounts, nextStep: string | undefined): Problem {
  const first = rejections[0]?.samples[0];
  const reason = first === undefined ? '' : ` The first: ${formatPosition(first)}: ${first.sentence}.`;
  const what = read === 1 ? 'The only record was' : `All ${read} records were`;
  return new Problem(
    'feed_unreadable',
    `${what} rejected, so nothing was imported.${reason}${nextStep === undefined ? '' : ` ${nextStep}`}`,
  );
}

export interface ReportedShrinkage extends Pick<DealerShrinkage, 'dealer' | 'before' | 'missing'> {
  /** The largest stock within the last seven days, if larger than `before`. */
  readonly most?: number;
}

/** The saved report of an import. JSON data. */
export interface ImportRun extends ResultCounts, ChangeCounts {
  /** `blocked`: everything was read and nothing written. `withdrawn` is how many would have been. */
  readonly outcome: 'imported' | 'blocked';
  /** Blocked runs only: the dealers that would have lost too much, at most twenty. */
  readonly blocked?: readonly ReportedShrinkage[];
  readonly feed?: string;
  /** What to do; only if most records were rejected. */
  readonly nextStep?: string;
  readonly files: readonly string[];
  readonly merge: boolean;
  /** Counts for the whole stock after the run; absent if nothing was written. */
  readonly shared?: DuplicateListings;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly tookMs: number;
}
