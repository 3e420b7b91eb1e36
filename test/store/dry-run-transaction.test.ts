// Dry runs: transactions of which nothing is kept.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dryRun } from '../../src/store/dry-run-transaction.ts';
import type { StoreTransaction } from '../../src/store/transaction.ts';
import type { VehicleIdentifiers } from '../../src/listing/listing.ts';
import { aListing } from '../support/listings.ts';
import { openReader, openWriter } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';

const NOW = 1_760_000_000_000;

function car(id: string, at: string, priceGbp = 9000, dealer = 'north.example') {
  return aListing({ id, dealer, advertUrl: `https://north.example/used/${at}`, priceGbp });
}

test('a dry run returns what the transaction would, and changes no file of the data folder', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  await writer.write((transaction) => {
    for (const id of ['1', '2', '3', '4']) transaction.upsert(car(id, id));
  });
  await writer.close();
  const filesBefore = readdirSync(folder).sort();
  const bytesBefore = readFileSync(join(folder, 'stock.mdb'));
  const reader = openReader(folder);
  const result = await reader.dryRun(NOW, async (transaction) => {
    const outcomes = [
      transaction.upsert(car('1', '1')),
      transaction.upsert(car('2', '2', 8500)),
      transaction.upsert(car('5', '5')),
      transaction.upsert(car('1', '6')),
      transaction.upsert(car('7', '5')),
      transaction.upsert(car('8', '3')),
    ];
    const replaced = transaction.withdrawReplaced();
    return { outcomes, replaced, lost: transaction.shrinkage(), withdrawn: transaction.withdrawMissing() };
  });
  expect(result).toEqual({
    outcomes: [
      'unchanged',
      'changed',
      'added',
      'duplicate',
      { id: '5', position: 0, shared: 'advert address' },
      'added',
    ],
    replaced: 1,
    lost: [{ dealer: 'north.example', before: 4, most: 4, changes: [[null, 1]], missing: 1, remaining: 4 }],
    withdrawn: 1,
  });
  expect(Array.from(reader.listings(), ({ id, priceGbp }) => [id, priceGbp])).toEqual([
    ['1', 9000],
    ['2', 9000],
    ['3', 9000],
    ['4', 9000],
  ]);
  expect(reader.sequence).toBe(1);
  await reader.close();
  expect(readdirSync(folder).sort()).toEqual(filesBefore);
  expect(readFileSync(join(folder, 'stock.mdb')).equals(bytesBefore)).toBe(true);
});

test('a dry run over a folder without a stock finds it empty, and does not create it', async () => {
  const folder = join(temporaryFolder(), 'new');
  const reader = openReader(folder);
  const outcome = await reader.dryRun(NOW, async (transaction) => transaction.upsert(car('1', '1')));
  expect(outcome).toBe('added');
  expect(reader.sequence).toBe(0);
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

test('a dry run that fails throws the error', async () => {
  await expect(dryRun(undefined, NOW, () => Promise.reject(new Error('no more')))).rejects.toThrow('no more');
});

test('a dry run sees the stock as of its start, and no transaction that is committed meanwhile', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => transaction.upsert(car('1', '1')));
  const outcomes = await writer.dryRun(NOW, async (transaction) => {
    const before = transaction.upsert(car('1', '1'));
    await writer.write((other) => other.upsert(car('2', '2')));
    return [before, transaction.upsert(car('2', '2'))];
  });
  expect(outcomes).toEqual(['unchanged', 'added']);
  expect(writer.sequence).toBe(2);
});

describe('any run', () => {
  test.each(Array.from({ length: 12 }, (_, seed) => seed))('is as its dry run, %i', async (seed) => {
    let state = seed * 7919 + 1;
    const below = (limit: number): number => {
      state = (Math.imul(state, 48271) >>> 0) % 0x7fffffff;
      return state % limit;
    };
    const writer = openWriter(temporaryFolder());
    for (let run = 0; run < 5; run++) {
      const cars = Array.from({ length: 25 }, () => {
        const dealer = below(3) === 0 ? 'south.example' : 'north.example';
        const listing = car(`a${below(20)}`, `u${below(25)}`, 9000 + below(2), dealer);
        const registration = below(2) === 0 ? `AB${10 + below(9)}CDE` : undefined;
        const vehicle: VehicleIdentifiers | undefined =
          registration === undefined ? undefined : { registration };
        return { listing, vehicle };
      });
      const isMerged = below(3) === 0;
      const work = async (transaction: StoreTransaction) => {
        const outcomes = cars.map(({ listing, vehicle }, position) =>
          transaction.upsert(listing, { vehicle, position }),
        );
        const single = transaction.withdraw(`north.example/a${run}`);
        const replaced = transaction.withdrawReplaced();
        const lost = transaction.shrinkage();
        const missing = isMerged ? 0 : transaction.withdrawMissing();
        return { outcomes, single, replaced, lost, missing, duplicates: transaction.duplicates() };
      };
      const expected = await writer.dryRun(NOW, work);
      expect(await writer.write(work)).toEqual(expected);
    }
  });
});
