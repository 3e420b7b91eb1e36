// The searches of clients that wait for changes. Equal searches are shared: after each change of the stock, a search is compared
// once for all its clients, and only if the change has keys of the search. All searches but the late ones share a state: they
// have not changed since they were added.
import { asError } from '../problem.ts';
import { runAsyncInSlices, runInSlices, type Steps } from '../engine/time-slices.ts';
import { matchesKey } from '../query/canonical-query.ts';
import type { ListingIndex } from '../stock/listing-index.ts';
import {
  isLater,
  isSameState,
  type ChangedKeys,
  type HeldStock,
  type KeptSearch,
  type ListingChange,
  type StockState,
} from '../stock/stock-changes.ts';
import type { SearchQuery } from '../query/search-query.ts';
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

interface WaitingSearch extends KeptSearch {
  readonly name: string;
  /** The state of a late search, or of one answered in this comparison; all other searches share one. */
  state: StockState | undefined;
  readonly clients: Set<Client>;
}

type Notify = (outcome: WaitOutcome) => void;

class Client implements Wait {
  search: WaitingSearch;
  readonly notify: Notify;
  readonly #all: WaitingSearches;

  constructor(all: WaitingSearches, search: WaitingSearch, notify: Notify) {
    this.#all = all;
    this.search = search;
    this.notify = notify;
  }

  get state(): StockState {
    return this.search.state ?? this.#all.state;
  }

  leave(): void {
    this.#all.leave(this);
  }
}

/** Maximum changes passed to a client; the cursor leads to the others. */
export const CHANGES_PER_RESPONSE = 500;

const SEARCHES_PER_STEP = 8;

/** The newest state compared with the one that searches share. */
export interface WaitingComparison {
  readonly changed: ChangedKeys;
  /** At most CHANGES_PER_RESPONSE changes; undefined unless they are found at once. */
  readonly find: (search: KeptSearch) => ChangesResult | undefined;
}

interface ChangesSource {
  /** As SearchService.changes. */
  find(query: SearchQuery, cursor: Cursor, limit: number, stock: HeldStock): Promise<ChangesResult>;
  /** Undefined if every search may have changed, or gets an error. */
  compare(from: StockState, stock: HeldStock): Promise<WaitingComparison | undefined>;
}

type WatchedIndex = Pick<ListingIndex, 'state' | 'hold' | 'onChange' | 'prepare'>;

export interface WaitingStats {
  readonly searches: number;
  /** Time from the moment when searches showed the last change until all clients were called, in milliseconds. */
  readonly answerMs: number;
}

export class WaitingSearches {
  readonly #index: WatchedIndex;
  readonly #source: ChangesSource;
  readonly #searches = new Map<string, WaitingSearch>();
  readonly #byKey = new SearchesByKey<WaitingSearch>();
  /** Searches not yet compared at `#state`: they were added during a comparison, or wait since an earlier state. */
  readonly #late = new Set<WaitingSearch>();
  /** Searches that wait since a state which only other processes have read so far. */
  readonly #ahead = new Set<WaitingSearch>();
  /** Searches answered in this comparison or the last one, kept until the next, because most clients wait again. */
  readonly #answered = new Map<SearchQuery, WaitingSearch>();
  #state: StockState;
  #isRunning = false;
  #hasEnded = false;
  #changedAt = 0;
  #answerMs = 0;

