// Waiting for an index that an import has nearly made.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitForPendingIndex } from '../../src/index/index-file.ts';
import { openStore } from '../../src/store/store.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-coming-'));
  path = join(folder, 'index.seg');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('ends once the index has its name', async () => {
  const store = openStore(folder, { mode: 'write' });
  writeFileSync(`${path}.next`, '');
  let isOver = false;
  const waiting = waitForPendingIndex(path, folder).finally(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  rmSync(`${path}.next`);
  expect(await waiting).toBe(true);
  await store.close();
});

it('is not for what an import left that was killed', async () => {
  await openStore(folder, { mode: 'write' }).close();
  writeFileSync(`${path}.next`, '');
  expect(await waitForPendingIndex(path, folder)).toBe(false);
});

it('is not for an import that makes no index', async () => {
  const store = openStore(folder, { mode: 'write' });
  expect(await waitForPendingIndex(path, folder)).toBe(false);
  await store.close();
});
