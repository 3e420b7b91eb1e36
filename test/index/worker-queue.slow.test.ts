// The lifetime of worker threads, which only the built program can start.
import { writeFileSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { ReloadingGazetteer } from '../../src/geo/reloading-gazetteer.ts';
import type { threadedIndexWorker } from '../../src/index/worker-queue.ts';
import { postcodeTablePath } from '../../src/store/paths.ts';
import { openStore } from '../../src/store/store.ts';
import { DataFolder } from '../support/data-folder.ts';
import { STOCK_LINES } from '../support/fixtures.ts';

const built = new URL('../../dist/index/worker-queue.js', import.meta.url).href;
const folder = new DataFolder();
afterEach(() => folder.remove());

function threads(): number {
  return (process.report.getReport() as unknown as { workers: unknown[] }).workers.length;
}

it('a failed build reports why, and leaves no thread behind', async () => {
  const module = (await import(built)) as { readonly threadedIndexWorker: typeof threadedIndexWorker };
  const before = threads();
  await folder.import(STOCK_LINES, { merge: false });
  const table = postcodeTablePath(folder.path);
  const store = openStore(folder.path, { mode: 'read' });
  const gazetteer = new ReloadingGazetteer(table);
  const worker = module.threadedIndexWorker(store, gazetteer, {
    folder: folder.path,
    postcodeTablePath: table,
    indexPath: `${folder.path}/index.seg`,
  });
  expect(await worker.build(1, [])).toMatchObject({ isFullRebuild: false, sequence: 1 });
  expect(threads()).toBe(before + 1);

  writeFileSync(table, 'no table');
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(worker.build(0, [])).rejects.toMatchObject({ code: 'data_damaged' });
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
