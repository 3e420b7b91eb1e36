// The listings of two states, read from the store once for all searches whose differences contain them. Each pair of a dealer and
// an advert has a number. The listings that changed have the first numbers, in the order of dealers and adverts, in which
// differences are listed. Only the distance in a listing's difference depends on the search.
import { type Steps, sortInSteps } from '../../engine/time-slices.ts';
import type { FoundRow } from '../../engine/search.ts';
import type { Segment } from '../../engine/segment/segment.ts';
import { advertUrlOfRecord, arrivalOfRecord, splitListingKey } from '../../listing/codec.ts';
import { listingKey, type ListingKey } from '../../listing/listing.ts';
import type { ExportedHit, ListingChange } from '../../stock/stock-changes.ts';
import type { StoreSnapshot } from '../../store/store-snapshot.ts';
import { changeOf, shownPart } from '../shared/listing-changes.ts';
import { listingOfRow } from '../shared/listing-schema.ts';
import { recordAt, type PastState } from './past-state.ts';

export type Side = 'before' | 'after';

/** A dealer and an advert, and the key of its listing in each state. */
interface NamedListing {
  readonly dealer: string;
  readonly advertUrl: string;
  before?: ListingKey;
  after?: ListingKey;
}

/** Maximum bytes of the cached records: a few thousand listings. Beyond it, all are forgotten. */
const MAX_BYTES = 4 * 2 ** 20;
const READS_PER_STEP = 32;

export class ListedStates {
  readonly #states: Readonly<Record<Side, PastState>>;
  readonly #names: string[] = [];
  readonly #named: NamedListing[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #numbersOfRows = new Map<Segment, Record<Side, Map<number, number>>>();
  /** Numbers below this one are in the order of names. */
  #sorted = 0;
  readonly #alike: (boolean | undefined)[] = [];
  readonly #hits = { before: new Map<ListingKey, ExportedHit>(), after: new Map<ListingKey, ExportedHit>() };
  readonly #changes: (ListingChange | undefined)[] = [];
  #bytes = 0;

  constructor(states: Readonly<Record<Side, PastState>>) {
    this.#states = states;
  }

