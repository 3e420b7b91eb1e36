// Which segments are merged, and when. Small young ones are merged with each other until they are an eighth of the next
// older one, so their number grows with the logarithm of the stock, and a row is moved a few times in each size.

/** What the policy must know of a segment. */
export interface SegmentSize {
  readonly rows: number;
  readonly liveCount: number;
}

/** An older segment is left alone while it holds so many times what all younger ones hold together. */
const RATIO = 8;

/** No merge makes a larger segment: larger ones would take minutes, and arrays that no engine likes. */
export const MAX_ROWS = 4_000_000;

/** So few dead rows are not worth a merge of their own. */
const TOLERATED_DELETES = 1000;

/** The segments to merge into one, as the first and the one after the last; undefined: none. The oldest comes first. */
export function segmentsToMerge(segments: readonly SegmentSize[]): [from: number, to: number] | undefined {
  return youngestRun(segments) ?? mostlyDeleted(segments);
}

function youngestRun(segments: readonly SegmentSize[]): [number, number] | undefined {
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

function mostlyDeleted(segments: readonly SegmentSize[]): [number, number] | undefined {
  const at = segments.findIndex(
    ({ rows, liveCount }) => rows - liveCount > TOLERATED_DELETES && rows - liveCount > liveCount,
  );
  return at < 0 ? undefined : [at, at + 1];
}
