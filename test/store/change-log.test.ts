// The change log: what followers read, and when they must start over.
import { expect, test } from 'vitest';
import { aListing } from '../support/listings.ts';
import { openReader, openWriter } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { changedKeysSince, changesSince } from './changes.ts';

test('the sequence rises by one with every transaction that changes a listing', async () => {
  const writer = openWriter(temporaryFolder());
  expect(writer.sequence).toBe(0);
  await writer.write((transaction) => transaction.upsert(aListing()));
  expect(writer.sequence).toBe(1);
  await writer.write((transaction) => transaction.upsert(aListing()));
  await writer.write((transaction) => transaction.saveReport({}));
  expect(writer.sequence).toBe(1);
  await writer.write((transaction) => transaction.withdraw('north.example/A1'));
  expect(writer.sequence).toBe(2);
});

test('changes have every changed key once, with its current listing', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  const reader = openReader(folder);
  await writer.write((transaction) => {
    for (const id of ['1', '2', '3']) transaction.upsert(aListing({ id }));
  });
  await writer.write((transaction) => transaction.upsert(aListing({ id: '2', year: 2020 })));
  await writer.write((transaction) => {
    transaction.upsert(aListing({ id: '2', year: 2021 }));
    transaction.withdraw('north.example/3');
  });
  expect(changedKeysSince(reader, 1)).toEqual({
    sequence: 3,
    keys: new Set(['north.example/2', 'north.example/3']),
  });
  const changes = changesSince(reader, 1);
  if (changes === 'too_old') throw new Error('the log must reach back');
  expect(changes.sequence).toBe(3);
  expect(changes.upserts.map(({ id, year }) => [id, year])).toEqual([['2', 2021]]);
  expect(changes.withdrawals).toEqual(['north.example/3']);
  expect(changesSince(reader, 3)).toEqual({ sequence: 3, upserts: [], withdrawals: [] });
});

test('a change of many listings is logged whole', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => {
    for (let number = 0; number < 2345; number += 1) transaction.upsert(aListing({ id: `${number}` }));
  });
  const changes = changedKeysSince(writer, 0);
  expect(changes).toMatchObject({ sequence: 1 });
  expect(changes !== 'too_old' && changes.keys.size).toBe(2345);
});

test('a sequence that this store never had is too old', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => transaction.upsert(aListing()));
  expect(changedKeysSince(writer, 2)).toBe('too_old');
  expect(changesSince(writer, 2)).toBe('too_old');
});

test('the log drops its oldest sequences beyond a number of sequences', async () => {
  const writer = openWriter(temporaryFolder(), { keys: 1000, sequences: 2 });
  for (let year = 2001; year <= 2005; year += 1) {
    await writer.write((transaction) => transaction.upsert(aListing({ year })));
  }
  expect(changedKeysSince(writer, 2)).toBe('too_old');
  expect(changedKeysSince(writer, 3)).toEqual({ sequence: 5, keys: new Set(['north.example/A1']) });
});

test('the log drops its oldest sequences beyond a number of keys, but never the newest', async () => {
  const writer = openWriter(temporaryFolder(), { keys: 3, sequences: 1000 });
  const importYear = (year: number, ids: string[]): Promise<void> =>
    writer.write((transaction) => {
      for (const id of ids) transaction.upsert(aListing({ id, year }));
    });
  await importYear(2001, ['1']);
  await importYear(2002, ['1', '2']);
  expect(changedKeysSince(writer, 0)).not.toBe('too_old');
  await importYear(2003, ['1']);
  expect(changedKeysSince(writer, 0)).toBe('too_old');
  expect(changedKeysSince(writer, 1)).not.toBe('too_old');
  await importYear(2004, ['1', '2', '3', '4', '5']);
  expect(changedKeysSince(writer, 2)).toBe('too_old');
  expect(changedKeysSince(writer, 3)).toMatchObject({ sequence: 4 });
});
