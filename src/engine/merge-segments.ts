// Several segments made into one, from their arrays alone: the result is what `buildSegment` makes of their live rows,
// but neither rows nor texts are needed for it. Linear in rows and postings.
import type { Bits } from './bits.ts';
import { mergeKeyColumns } from './merge-keys.ts';
import { mergeNumberColumns } from './merge-numbers.ts';
import { mergePlaceColumns } from './merge-places.ts';
import { mergeRows } from './merge-rows.ts';
import { mergeValueColumns } from './merge-values.ts';
import type { Schema } from './schema.ts';
import type { SegmentData } from './segment.ts';
import { mergeTextColumns } from './text/merge-text.ts';

/** A segment to be merged, and which of its rows are alive; null: all. */
export interface SegmentPart {
  readonly data: SegmentData;
  readonly alive: Bits | null;
}

/** The live rows of all parts as one segment. Their keys must differ. */
export function mergeSegments(schema: Schema, parts: readonly SegmentPart[]): SegmentData {
  const tieBreaker = schema.numbers.indexOf(schema.tieBreaker);
  const merged = mergeRows(
    parts.map(({ data, alive }) => ({ keys: data.keys, tieBreaker: data.numbers[tieBreaker], alive })),
  );
  return {
    size: merged.size,
    keys: mergeKeyColumns(
      parts.map(({ data }) => data.keys),
      merged,
    ),
    values: schema.values.map((_, field) =>
      mergeValueColumns(
        parts.map(({ data }) => data.values[field]),
        merged,
      ),
    ),
    numbers: schema.numbers.map((_, field) =>
      mergeNumberColumns(
        parts.map(({ data }) => data.numbers[field]),
        merged,
      ),
    ),
    place: mergePlaceColumns(
      parts.map(({ data }) => data.place),
      merged,
    ),
    text: mergeTextColumns(
      parts.map(({ data }) => data.text),
      merged,
    ),
  };
}
