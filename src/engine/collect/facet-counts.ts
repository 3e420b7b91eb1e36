// Counts matches by value over all segments. Spellings of a value count as one, under the most common spelling.
import type { KeywordColumn } from '../columns/keyword-column.ts';
import { SmallestNumbers } from './top-k.ts';

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface FacetCounts {
  /** By descending count, equal ones in order of UTF-16 units. */
  readonly values: readonly FacetCount[];
  /** The number of values that are not listed, and the number of their matches. */
  readonly more: { readonly values: number; readonly count: number };
  /** Matches without a value. */
  readonly unknown: number;
}

/** A column of one segment, and the number of matches by ordinal. */
export interface CountedColumn {
  readonly column: KeywordColumn;
  readonly counts: Uint32Array;
}

/** At most `limit` values. O(values), and a map lookup for each value of all segments but the largest. */
export function topFacets(parts: readonly CountedColumn[], limit: number): FacetCounts {
  const { keys, totals } = addUp(parts);
  // Few of ten thousand values are returned, so those too rare are dropped before any strings are compared.
  const most = new SmallestNumbers(limit);
  for (let number = 0; number < totals.length; number++) most.add(-totals[number]);
  const min = Math.max(1, -most.bound);
  const values: FacetCount[] = [];
  let known = 0;
  let sum = 0;
  for (let number = 0; number < totals.length; number++) {
    const count = totals[number];
    if (count === 0) continue;
    known++;
    sum += count;
    if (count >= min) values.push({ value: mostCommonSpelling(parts, keys[number]), count });
  }
  const shown = values.sort(byCount).slice(0, limit);
  return {
    values: shown,
    more: { values: known - shown.length, count: shown.reduce((left, { count }) => left - count, sum) },
    unknown: parts.reduce((unknown, { counts }) => unknown + counts[0], 0),
  };
}

/** Matches by group, over all segments. The groups of the largest column keep their numbers; others are appended. */
function addUp(parts: readonly CountedColumn[]): { keys: readonly string[]; totals: Float64Array } {
  if (parts.length === 0) return { keys: [], totals: new Float64Array(0) };
  const largest = parts.reduce((a, b) => (b.counts.length > a.counts.length ? b : a));
  const { groups } = largest.column;
  const totals = new Float64Array(groups.keys.length);
  for (let ordinal = 1; ordinal < largest.counts.length; ordinal++) {
    totals[groups.ofOrdinal[ordinal]] += largest.counts[ordinal];
  }
  const others = new Map<string, number>();
  for (const part of parts) {
    if (part === largest) continue;
    const { keys, ofOrdinal } = part.column.groups;
    for (let ordinal = 1; ordinal < part.counts.length; ordinal++) {
      const count = part.counts[ordinal];
      if (count === 0) continue;
      const key = keys[ofOrdinal[ordinal]];
      const group = groups.find(key);
      if (group === undefined) others.set(key, (others.get(key) ?? 0) + count);
      else totals[group.number] += count;
    }
  }
  if (others.size === 0) return { keys: groups.keys, totals };
  return {
    keys: [...groups.keys, ...others.keys()],
    totals: Float64Array.from([...totals, ...others.values()]),
  };
}

/** The most common spelling of those that share a key. */
function mostCommonSpelling(parts: readonly CountedColumn[], key: string): string {
  const counted = new Map<string, number>();
  for (const { column, counts } of parts) {
    const only = parts.length === 1 ? column.groups.find(key)?.ordinals : undefined;
    if (only?.length === 1 && counts[only[0]] > 0) return column.valueOf(only[0]);
    for (const ordinal of column.groups.find(key)?.ordinals ?? []) {
      if (counts[ordinal] === 0) continue;
      const value = column.valueOf(ordinal);
      counted.set(value, (counted.get(value) ?? 0) + counts[ordinal]);
    }
  }
  const [spelling] = Array.from(counted, ([value, count]) => ({ value, count })).sort(byCount);
  if (spelling === undefined) throw new Error(`no match has a value with the key ${key}`);
  return spelling.value;
}

/** The counts of the first `limit` values. */
export function firstFacets(values: readonly FacetCount[], limit: number, unknown: number): FacetCounts {
  const rest = values.slice(limit);
  const count = rest.reduce((sum, { count }) => sum + count, 0);
  return { values: values.slice(0, limit), more: { values: rest.length, count }, unknown };
}

/** The highest count first. */
export function byCount(a: FacetCount, b: FacetCount): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1);
}
