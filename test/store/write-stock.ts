// A process that writes to the store step by step on its parent's messages, and reports each step.
// Arguments: the folder, and how many listings to write.
import { openStore } from '../../src/store/store.ts';
import { aListing } from '../support/listings.ts';

const [folder = '', count] = process.argv.slice(2);
const store = openStore(folder, { mode: 'write' });
await store.write(async (transaction) => {
  for (let number = 0; number < Number(count); number += 1) {
    transaction.upsert(aListing({ id: `child-${number}`, dealer: 'child.example' }));
  }
  await toldToGoOn('upserted');
});
await toldToGoOn('committed');
await store.close();
process.disconnect();

function toldToGoOn(step: string): Promise<void> {
  return new Promise((resolve) => {
    process.once('message', () => resolve());
    process.send?.(step);
  });
}
