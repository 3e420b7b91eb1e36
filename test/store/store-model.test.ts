// The store against a reference model: random imports, some aborted, give the same listings, adverts, counts and
// sequences as arrays and maps do, and applying the changes to any earlier state gives the store's state.
import fc from 'fast-check';
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  listingKey,
  type Listing,
  type ListingKey,
  type IncomingListing,
  type VehicleIdentifiers,
  type AdvertState,
} from '../../src/listing/listing.ts';
import { CHANGE_LOG_RETENTION, type ChangeLogRetention } from '../../src/store/change-log.ts';
import type { DuplicateVehicle } from '../../src/store/seen-vehicles.ts';
import type { StoreTransaction } from '../../src/store/transaction.ts';
import { openStore, type Store, type WritableStore } from '../../src/store/store.ts';
import { aListing } from '../support/listings.ts';
import { changedKeysSince, changesSince, getListings } from './changes.ts';

const DEALERS = ['a.example', 'a.example0', 'b.example'];
const ADDRESSES = ['https://a.example/1', 'https://a.example/2', 'https://b.example/1'];

type Step =
  | {
      readonly do: 'upsert';
      readonly listing: IncomingListing;
      readonly vehicle: VehicleIdentifiers | undefined;
    }
  | { readonly do: 'withdraw'; readonly key: ListingKey }
  | { readonly do: 'withdraw missing' };

interface Import {
  readonly steps: readonly Step[];
  readonly breaksOff: boolean;
  readonly reopensAfterwards: boolean;
}

const key = fc.record({ dealer: fc.constantFrom(...DEALERS), id: fc.constantFrom('1', '2', 'é/3') });
const incoming = fc
  .tuple(
    key,
    fc.record({
      advertUrl: fc.constantFrom(...ADDRESSES),
      model: fc.constantFrom('Golf', null),
      priceGbp: fc.constantFrom(1, 2),
      arrivedAt: fc.constantFrom(null, null, 100, 200),
    }),
  )
  .map(([parts, content]) => aListing({ ...parts, ...content }));
const vehicle: fc.Arbitrary<VehicleIdentifiers | undefined> = fc.option(
  fc.record(
    { registration: fc.constantFrom('AB12CDE', 'XY70ZZZ'), vin: fc.constantFrom('VIN1', 'VIN2') },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('upsert' as const), listing: incoming, vehicle }) },
  { weight: 2, arbitrary: key.map((parts) => ({ do: 'withdraw', key: listingKey(parts) }) as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'withdraw missing' } as const) },
);
const imports: fc.Arbitrary<Import[]> = fc.array(
  fc.record({
    steps: fc.array(step, { maxLength: 8 }),
    breaksOff: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    reopensAfterwards: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  }),
  { maxLength: 8 },
);

interface Sent {
  readonly key: ListingKey;
  readonly listing: IncomingListing;
  readonly vehicle: VehicleIdentifiers | undefined;
  readonly place: number;
}

class Model {
  readonly marks = new Map<ListingKey, VehicleIdentifiers>();
  readonly listings = new Map<ListingKey, Listing>();
  readonly adverts = new Map<string, AdvertState>();
  /** Keys changed by each sequence, in order. */
  readonly touched: ListingKey[][] = [];
  /** The listings after each sequence. */
  readonly states: ReadonlyMap<ListingKey, Listing>[] = [new Map()];

  run(steps: readonly Step[], startedAt: number): unknown[] {
    const sent = new Map<ListingKey, Sent>();
    const touched: ListingKey[] = [];
    const outcomes = steps.map((step, place) => {
      if (step.do === 'upsert') {
        const { listing, vehicle } = step;
        return this.#upsert({ key: listingKey(listing), listing, vehicle, place }, startedAt, sent, touched);
      }
      if (step.do === 'withdraw') return this.#withdraw(step.key, touched);
      const dealers = new Set(Array.from(sent.keys(), (key) => key.slice(0, key.indexOf('/'))));
      const missing = Array.from(this.listings.values()).filter(
        (listing) => dealers.has(listing.dealer) && !sent.has(listingKey(listing)),
      );
      for (const listing of missing) this.#withdraw(listingKey(listing), touched);
      return missing.length;
    });
    this.#replace(startedAt, sent, touched);
    if (touched.length > 0) {
      this.touched.push(touched);
      this.states.push(new Map(this.listings));
    }
    return outcomes;
  }

