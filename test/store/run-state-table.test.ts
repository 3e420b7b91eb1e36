// States of feeds and reports: visible to readers, counted by the revision, and no change of the stock.
import { expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';
import { openReader, openWriter } from './opened.ts';

test('feeds’ states are stored by name, and do not advance the sequence', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  const reader = openReader(folder);
  expect([reader.feedStates().size, reader.feedState('north'), reader.stateRevision]).toEqual([
    0,
    undefined,
    0,
  ]);
  await writer.write((transaction) => {
    transaction.saveFeedState('north', { failures: 1 });
    transaction.saveFeedState('north.b', { failures: 2 });
  });
  expect([...reader.feedStates()]).toEqual([
    ['north', { failures: 1 }],
    ['north.b', { failures: 2 }],
  ]);
  expect(reader.feedState('north')).toEqual({ failures: 1 });
  expect([reader.sequence, reader.stateRevision]).toEqual([0, 2]);
});

test('a later state replaces the earlier one, and a failed transaction saves nothing', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  await writer.write((transaction) => transaction.saveFeedState('north', 1));
  await writer.write((transaction) => transaction.saveFeedState('north', 2));
  const failing = writer.write((transaction) => {
    transaction.saveFeedState('north', 3);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([writer.feedState('north'), writer.stateRevision]).toEqual([2, 2]);
});

test('saved reports are counted too', async () => {
  const writer = openWriter(temporaryFolder());
  await writer.write((transaction) => transaction.saveReport({}));
  expect([writer.stateRevision, writer.sequence]).toEqual([1, 0]);
});
