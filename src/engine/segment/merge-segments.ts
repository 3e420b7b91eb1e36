// Merges segments by their arrays alone, without rows or texts. The result equals what `SegmentBuilder` makes of their live rows.
// Linear in rows and postings.
import { hasBit, type Bitmap } from '../postings/bitmap.ts';
import { mergeKeyColumns, type KeyColumnData } from '../columns/key-column.ts';
import { mergeRowHashes } from '../columns/row-hashes.ts';
import { mergeNumberColumns } from '../columns/merge-numbers.ts';
import { mergeGeoPointColumns } from '../columns/merge-geo-points.ts';
import { mergeKeywordColumns, mergeLabelColumns } from '../columns/build-keywords.ts';
import type { Schema } from '../schema.ts';
import { LazyValue, mapInSteps, type Steps } from '../time-slices.ts';
import { shuffledRows, type SegmentData } from './segment.ts';
import { mergeInvertedIndexes } from '../postings/merge-postings.ts';
import { mergeSortedRuns, DELETED, type RowMap } from './row-map.ts';
import { unknownIn, type NumberColumnData } from '../columns/number-column.ts';
import { compareStrings, concatStrings } from '../columns/packed-strings.ts';

/** A segment to merge, and its live rows; null: all. */
export interface MergeSource {
  readonly data: SegmentData;
  readonly liveRows: Bitmap | null;
}

/** The live rows of all sources as one segment. Their keys must differ. */
export function mergeSegments(schema: Schema, sources: readonly MergeSource[]): SegmentData {
  const tieBreaker = schema.numbers.indexOf(schema.tieBreaker);
  const rowMap = buildRowMap(
    sources.map(({ data, liveRows }) => ({
      keys: data.keys,
      tieBreaker: data.numbers[tieBreaker],
      liveRows,
    })),
  );
  const segments = sources.map(({ data }) => data);
  return {
    keys: mergeKeyColumns(
      segments.map(({ keys }) => keys),
      rowMap,
    ),
    addresses: mergeRowHashes(
      segments.map(({ addresses }) => addresses),
      rowMap,
    ),
    ...new LazyValue(() => mergeColumns(schema, segments, rowMap)).value,
  };
}

type MergedRows = Pick<RowMap, 'size' | 'newRows'>;

/** The columns by which searches find rows. */
export function* mergeColumns(
  schema: Schema,
  segments: readonly SegmentData[],
  rows: MergedRows,
): Steps<Omit<SegmentData, 'keys' | 'addresses'>> {
  return {
    size: rows.size,
    values: yield* mapInSteps(schema.values.keys(), (field) =>
      mergeKeywordColumns(
        segments.map(({ values }) => values[field]),
        rows,
      ),
    ),
    numbers: yield* mergeNumbers(schema, segments, rows),
    labels: yield* mapInSteps((schema.labels ?? []).keys(), (field) =>
      mergeLabelColumns(
        segments.map(({ labels }) => labels[field]),
        rows,
      ),
    ),
    points: mergeGeoPointColumns(
      segments.map(({ points }) => points),
      rows,
    ),
    text: yield* mergeInvertedIndexes(
      segments.map(({ text }) => text),
      rows,
    ),
  };
}

function* mergeNumbers(
  { numbers, shuffle }: Schema,
  segments: readonly SegmentData[],
  rows: MergedRows,
): Steps<NumberColumnData[]> {
  const merge = (field: number, ties?: Uint32Array): NumberColumnData =>
    mergeNumberColumns(
      segments.map((data) => data.numbers[field]),
      rows,
      ties,
    );
  const places = merge(numbers.indexOf(shuffle.by));
  return yield* mapInSteps(numbers.entries(), ([field, name]) => {
    if (name === shuffle.by) return places;
    return merge(field, shuffle.columns.includes(name) ? shuffledRows(places) : undefined);
  });
}

interface SourceRows {
  readonly keys: KeyColumnData;
  readonly tieBreaker: NumberColumnData;
  readonly liveRows: Bitmap | null;
}

function buildRowMap(parts: readonly SourceRows[]): RowMap {
  const { joined: allKeys, firsts } = concatStrings(parts.map(({ keys }) => keys.keys));
  const rows = allKeys.offsets.length - 1;
  const ties = new Float64Array(rows);
  const runs = parts.map(({ tieBreaker, liveRows }, part) => {
    const first = firsts[part];
    const { values } = tieBreaker;
    const unknown = unknownIn(values);
    const run = new Uint32Array(values.length);
    let liveCount = 0;
    for (let row = 0; row < run.length; row++) {
      const value = values[row];
      ties[first + row] = value === unknown || Number.isNaN(value) ? Infinity : value;
      if (liveRows === null || hasBit(liveRows, row)) run[liveCount++] = first + row;
    }
    return run.subarray(0, liveCount);
  });
  const order = mergeSortedRuns(runs, (a, b) =>
    ties[a] === ties[b] ? compareStrings(allKeys, a, b) < 0 : ties[a] < ties[b],
  );
  const numbers = new Uint32Array(rows).fill(DELETED);
  for (let row = 0; row < order.length; row++) numbers[order[row]] = row;
  const newRows = parts.map(({ tieBreaker }, part) =>
    numbers.subarray(firsts[part], firsts[part] + tieBreaker.values.length),
  );
  return { size: order.length, newRows, allKeys, order };
}
