// The number of segments of an index and the memory of its columns, for metrics.
import type { SegmentData } from '../engine/segment/segment.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';

export interface IndexStats {
  readonly segments: number;
  readonly bytes: number;
}

/**
 * Segments and bytes of a snapshot. Visits a few hundred arrays for each new segment; lazily built ones are not
 * counted.
 */
export function indexStatsOf({ segments }: Snapshot): IndexStats {
  return {
    segments: segments.length,
    bytes: segments.reduce(
      (sum, { segment, liveRows }) => sum + sizeOf(segment.data) + (liveRows?.byteLength ?? 0),
      0,
    ),
  };
}

function sizeOf(data: SegmentData): number {
  const known = sizes.get(data);
  if (known !== undefined) return known;
  const size = bytesIn(data);
  sizes.set(data, size);
  return size;
}

const sizes = new WeakMap<SegmentData, number>();

function bytesIn(data: unknown): number {
  if (ArrayBuffer.isView(data)) return data.byteLength;
  if (typeof data !== 'object' || data === null) return 0;
  return Object.values(data).reduce<number>((sum, part) => sum + bytesIn(part), 0);
}
