// The index in this process: the engine finds rows, the store reads records. A state has a snapshot of the engine and
// the store pinned at the same sequence, so results never mix two states of the stock. Catching up makes the next
// state beside the current one and swaps them in one step.
import { Searcher } from '../engine/collect/match-set.ts';
import { Segment } from '../engine/segment/segment.ts';
import { searchRows } from '../engine/search.ts';
import { Snapshot } from '../engine/segment/snapshot.ts';
import type { Gazetteer, ReloadingGazetteer } from '../geo/postcode-gazetteer.ts';
import type { ListingExport, ListingIndex, NewestListings, TextPiece } from '../stock/listing-index.ts';
import {
  maySameChange,
  NO_STOCK,
  type HeldStock,
  type KeptSearch,
  type StockState,
} from '../stock/stock-changes.ts';
import type { StockReader } from '../stock/stock-reader.ts';
import type { SearchQuery, SearchResult } from '../query/search-query.ts';
import type { PlaceCounts } from '../stock/stock-map.ts';
import { withCorrectedNames, withCorrections } from '../stock/stock-names.ts';
import type { StockPrices } from '../stock/stock-prices.ts';
import { ALL_PARTS, type StockSummary } from '../stock/summary.ts';
import { Damage } from '../store/store-problem.ts';
import { PinnedSnapshots, type StoreSnapshot } from '../store/store-snapshot.ts';
import type { Store } from '../store/store.ts';
import { ChangeFinder } from './changes/change-finder.ts';
import type { CurrentState } from './changes/past-state.ts';
import { exportState, newestOfState } from './state/embedded-export.ts';
import { toEngineQuery } from './shared/engine-query.ts';
import { expandText } from '../engine/query/word-expansion.ts';
import { findMissingWords } from './shared/missing-words.ts';
import { indexFormat } from './shared/index-format.ts';
import { indexStatsOf, type IndexStats } from './stock-stats.ts';
import { BackgroundWork } from './build/background-work.ts';
import type { IndexWorker, IndexUpdate } from './build/index-update.ts';
import { areNamesWarm, correctorsOf, warmNames, warmSuccessor } from './state/live-names.ts';
import { LISTING_SCHEMA, warmSchema } from './shared/listing-schema.ts';
import { RecordCache } from './state/record-cache.ts';
import { HitReader } from './state/hit-reader.ts';
import { runInSlices } from '../engine/time-slices.ts';
import { BoundedMap } from '../memo.ts';
import { stockReader } from './state/stock-reader.ts';
import { summarizeSnapshot, pricesInSnapshot, warmCounts } from './state/summarize.ts';
import { warmUp } from './warm-up.ts';

/** Attempts per poll to catch up with a store that a writer keeps changing. */
const MAX_STEPS = 5;

/** Times of states that one hold caches: thousands of waiting searches since the same state are tried within it. */
const MAX_TIMES = 8;

/** The state that searches see; it is replaced as a whole. */
interface Searched extends CurrentState {
  readonly state: StockState;
}

export class EmbeddedIndex implements ListingIndex {
  readonly #store: Store;
  readonly #gazetteer: ReloadingGazetteer;
  readonly #worker: IndexWorker;
  readonly #background: BackgroundWork;
  readonly #warmUpMs: number;
  readonly #records = new RecordCache();
  readonly #pins = new PinnedSnapshots();
  readonly #changes: ChangeFinder;
  readonly #listeners = new Set<() => void>();
  /** Releases the state's store. */
  #unpin: () => void;
  #searched: Searched;
  /** The reader shared by all reads of a state. */
  #reader: { readonly searched: Searched; readonly stock: StockReader } | undefined;
  #catchingUp: Promise<void> | undefined;
  /** Number of builds of the whole index, which a valid index file makes unnecessary. */
  #builds = 0;

  /** Empty until the first `catchUp`, which also runs sample searches for up to `warmUpMs` milliseconds. Owns the worker only. */
  constructor(store: Store, gazetteer: ReloadingGazetteer, worker: IndexWorker, warmUpMs = 0) {
    this.#warmUpMs = warmUpMs;
    this.#store = store;
    this.#gazetteer = gazetteer;
    this.#worker = worker;
    this.#background = new BackgroundWork(worker);
    this.#changes = new ChangeFinder(worker);
    const storeSnapshot = store.snapshot();
    const state = stateOf(storeSnapshot, undefined);
    this.#searched = { state, snapshot: Snapshot.empty, storeSnapshot, gazetteer: undefined };
    this.#unpin = this.#pins.pin(storeSnapshot);
    warmSchema();
  }

  get size(): number {
    return this.#searched.snapshot.liveCount;
  }

