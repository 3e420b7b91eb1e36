// Finds what changed in a search, page by page. Differences that are long, or slow to find, are cached while the state is the
// newest: clients read their pages one after the other, and many clients ask for the same ones.
import type {
  ChangesPage,
  ChangesSpan,
  ExportedHit,
  KeptSearch,
  ListingChange,
  StockComparison,
} from '../../stock/stock-changes.ts';
import type { Correction, SearchQuery } from '../../query/search-query.ts';
import { areNamesFixed, findCorrections } from '../../stock/stock-names.ts';
import type { StoreSnapshot } from '../../store/store-snapshot.ts';
import { oncePerObject, SizedCache } from '../../memo.ts';
import { Problem } from '../../problem.ts';
import type { Snapshot } from '../../engine/segment/snapshot.ts';
import { differenceOf, findDifferences, hasAnySize, type Difference, type TwoStates } from './differences.ts';
import { ChangedMatches } from './changed-matches.ts';
import type { IndexWorker } from '../build/index-update.ts';
import { correctorsOf } from '../state/live-names.ts';
import { ListedStates } from './listed-states.ts';
import { makePastState, type CurrentState, type PastState } from './past-state.ts';
import { KeptDifferences } from '../shared/listing-changes.ts';
import { ChangedTerms, KeptReading } from './search-conditions.ts';
import { runInSlices } from '../../engine/time-slices.ts';
import { StockDifference } from './stock-difference.ts';

type Compared = Omit<TwoStates, 'storeSnapshot'> | 'too_old';

/** Maximum earlier states cached for one state of the index. */
const MAX_KEPT = 8;
/**
 * Maximum listings in which the cached states differ from the current one, or as many as the stock has if that is more. Each has
 * its row, its keys and its names: about 2 KB.
 */
const MAX_KEPT_LISTINGS = 50_000;

/** Earlier states and differences cached for one state of the index. They are forgotten with its snapshot. */
interface Kept {
  readonly past: SizedCache<PastState | 'too_old'>;
  /** Comparisons of two states, by both sequences. */
  readonly compared: SizedCache<Compared>;
  /** Forgotten with their comparisons, whose states they refer to. */
  readonly differences: KeptDifferences<Difference>;
}

function keptWithin(maxListings: number): Kept {
  const differences = new KeptDifferences<Difference>();
  const sizeOf = (...states: readonly PastState[]): number =>
    Math.max(
      maxListings / MAX_KEPT,
      states.reduce((sum, { since }) => sum + since.size, 0),
    );
  return {
    past: new SizedCache(maxListings, (state) => (state === 'too_old' ? sizeOf() : sizeOf(state))),
    compared: new SizedCache(
      maxListings,
      (states) => (states === 'too_old' ? sizeOf() : sizeOf(states.before, states.after)),
      (span) => differences.forgetSpan(span),
    ),
    differences,
  };
}

export class ChangeFinder {
  readonly #worker: Pick<IndexWorker, 'buildPast'>;
  #changedTerms: ChangedTerms | undefined;
  readonly #unchanged = oncePerObject((snapshot: Snapshot) => StockDifference.none(snapshot));
  /** Settles once the last large difference has been found. */
  #lastLarge: Promise<unknown> = Promise.resolve();
  readonly #keptAt: (snapshot: Snapshot) => Kept;

  constructor(worker: Pick<IndexWorker, 'buildPast'>, maxListings = MAX_KEPT_LISTINGS) {
    this.#worker = worker;
    this.#keptAt = oncePerObject(({ liveCount }) => keptWithin(Math.max(maxListings, liveCount)));
  }

  /** A page of the differences of a search over `span`. The current state must be held meanwhile. */
  async find(current: CurrentState, query: SearchQuery, span: ChangesSpan): Promise<ChangesPage | 'too_old'> {
    const { from, to = current.storeSnapshot.sequence, position, limit } = span;
    const states = await this.#statesOf(current, from, to);
    if (states === 'too_old') return states;
    const all = from === to ? [] : await this.#differences(current, query, states, span);
    const some = all.slice(position, position + limit);
    const changes = some.map((difference) => toChange(difference, current.storeSnapshot));
    return { to, total: all.length, changes };
  }