  #upsert(
    record: Sent,
    startedAt: number,
    sent: Map<ListingKey, Sent>,
    touched: ListingKey[],
  ): string | DuplicateVehicle {
    const { key, listing: incoming, vehicle } = record;
    if (sent.has(key)) return 'duplicate';
    for (const shared of ['advert address', 'registration', 'vin'] as const) {
      const first = Array.from(sent.values()).find((other) => sharesMark(other, record, shared));
      if (first !== undefined) return { id: first.listing.id, position: first.place, shared };
    }
    sent.set(key, record);
    if (vehicle === undefined || Object.keys(vehicle).length === 0) this.marks.delete(key);
    else this.marks.set(key, vehicle);
    const earlier = this.listings.get(key);
    const listing = { ...incoming, arrivedAt: incoming.arrivedAt ?? earlier?.arrivedAt ?? startedAt };
    if (JSON.stringify(earlier) === JSON.stringify(listing)) return 'unchanged';
    this.listings.set(key, listing);
    touched.push(key);
    if (earlier !== undefined) this.#leave(earlier);
    this.adverts.set(listing.advertUrl, { state: 'listed' });
    return earlier === undefined ? 'added' : 'changed';
  }

  #withdraw(key: ListingKey, touched: ListingKey[]): boolean {
    const listing = this.listings.get(key);
    if (listing === undefined) return false;
    this.listings.delete(key);
    this.marks.delete(key);
    touched.push(key);
    this.#leave(listing);
    return true;
  }

  /** Withdraws unsent listings whose vehicle was sent. */
  #replace(startedAt: number, sent: ReadonlyMap<ListingKey, Sent>, touched: ListingKey[]): void {
    for (const key of [...this.listings.keys()].sort()) {
      if (sent.has(key)) continue;
      const by = (['registration', 'vin', 'advert address'] as const)
        .flatMap((shared) => [...sent.keys()].map((other) => ({ other, shared })))
        .find(({ other, shared }) => this.#sharesNow(key, other, shared))?.other;
      if (by !== undefined) this.#replaceBy(key, by, startedAt, touched);
    }
  }

  #replaceBy(key: ListingKey, by: ListingKey, startedAt: number, touched: ListingKey[]): void {
    const replaced = this.listings.get(key);
    const listing = this.listings.get(by);
    if (listing?.arrivedAt === startedAt && replaced !== undefined) {
      this.listings.set(by, { ...listing, arrivedAt: replaced.arrivedAt });
      touched.push(by);
    }
    this.#withdraw(key, touched);
  }

  #sharesNow(key: ListingKey, other: ListingKey, shared: DuplicateVehicle['shared']): boolean {
    const [one, two] = [this.listings.get(key), this.listings.get(other)];
    if (one === undefined || two === undefined || key === other) return false;
    return sharesMark(
      { listing: one, vehicle: this.marks.get(key) },
      { listing: two, vehicle: this.marks.get(other) },
      shared,
    );
  }

  /** The number of listings that share a value with another. */
  sharing(valueOf: (key: ListingKey, listing: Listing) => string | undefined): number {
    const values = Array.from(this.listings, ([key, listing]) => valueOf(key, listing));
    return values.filter(
      (value) => value !== undefined && values.indexOf(value) !== values.lastIndexOf(value),
    ).length;
  }

  #leave({ advertUrl, make, model }: Listing): void {
    const isListed = Array.from(this.listings.values()).some((other) => other.advertUrl === advertUrl);
    this.adverts.set(
      advertUrl,
      isListed ? { state: 'listed' } : { state: 'withdrawn', was: { make, model } },
    );
  }

  /** The oldest sequence that the log still covers. */
  oldest(limits: ChangeLogRetention): number {
    let held = 0;
    for (let sequence = this.touched.length; sequence > 0; sequence -= 1) {
      held += this.touched[sequence - 1]?.length ?? 0;
      const isNewest = sequence === this.touched.length;
      const sequences = this.touched.length - sequence + 1;
      if (!isNewest && (held > limits.keys || sequences > limits.sequences)) return sequence;
    }
    return 0;
  }
}

