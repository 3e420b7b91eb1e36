// Size and freshness of the searchable stock, and the memory of its index, for monitoring.
import { oncePerObject } from '../memo.ts';
import type { PastSize } from '../store/past-listings.ts';
import type { SegmentData } from '../engine/segment/segment.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';

export interface StockStats {
  /** Whether searches can be served. */
  readonly isReady: boolean;
  /** How many times damage was found in the data folder. */
  readonly damageFound: number;
  readonly listings: number;
  readonly segments: number;
  /** Builds of the whole index in this process, which a valid index file makes unnecessary. */
  readonly builds: number;
  /** Bytes of the index's columns. */
  readonly bytes: number;
  /** Number of the last change that searches see. */
  readonly sequence: number;
  /** Time at which searches first saw it, in milliseconds since 1970; 0 before the first. */
  readonly changedAt: number;
  /** Age of the oldest change that searches do not see yet; 0 if there is none. */
  readonly lagMs: number;
  /** Time from noticing the last change to serving it. */
  readonly updateMs: number;
  /** Undefined if no earlier states are known. */
  readonly past?: PastSize;
}

/** Tracks freshness from repeated samples of two numbers. The caller provides the time. */
export class FreshnessTracker {
  #visible: number | undefined;
  #changedAt = 0;
  #laggingSince: number | undefined;
  #updateMs = 0;

  /** The store is at sequence `committed`, searches at `visible`; undefined before the first catch-up. */
  update(committed: number, visible: number | undefined, now: number): void {
    if (visible !== this.#visible) {
      if (this.#laggingSince !== undefined) this.#updateMs = now - this.#laggingSince;
      this.#visible = visible;
      this.#changedAt = now;
      this.#laggingSince = undefined;
    }
    if (committed === visible) this.#laggingSince = undefined;
    else this.#laggingSince ??= now;
  }

  /** The freshness at the time `now`. */
  read(now: number): Pick<StockStats, 'changedAt' | 'lagMs' | 'updateMs'> {
    return {
      changedAt: this.#changedAt,
      lagMs: this.#laggingSince === undefined ? 0 : Math.max(0, now - this.#laggingSince),
      updateMs: this.#updateMs,
    };
  }
}

export interface IndexStats {
  readonly segments: number;
  readonly bytes: number;
}

/** Segments and bytes of a snapshot. Visits a few hundred arrays per new segment; lazily built arrays are not counted. */
export function indexStatsOf({ segments }: Snapshot): IndexStats {
  return {
    segments: segments.length,
    bytes: segments.reduce(
      (sum, { segment, liveRows }) => sum + sizeOf(segment.data) + (liveRows?.byteLength ?? 0),
      0,
    ),
  };
}

const sizeOf = oncePerObject((data: SegmentData) => bytesIn(data));

function bytesIn(data: unknown): number {
  if (ArrayBuffer.isView(data)) return data.byteLength;
  if (typeof data !== 'object' || data === null) return 0;
  return Object.values(data).reduce<number>((sum, part) => sum + bytesIn(part), 0);
}