  /** Implements HeldStock. The current state must be held meanwhile. */
  async findCorrections(
    current: CurrentState,
    query: SearchQuery,
    sequence: number,
  ): Promise<readonly Correction[]> {
    if (query.q === undefined && areNamesFixed(query)) return [];
    const isCurrent = sequence >= current.storeSnapshot.sequence;
    // While the postcode tables are replaced, no other state can be built: the changes are found all the same.
    const past = isCurrent
      ? 'too_old'
      : await this.#stateAt(current, sequence).catch((error: unknown) => {
          if (error instanceof Problem && error.code === 'not_ready') return 'too_old' as const;
          throw error;
        });
    const { snapshot } = past === 'too_old' ? current : past;
    return findCorrections(query, correctorsOf(snapshot));
  }

  /** Implements ListingIndex. */
  prepare({ snapshot, storeSnapshot: { sequence } }: CurrentState, search: KeptSearch): void {
    const terms = (this.#changedTerms ??= new ChangedTerms(sequence));
    // While earlier changes are still being compared, its first comparison reads it.
    if (terms.sequence === sequence && areNamesFixed(search.query))
      readingOf(search, this.#unchanged(snapshot), terms);
  }

  /** Implements HeldStock. The current state must be held meanwhile. */
  async compareSince(current: CurrentState, from: number): Promise<StockComparison | 'too_old'> {
    const { storeSnapshot } = current;
    const to = storeSnapshot.sequence;
    const states = await this.#statesOf(current, from, to);
    if (states === 'too_old') return states;
    const { difference, listed } = states;
    if (difference.changed.keys === undefined) return difference.changed;
    const known = this.#changedTerms ?? new ChangedTerms(from);
    const terms = (this.#changedTerms = known.after(from, to, difference.otherTerms));
    const matches = await runInSlices(
      ChangedMatches.of(difference, (side, segment) => listed.numbersOf(side, segment, storeSnapshot)),
    );
    if (matches === undefined) return difference.changed;
    const found: ListingChange[] = [];
    const findNow = (search: KeptSearch, limit: number): ChangesPage | undefined => {
      const reading = readingOf(search, difference, terms);
      if (reading === undefined) return undefined;
      const { center } = search.query;
      let kmOf: ((row: number) => number | null) | undefined;
      let total = 0;
      matches.visit(reading, (number, before, after) => {
        kmOf ??= center === undefined ? noDistance : matches.distancesFrom(center.point);
        const was = before < 0 ? undefined : kmOf(before);
        const changed = differenceOf(number, was, after < 0 ? undefined : kmOf(after), states);
        if (changed !== undefined) found[total++] = toChange(changed, storeSnapshot);
      });
      return total > limit ? undefined : { to, total, changes: found.slice(0, total) };
    };
    return { ...difference.changed, findNow };
  }

  async #statesOf(current: CurrentState, from: number, to: number): Promise<TwoStates | 'too_old'> {
    const { storeSnapshot } = current;
    if (from > to || to > storeSnapshot.sequence) return 'too_old';
    const { compared } = this.#keptAt(current.snapshot);
    const states = await compared.getOrMake(KeptDifferences.spanOf(from, to), async () => {
      const [before, after] = [await this.#stateAt(current, from), await this.#stateAt(current, to)];
      if (before === 'too_old' || after === 'too_old') return 'too_old';
      const difference = await runInSlices(StockDifference.between(before, after));
      const listed = await runInSlices(ListedStates.of({ before, after }, difference.rows, storeSnapshot));
      return { before, after, difference, listed };
    });
    return states === 'too_old' ? states : { ...states, storeSnapshot };
  }

  #stateAt(current: CurrentState, sequence: number): Promise<PastState | 'too_old'> {
    const { past } = this.#keptAt(current.snapshot);
    const make = () => makePastState(current, sequence, this.#worker);
    // The current state is made at once, and would displace an earlier one.
    return sequence === current.storeSnapshot.sequence ? make() : past.getOrMake(String(sequence), make);
  }

  async #differences(
    current: CurrentState,
    query: SearchQuery,
    states: TwoStates,
    { position, limit }: ChangesSpan,
  ): Promise<readonly Difference[]> {
    const { differences: kept, compared } = this.#keptAt(current.snapshot);
    const { sequence: from } = states.before;
    const { sequence: to } = states.after;
    const name = (): string => KeptDifferences.nameOf(query, from, to);
    const alike = states.difference.readAlike(query);
    const remembered = alike === undefined || position > 0 ? kept.get(name()) : undefined;
    if (remembered !== undefined) return remembered;
    const find = () => findDifferences(query, alike, states);
    const differences = hasAnySize(alike, states) ? this.#oneAtATime(find) : find();
    // Finding a search that both states read in the same way is fast, so a short result is not cached.
    if (alike !== undefined && (await differences).length <= limit) return differences;
    const isCompared = compared.get(KeptDifferences.spanOf(from, to)) !== undefined;
    return isCompared ? kept.keep(name(), differences) : differences;
  }

  /** Finds large differences one after the other, because each takes tens of megabytes meanwhile. */
  #oneAtATime<Value>(find: () => Promise<Value>): Promise<Value> {
    const found = this.#lastLarge.then(find);
    this.#lastLarge = found.catch(() => undefined).then(() => undefined);
    return found;
  }
}

const noDistance = (): null => null;

/** The reading of a search that both states share, kept with it; undefined if they may read it differently. */
function readingOf(
  search: KeptSearch,
  difference: StockDifference,
  terms: ChangedTerms,
): KeptReading | undefined {
  const known = search.reading;
  if (known instanceof KeptReading && known.isCurrent(terms)) return known;
  const asked = new Set<string>();
  const alike = difference.readAlike(search.query, asked);
  const reading = alike && new KeptReading(alike, asked, terms);
  search.reading = reading;
  return reading;
}

function toChange(
  { listed, number, before, after }: Difference,
  storeSnapshot: StoreSnapshot,
): ListingChange {
  const change = listed.changeOf(number, before !== undefined, after !== undefined, storeSnapshot);
  if ((before ?? null) === null && (after ?? null) === null) return change;
  const away = { ...change, hit: change.hit && atDistance(change.hit, after) };
  return change.before === undefined ? away : { ...away, before: atDistance(change.before, before) };
}

/** Copies member by member, because spreading is slow and a search with a place may have hundreds of hits. */
function atDistance(
  { id, dealer, record, changedAt }: ExportedHit,
  km: number | null | undefined,
): ExportedHit {
  return { id, dealer, record, changedAt, distanceKm: km ?? null };
}
