// Decides which segments to merge. Young small ones are merged until they reach an eighth of the next older one, so
// the number of segments grows with the logarithm of the stock, and a row is moved a few times in each size.

/** What the policy knows of a segment. */
export interface SegmentSize {
  readonly rows: number;
  readonly liveCount: number;
}

/** An older segment is left alone while it has this many times the rows of all younger ones. */
const RATIO = 8;

/** Maximum rows of a merged segment: larger merges would take minutes. */
export const MAX_ROWS = 4_000_000;

/** With fewer deleted rows, a segment is not merged for their sake. */
const TOLERATED_DELETES = 1000;

/**
 * The range of segments to merge, as the first index and the one after the last; undefined: none. The oldest comes
 * first.
 */
export function segmentsToMerge(segments: readonly SegmentSize[]): [from: number, to: number] | undefined {
  return youngSegments(segments) ?? mostlyDeletedSegment(segments);
}

function youngSegments(segments: readonly SegmentSize[]): [number, number] | undefined {
  let younger = 0;
  let from = segments.length;
  for (; from > 0; from--) {
    const { liveCount } = segments[from - 1];
    const isAlone = from === segments.length;
    if (!isAlone && (liveCount >= RATIO * younger || liveCount + younger > MAX_ROWS)) break;
    younger += liveCount;
  }
  return segments.length - from >= 2 ? [from, segments.length] : undefined;
}

function mostlyDeletedSegment(segments: readonly SegmentSize[]): [number, number] | undefined {
  const at = segments.findIndex(
    ({ rows, liveCount }) => rows - liveCount > TOLERATED_DELETES && rows - liveCount > liveCount,
  );
  return at < 0 ? undefined : [at, at + 1];
}
