// The batch against entries written one by one: whatever its size and the order of the keys, the table ends the same.
import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { InsertBatch } from '../../src/store/insert-batch.ts';
import { LmdbFile } from '../../src/store/lmdb-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

function openFile(): LmdbFile {
  const file = LmdbFile.forWriting(temporaryFolder());
  onTestFinished(() => file.close());
  return file;
}

/** All entries of the listings, in key order. The walk also checks them against the table's sums. */
const entriesOf = (file: LmdbFile): [string, string][] =>
  Array.from(file.walk(file.tables.listings), ({ key, value }) => [key, value]);

test('entries come in any order and are written in key order', async () => {
  const file = openFile();
  await file.write(async () => {
    const batch = new InsertBatch(file.tables.listings, file.folder);
    batch.add('b.example/2', 'second');
    batch.add('b.example/10', 'été');
    batch.add('a.example/1', '');
    expect(file.tables.listings.get('b.example/2')).toBeUndefined();
    batch.write();
    expect(file.tables.listings.get('b.example/2')).toBe('second');
  });
  expect(entriesOf(file)).toEqual([
    ['a.example/1', ''],
    ['b.example/10', 'été'],
    ['b.example/2', 'second'],
  ]);
});

test('values larger than the memory that is reserved at once are written whole', async () => {
  const file = openFile();
  const large = 'x'.repeat(5_000_000);
  await file.write(async () => {
    const batch = new InsertBatch(file.tables.listings, file.folder);
    batch.add('a.example/2', 'small');
    batch.add('a.example/1', large);
    batch.add('a.example/3', 'small too');
    batch.write();
    batch.add('a.example/0', large);
    batch.write();
    const inRuns = new InsertBatch(file.tables.listings, file.folder, 1_000_000);
    inRuns.add('b.example/2', large);
    inRuns.add('b.example/3', 'small');
    inRuns.add('b.example/1', large);
    inRuns.add('b.example/0', 'small');
    inRuns.write();
    inRuns.close();
  });
  expect(entriesOf(file)).toEqual([
    ['a.example/0', large],
    ['a.example/1', large],
    ['a.example/2', 'small'],
    ['a.example/3', 'small too'],
    ['b.example/0', 'small'],
    ['b.example/1', large],
    ['b.example/2', large],
    ['b.example/3', 'small'],
  ]);
});

test('the table is the same whatever the size of the batches', async () => {
  const part = fc.string({
    unit: fc.constantFrom('a', '1', '0', 'é', '\uff5e', '🚗'),
    minLength: 1,
    maxLength: 3,
  });
  const keys = fc.uniqueArray(
    fc.tuple(fc.constantFrom('a.example', 'b.example'), part).map(([dealer, id]) => `${dealer}/${id}`),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(keys, fc.integer({ min: 1, max: 400 }), async (keys, maxBytes) => {
      const file = LmdbFile.forWriting(temporaryFolder());
      try {
        await file.write(async () => {
          const batch = new InsertBatch(file.tables.listings, file.folder, maxBytes);
          for (const key of keys) batch.add(key, `record of ${key}`);
          batch.write();
          batch.close();
        });
        expect(readdirSync(file.folder).toSorted()).toEqual(['stock.mdb', 'stock.mdb-lock']);
        const bytes = (key: string): string => Buffer.from(key).toString('hex');
        const sorted = keys.toSorted((a, b) => (bytes(a) < bytes(b) ? -1 : 1));
        expect(entriesOf(file)).toEqual(sorted.map((key) => [key, `record of ${key}`]));
      } finally {
        await file.close();
      }
    }),
    { numRuns: 50, seed: 1 },
  );
});

test('a key that is there already is an error', async () => {
  const file = openFile();
  const written = file.write(async () => {
    const batch = new InsertBatch(file.tables.listings, file.folder);
    batch.add('a.example/1', 'one');
    batch.write();
    batch.add('a.example/1', 'another');
    batch.write();
  });
  await expect(written).rejects.toThrow('listings has the key "a.example/1" already');
});