  /** Numbers the listings of `rows` in the order of their names. */
  static *of(
    states: Readonly<Record<Side, PastState>>,
    rows: Readonly<Record<Side, readonly FoundRow[]>>,
    storeSnapshot: StoreSnapshot,
  ): Steps<ListedStates> {
    const listed = new ListedStates(states);
    const sides = ['before', 'after'] as const;
    const found = sides.flatMap((side) => rows[side].map((row) => ({ side, row, name: '', key: '' })));
    for (const [i, each] of found.entries()) {
      each.key = keyOfRow(each.row);
      each.name = publicName(listed.#hitOf(each.side, each.key, storeSnapshot));
      if (i % READS_PER_STEP === 0) yield;
    }
    const sorted = yield* sortInSteps(found, (one, other) => compareTexts(one.name, other.name));
    for (const [i, { side, row, name, key }] of sorted.entries()) {
      listed.#number(side, row, name, key);
      if (i % READS_PER_STEP === 0) yield;
    }
    listed.#sorted = listed.#names.length;
    return listed;
  }

  /** A function from a row of the segment to the number of its listing. */
  numbersOf(side: Side, segment: Segment, storeSnapshot: StoreSnapshot): (row: number) => number {
    const known = this.#rowsOf(segment)[side];
    return (row) => {
      const number = known.get(row);
      if (number !== undefined) return number;
      const found = { segment, row };
      const key = keyOfRow(found);
      return this.#number(side, found, publicName(this.#hitOf(side, key, storeSnapshot)), key);
    };
  }

  /** Sorts doubled numbers, some plus one for the later state, by the names of their listings. */
  *sort(doubled: readonly number[]): Steps<ArrayLike<number>> {
    if (doubled.every((number) => number < 2 * this.#sorted)) return Uint32Array.from(doubled).sort();
    const names = this.#names;
    return yield* sortInSteps(
      doubled,
      (one, other) => compareTexts(names[one >> 1], names[other >> 1]) || one - other,
    );
  }

  /** Whether responses show the listing in the same way in both states, which must both have it. */
  isShownAlike(number: number, storeSnapshot: StoreSnapshot): boolean {
    return (this.#alike[number] ??= this.#areAlike(this.#named[number], storeSnapshot));
  }

  /** The change of a listing, without distances, by the states in which the search finds it. */
  changeOf(number: number, inBefore: boolean, inAfter: boolean, storeSnapshot: StoreSnapshot): ListingChange {
    const which = number * 4 + (inBefore ? 2 : 0) + (inAfter ? 1 : 0);
    let change = this.#changes[which];
    if (change === undefined) {
      const { dealer, advertUrl, ...keys } = this.#named[number];
      const hitIn = (side: Side): ExportedHit | undefined =>
        keys[side] === undefined ? undefined : this.#hitOf(side, keys[side], storeSnapshot);
      const before = inBefore ? hitIn('before') : undefined;
      const after = inAfter ? hitIn('after') : undefined;
      const at = this.#timeOf((after && keys.after) ?? keys.before ?? '', after, storeSnapshot);
      this.#changes[which] = change = changeOf({ dealer, advertUrl, at }, before, after);
    }
    return change;
  }

  #number(side: Side, { segment, row }: FoundRow, name: string, key: ListingKey): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numbers.set(name, number);
      const space = name.indexOf(' ');
      this.#named.push({ dealer: name.slice(0, space), advertUrl: name.slice(space + 1) });
    }
    this.#named[number][side] = key;
    this.#rowsOf(segment)[side].set(row, number);
    return number;
  }

  #rowsOf(segment: Segment): Record<Side, Map<number, number>> {
    let rows = this.#numbersOfRows.get(segment);
    if (rows === undefined)
      this.#numbersOfRows.set(segment, (rows = { before: new Map(), after: new Map() }));
    return rows;
  }

  #areAlike({ before, after }: NamedListing, storeSnapshot: StoreSnapshot): boolean {
    if (before === undefined || after === undefined) return false;
    const { record: one } = this.#hitOf('before', before, storeSnapshot);
    const { record: other } = this.#hitOf('after', after, storeSnapshot);
    return (
      arrivalOfRecord(one) === arrivalOfRecord(other) &&
      Buffer.compare(shownPart(one), shownPart(other)) === 0
    );
  }

  /** A listing of the state as a hit, without a distance. */
  #hitOf(side: Side, key: ListingKey, storeSnapshot: StoreSnapshot): ExportedHit {
    const known = this.#hits[side].get(key);
    if (known !== undefined) return known;
    const { record: shared, changedAt } = recordAt(this.#states[side], storeSnapshot, key);
    // A copy, because memory of the store is shared.
    const record = Buffer.from(shared);
    const hit = { ...splitListingKey(key), record, changedAt, distanceKm: null };
    this.#bytes += record.length;
    if (this.#bytes > MAX_BYTES) this.#clear();
    this.#hits[side].set(key, hit);
    return hit;
  }

  /** The time of a listing's change; that of the later state if only the reading of the search changed. */
  #timeOf(key: ListingKey, inAfter: ExportedHit | undefined, storeSnapshot: StoreSnapshot): number {
    const { before, after } = this.#states;
    const span = before.since.get(key);
    const timeOfState = (): number => storeSnapshot.timeOf(after.sequence) ?? 0;
    if (span === undefined || span.first > after.sequence) return timeOfState();
    if (inAfter !== undefined) return inAfter.changedAt;
    const later = after.since.get(key);
    if (later === undefined)
      return storeSnapshot.getChangeTimes([key])[0] ?? storeSnapshot.timeOf(span.last) ?? timeOfState();
    const [past] = storeSnapshot.getPastListings([{ key, sequence: later.first }]);
    return past?.changedAt ?? timeOfState();
  }

  #clear(): void {
    this.#bytes = 0;
    this.#hits.before.clear();
    this.#hits.after.clear();
    this.#changes.length = 0;
  }
}

function keyOfRow({ segment, row }: FoundRow): ListingKey {
  return listingKey(listingOfRow(segment.keys, row));
}

/** The dealer and advert URL of a listing as one text. Dealers contain no space. */
function publicName({ dealer, record }: ExportedHit): string {
  return `${dealer} ${advertUrlOfRecord(record)}`;
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