type Said = Pick<Sent, 'vehicle'> & { readonly listing: Pick<Listing, 'dealer' | 'advertUrl'> };

function sharesMark(one: Said, other: Said, shared: DuplicateVehicle['shared']): boolean {
  if (one.listing.dealer !== other.listing.dealer) return false;
  if (shared === 'advert address') return one.listing.advertUrl === other.listing.advertUrl;
  const mark = one.vehicle?.[shared];
  return mark !== undefined && mark === other.vehicle?.[shared];
}

function runStep(transaction: StoreTransaction, step: Step, place: number): unknown {
  if (step.do === 'upsert')
    return transaction.upsert(step.listing, { vehicle: step.vehicle, position: place });
  if (step.do === 'withdraw') return transaction.withdraw(step.key);
  return transaction.withdrawMissing();
}

async function runImport(store: WritableStore, model: Model, { steps, breaksOff }: Import): Promise<void> {
  const run = store.write(async (transaction) => {
    const outcomes: unknown[] = [];
    for (const [place, step] of steps.entries()) {
      outcomes.push(runStep(transaction, step, place));
      await Promise.resolve();
    }
    if (breaksOff) throw new Error('broken off');
    const expected = model.run(steps, transaction.startedAt);
    expect(outcomes).toEqual(expected);
  });
  if (breaksOff) await expect(run).rejects.toThrow('broken off');
  else await run;
}

function compare(store: Store, model: Model, limits: ChangeLogRetention): void {
  expect(new Map(Array.from(store.listings(), (listing) => [listingKey(listing), listing]))).toEqual(
    model.listings,
  );
  expect(getListings(store, Array.from(model.listings.keys()))).toEqual(Array.from(model.listings.values()));
  for (const address of ADDRESSES) {
    expect(store.findAdvert(address)).toEqual(model.adverts.get(address) ?? { state: 'unknown' });
  }
  const counts = new Map<string, number>();
  for (const { dealer } of model.listings.values()) counts.set(dealer, (counts.get(dealer) ?? 0) + 1);
  expect(store.dealers()).toEqual(counts);
  expect(store.duplicates).toEqual({
    adverts: model.sharing((_, { advertUrl }) => advertUrl),
    registrations: model.sharing((key) => model.marks.get(key)?.registration),
    vins: model.sharing((key) => model.marks.get(key)?.vin),
  });
  for (const key of model.listings.keys()) expect(store.identifiers(key)).toEqual(model.marks.get(key));
  expect(store.sequence).toBe(model.touched.length);
  const oldest = model.oldest(limits);
  model.states.forEach((state, sequence) => {
    const changes = changesSince(store, sequence);
    if (sequence < oldest) {
      expect([changes, changedKeysSince(store, sequence)]).toEqual(['too_old', 'too_old']);
      return;
    }
    if (changes === 'too_old') throw new Error(`the log must reach back to ${sequence}`);
    const follower = new Map(state);
    for (const key of changes.withdrawals) follower.delete(key);
    for (const listing of changes.upserts) follower.set(listingKey(listing), listing);
    expect(follower).toEqual(model.listings);
    expect(changes.sequence).toBe(model.touched.length);
    expect(changedKeysSince(store, sequence)).toEqual({
      sequence: model.touched.length,
      keys: new Set(model.touched.slice(sequence).flat()),
    });
  });
}

test.each([
  ['a log that forgets nothing', CHANGE_LOG_RETENTION, 20240501],
  ['a log that soon forgets', { keys: 6, sequences: 3 }, 20240502],
])('the store agrees with the model, with %s', async (_, limits, seed) => {
  await fc.assert(
    fc.asyncProperty(imports, async (imports) => {
      const folder = mkdtempSync(join(tmpdir(), 'forecourt-store-'));
      const open = (): WritableStore => openStore(folder, { mode: 'write', changeLogRetention: limits });
      const model = new Model();
      let store = open();
      try {
        for (const one of imports) {
          await runImport(store, model, one);
          if (one.reopensAfterwards) {
            await store.close();
            store = open();
          }
          compare(store, model, limits);
        }
      } finally {
        await store.close();
        rmSync(folder, { recursive: true });
      }
    }),
    { seed, numRuns: 40 },
  );
});
