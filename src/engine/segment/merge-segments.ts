// Several segments made into one, from their arrays alone: the result is what `buildSegment` makes of their live rows,
// but neither rows nor texts are needed for it. Linear in rows and postings.
import type { Bitmap } from '../postings/bitmap.ts';
import { mergeKeyColumns } from '../columns/merge-keys.ts';
import { mergeNumberColumns } from '../columns/merge-numbers.ts';
import { mergeGeoPointColumns } from '../columns/merge-geo-points.ts';
import { buildRowMap } from './row-map.ts';
import { mergeKeywordColumns } from '../columns/merge-keywords.ts';
import type { Schema } from '../schema.ts';
import type { SegmentData } from './segment.ts';
import { mergeInvertedIndexes } from '../postings/merge-postings.ts';

/** A segment to be merged, and which of its rows are alive; null: all. */
export interface MergeSource {
  readonly data: SegmentData;
  readonly liveRows: Bitmap | null;
}

/** The live rows of all parts as one segment. Their keys must differ. */
export function mergeSegments(schema: Schema, sources: readonly MergeSource[]): SegmentData {
  const tieBreaker = schema.numbers.indexOf(schema.tieBreaker);
  const rowMap = buildRowMap(
    sources.map(({ data, liveRows }) => ({
      keys: data.keys,
      tieBreaker: data.numbers[tieBreaker],
      liveRows,
    })),
  );
  return {
    size: rowMap.size,
    keys: mergeKeyColumns(
      sources.map(({ data }) => data.keys),
      rowMap,
    ),
    values: schema.values.map((_, field) =>
      mergeKeywordColumns(
        sources.map(({ data }) => data.values[field]),
        rowMap,
      ),
    ),
    numbers: schema.numbers.map((_, field) =>
      mergeNumberColumns(
        sources.map(({ data }) => data.numbers[field]),
        rowMap,
      ),
    ),
    points: mergeGeoPointColumns(
      sources.map(({ data }) => data.points),
      rowMap,
    ),
    text: mergeInvertedIndexes(
      sources.map(({ data }) => data.text),
      rowMap,
    ),
  };
}
