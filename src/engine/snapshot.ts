// The state that one search sees: a list of segments and which of their rows are alive. Snapshots never change; a
// change makes a new one, and searches under way keep theirs. Among the live rows every key is unique.
import { allBits, clearBit, countBits, hasBit, type Bits } from './bits.ts';
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
   * of those with the same key. O(keys × segments × log rows).
   */
  with(added: Segment | null, withdrawn: readonly string[]): Snapshot {
    const dying = withdrawn.slice();
    if (added !== null) for (let row = 0; row < added.size; row++) dying.push(added.keys.keyOf(row));
    const segments = this.segments.map((live) => without(live, dying)).filter(({ live }) => live > 0);
    if (added !== null && added.size > 0) segments.push({ segment: added, alive: null, live: added.size });
    return new Snapshot(segments);
  }

  /** Rows held in memory that no search can find any more. */
  get dead(): number {
    return this.segments.reduce((sum, { segment, live }) => sum + segment.size - live, 0);
  }
}

function without(old: LiveSegment, keys: readonly string[]): LiveSegment {
  let alive: Bits | null = null;
  for (const key of keys) {
    const row = old.segment.keys.rowOf(key);
    if (row < 0 || (old.alive !== null && !hasBit(old.alive, row))) continue;
    alive ??= old.alive?.slice() ?? allBits(old.segment.size);
    clearBit(alive, row);
  }
  return alive === null ? old : { segment: old.segment, alive, live: countBits(alive) };
}
