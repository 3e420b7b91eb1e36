// publicStatus: cached for at most a second, and without file names.
import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { importFeeds } from '../src/ingest/run/import.ts';
import { publicStatus } from '../src/stock-status.ts';
import { ndjson, plainRecord } from './cli/feeds.ts';
import { openReader, openWriter } from './store/opened.ts';
import { temporaryFolder } from './store/temporary-folder.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function importOne(folder: string, id: string): Promise<void> {
  const source = Readable.from([Buffer.from(ndjson(plainRecord(id)))]);
  await importFeeds(folder, [{ name: '/secret/stock.csv', source }], { merge: true });
}

test('is the same object until a second has passed and the store has changed', async () => {
  const folder = temporaryFolder();
  // A process that wrote the stock first may go on writing beside a reader of its own.
  const writer = openWriter(folder);
  const reader = openReader(folder);
  await writer.close();
  await importOne(folder, 'A');
  vi.useFakeTimers({ toFake: ['Date'] });
  const status = publicStatus(reader);
  const first = status();
  expect(first).toMatchObject({ listings: 1, sequence: 1, dealers: 1, feeds: [], imports: [{ added: 1 }] });
  expect(JSON.stringify(first)).not.toMatch(/secret|stock\.csv/);
  vi.advanceTimersByTime(1500);
  expect(status()).toBe(first);
  await importOne(folder, 'B');
  expect(status()).toBe(first);
  vi.advanceTimersByTime(1500);
  expect(status()).toMatchObject({ listings: 2, sequence: 2 });
});

test('shows changes after the clock was set back', async () => {
  const folder = temporaryFolder();
  const writer = openWriter(folder);
  const reader = openReader(folder);
  await writer.close();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-30T12:00:00Z') });
  const status = publicStatus(reader);
  expect(status()).toMatchObject({ listings: 0 });
  await importOne(folder, 'A');
  vi.setSystemTime(Date.parse('2026-11-30T11:00:00Z'));
  expect(status()).toMatchObject({ listings: 1, sequence: 1 });
});