  /** The number of segments, the bytes of their arrays, and the number of whole builds. */
  get stats(): IndexStats & { readonly builds: number } {
    return { ...indexStatsOf(this.#searched.snapshot), builds: this.#builds };
  }

  /** Whether the index has caught up with the store at least once. */
  get ready(): boolean {
    return this.#searched.gazetteer !== undefined;
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    const searched = this.#searched;
    return withCorrections(query, correctorsOf(searched.snapshot), (corrected) =>
      searchState(searched, corrected, this.#records),
    );
  }

  async summarize(query: SearchQuery, parts = ALL_PARTS): Promise<StockSummary> {
    const { snapshot } = this.#searched;
    await warmCounts(snapshot);
    return withCorrections(query, correctorsOf(snapshot), (corrected) =>
      summarizeSnapshot(snapshot, corrected, parts),
    );
  }

  async countPlaces(query: SearchQuery, zoom: number): Promise<PlaceCounts> {
    const { snapshot } = this.#searched;
    for (const { segment } of snapshot.segments) await runInSlices(segment.points.warmCells());
    const find = (corrected: SearchQuery): PlaceCounts => {
      const matches = new Searcher(LISTING_SCHEMA, snapshot).match(toEngineQuery(corrected));
      return { total: matches.total, cells: matches.countCells(zoom) };
    };
    return withCorrections(query, correctorsOf(snapshot), find);
  }

  async prices(query: SearchQuery): Promise<StockPrices> {
    const { snapshot } = this.#searched;
    await warmCounts(snapshot);
    return pricesInSnapshot(snapshot, await withCorrectedNames(query, correctorsOf(snapshot)));
  }

  async openExport(query: SearchQuery, from: number): Promise<ListingExport> {
    const searched = this.#searched;
    const close = this.#pins.pin(searched.storeSnapshot);
    try {
      const find = (corrected: SearchQuery) => exportState(searched, corrected, from);
      const listings = await withCorrections(query, correctorsOf(searched.snapshot), find);
      return { ...listings, state: searched.state, close };
    } catch (error) {
      close();
      throw error;
    }
  }

  async findNewest(query: SearchQuery, from: number, limit: number): Promise<NewestListings> {
    const { snapshot, storeSnapshot } = this.#searched;
    const find = (corrected: SearchQuery) =>
      newestOfState({ snapshot, storeSnapshot }, corrected, from, limit);
    const newest = await withCorrections(query, correctorsOf(snapshot), find);
    return { ...newest, stockChangedAt: storeSnapshot.timeOf(storeSnapshot.sequence) ?? 0 };
  }

  hold(): HeldStock {
    const searched = this.#searched;
    const times = new BoundedMap<number, number>(MAX_TIMES);
    return {
      state: searched.state,
      concurrency: 1,
      findChanges: (query, span) => this.#changes.find(searched, query, span),
      findCorrections: (query, sequence) => this.#changes.findCorrections(searched, query, sequence),
      sequenceAt: async (time) => searched.storeSnapshot.sequenceAt(time),
      timeOf: async (sequence) =>
        times.getOrMake(sequence, () => searched.storeSnapshot.timeOf(sequence) ?? 0),
      compareSince: (from) => this.#changes.compareSince(searched, from),
      release: this.#pins.pin(searched.storeSnapshot),
    };
  }

  prepare(search: KeptSearch): void {
    this.#changes.prepare(this.#searched, search);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get state(): StockState {
    return this.#searched.state;
  }

  async isStored({ storeId, sequence, changedAt }: StockState): Promise<boolean> {
    const latest = this.#store.snapshot();
    try {
      if (storeId !== latest.storeId || sequence > latest.sequence) return false;
      return maySameChange(changedAt, latest.timeOf(sequence) ?? 0);
    } finally {
      latest.release();
    }
  }

  read<T>(work: (stock: StockReader) => Promise<T>): Promise<T> {
    const searched = this.#searched;
    if (this.#reader?.searched !== searched)
      this.#reader = {
        searched,
        stock: stockReader(searched.snapshot, new HitReader(searched.storeSnapshot, this.#records)),
      };
    return work(this.#reader.stock);
  }

  async findMissingWords(pieces: readonly TextPiece[]): Promise<ReadonlySet<string>> {
    const { snapshot } = this.#searched;
    return findMissingWords(
      pieces,
      async (text, readText) => expandText(snapshot, text, { readText }, { allWords: true })?.words ?? [],
    );
  }

  /** Catches up with the store and the loaded postcode tables. Concurrent calls share one catch-up. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#catchUpOnce().finally(() => (this.#catchingUp = undefined));
    return this.#catchingUp;
  }

  async close(): Promise<void> {
    await this.#catchingUp?.catch(() => undefined);
    await this.#worker.close();
    await this.#background.end();
    this.#unpin();
  }

  async #catchUpOnce(): Promise<void> {
    await this.#swapMerged();
    this.#readNames();
    await this.#takeChanges();
    await this.#swapMerged();
    this.#background.throwFailure();
  }

  async #takeChanges(): Promise<void> {
    const gazetteer = this.#gazetteer.current;
    const { storeSnapshot } = this.#searched;
    const sameStock = this.#store.storeId === storeSnapshot.storeId;
    const sameGazetteer = this.#searched.gazetteer?.version === gazetteer.version;
    if (sameStock && this.#store.sequence < storeSnapshot.sequence) {
      throw new Damage(this.#store.folder, `change ${storeSnapshot.sequence} is missing from it`);
    }
    if (sameStock && sameGazetteer && this.#store.sequence === storeSnapshot.sequence) return;

    let since = sameStock && sameGazetteer ? storeSnapshot.sequence : null;
    let { snapshot } = this.#searched;
    const updates: IndexUpdate[] = [];
    for (let step = 0; step < MAX_STEPS; step++) {
      const keys = snapshot.segments.map(({ segment }) => segment.data.keys);
      const update = await this.#worker.build(since, keys);
      // The worker loads tables itself and may have newer ones; the next poll loads them here too.
      if (update.gazetteerVersion !== gazetteer.version) return;
      if (update.isFullRebuild && !update.isFromFile && update.parts.length > 0) this.#builds += 1;
      snapshot = await warmed(apply(snapshot, update), snapshot);
      since = update.sequence;
      updates.push(update);
      const latest = this.#store.snapshot();
      if (latest.sequence === since) {
        const next = { state: stateOf(latest, gazetteer), snapshot, storeSnapshot: latest, gazetteer };
        const run = (query: SearchQuery): unknown => searchState(next, query, this.#records);
        if (!this.ready) await warmUp({ ...next, run, budgetMs: this.#warmUpMs });
        this.#searched = next;
        this.#background.note(updates);
        this.#unpin();
        this.#unpin = this.#pins.pin(latest);
        for (const listener of this.#listeners) listener();
        return;
      }
      latest.release();
    }
  }

  /** Swaps in a finished merge, then lets the next background work begin. */
  async #swapMerged(): Promise<void> {
    const { merged } = this.#background;
    if (merged !== undefined) {
      const { snapshot: before } = this.#searched;
      const snapshot = await warmed(before.replaceMerged(merged.sources, merged.segment), before);
      this.#searched = { ...this.#searched, snapshot };
      this.#background.noteSwap(snapshot.liveCount);
    }
    this.#background.beginNext(this.#searched);
  }

  /** Not in the first catch-up: a command that ends after one search needs them seldom. */
  #readNames(): void {
    const { snapshot } = this.#searched;
    if (this.ready && !areNamesWarm(snapshot)) this.#background.begin(() => runInSlices(warmNames(snapshot)));
  }
}

function stateOf(storeSnapshot: StoreSnapshot, gazetteer: Gazetteer | undefined): StockState {
  const { storeId = NO_STOCK, sequence } = storeSnapshot;
  const changedAt = storeSnapshot.timeOf(sequence) ?? 0;
  return {
    storeId,
    sequence,
    changedAt,
    placesVersion: gazetteer?.version ?? 'nowhere',
    indexFormat: indexFormat(),
  };
}

function searchState(
  { snapshot, storeSnapshot }: Pick<Searched, 'snapshot' | 'storeSnapshot'>,
  query: SearchQuery,
  records: RecordCache,
): SearchResult {
  const { total, rows } = searchRows(LISTING_SCHEMA, snapshot, toEngineQuery(query));
  const reader = new HitReader(storeSnapshot, records);
  return { total, hits: rows.map((row) => reader.read(row, query.center)) };
}

function apply(snapshot: Snapshot, { isFullRebuild, parts, deletedRows }: IndexUpdate): Snapshot {
  const segments = parts.map(({ data, liveRows }) => ({
    segment: new Segment(LISTING_SCHEMA, data),
    liveRows,
  }));
  if (isFullRebuild) return Snapshot.fromSegments(segments);
  return snapshot.withChange(segments.at(0)?.segment ?? null, deletedRows);
}

/** The snapshot that replaces `before`, precomputed beside requests, so that no search after the swap pays for the change. */
async function warmed(snapshot: Snapshot, before: Snapshot): Promise<Snapshot> {
  for (const { segment, liveRows } of snapshot.segments) await runInSlices(segment.warm(liveRows));
  await runInSlices(warmSuccessor(snapshot, before));
  return snapshot;
}
