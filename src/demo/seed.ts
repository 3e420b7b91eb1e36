// Seeds an empty data folder with the demo's stock.
import { useStore, openStore } from '../store/store.ts';
import { demoStock } from './generate.ts';

export const DEMO_LISTINGS = 20_000;

/** Listings between two progress reports, each followed by a tick that draws it. */
const BATCH_SIZE = 500;

/** Seeds an empty folder, on every machine with the same stock. False, without a change, if the folder has stock. */
export async function seedDemo(folder: string, onProgress: (done: number) => void): Promise<boolean> {
  // Checked without the writer's lock, which a folder with stock does not need.
  if (!(await isEmpty(folder))) return false;
  return useStore(openStore(folder, { mode: 'write' }), async (store) => {
    // Another process may have written before this one got the lock.
    if (store.sequence > 0) return false;
    await store.write(async (transaction) => {
      let done = 0;
      for (const listing of demoStock({ count: DEMO_LISTINGS })) {
        transaction.upsert(listing);
        done += 1;
        if (done % BATCH_SIZE !== 0) continue;
        onProgress(done);
        await new Promise((resume) => setImmediate(resume));
      }
    });
    return true;
  });
}

async function isEmpty(folder: string): Promise<boolean> {
  return useStore(openStore(folder, { mode: 'read' }), (store) => store.sequence === 0);
}
