// Columns, segments and snapshots of values at hand; the program builds them value by value.
import type { Point } from '../../src/geo/great-circle.ts';
import { GeoPointColumnBuilder } from '../../src/engine/columns/build-geo-points.ts';
import { KeywordColumnBuilder } from '../../src/engine/columns/build-keywords.ts';
import { KeyColumnBuilder, type KeyColumn } from '../../src/engine/columns/key-column.ts';
import { NumberColumnBuilder } from '../../src/engine/columns/build-numbers.ts';
import { PostingsWriter } from '../../src/engine/postings/postings-writer.ts';
import type { Row, Schema } from '../../src/engine/schema.ts';
import { type Segment, type SegmentData } from '../../src/engine/segment/segment.ts';
import { SegmentBuilder } from '../../src/engine/segment/segment-builder.ts';
import { rowsDeletedBy, Snapshot } from '../../src/engine/segment/snapshot.ts';

interface ColumnBuilder<Value, Data> {
  add(value: Value): void;
  finish(order: Uint32Array): Data;
}

/** The column of values in their order. */
function built<Value, Data>(builder: ColumnBuilder<Value, Data>, values: readonly Value[]): Data {
  for (const value of values) builder.add(value);
  return builder.finish(Uint32Array.from(values.keys()));
}

export const buildGeoPointColumn = (points: readonly (Point | null)[]) =>
  built(new GeoPointColumnBuilder(), points);
export const packKeys = (keys: readonly string[]) => built(new KeyColumnBuilder(), keys);
export const buildKeywordColumn = (values: readonly (string | null)[]) =>
  built(new KeywordColumnBuilder(), values);
export const buildNumberColumn = (numbers: readonly (number | null)[]) =>
  built(new NumberColumnBuilder(), numbers);
export const buildInvertedIndex = (
  rows: readonly Pick<Row, 'texts' | 'values'>[],
  schema: ConstructorParameters<typeof PostingsWriter>[0],
) => built(new PostingsWriter(schema), rows);

/** The segment of some rows, whose keys must differ. */
export function buildSegment(schema: Schema, rows: readonly Row[]): SegmentData {
  const builder = new SegmentBuilder(schema);
  for (const row of rows) builder.add(row);
  return builder.finish();
}

export function snapshotOf(segment: Segment): Snapshot {
  return changed(Snapshot.empty, segment, []);
}

/** The snapshot after a change: rows with one of `deletedKeys` are deleted, and rows of `added` replace those with the same key. */
export function changed(snapshot: Snapshot, added: Segment | null, deletedKeys: readonly string[]): Snapshot {
  const deletedRows = snapshot.segments.map(({ segment }) =>
    rowsDeletedBy({ added: added?.keys, deletedKeys }, segment.keys),
  );
  return snapshot.withChange(added, deletedRows);
}

/** Deleted rows that still take up memory. */
export function deletedCount({ segments }: Snapshot): number {
  return segments.reduce((sum, { segment, liveCount }) => sum + segment.size - liveCount, 0);
}

/** The row with the key, or -1. */
export function rowWithKey(column: KeyColumn, key: string): number {
  const [row = -1] = column.findRows([key]);
  return row;
}
