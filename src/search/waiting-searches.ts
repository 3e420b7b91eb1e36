// The searches of clients that wait for changes. Equal searches are shared: after each change of the stock, a search is compared
// once for all its clients, and only if the change has keys of the search. All searches but the late ones share a state: they
// have not changed since they were added.
import { isDeepStrictEqual } from 'node:util';
import { runAsyncInSlices } from '../engine/time-slices.ts';
import { matchesKey } from '../listing/canonical-query.ts';
import type {
  ChangedKeys,
  HeldStock,
  ListingChange,
  ListingIndex,
  StockState,
} from '../listing/listing-index.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { Cursor } from './cursor.ts';
import { mayDiffer, SearchesByKey } from './searches-by-key.ts';

export interface ChangesResult {
  readonly changes: readonly ListingChange[];
  readonly cursor: Cursor;
  /** Whether there are already more changes. */
  readonly more: boolean;
  /** The cursor after the first `count` changes. */
  readonly cursorAfter: (count: number) => Cursor;
}

export function noChanges(state: StockState): ChangesResult {
  return { changes: [], cursor: { state }, more: false, cursorAfter: () => ({ state }) };
}

/** The outcome of waiting: at least one change, or the reason why there will be none. */
export type WaitOutcome =
  { readonly result: ChangesResult } | { readonly error: Error } | { readonly ended: true };

/** A client's place among the waiting ones. */
export interface Wait {
  /** The latest state in which the search is known to be unchanged. */
  readonly state: StockState;
  /** Stops further calls to the client. Idempotent. */
  leave(): void;
}

interface WaitingSearch {
  readonly name: string;
  readonly query: SearchQuery;
  /** The state of a late search; all other searches share one. */
  state: StockState | undefined;
  readonly clients: Set<Client>;
}

interface Client {
  search: WaitingSearch;
  readonly notify: (outcome: WaitOutcome) => void;
}

/** Maximum changes passed to a client; the cursor leads to the others. */
export const CHANGES_PER_RESPONSE = 500;

/** A function like SearchService.changes. */
type FindChanges = (
  query: SearchQuery,
  cursor: Cursor,
  limit: number,
  stock: HeldStock,
) => Promise<ChangesResult>;

const ANY_CHANGE = { sequence: 0, changedAt: 0 } satisfies Partial<StockState>;

type WatchedIndex = Pick<ListingIndex, 'state' | 'hold' | 'onChange'>;

export interface WaitingStats {
  readonly searches: number;
  /** Time from the moment when searches showed the last change until all clients were called, in milliseconds. */
  readonly answerMs: number;
}

export class WaitingSearches {
  readonly #index: WatchedIndex;
  readonly #find: FindChanges;
  readonly #searches = new Map<string, WaitingSearch>();
  readonly #byKey = new SearchesByKey<WaitingSearch>();
  /** Searches not yet compared at `#state`: they were added during a comparison, or wait since an earlier state. */
  readonly #late = new Set<WaitingSearch>();
  #state: StockState | undefined;
  #isRunning = false;
  #hasEnded = false;
  #changedAt = 0;
  #answerMs = 0;

  constructor(index: WatchedIndex, find: FindChanges) {
    this.#index = index;
    this.#find = find;
    index.onChange(() => {
      this.#changedAt = performance.now();
      this.#run();
    });
  }

