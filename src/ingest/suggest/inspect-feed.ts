// Inspects a feed: what was detected, where each column goes, and the report of an import into an empty stock that is not saved.
import { dryRun } from '../../store/dry-run-transaction.ts';
import type { FeedListing } from '../values/record-result.ts';
import { FeedProfile } from '../columns/feed-profile.ts';
import { MissingHeader } from '../read/tables/table-header.ts';
import { ImportReportBuilder, type ImportRun, type ResultCounts } from '../status/import-report.ts';
import { FIELDS } from '../../listing/fields.ts';
import type { IncomingListing } from '../../listing/listing.ts';
import { fieldMeantBy } from '../columns/evidence.ts';
import { Problem } from '../../problem.ts';
import { echoed } from '../../quoted-text.ts';
import type { IdentifiedColumn, IdentifiedColumns } from '../columns/identify-columns.ts';
import { isUnitField, type ColumnField } from '../tables/feed-fields.ts';
import type { FeedSettings } from '../settings/feed-mapping.ts';
import { importInto } from '../run/import.ts';
import type { FeedFile, ImportOptions } from '../run/feed-importer.ts';

const MAX_LISTINGS = 3;

export interface InspectOptions extends FeedSettings, Pick<ImportOptions, 'now' | 'signal' | 'onProgress'> {
  readonly suggest?: boolean;
}

export interface InspectedColumn {
  readonly name: string;
  readonly field: string | null;
  readonly unwanted: boolean;
  readonly records: number;
  /** The first different values, at most three, shortened and escaped. */
  readonly samples: readonly string[];
  readonly suggestion?: string;
}

type Question = Pick<IdentifiedColumn, 'column' | 'field' | 'reason' | 'samples'>;

/** JSON data: a mapping for unknown columns, which the operator checks. */
export interface MappingSuggestion extends Omit<IdentifiedColumns, 'columns'> {
  readonly mapping: {
    /** Only of a feed without a header. */
    readonly header?: readonly string[];
    readonly columns: Readonly<Record<string, ColumnField>>;
    readonly units?: Readonly<Record<string, string>>;
  };
  readonly guesses: readonly (Question & { readonly confidence: 'high' | 'medium' })[];
  /** Guesses that are not sure, or that the values speak against. They are not in the mapping. */
  readonly questions: readonly Question[];
  readonly unguessed: readonly Pick<Question, 'column' | 'samples'>[];
}

/** JSON data: what was detected, and the report that an import into a new data folder would have. */
export interface FeedInspection extends ResultCounts {
  readonly file: string;
  readonly encoding: string | null;
  readonly format: string | null;
  /** CSV only. */
  readonly delimiter: string | null;
  readonly layout: string | null;
  /** The message with which an import would fail. The counts are then those up to there. */
  readonly fault: string | null;
  readonly columns: readonly InspectedColumn[];
  /** The first listings, each with its known values by field name. */
  readonly listings: readonly Readonly<Record<string, unknown>>[];
  readonly suggestion?: MappingSuggestion;
  readonly nextStep?: string;
  /** Listings that an import would leave in the stock; 0 if it would fail. */
  readonly listed: number;
}

/** `problem` is what an import would throw: `feed_unreadable` or `feed_empty`. */
type Inspected = { readonly inspection: FeedInspection; readonly problem: Problem | undefined };

/** Reads the whole feed; guesses the columns of a file without a header by their number. */
export async function inspectFeed(feed: FeedFile, options: InspectOptions = {}): Promise<Inspected> {
  const result = await inspectOnce(feed, options);
  const { problem } = result;
  const isRepeatable = typeof feed.source === 'string';
  if (options.suggest !== true || !isRepeatable || !(problem instanceof MissingHeader)) return result;
  const columns = Array.from({ length: problem.width }, (_, n) => `column ${n + 1}`);
  const numbered = await inspectOnce(feed, { ...options, columns });
  const { suggestion } = numbered.inspection;
  if (suggestion === undefined) return result;
  const mapping = { header: columns, ...suggestion.mapping };
  return { ...numbered, inspection: { ...numbered.inspection, suggestion: { ...suggestion, mapping } } };
}

