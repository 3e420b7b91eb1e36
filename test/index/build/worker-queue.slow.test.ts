// The lifetime of worker threads, which only the built program can start.
import { writeFileSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { ReloadingGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import type { threadedIndexWorker } from '../../../src/index/build/worker-queue.ts';
import { postcodeTablePath } from '../../../src/store/paths.ts';
import { openStore } from '../../../src/store/store.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { STOCK_LINES } from '../../support/fixtures.ts';

const built = new URL('../../../dist/index/build/worker-queue.js', import.meta.url).href;
const folder = new DataFolder();
afterEach(() => folder.remove());

function threads(): number {
  return (process.report.getReport() as unknown as { workers: unknown[] }).workers.length;
}

/** A worker of the built program on the folder. */
async function openWorker() {
  const module = (await import(built)) as { readonly threadedIndexWorker: typeof threadedIndexWorker };
  const table = postcodeTablePath(folder.path);
  const store = openStore(folder.path, { mode: 'read' });
  const gazetteer = new ReloadingGazetteer(table);
  const paths = { folder: folder.path, postcodeTablePath: table, indexPath: `${folder.path}/index.seg` };
  return { store, table, gazetteer, worker: module.threadedIndexWorker(store, gazetteer, paths) };
}

it('a small stock is built and saved without a thread', async () => {
  const before = threads();
  await folder.import(STOCK_LINES, { merge: false });
  const { store, gazetteer, worker } = await openWorker();
  const { parts, ...update } = await worker.build(null, []);
  expect(update).toMatchObject({ isFullRebuild: true, isFromFile: false, sequence: 1 });
  const identity = store.storeId ?? '';
  const index = { identity, sequence: 1, gazetteerVersion: gazetteer.current.version, parts };
  expect(await worker.save(index, -1)).toBe(1);
  expect(threads()).toBe(before);
  expect(await worker.build(null, [])).toEqual({ ...update, isFromFile: true, parts });
  await worker.close();
  await store.close();
});

it('a server that followed an empty folder reads the index that another process saved', async () => {
  await folder.import(STOCK_LINES, { merge: false });
  const first = await openWorker();
  const { parts } = await first.worker.build(null, []);
  const identity = first.store.storeId ?? '';
  const { version: gazetteerVersion } = first.gazetteer.current;
  await first.worker.save({ identity, sequence: 1, gazetteerVersion, parts }, -1);
  expect(await first.worker.build(0, [])).toMatchObject({
    isFullRebuild: true,
    isFromFile: true,
    sequence: 1,
  });
  await first.worker.close();
  await first.store.close();
});

it('a failed build reports why, and leaves no thread behind', async () => {
  const before = threads();
  await folder.import(STOCK_LINES, { merge: false });
  const { store, table, worker } = await openWorker();
  expect(await worker.build(1, [])).toMatchObject({ isFullRebuild: false, sequence: 1 });
  expect(threads()).toBe(before + 1);

  writeFileSync(table, 'no table');
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(worker.build(1, [])).rejects.toMatchObject({ code: 'data_damaged' });
  }
  await worker.close();
  expect(threads()).toBe(before);
  await store.close();
});

it('a thread that is stopped while it starts ends only once it has loaded', async () => {
  const module = (await import(built)) as { readonly threadedIndexWorker: typeof threadedIndexWorker };
  const events: string[] = [];
  process.once('worker', (thread: Worker) => {
    thread.once('message', () => events.push('loaded')).once('exit', () => events.push('ended'));
  });
  // Merges need neither.
  const none = undefined as never;
  const worker = module.threadedIndexWorker(none, none, {
    folder: folder.path,
    postcodeTablePath: postcodeTablePath(folder.path),
    indexPath: `${folder.path}/index.seg`,
  });
  const merging = worker.merge([]);
  merging.catch(() => undefined);
  await worker.close();
  expect(events).toEqual(['loaded', 'ended']);
});
