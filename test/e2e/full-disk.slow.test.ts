// A full disk: the import fails with a message, and the stock does not change. A limit on file sizes stands in for it: any user can
// set one, and LMDB meets it in the same place, a write.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeRecord } from '../../src/listing/codec.ts';
import { stockStatus } from '../../src/stock-status.ts';
import { openStore } from '../../src/store/store.ts';
import { forecourt, outcomeOf, shellCommand, startProcess, type Outcome } from '../support/process.ts';
import { fileIn, ndjson, plainRecord } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { freePort } from '../support/ports.ts';

/** In blocks of 512 or 1024 bytes, depending on the shell: 4 or 8 MB. */
const BLOCKS = 8000;

function listings(count: number, price: number): string {
  const full_description = 'One owner. '.repeat(30);
  return ndjson(
    ...Array.from({ length: count }, (_, n) => ({ ...plainRecord(`A${n}`), price, full_description })),
  );
}

function cramped(...args: string[]): Promise<Outcome> {
  const child = startProcess('/bin/sh', ['-c', `ulimit -f ${BLOCKS}; exec ${shellCommand(args)}`]);
  child.stdin.end();
  return outcomeOf(child);
}

test('an import and a feed run without disk space change nothing', async () => {
  const folder = join(temporaryFolder(), 'data');
  const place = temporaryFolder();
  const small = fileIn(place, 'small.ndjson', listings(500, 1000));
  const large = fileIn(place, 'large.ndjson', listings(60_000, 2000));
  const list = fileIn(
    place,
    'feeds.json',
    JSON.stringify({ feeds: [{ name: 'large', path: 'large.ndjson', dealers: '*' }] }),
  );
  expect((await cramped('import', small, '--data', folder)).code).toBe(0);

  const imported = await cramped('import', large, '--data', folder);
  expect(imported.code).toBe(1);
  expect(imported.stderr).toMatch(/^forecourt: The data folder '.*' cannot be used: /);
  const run = await cramped('feed', 'run', '--feeds', list, '--data', folder);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/^forecourt: The data folder '.*' cannot be used: a file in it may not grow /);
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
  expect(await stockStatus(folder)).toMatchObject({ listings: 500, sequence: 1, feeds: [] });

  expect((await forecourt(['feed', 'run', '--feeds', list, '--data', folder])).code).toBe(0);
  expect(await stockStatus(folder)).toMatchObject({ listings: 60_000, sequence: 2 });
});

test('a disk that fills while the log of changes grows loses neither the stock nor the changes', async () => {
  const folder = join(temporaryFolder(), 'data');
  const place = temporaryFolder();
  const importAt = (price: number): Promise<Outcome> =>
    cramped('import', fileIn(place, 'cars.ndjson', listings(500, price)), '--data', folder);
  expect((await importAt(1000)).code).toBe(0);
  let price = 1001;
  let failed: Outcome | undefined;
  // Every price is kept in the log, until it has no room.
  for (; failed === undefined && price < 1200; price++) {
    const outcome = await importAt(price);
    if (outcome.code !== 0) failed = outcome;
  }
  expect(failed?.stderr).toMatch(/^forecourt: The data folder '.*' cannot be used: /);
  const kept = price - 2;
  const count = kept - 999;
  expect(await stockStatus(folder)).toMatchObject({ listings: 500, sequence: count });
  expect((await forecourt(['verify', '--data', folder])).code).toBe(0);
  const last = fileIn(place, 'cars.ndjson', listings(500, 5));
  expect((await forecourt(['import', last, '--data', folder])).code).toBe(0);
  const store = openStore(folder, { mode: 'read' });
  const snapshot = store.snapshot();
  const changes = snapshot.changesSince(1);
  expect(changes === 'too_old' ? changes : changes.size).toBe(500);
  const key = [...(changes === 'too_old' ? [] : changes.keys())][0];
  const pricesBefore = Array.from({ length: count + 1 }, (_, i) => i + 1).map((sequence) => {
    const [past] = snapshot.getPastListings([{ key, sequence }]);
    return past && decodeRecord(key, past.record.toString())?.priceGbp;
  });
  expect(pricesBefore).toEqual([undefined, ...Array.from({ length: count }, (_, i) => 1000 + i)]);
  snapshot.release();
  await store.close();
});

/** The command, whose standard output is a full disk. */
function onFullDisk(...args: string[]) {
  const child = startProcess('/bin/sh', ['-c', `exec ${shellCommand(args)} > /dev/full`]);
  child.stdin.end();
  return child;
}

test('a command whose results cannot be written says so', async () => {
  const folder = join(temporaryFolder(), 'data');
  const file = fileIn(temporaryFolder(), 'cars.ndjson', listings(20, 1000));
  expect((await forecourt(['import', file, '--data', folder])).code).toBe(0);
  for (const command of ['search', 'status'])
    expect(await outcomeOf(onFullDisk(command, '--data', folder))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'forecourt: Standard output cannot be written: the disk is full.\n',
    });
});

test('a server whose log cannot be written goes on', async () => {
  const folder = join(temporaryFolder(), 'data');
  const file = fileIn(temporaryFolder(), 'cars.ndjson', listings(20, 1000));
  expect((await forecourt(['import', file, '--data', folder])).code).toBe(0);
  const port = await freePort();
  const server = onFullDisk('serve', '--data', folder, '--port', String(port), '--log-requests');
  const statusOf = (path: string): Promise<number> =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(() => statusOf('/readyz'), { timeout: 20_000 }).toBe(200);
  for (const page of [1, 2, 3]) expect(await statusOf(`/api/v1/vehicles/?page=${page}`)).toBe(200);
  server.kill('SIGTERM');
  expect((await outcomeOf(server)).code).toBe(0);
});
