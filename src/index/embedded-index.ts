// The index in this process: the engine finds the rows, the store gives the records. One state holds a snapshot of the
// engine and the store as it was at that very sequence, so an answer never mixes two states of the stock. Following the
// store makes the next state beside the current one and swaps them in one step.
import { Segment } from '../engine/segment.ts';
import { search } from '../engine/search.ts';
import { Snapshot } from '../engine/snapshot.ts';
import type { Gazetteer } from '../geo/gazetteer.ts';
import { distanceKm, type Point } from '../geo/great-circle.ts';
import type { LiveGazetteer } from '../geo/live-gazetteer.ts';
import { listingKey } from '../listing/listing.ts';
import type { ListingIndex } from '../listing/listing-index.ts';
import type { Hit, SearchQuery, SearchResult } from '../listing/search-query.ts';
import type { PinnedStock, Store } from '../store/store.ts';
import { engineQuery } from './engine-query.ts';
import type { ChangeBuilder, StockChange } from './stock-change.ts';
import { partsOfRowKey, STOCK_SCHEMA } from './stock-schema.ts';

/** With more segments than this, or with more dead rows than live ones, the index is built anew. */
const MOST_SEGMENTS = 12;
const UNHEEDED_DEAD = 10_000;

/** A writer may commit while a state is made: so often it is followed at once, before the next poll has its turn. */
const MOST_STEPS = 5;

interface State {
  readonly snapshot: Snapshot;
  /** The store as the snapshot shows it. */
  readonly stock: PinnedStock;
  /** The one that gave the snapshot its positions; undefined before the first catch-up. */
  readonly gazetteer: Gazetteer | undefined;
}

export class EmbeddedIndex implements ListingIndex {
  readonly #store: Store;
  readonly #gazetteer: LiveGazetteer;
  readonly #builder: ChangeBuilder;
  #state: State;
  #following: Promise<void> | undefined;

  /** Empty until the first `follow`. It owns the builder, not the store. */
  constructor(store: Store, gazetteer: LiveGazetteer, builder: ChangeBuilder) {
    this.#store = store;
    this.#gazetteer = gazetteer;
    this.#builder = builder;
    this.#state = { snapshot: Snapshot.empty, stock: store.pin(), gazetteer: undefined };
  }

  get version(): string {
    const { stock, gazetteer } = this.#state;
    return `${stock.identity ?? 'empty'}-${stock.sequence}-${gazetteer?.version ?? 'nowhere'}`;
  }

  get size(): number {
    return this.#state.snapshot.live;
  }

  /** Whether it has caught up with the store at least once. */
  get ready(): boolean {
    return this.#state.gazetteer !== undefined;
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    const { snapshot, stock } = this.#state;
    const { total, keys, points } = search(STOCK_SCHEMA, snapshot, engineQuery(query));
    const parts = keys.map(partsOfRowKey);
    const texts = stock.getTexts(parts.map(listingKey));
    const hits = parts.map(({ dealer, id }, i): Hit => {
      const text = texts[i];
      if (text === undefined)
        throw new Error(`the index holds '${id}' of ${dealer}, which its store does not`);
      return { dealer, id, text, distanceKm: distanceOf(points[i], query) };
    });
    return { total, hits };
  }

  /** Catches up with the store and the postcode tables. One at a time; further callers wait for the same. */
  follow(): Promise<void> {
    this.#following ??= this.#catchUp().finally(() => (this.#following = undefined));
    return this.#following;
  }

  async close(): Promise<void> {
    await this.#following?.catch(() => undefined);
    await this.#builder.close();
    this.#state.stock.release();
  }

  async #catchUp(): Promise<void> {
    this.#gazetteer.refresh();
    const gazetteer = this.#gazetteer.current;
    const { stock, snapshot: current } = this.#state;
    const sameStock = this.#store.identity === stock.identity;
    const samePlaces = this.#state.gazetteer?.version === gazetteer.version;
    const upToDate = sameStock && samePlaces && this.#store.sequence === stock.sequence;
    if (upToDate && !isCrowded(current)) return;

    let since = upToDate || !sameStock || !samePlaces ? null : stock.sequence;
    let snapshot = current;
    // At the first catch-up of all, the index file saves most of the work.
    const restored = this.ready ? undefined : await this.#builder.restore();
    if (restored?.gazetteerVersion === gazetteer.version) {
      snapshot = apply(snapshot, restored);
      since = restored.sequence;
    }
    for (let step = 0; step < MOST_STEPS; step++) {
      const change = await this.#builder.build(since);
      // The builder has tables of its own: it may have seen new ones first. The next poll sees them too.
      if (change.gazetteerVersion !== gazetteer.version) return;
      snapshot = apply(snapshot, change);
      since = change.sequence;
      const pinned = this.#store.pin();
      if (pinned.sequence === since) {
        this.#state = { snapshot, stock: pinned, gazetteer };
        stock.release();
        return;
      }
      pinned.release();
    }
  }
}

function isCrowded(snapshot: Snapshot): boolean {
  return snapshot.segments.length > MOST_SEGMENTS || snapshot.dead > snapshot.live + UNHEEDED_DEAD;
}

function apply(snapshot: Snapshot, change: StockChange): Snapshot {
  const segment = change.added === null ? null : new Segment(STOCK_SCHEMA, change.added);
  return (change.whole ? Snapshot.empty : snapshot).with(segment, change.withdrawn);
}

function distanceOf(point: Point | null, { origin }: SearchQuery): number | null {
  return origin === undefined || point === null ? null : distanceKm(origin.point, point);
}