  constructor(index: WatchedIndex, source: ChangesSource) {
    this.#index = index;
    this.#source = source;
    this.#state = index.state;
    index.onChange(() => {
      this.#changedAt = performance.now();
      const ahead = [...this.#ahead];
      this.#ahead.clear();
      for (const search of ahead) this.#addLate(search);
      this.#run();
    });
  }

  get stats(): WaitingStats {
    const left = [...this.#answered.values()].filter(({ clients }) => clients.size === 0).length;
    return {
      searches: this.#searches.size - left + this.#late.size + this.#ahead.size,
      answerMs: this.#answerMs,
    };
  }

  /** The state up to which searches are unchanged, unless they have one of their own. */
  get state(): StockState {
    return this.#state;
  }

  /** True once clients should stop waiting, because the server shuts down. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Calls `notify` once, unless the client leaves: with the first CHANGES_PER_RESPONSE changes of the search since `state`. */
  add(query: SearchQuery, state: StockState, notify: Notify): Wait {
    const answered = this.#answered.get(query);
    const name = answered?.name ?? matchesKey(query);
    if (this.#searches.size === 0 && !this.#isRunning) this.#state = this.#index.state;
    const waiting = answered ?? this.#searches.get(name);
    const isAtState = isSameState(state, waiting?.state ?? (this.#isRunning ? undefined : this.#state));
    const joined = isAtState ? waiting : undefined;
    const search = joined ?? { name, query, state, reading: undefined, clients: new Set() };
    const client = new Client(this, search, notify);
    search.clients.add(client);
    if (!isAtState) this.#addLate(search);
    else if (joined === undefined) this.#join(search);
    this.#run();
    return client;
  }

  #addLate(search: WaitingSearch): void {
    const { state } = this.#index;
    (isLater(search.state ?? state, state) ? this.#ahead : this.#late).add(search);
  }

  leave(client: Client): void {
    const { search } = client;
    // Most clients leave after their call too; the search stays for those that wait again.
    if (search.clients.delete(client) && search.clients.size === 0) this.#forget(search);
  }

  #forget(search: WaitingSearch): void {
    this.#ahead.delete(search);
    if (this.#searches.get(search.name) !== search) return;
    this.#answered.delete(search.query);
    this.#searches.delete(search.name);
    this.#byKey.delete(search);
  }

  /** Calls all clients and refuses later ones. */
  end(): void {
    this.#hasEnded = true;
    for (const search of [...this.#searches.values(), ...this.#late, ...this.#ahead])
      this.#notify(search, { ended: true });
    this.#late.clear();
  }

  #run(): void {
    if (this.#isRunning || this.isCaughtUp) return;
    for (const search of this.#answered.values()) if (search.clients.size === 0) this.#forget(search);
    this.#answered.clear();
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
    return this.#searches.size === 0 || isSameState(this.#index.state, this.#state);
  }

  async *#catchUp(stock: HeldStock): AsyncGenerator<undefined, void> {
    const { state: to } = stock;
    const from = this.#state;
    if (this.#searches.size > 0 && !isSameState(to, from)) {
      const changedAt = this.#changedAt;
      const compared = await this.#source.compare(from, stock).catch(() => undefined);
      const affected = (compared && this.#byKey.find(compared.changed)) ?? this.#searches.values();
      const left = compared ? await runInSlices(this.#answerAtOnce(affected, compared, to)) : affected;
      yield* this.#try(left, from, stock);
      this.#answerMs = performance.now() - changedAt;
    }
    this.#state = to;
    for (const search of this.#answered.values()) search.state = undefined;
    const reached = [...this.#late].filter(({ state = to }) => !isLater(state, to));
    const behind = reached.filter(({ state }) => !isSameState(to, state));
    yield* this.#try(behind, to, stock);
    for (const search of reached) {
      this.#late.delete(search);
      if (search.clients.size > 0) this.#join(search);
      yield;
    }
  }

  /** Calls the clients of all searches whose changes are found at once. Returns the others that may have changed. */
  *#answerAtOnce(
    searches: Iterable<WaitingSearch>,
    { changed, find }: WaitingComparison,
    to: StockState,
  ): Steps<WaitingSearch[]> {
    const left: WaitingSearch[] = [];
    let tried = 0;
    for (const search of searches) {
      const result = search.clients.size === 0 ? undefined : find(search);
      if (result === undefined) {
        if (mayDiffer(search.query, changed)) left.push(search);
      } else if (result.changes.length > 0) {
        search.state = to;
        this.#answered.set(search.query, search);
        this.#call(search, { result });
      }
      if (++tried % SEARCHES_PER_STEP === 0) yield;
    }
    return left;
  }

  /** Compares searches with their own or the common state, as many at once as the index allows. */
  async *#try(
    searches: Iterable<WaitingSearch>,
    common: StockState,
    stock: HeldStock,
  ): AsyncGenerator<undefined, void> {
    let some: Promise<void>[] = [];
    for (const search of searches) {
      some.push(this.#tryOne(search, search.state ?? common, stock));
      if (some.length < stock.concurrency) continue;
      await Promise.all(some);
      some = [];
      yield;
    }
    await Promise.all(some);
  }

  async #tryOne(search: WaitingSearch, from: StockState, stock: HeldStock): Promise<void> {
    if (search.clients.size === 0) return;
    try {
      const result = await this.#source.find(search.query, { state: from }, CHANGES_PER_RESPONSE, stock);
      if (result.changes.length > 0) this.#notify(search, { result });
    } catch (error) {
      this.#notify(search, { error: asError(error) });
    }
  }

  /** Moves a search to the common state. */
  #join(search: WaitingSearch): void {
    search.state = undefined;
    const other = this.#searches.get(search.name);
    if (other === undefined) {
      this.#searches.set(search.name, search);
      this.#byKey.add(search);
      this.#index.prepare?.(search);
    } else
      for (const client of search.clients) {
        client.search = other;
        other.clients.add(client);
      }
  }

  #notify(search: WaitingSearch, outcome: WaitOutcome): void {
    this.#forget(search);
    this.#call(search, outcome);
  }

  #call(search: WaitingSearch, outcome: WaitOutcome): void {
    for (const client of [...search.clients]) {
      if (!search.clients.delete(client)) continue;
      try {
        client.notify(outcome);
      } catch (error) {
        client.notify({ error: asError(error) });
      }
    }
  }
}
