// Explains from which columns each field of a record comes: those without which the field differs when the record is read.
import type { ResolvedColumn } from '../columns/column-resolver.ts';
import { whatSays } from '../columns/evidence.ts';
import type { FeedLayout } from '../columns/feed-layout.ts';
import type { FeedSettings } from '../settings/feed-mapping.ts';
import { RecordMapper } from '../columns/record-mapper.ts';
import { flatten } from '../read/flatten.ts';
import { choicesOf, readFeed, type ReadOptions } from '../run/read-feed.ts';
import type { FeedListing, RecordResult, ValueIssue } from '../values/record-result.ts';
import { readListing } from '../values/read-listing.ts';
import { sample } from '../values/text.ts';
import { echoed } from '../../quoted-text.ts';
import { FeedProfile } from '../columns/feed-profile.ts';
import { listingFields } from './inspect-feed.ts';

export interface ExplainedColumn {
  /** Shortened and escaped, as the value is. */
  readonly name: string;
  readonly value: string;
  /** What it feeds, and how that is known, for people. */
  readonly use: string;
}

/** JSON data. */
export interface Explanation {
  readonly line: number;
  readonly outcome: 'listed' | 'rejected' | 'not listed';
  readonly reason?: string;
  readonly fields: readonly {
    readonly field: string;
    readonly value: unknown;
    /** None: it comes from the settings. */
    readonly from: readonly ExplainedColumn[];
  }[];
  /** Columns with a value that changes nothing in the listing. */
  readonly unused: readonly ExplainedColumn[];
  readonly valueIssues: readonly ValueIssue[];
}

const MAX_COLUMNS = 300;

/** The first record with the id, the advert, the registration or any other value, or `line 7`; undefined if there is none. */
export async function explainRecord(
  path: string,
  wanted: string,
  settings: FeedSettings,
  now: number,
): Promise<Explanation | undefined> {
  const profile = new FeedProfile();
  const { result, record, layout } = (await findRecord(path, wanted, { ...settings, profile, now })) ?? {};
  if (result === undefined || record === undefined || layout === undefined) return undefined;
  const mapper = new RecordMapper(layout, settings);
  const choices = choicesOf(settings);
  const { line } = result;
  const read = (values: ReadonlyMap<string, unknown>): RecordResult => {
    const mapped = mapper.map({ kind: 'record', line, value: Object.fromEntries(values) });
    return mapped.kind === 'mapped' ? readListing(mapped, now, choices) : mapped;
  };
  const values = new Map([...flatten(record)].slice(0, MAX_COLUMNS));
  const all = outcomeOf(read(values));
  const columns = Array.from(values, ([name, value]) => {
    const others = new Map(values);
    others.delete(name);
    const without = outcomeOf(read(others));
    const column = profile.columns.get(name)?.column;
    const use = useOf(column);
    // A record without an id is not a listing, but its other fields may be in order.
    const changed =
      without.has('outcome') && !all.has('outcome')
        ? [column?.field ?? '']
        : [...new Set([...all.keys(), ...without.keys()])].filter(
            (field) => JSON.stringify(all.get(field)) !== JSON.stringify(without.get(field)),
          );
    return { changed, explained: { name: echoed(name), value: sample(value), use } };
  });
  return {
    line,
    outcome: OUTCOMES[result.kind],
    ...(result.kind !== 'listing' && { reason: result.message }),
    fields: Array.from(all, ([field, value]) => ({
      field,
      value,
      from: columns.filter(({ changed }) => changed.includes(field)).map(({ explained }) => explained),
    })),
    unused: columns
      .filter(
        ({ changed, explained: { value } }) => changed.length === 0 && value !== "''" && value !== 'null',
      )
      .map(({ explained }) => explained),
    valueIssues: result.kind === 'rejection' ? [] : result.valueIssues,
  };
}

const OUTCOMES = { listing: 'listed', rejection: 'rejected', omission: 'not listed' } as const;

async function findRecord(
  path: string,
  wanted: string,
  options: Omit<ReadOptions, 'known'>,
): Promise<{ result: RecordResult; record: object; layout: FeedLayout | undefined } | undefined> {
  const [, line] = /^line ([0-9]+)$/.exec(wanted) ?? [];
  const key = wanted.trim().toLowerCase();
  let layout: FeedLayout | undefined;
  const onLayout = (found: FeedLayout): void => void (layout = found);
  for await (const results of readFeed(path, { ...options, keepRecords: true, onLayout }))
    for (const result of results) {
      const { record } = result as FeedListing;
      if (typeof record !== 'object' || record === null) continue;
      const isWanted =
        line === undefined
          ? [...flatten(record).values()].some((value) => String(value).trim().toLowerCase() === key)
          : result.line === Number(line);
      if (isWanted) return { result, record, layout };
    }
  return undefined;
}

function outcomeOf(result: RecordResult): ReadonlyMap<string, unknown> {
  return result.kind === 'listing'
    ? new Map(Object.entries({ ...listingFields(result.listing), ...result.vehicle }))
    : new Map([['outcome', `${OUTCOMES[result.kind]}: ${result.message}`]]);
}

function useOf(column: ResolvedColumn | null | undefined): string {
  if (column === null) return 'not wanted';
  if (column === undefined) return 'ignored';
  const { field, unit, scale, reason } = column;
  const measures = [unit === undefined ? '' : ` in ${unit}`, scale === undefined ? '' : `, times ${scale}`];
  return `${field}${measures.join('')}, by ${whatSays(column)}${reason === undefined ? '' : `: ${reason}`}`;
}
