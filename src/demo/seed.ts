// Demo stock for a newcomer's empty folder. A folder that holds anything is never touched.
import { demoStock } from './generate.ts';
import { openStore } from '../store/store.ts';

/** Listings that the demo holds. */
export const DEMO_LISTINGS = 20_000;

/** Between two reports of progress; also lets the event loop draw them. */
const BATCH_SIZE = 500;

/** Fills an empty folder; false if it has stock already. The same stock on every machine. */
export async function seedDemo(folder: string, onProgress: (done: number) => void): Promise<boolean> {
  // Looked at first: a folder that has stock needs no lock.
  if (!(await isEmpty(folder))) return false;
  const store = openStore(folder, { mode: 'write' });
  try {
    // Somebody may have been faster, before the lock was ours.
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
  } finally {
    await store.close();
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  const store = openStore(folder, { mode: 'read' });
  try {
    return store.sequence === 0;
  } finally {
    await store.close();
  }
}
