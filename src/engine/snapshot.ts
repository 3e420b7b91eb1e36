// The state that one search sees: a list of segments and which of their rows are alive. Snapshots never change; a
// change makes a new one, and searches under way keep theirs. Among the live rows every key is unique.
import { allBits, clearBit, countBits, hasBit, noBits, rowsOf, type Bits } from './bits.ts';
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

  /** A snapshot of segments whose live rows are known, the oldest segment first. */
  static restored(parts: readonly { readonly segment: Segment; readonly alive: Bits | null }[]): Snapshot {
    return new Snapshot(
      parts.map(({ segment, alive }) => ({
        segment,
        alive,
        live: alive === null ? segment.size : countBits(alive),
      })),
    );
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

  /**
   * The snapshot after `merged`, made of the rows that were alive in `sources`, took their place: what has died in them
   * since then is dead in it too. O(deaths × log rows), and a few passes over one bit a row.
   */
  withMerged(sources: readonly LiveSegment[], merged: Segment): Snapshot {
    const current = new Map(this.segments.map((live) => [live.segment, live]));
    let whole: LiveSegment = { segment: merged, alive: null, live: merged.size };
    for (const source of sources) {
      const now = current.get(source.segment);
      // A source of which nothing is left is in the snapshot no more.
      const dead = deaths(source, now === undefined ? noBits(source.segment.size) : now.alive);
      const keys = Array.from(dead, (row) => source.segment.keys.keyOf(row));
      whole = without(whole, merged.keys.rowsOf(keys));
    }
    const segments = this.segments.filter(({ segment }) => !sources.some((one) => one.segment === segment));
    // The oldest rows come first: a merge holds them as soon as it holds the oldest segment.
    const at = this.segments.findIndex(({ segment }) => sources.some((one) => one.segment === segment));
    if (whole.live > 0) segments.splice(at, 0, whole);
    return new Snapshot(segments);
  }

  /** Rows held in memory that no search can find any more. */
  get dead(): number {
    return this.segments.reduce((sum, { segment, live }) => sum + segment.size - live, 0);
  }
}

/** The rows of a segment that were alive and are not in `alive`. */
function deaths(before: LiveSegment, alive: Bits | null): Uint32Array {
  if (alive === null || alive === before.alive) return new Uint32Array(0);
  const died = before.alive?.slice() ?? allBits(before.segment.size);
  for (let i = 0; i < died.length; i++) died[i] &= ~alive[i];
  return rowsOf(died);
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
