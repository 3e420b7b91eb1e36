// Turns a stock of today's format into one of the first format, `5-1u1db1y`, for tests that need more listings than the fixture
// has. It holds as long as the formats differ in what is undone here.
import { LmdbFile } from '../../src/store/lmdb-file.ts';
import { stepsFrom } from '../../src/store/upgrade/format-steps.ts';

const FIRST = '5-1u1db1y';
const TIME_DIGITS = 13;

export async function toFirstFormat(folder: string): Promise<void> {
  const steps = stepsFrom(FIRST)?.map(({ to }) => to);
  if (steps?.join() !== '6-1u1db1y,7-1u1db1y')
    throw new Error('the steps after 7-1u1db1y must be undone too');
  const file = LmdbFile.forWriting(folder);
  try {
    await file.write(async () => {
      const { listings, meta, past } = file.tables;
      for (const { key } of [...file.entries(past)]) past.remove(key);
      meta.remove('past');
      for (const { key, value } of [...file.entries(listings)]) listings.put(key, value.slice(TIME_DIGITS));
      meta.put('format', FIRST);
      meta.remove('program');
    });
  } finally {
    await file.close();
  }
}