async function inspectOnce(feed: FeedFile, options: InspectOptions): Promise<Inspected> {
  const { suggest = false, ...importOptions } = options;
  const now = (options.now ?? Date.now)();
  const profile = new FeedProfile();
  const report = new ImportReportBuilder();
  const listings: Record<string, unknown>[] = [];
  const onListing = ({ listing, vehicle }: FeedListing): void => {
    if (listings.length < MAX_LISTINGS) listings.push({ ...listingFields(listing), ...vehicle });
  };
  let run: ImportRun | undefined;
  let problem: Problem | undefined;
  try {
    const runOptions = { ...importOptions, merge: true, profile, report, onListing };
    run = await dryRun(undefined, now, (transaction) => importInto(transaction, [feed], runOptions));
  } catch (error) {
    if (!(error instanceof Problem) || !error.code.startsWith('feed_')) throw error;
    problem = error;
  }
  return {
    inspection: {
      file: feed.name,
      encoding: profile.encoding ?? null,
      format: profile.format ?? null,
      delimiter: profile.delimiter ?? null,
      layout: profile.layout ?? null,
      fault: problem?.message ?? null,
      columns: columnsOf(profile),
      listings,
      listed: run?.added ?? 0,
      ...report.results(),
      ...(run?.nextStep !== undefined && { nextStep: run.nextStep }),
      ...(suggest && { suggestion: suggestionOf(profile) }),
    },
    problem,
  };
}

function columnsOf(profile: FeedProfile): InspectedColumn[] {
  return Array.from(profile.columns, ([name, { column, count, samples }]) => {
    const suggestion = column === undefined ? fieldMeantBy(name) : undefined;
    return {
      name: echoed(name),
      field: column?.field ?? null,
      unwanted: column === null,
      records: count,
      samples,
      ...(suggestion !== undefined && { suggestion }),
    };
  });
}

export function listingFields(listing: IncomingListing): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = { ...listing };
  const known = FIELDS.filter(({ feed }) => feed !== undefined)
    .map(({ name, property }): [string, unknown] => [name, property === null ? null : values[property]])
    .filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    );
  const { point, arrivedAt, sourceTerms } = listing;
  return {
    ...Object.fromEntries(known),
    ...(point !== null && { latitude: point.lat, longitude: point.lng }),
    ...(arrivedAt !== null && { arrived_at: new Date(arrivedAt).toISOString() }),
    ...(sourceTerms !== null && { keywords: sourceTerms }),
  };
}

function suggestionOf({ columns, identified }: FeedProfile): MappingSuggestion {
  const guesses: MappingSuggestion['guesses'][number][] = [];
  const questions: Question[] = [];
  const units: Record<string, string> = {};
  for (const { column, field, reason, samples, certainty, unit } of identified?.columns ?? []) {
    if (certainty === 'question') questions.push({ column, field, reason, samples });
    if (certainty !== 'high' && certainty !== 'medium') continue;
    guesses.push({ column, field, confidence: certainty, reason, samples });
    if (unit !== undefined && isUnitField(field)) units[field] = unit;
  }
  const named = new Set([...guesses, ...questions].map(({ column }) => column));
  const unguessed = Array.from(columns, ([column, { column: known, samples }]) =>
    known === undefined && samples.length > 0 && !named.has(column) ? [{ column, samples }] : [],
  );
  return {
    mapping: {
      columns: Object.fromEntries(guesses.map(({ column, field }) => [column, field])),
      ...(Object.keys(units).length > 0 && { units }),
    },
    ...{ guesses, questions, unguessed: unguessed.flat() },
    domainColumns: identified?.domainColumns ?? [],
    advertHosts: identified?.advertHosts ?? [],
  };
}
