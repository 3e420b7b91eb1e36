// The listings of two states, read from the store once for all searches whose differences they are part of. What a difference says of a
// listing depends on the search in its distance only.
import { advertUrlOfRecord, arrivalOfRecord, splitListingKey } from '../listing/codec.ts';
import type { ListingKey } from '../listing/listing.ts';
import type { ExportedHit, ListingChange } from '../listing/listing-index.ts';
import type { StoreSnapshot } from '../store/store-snapshot.ts';
import { changeOf, shownPart } from './change-entry.ts';
import { recordAt, type PastState } from './past-state.ts';

interface Listed {
  readonly advertUrl: string;
  readonly hit: ExportedHit;
}

/** Of the records of two states: enough for a few thousand listings. */
const MAX_BYTES = 4 * 2 ** 20;

export class ListedStates {
  readonly #states: Readonly<Record<'before' | 'after', PastState>>;
  readonly #listed = { before: new Map<ListingKey, Listed>(), after: new Map<ListingKey, Listed>() };
  readonly #alike = new Map<string, boolean>();
  readonly #changes = new Map<string, ListingChange>();
  #bytes = 0;

  constructor(before: PastState, after: PastState) {
    this.#states = { before, after };
  }

  /** A listing that the state has, without a distance. */
  read(side: 'before' | 'after', key: ListingKey, storeSnapshot: StoreSnapshot): Listed {
    const known = this.#listed[side].get(key);
    if (known !== undefined) return known;
    const { record: shared, changedAt } = recordAt(this.#states[side], storeSnapshot, key);
    // A copy, because memory of the store is shared.
    const record = Buffer.from(shared);
    const advertUrl = advertUrlOfRecord(record);
    const listed = { advertUrl, hit: { ...splitListingKey(key), record, changedAt, distanceKm: null } };
    this.#bytes += record.length;
    if (this.#bytes > MAX_BYTES) this.#clear();
    this.#listed[side].set(key, listed);
    return listed;
  }

  /** Of a listing that both states have, perhaps under another key. */
  areShownAlike(before: ListingKey, after: ListingKey, storeSnapshot: StoreSnapshot): boolean {
    return remembered(this.#alike, `${before}\n${after}`, () => {
      const { record: one } = this.read('before', before, storeSnapshot).hit;
      const { record: other } = this.read('after', after, storeSnapshot).hit;
      return (
        arrivalOfRecord(one) === arrivalOfRecord(other) &&
        Buffer.compare(shownPart(one), shownPart(other)) === 0
      );
    });
  }

  /** The entry of a listing without distances. At least one of its sides is there. */
  changeOf(
    before: ListingKey | undefined,
    after: ListingKey | undefined,
    storeSnapshot: StoreSnapshot,
  ): ListingChange {
    return remembered(this.#changes, `${before ?? ''}\n${after ?? ''}`, () => {
      const one = before === undefined ? undefined : this.read('before', before, storeSnapshot);
      const other = after === undefined ? undefined : this.read('after', after, storeSnapshot);
      const { hit, advertUrl } = other ?? one ?? notListed();
      const at = this.#timeOf(after ?? before ?? '', other, storeSnapshot);
      return changeOf({ dealer: hit.dealer, advertUrl, at }, one?.hit, other?.hit);
    });
  }

  /** Of a listing that itself did not change, the time of the later state: another made the search read differently. */
  #timeOf(key: ListingKey, inAfter: Listed | undefined, storeSnapshot: StoreSnapshot): number {
    const { before, after } = this.#states;
    const span = before.since.get(key);
    const timeOfState = (): number => storeSnapshot.timeOf(after.sequence) ?? 0;
    if (span === undefined || span.first > after.sequence) return timeOfState();
    if (inAfter !== undefined) return inAfter.hit.changedAt;
    const later = after.since.get(key);
    if (later === undefined)
      return storeSnapshot.getChangeTimes([key])[0] ?? storeSnapshot.timeOf(span.last) ?? timeOfState();
    const [past] = storeSnapshot.getPastListings([{ key, sequence: later.first }]);
    return past?.changedAt ?? timeOfState();
  }

  #clear(): void {
    this.#bytes = 0;
    this.#listed.before.clear();
    this.#listed.after.clear();
    this.#alike.clear();
    this.#changes.clear();
  }
}

function remembered<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = find()));
  return value;
}

function notListed(): never {
  throw new Error('a difference has neither side');
}
