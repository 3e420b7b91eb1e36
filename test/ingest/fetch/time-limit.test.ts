// A run's limits on bytes and time, from fetching to the commit.
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { FetchError, limitCheckpoint, withTimeout } from '../../../src/ingest/fetch/fetch-error.ts';
import { readFeed } from '../../../src/ingest/run/read-feed.ts';
import { importFeeds } from '../../../src/ingest/run/import.ts';
import type { ImportRun } from '../../../src/ingest/status/import-report.ts';
import { stockStatus } from '../../../src/stock-status.ts';
import { ndjson, plainRecord } from '../../cli/feeds.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

let now = 0;
afterEach(() => {
  vi.restoreAllMocks();
});

/** A clock that the test sets. */
function setClock(): void {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
}

describe('a checkpoint', () => {
  it('counts the time for fetching, but not the wait before reading', () => {
    setClock();
    now = 3_600_000;
    const checkpoint = limitCheckpoint({ maxBytes: 10, timeoutMs: 60_000 }, 45_000);
    now += 15_000;
    expect(() => checkpoint(1)).not.toThrow();
    now += 1;
    expect(() => checkpoint(1)).toThrow(
      new FetchError('fetching and reading took longer than 60 s; raise timeout in its settings'),
    );
  });

  it('counts bytes', () => {
    const checkpoint = limitCheckpoint({ maxBytes: 10, timeoutMs: 60_000 }, 0);
    checkpoint(4);
    checkpoint(6);
    expect(() => checkpoint(1)).toThrow('it is larger than 10 bytes; raise maxBytes in its settings');
  });
});

describe('work within a time', () => {
  const waiting = (whole: AbortController): Promise<never> =>
    new Promise((_, reject) =>
      whole.signal.addEventListener('abort', () => reject(whole.signal.reason as Error)),
    );

  it('ends with an error after the timeout', async () => {
    await expect(withTimeout(new AbortController().signal, 1, waiting)).rejects.toThrow(
      new FetchError('it was not complete within 0.001 s'),
    );
  });

  it('ends with the reason of the signal', async () => {
    const abort = new AbortController();
    const work = withTimeout(abort.signal, 60_000, waiting);
    abort.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    await expect(
      withTimeout(abort.signal, 60_000, async ({ signal }) => signal.throwIfAborted()),
    ).rejects.toThrow('enough');
  });
});

/** The bytes between two calls of the checkpoint, for a feed of these bytes. */
async function checkedPieces(bytes: Buffer): Promise<number[]> {
  const pieces: number[] = [];
  const source = Readable.from([bytes]);
  try {
    for await (const items of readFeed(source, { checkpoint: (more) => void pieces.push(more) })) void items;
  } catch {
    // Most of these are not feeds.
  }
  return pieces;
}

describe('reading passes a checkpoint', () => {
  const text = Buffer.from('{}\n'.repeat(100_000));

  test.each([
    ['in one large piece', text],
    ['of blanks', Buffer.alloc(300_000, ' ')],
    ['that is compressed', gzipSync(text)],
    ['of compressed blanks', gzipSync(Buffer.alloc(300_000, ' '))],
  ])('every 64 KiB of a feed %s', async (_, bytes) => {
    const pieces = await checkedPieces(bytes);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(65_536);
    expect(pieces.reduce((sum, piece) => sum + piece, 0)).toBe(300_000);
  });

  it('for compressed bytes that decompress to nothing', async () => {
    const nothing = gzipSync('');
    const source = Readable.from(Array.from({ length: 10 }, () => Buffer.concat(Array(100).fill(nothing))));
    let calls = 0;
    const checkpoint = (bytes: number): void => {
      expect(bytes).toBe(0);
      calls += 1;
      if (calls === 5) throw new FetchError('that is enough');
    };
    await expect(readFeed(source, { checkpoint }).next()).rejects.toThrow('that is enough');
    expect(calls).toBe(5);
  });
});

test('an import passes a checkpoint right before its commit, and changes nothing if that throws', async () => {
  const folder = temporaryFolder();
  const importOne = (price: number, checkpoint: () => void): Promise<ImportRun> => {
    const source = Readable.from([Buffer.from(ndjson({ ...plainRecord('A'), price }))]);
    return importFeeds(folder, [{ name: 'stock', source }], { merge: false, checkpoint });
  };
  let calls = 0;
  await importOne(1, () => (calls += 1));
  let left = calls;
  const imported = importOne(2, () => {
    left -= 1;
    if (left === 0) throw new FetchError('that is enough');
  });
  await expect(imported).rejects.toThrow('that is enough');
  expect(calls).toBe(3);
  expect(await stockStatus(folder)).toMatchObject({ sequence: 1, imports: [{ added: 1 }] });
});

test('an import of blanks can be aborted', async () => {
  const abort = new AbortController();
  const endless = (function* () {
    for (let piece = 0; ; piece += 1) {
      if (piece === 10) abort.abort(new Error('enough'));
      yield Buffer.alloc(65_536, '\n');
    }
  })();
  const imported = importFeeds(temporaryFolder(), [{ name: 'stock', source: Readable.from(endless) }], {
    merge: false,
    signal: abort.signal,
    format: 'csv',
  });
  await expect(imported).rejects.toThrow('enough');
});
