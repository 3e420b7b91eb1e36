// The state that one search sees: a list of segments and which of their rows are alive. Snapshots never change; a
// change makes a new one, and searches under way keep theirs. Among the live rows every key is unique.
import { allBits, clearBit, hasBit, type Bits } from './bits.ts';
import type { Segment } from './segment.ts';

export interface LiveSegment {
  readonly segment: Segment;
  /** Null while all rows are alive. */
  readonly alive: Bits | null;
  /** Number of live rows. */
  readonly live: number;
}

export class Snapshot {
  static readonly empty = new Snapshot([]);

  readonly segments: readonly LiveSegment[];
  /** Number of live rows. */
  readonly live: number;

  private constructor(segments: readonly LiveSegment[]) {
    this.segments = segments;
    this.live = segments.reduce((sum, { live }) => sum + live, 0);
  }

  static of(segment: Segment): Snapshot {
    return Snapshot.empty.with(segment, []);
  }

  /**
   * The snapshot after a change: rows with one of the `withdrawn` keys die, rows of `added` live and take the place
   * of those with the same key. O(keys × segments), and a copy of one bit a row.
   */
  with(added: Segment | null, withdrawn: readonly string[]): Snapshot {
    const segments = this.segments
      .map((live) => {
        const { keys } = live.segment;
        const left = without(live, keys.rowsOf(withdrawn));
        return added === null ? left : without(left, keys.rowsSharedWith(added.keys));
      })
      .filter(({ live }) => live > 0);
    if (added !== null && added.size > 0) segments.push({ segment: added, alive: null, live: added.size });
    return new Snapshot(segments);
  }

  /** Rows held in memory that no search can find any more. */
  get dead(): number {
    return this.segments.reduce((sum, { segment, live }) => sum + segment.size - live, 0);
  }
}

/** The same segment after the deaths of `rows`, which may be dead already. */
function without(old: LiveSegment, rows: Uint32Array): LiveSegment {
  let alive: Bits | null = null;
  let { live } = old;
  for (const row of rows) {
    if (alive === null ? old.alive !== null && !hasBit(old.alive, row) : !hasBit(alive, row)) continue;
    alive ??= old.alive?.slice() ?? allBits(old.segment.size);
    clearBit(alive, row);
    live--;
  }
  return alive === null ? old : { segment: old.segment, alive, live };
}