  get stats(): WaitingStats {
    return { searches: this.#searches.size + this.#late.size, answerMs: this.#answerMs };
  }

  /** True once clients should stop waiting, because the server shuts down. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Calls `notify` once, unless the client leaves: with the first CHANGES_PER_RESPONSE changes of the search since `state`. */
  add(query: SearchQuery, state: StockState, notify: (outcome: WaitOutcome) => void): Wait {
    const name = matchesKey(query);
    if (this.#searches.size === 0 && !this.#isRunning) this.#state = this.#index.state;
    const isAtState = !this.#isRunning && isDeepStrictEqual(state, this.#state);
    const waiting = isAtState ? this.#searches.get(name) : undefined;
    const search = waiting ?? { name, query, state, clients: new Set() };
    const client = { search, notify };
    search.clients.add(client);
    if (!isAtState) this.#late.add(search);
    else if (waiting === undefined) this.#join(search);
    this.#run();
    const stateOf = (): StockState => client.search.state ?? this.#state ?? state;
    return {
      get state() {
        return stateOf();
      },
      leave: () => this.#leave(client),
    };
  }

  #leave(client: Client): void {
    const { search } = client;
    search.clients.delete(client);
    if (search.clients.size === 0) this.#forget(search);
  }

  #forget(search: WaitingSearch): void {
    if (this.#searches.get(search.name) !== search) return;
    this.#searches.delete(search.name);
    this.#byKey.delete(search);
  }

  /** Calls all clients and refuses later ones. */
  end(): void {
    this.#hasEnded = true;
    for (const search of [...this.#searches.values(), ...this.#late]) this.#notify(search, { ended: true });
    this.#late.clear();
  }

  #run(): void {
    if (this.#isRunning || this.isCaughtUp) return;
    const stock = this.#index.hold();
    this.#isRunning = true;
    void runAsyncInSlices(this.#catchUp(stock)).finally(() => {
      stock.release();
      this.#isRunning = false;
      this.#run();
    });
  }

  /** Whether all clients that should be called have been. */
  get isCaughtUp(): boolean {
    if (this.#late.size > 0) return false;
    return this.#searches.size === 0 || isDeepStrictEqual(this.#state, this.#index.state);
  }

  async *#catchUp(stock: HeldStock): AsyncGenerator<undefined, void> {
    const { state: to } = stock;
    const from = this.#state;
    if (from !== undefined && !isDeepStrictEqual(from, to)) {
      const changedAt = this.#changedAt;
      const changed = await this.#changedKeys(from, stock);
      const affected = (changed && this.#byKey.find(changed)) ?? this.#searches.values();
      const mayBeAffected = ({ query }: WaitingSearch): boolean =>
        changed === undefined || mayDiffer(query, changed);
      yield* this.#try(affected, from, stock, mayBeAffected);
      this.#answerMs = performance.now() - changedAt;
    }
    this.#state = to;
    const isAhead = ({ state = to }: WaitingSearch): boolean =>
      state.storeId === to.storeId && state.sequence > to.sequence;
    const reached = [...this.#late].filter((search) => !isAhead(search));
    yield* this.#try(reached, to, stock, ({ state }) => !isDeepStrictEqual(state, to));
    for (const search of reached) {
      this.#late.delete(search);
      if (search.clients.size > 0) this.#join(search);
      yield;
    }
  }

  /** Compares searches with their own or the common state, as many at once as the index allows. */
  async *#try(
    searches: Iterable<WaitingSearch>,
    common: StockState,
    stock: HeldStock,
    isTried: (search: WaitingSearch) => boolean,
  ): AsyncGenerator<undefined, void> {
    let some: Promise<void>[] = [];
    for (const search of searches) {
      if (!isTried(search)) {
        yield;
        continue;
      }
      some.push(this.#tryOne(search, search.state ?? common, stock));
      if (some.length < stock.concurrency) continue;
      await Promise.all(some);
      some = [];
      yield;
    }
    await Promise.all(some);
  }

  /** The keys of searches that may have changed since a state; undefined if every search may have, or gets an error. */
  async #changedKeys(from: StockState, stock: HeldStock): Promise<ChangedKeys | undefined> {
    const isOfSame = isDeepStrictEqual({ ...from, ...ANY_CHANGE }, { ...stock.state, ...ANY_CHANGE });
    const changed = isOfSame ? await stock.findChangedKeys(from.sequence).catch(() => undefined) : undefined;
    return changed === 'too_old' ? undefined : changed;
  }

  async #tryOne(search: WaitingSearch, from: StockState, stock: HeldStock): Promise<void> {
    if (search.clients.size === 0) return;
    try {
      const result = await this.#find(search.query, { state: from }, CHANGES_PER_RESPONSE, stock);
      if (result.changes.length > 0) this.#notify(search, { result });
    } catch (error) {
      this.#notify(search, { error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  /** Moves a search to the common state. */
  #join(search: WaitingSearch): void {
    search.state = undefined;
    const other = this.#searches.get(search.name);
    if (other === undefined) {
      this.#searches.set(search.name, search);
      this.#byKey.add(search);
    } else
      for (const client of search.clients) {
        client.search = other;
        other.clients.add(client);
      }
  }

  #notify(search: WaitingSearch, outcome: WaitOutcome): void {
    this.#forget(search);
    const clients = [...search.clients];
    search.clients.clear();
    for (const { notify } of clients) notify(outcome);
  }
}
