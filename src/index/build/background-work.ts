// Merges segments, saves the index file and reads the names of the stock, one after the other, beside searches. A failure is
// reported once, and pauses the work.
import type { MergeSource } from '../../engine/segment/merge-segments.ts';
import { Segment } from '../../engine/segment/segment.ts';
import type { SegmentReader, Snapshot } from '../../engine/segment/snapshot.ts';
import { runInSlices } from '../../engine/time-slices.ts';
import { asError } from '../../problem.ts';
import type { StoreSnapshot } from '../../store/store-snapshot.ts';
import { LISTING_SCHEMA } from '../shared/listing-schema.ts';
import { segmentsToMerge } from './index-builder.ts';
import type { IndexUpdate, IndexWorker } from './index-update.ts';

/** Minimum changed listings before the index file is written again. A start must build the changes that the file lacks. */
const MIN_SAVE_THRESHOLD = 10_000;
const MAX_SAVE_THRESHOLD = 200_000;
const CHANGED_PART = 1 / 32;

/** Delay after a failed merge or save. */
const RETRY_DELAY_MS = 60_000;

interface IndexState {
  readonly snapshot: Snapshot;
  readonly storeSnapshot: StoreSnapshot;
  readonly gazetteer: { readonly version: string } | undefined;
}

export class BackgroundWork {
  readonly #worker: Pick<IndexWorker, 'merge' | 'save'>;
  /** The work in progress. */
  #running: Promise<void> | undefined;
  #merged: { readonly sources: readonly SegmentReader[]; readonly segment: Segment } | undefined;
  #failure: Error | undefined;
  #pausedUntil = 0;
  /** Listings changed since the index file was written. */
  #changesSinceSave = 0;
  /** The sequence of the index file; -1 if there is none. */
  #saved = -1;

  constructor(worker: Pick<IndexWorker, 'merge' | 'save'>) {
    this.#worker = worker;
  }

  /** A finished merge whose sources are still in use. */
  get merged(): { readonly sources: readonly SegmentReader[]; readonly segment: Segment } | undefined {
    return this.#merged;
  }

  /** Notes that searches see the finished merge, and `liveCount` listings. */
  noteSwap(liveCount: number): void {
    if (this.#merged !== undefined && this.#merged.segment.size * 2 > liveCount)
      this.#changesSinceSave = Infinity;
    this.#merged = undefined;
  }

  /** Notes that searches see these updates, of which the last leads to the present state. */
  note(updates: readonly IndexUpdate[]): void {
    for (const { isFromFile, isFullRebuild, changedListings } of updates)
      this.#changesSinceSave = isFromFile
        ? 0
        : isFullRebuild
          ? Infinity
          : this.#changesSinceSave + changedListings;
    const last = updates.at(-1);
    if (last?.isFullRebuild === true) this.#saved = last.isFromFile ? last.sequence : -1;
  }

  /** Begins the merge or save that is due, unless some work is in progress. */
  beginNext(state: IndexState): void {
    const { segments, liveCount } = state.snapshot;
    const run = segmentsToMerge(
      segments.map(({ segment, liveCount }) => ({ rows: segment.size, liveCount })),
    );
    const threshold = Math.min(MAX_SAVE_THRESHOLD, Math.max(MIN_SAVE_THRESHOLD, liveCount * CHANGED_PART));
    if (run !== undefined) this.begin(() => this.#merge(segments.slice(...run)));
    else if (this.#changesSinceSave > threshold) this.begin(() => this.#save(state));
  }

  /** Begins other work, unless some is in progress. */
  begin(work: () => Promise<void>): void {
    if (this.#running !== undefined || performance.now() < this.#pausedUntil) return;
    this.#running = work()
      .catch((error: unknown) => {
        this.#failure = asError(error);
        this.#pausedUntil = performance.now() + RETRY_DELAY_MS;
      })
      .finally(() => (this.#running = undefined));
  }

  /** Throws the failure of earlier work, once. */
  throwFailure(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
  }

  /** Resolves when no work is in progress. */
  async end(): Promise<void> {
    await this.#running;
  }

  async #merge(sources: readonly SegmentReader[]): Promise<void> {
    const segment = new Segment(LISTING_SCHEMA, await this.#worker.merge(partsOf(sources)));
    await runInSlices(segment.warm(null));
    this.#merged = { sources, segment };
  }

  async #save({ snapshot, storeSnapshot, gazetteer }: IndexState): Promise<void> {
    this.#changesSinceSave = 0;
    if (storeSnapshot.storeId === undefined || gazetteer === undefined) return;
    const parts = partsOf(snapshot.segments);
    const { storeId: identity, sequence } = storeSnapshot;
    const changedAt = storeSnapshot.timeOf(sequence);
    const index = { identity, sequence, changedAt, gazetteerVersion: gazetteer.version, parts };
    // A failed write is not an error: the next start builds the index.
    this.#saved = (await this.#worker.save(index, this.#saved)) ?? this.#saved;
  }
}

function partsOf(segments: readonly SegmentReader[]): MergeSource[] {
  return segments.map(({ segment, liveRows }) => ({ data: segment.data, liveRows }));
}
