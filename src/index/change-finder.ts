// Pages of what changed in a search. Long differences, and those that took long, are kept while the state is the newest: pages of one
// are read one after the other, and many clients ask for the same.
import type { ChangedKeys, ChangesPage, ChangesSpan, ListingChange } from '../listing/listing-index.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import type { Snapshot } from '../engine/segment/snapshot.ts';
import { findDifferences, type Difference, type TwoStates } from './changes.ts';
import type { IndexWorker } from './index-update.ts';
import { KeptDifferences } from './kept-differences.ts';
import { ListedStates } from './listed-states.ts';
import { PastStates, type CurrentState, type PastState } from './past-state.ts';
import { runInSlices } from '../engine/lazy-value.ts';
import { StockDifference } from './stock-difference.ts';

type Between = Omit<TwoStates, 'storeSnapshot'>;

async function compareStates(
  before: PastState,
  after: PastState,
  storeSnapshot: StoreSnapshot,
): Promise<Between> {
  const difference = await runInSlices(StockDifference.between(before, after));
  const listed = await runInSlices(ListedStates.of({ before, after }, difference.rows, storeSnapshot));
  return { before, after, difference, listed };
}

export class ChangeFinder {
  readonly #past: PastStates;
  readonly #between = new WeakMap<PastState, WeakMap<PastState, Promise<Between>>>();
  readonly #kept = new WeakMap<Snapshot, KeptDifferences<Difference>>();

  constructor(worker: Pick<IndexWorker, 'buildPast'>) {
    this.#past = new PastStates(worker);
  }

  /** The current state must be held meanwhile. */
  async find(current: CurrentState, query: SearchQuery, span: ChangesSpan): Promise<ChangesPage | 'too_old'> {
    const { from, to = current.storeSnapshot.sequence, position, limit } = span;
    const states = await this.#statesOf(current, from, to);
    if (states === 'too_old') return states;
    const all = from === to ? [] : await this.#differences(current, query, states, span);
    const some = all.slice(position, position + limit);
    return { to, total: all.length, changes: some.map((difference) => toChange(difference, states)) };
  }

  /** Which searches may find other listings than at a sequence. The current state must be held meanwhile. */
  async findChangedKeys(current: CurrentState, from: number): Promise<ChangedKeys | 'too_old'> {
    const states = await this.#statesOf(current, from, current.storeSnapshot.sequence);
    return states === 'too_old' ? states : states.difference.changed;
  }

  async #statesOf(current: CurrentState, from: number, to: number): Promise<TwoStates | 'too_old'> {
    const { storeSnapshot } = current;
    if (from > to || to > storeSnapshot.sequence) return 'too_old';
    const before = await this.#past.at(current, from);
    const after = await this.#past.at(current, to);
    if (before === 'too_old' || after === 'too_old') return 'too_old';
    let others = this.#between.get(before);
    if (others === undefined)
      this.#between.set(before, (others = new WeakMap<PastState, Promise<Between>>()));
    let between = others.get(after);
    if (between === undefined) others.set(after, (between = compareStates(before, after, storeSnapshot)));
    return { ...(await between), storeSnapshot };
  }

  async #differences(
    current: CurrentState,
    query: SearchQuery,
    states: TwoStates,
    { position, limit }: ChangesSpan,
  ): Promise<readonly Difference[]> {
    let kept = this.#kept.get(current.snapshot);
    if (kept === undefined) this.#kept.set(current.snapshot, (kept = new KeptDifferences<Difference>()));
    const name = (): string => KeptDifferences.nameOf(query, states.before.sequence, states.after.sequence);
    const alike = states.difference.readAlike(query);
    const known = alike === undefined || position > 0 ? kept.get(name()) : undefined;
    if (known !== undefined) return known;
    const found = findDifferences(query, alike, states);
    // What is read alike is found at once.
    if (alike !== undefined && (await found).length <= limit) return found;
    return kept.keep(name(), found);
  }
}

function toChange(
  { number, before, after }: Difference,
  { listed, storeSnapshot }: TwoStates,
): ListingChange {
  const found = { before: before !== undefined, after: after !== undefined };
  const change = listed.changeOf(number, found, storeSnapshot);
  if ((before ?? null) === null && (after ?? null) === null) return change;
  const { hit, before: left } = change;
  return {
    ...change,
    hit: hit && { ...hit, distanceKm: after ?? null },
    ...(left && { before: { ...left, distanceKm: before ?? null } }),
  };
}
