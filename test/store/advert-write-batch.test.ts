// The batch against a reference model: wherever it is written, the table has the same state for every URL
// as if each change had been written immediately.
import fc from 'fast-check';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AdvertState } from '../../src/listing/listing.ts';
import { findAdvert } from '../../src/store/advert-table.ts';
import { AdvertWriteBatch, type WriteBatchLimits } from '../../src/store/advert-write-batch.ts';
import { DuplicateCounts } from '../../src/store/duplicate-counts.ts';
import { LmdbFile } from '../../src/store/lmdb-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

// The hashes of the first two start with the same 32 bits, and the second one's sorts first.
const ADDRESSES = [
  'https://a.example/31694',
  'https://a.example/79163',
  'https://a.example/1',
  'https://a.example/2',
] as const;

interface Change {
  readonly address: string;
  /** False: a listing leaves, if there is one. */
  readonly arrives: boolean;
  readonly model: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  address: fc.constantFrom(...ADDRESSES),
  arrives: fc.boolean(),
  model: fc.constantFrom('Golf', 'Polo', 'Up'),
});
const transactions = fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 4 });
const limits = fc.record({
  changes: fc.integer({ min: 1, max: 5 }),
  withdrawals: fc.integer({ min: 1, max: 4 }),
});

class Model {
  readonly #listings = new Map<string, number>();
  readonly states = new Map<string, AdvertState>();

  /** False if there was nothing to do. */
  apply({ address, arrives, model }: Change): boolean {
    const before = this.#listings.get(address) ?? 0;
    if (!arrives && before === 0) return false;
    const listings = before + (arrives ? 1 : -1);
    this.#listings.set(address, listings);
    this.states.set(
      address,
      listings > 0 ? { state: 'listed' } : { state: 'withdrawn', was: { make: 'Volkswagen', model } },
    );
    return true;
  }
}

async function run(
  stock: LmdbFile,
  model: Model,
  changes: readonly Change[],
  limits: WriteBatchLimits,
): Promise<void> {
  await stock.write(async () => {
    const gathered = new AdvertWriteBatch(stock, new DuplicateCounts(stock), limits);
    for (const change of changes) {
      if (!model.apply(change)) continue;
      if (change.arrives) gathered.add(change.address);
      else gathered.remove(change.address, { make: 'Volkswagen', model: change.model });
    }
    gathered.write();
    await Promise.resolve();
  });
}

function openStock(): LmdbFile {
  const stock = LmdbFile.forWriting(temporaryFolder());
  onTestFinished(() => stock.close());
  return stock;
}

test('the hashes of two URLs start alike', () => {
  expect(ADDRESSES.slice(0, 2).map((address) => hash('sha256', address).slice(0, 10))).toEqual([
    '28be9d1bb4',
    '28be9d1b31',
  ]);
});

test('the table agrees with the model, wherever the batch is written', async () => {
  await fc.assert(
    fc.asyncProperty(transactions, limits, async (transactions, limits) => {
      const folder = mkdtempSync(join(tmpdir(), 'forecourt-store-'));
      const stock = LmdbFile.forWriting(folder);
      try {
        const model = new Model();
        for (const changes of transactions) {
          await run(stock, model, changes, limits);
          for (const address of ADDRESSES) {
            expect(findAdvert(stock, address)).toEqual(model.states.get(address) ?? { state: 'unknown' });
          }
        }
      } finally {
        await stock.close();
        rmSync(folder, { recursive: true });
      }
    }),
    { seed: 20240503, numRuns: 60 },
  );
});

test('a transaction may change any number of adverts', async () => {
  const stock = openStock();
  await stock.write(async () => {
    const gathered = new AdvertWriteBatch(stock, new DuplicateCounts(stock), {
      changes: 2500,
      withdrawals: 100,
    });
    for (let number = 0; number < 6000; number += 1) gathered.add(`https://a.example/${number}`);
    gathered.remove('https://a.example/17', { make: null, model: 'Golf' });
    gathered.write();
    await Promise.resolve();
  });
  const states = Array.from({ length: 6001 }, (_, number) =>
    findAdvert(stock, `https://a.example/${number}`),
  );
  expect(states.filter(({ state }) => state === 'listed')).toHaveLength(5999);
  expect(states[17]).toEqual({ state: 'withdrawn', was: { make: null, model: 'Golf' } });
  expect(states[6000]).toEqual({ state: 'unknown' });
});
