// A recorded process that commits many small changes to a stock. Some commits make LMDB leave the last pages out of the
// file, because the transaction allocated and freed them.
import { openStore } from '../../src/store/store.ts';
import { aListing } from '../support/listings.ts';
import { randomOf } from '../support/random.ts';

const [folder = '', seed = ''] = process.argv.slice(2);
const random = randomOf(Number(seed));
// Without a past, which would grow behind what is freed.
const changeLogRetention = { keys: 2000, sequences: 100, pastCharacters: 0 };
const writer = openStore(folder, { mode: 'write', changeLogRetention });
for (let commit = 0; commit < 150; commit++) {
  const changes = random.below(60);
  await writer.write((transaction) => {
    for (let n = 0; n < changes; n++) {
      const text = 'y'.repeat(random.below(random.oneOf([10, 4000, 20_000])));
      transaction.upsert(aListing({ id: `x${random.below(400)}`, fullDescription: text }));
    }
    if (random.next() < 0.4) transaction.withdrawMissing();
  });
}
await writer.close();
