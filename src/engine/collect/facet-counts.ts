// How many matches have each value of a column, over all segments. Spellings of one value are counted together and shown
// as the most common of them.
import type { KeywordColumn } from '../columns/keyword-column.ts';

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface FacetCounts {
  /** The most common first, equal ones in order of UTF-16 units. */
  readonly values: readonly FacetCount[];
  /** What is not among `values`: how many values, and how many matches have them. */
  readonly more: { readonly values: number; readonly count: number };
  /** Matches without a value. */
  readonly unknown: number;
}

/** The column of one segment, and how many matches have each of its ordinals. */
export interface CountedColumn {
  readonly column: KeywordColumn;
  readonly counts: Uint32Array;
}

/** No more than `limit` values. O(values), and a look-up of a text for each value of all segments but the largest. */
export function topFacets(parts: readonly CountedColumn[], limit: number): FacetCounts {
  const { keys, totals } = addUp(parts);
  const inOrder = totals.slice().sort();
  // Of ten thousand values few are shown: all that cannot be among them go before anything is compared by name.
  const min = Math.max(1, inOrder[Math.max(0, inOrder.length - limit)] ?? 1);
  const values: FacetCount[] = [];
  let known = 0;
  let sum = 0;
  for (let number = 0; number < totals.length; number++) {
    const count = totals[number];
    if (count === 0) continue;
    known++;
    sum += count;
    if (count >= min) values.push({ value: usualSpelling(parts, keys[number]), count });
  }
  const shown = values.sort(commonFirst).slice(0, limit);
  return {
    values: shown,
    more: { values: known - shown.length, count: shown.reduce((left, { count }) => left - count, sum) },
    unknown: parts.reduce((unknown, { counts }) => unknown + counts[0], 0),
  };
}

/** Matches by group, over all segments. The groups of the largest column keep their numbers; more may come behind. */
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

/** The one that most matches have, of those that share a key. */
function usualSpelling(parts: readonly CountedColumn[], key: string): string {
  const counted = new Map<string, number>();
  for (const { column, counts } of parts) {
    for (const ordinal of column.groups.find(key)?.ordinals ?? []) {
      if (counts[ordinal] === 0) continue;
      const value = column.valueOf(ordinal);
      counted.set(value, (counted.get(value) ?? 0) + counts[ordinal]);
    }
  }
  const [usual] = Array.from(counted, ([value, count]) => ({ value, count })).sort(commonFirst);
  if (usual === undefined) throw new Error(`no match has a value with the key ${key}`);
  return usual.value;
}

function commonFirst(a: FacetCount, b: FacetCount): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1);
}
