// Demo stock for a newcomer's empty folder. A folder that holds anything is never touched.
import { demoStock } from '../demo/stock.ts';
import { openStore } from '../store/store.ts';
import { stockStatus } from './stock-status.ts';

/** Listings that the demo holds. */
export const DEMO_LISTINGS = 20_000;

/** Between two reports of progress; also lets the event loop draw them. */
const BATCH = 500;

/** Fills an empty folder; false if it has stock already. The same stock on every machine. */
export async function fillDemo(folder: string, onProgress: (done: number) => void): Promise<boolean> {
  if ((await stockStatus(folder)).sequence > 0) return false;
  const store = openStore(folder, { mode: 'write' });
  try {
    // Somebody may have been faster, before the lock was ours.
    if (store.sequence > 0) return false;
    await store.write(async (transaction) => {
      let done = 0;
      for (const listing of demoStock({ count: DEMO_LISTINGS })) {
        transaction.upsert(listing);
        done += 1;
        if (done % BATCH !== 0) continue;
        onProgress(done);
        await new Promise((resume) => setImmediate(resume));
      }
    });
    return true;
  } finally {
    await store.close();
  }
}
