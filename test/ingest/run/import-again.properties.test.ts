// Importing any feed into any stock twice changes nothing the second time.
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '../../../src/problem.ts';
import { importFeeds } from '../../../src/ingest/run/import.ts';
import type { ImportRun } from '../../../src/ingest/status/import-report.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

// Few different values, so that records meet: equal ids, addresses that move, vehicles under other ids.
const record = fc.record(
  {
    id: fc.constantFrom('1', '2', '3', '4', ''),
    dealer: fc.constantFrom('north.example', 'south.example'),
    advert_url: fc.constantFrom('https://a.example/1', 'https://a.example/2', 'https://a.example/3', 'no'),
    registration: fc.constantFrom('AB12 CDE', 'AB12CDE', 'XY67 ZZZ'),
    vin: fc.constantFrom('WVWZZZ1KZ6W000001', 'WVWZZZ1KZ6W000002'),
    make: fc.constantFrom('VW', 'Ford', ''),
    price: fc.constantFrom('£9,995', 9995, 'POA', null),
    arrived_at: fc.constantFrom('2026-01-02T03:04:05Z', 'yesterday'),
    full_description: fc.string({ maxLength: 20 }),
    odd: fc.jsonValue({ maxDepth: 1 }),
  },
  { requiredKeys: ['id', 'dealer', 'advert_url'] },
);
const feed = fc
  .array(record, { minLength: 1, maxLength: 8 })
  .map((records) => records.map((one) => JSON.stringify(one)).join('\n'));
const run = fc.record({ text: feed, merge: fc.boolean() });
type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never;

/** The run's report, or the code of its Problem. */
async function imported(folder: string, { text, merge }: Run): Promise<ImportRun | string> {
  const source = Readable.from([Buffer.from(text)]);
  try {
    return await importFeeds(folder, [{ name: 'feed', source }], { merge, force: true });
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

async function stateOf(folder: string) {
  const store = openStore(folder, { mode: 'read' });
  try {
    return { sequence: store.sequence, listings: [...store.listings()] };
  } finally {
    await store.close();
  }
}

test('a feed that is imported twice changes nothing the second time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(run, { maxLength: 2 }), run, async (earlier, last) => {
      const folder = temporaryFolder();
      for (const one of earlier) await imported(folder, one);
      const first = await imported(folder, last);
      const before = await stateOf(folder);
      const second = await imported(folder, last);
      expect(await stateOf(folder)).toEqual(before);
      if (typeof first === 'string' || typeof second === 'string') {
        expect(second).toBe(first);
        return;
      }
      expect(second).toMatchObject({
        added: 0,
        changed: 0,
        withdrawn: 0,
        rejected: first.rejected,
        omitted: first.omitted,
      });
      expect(second.unchanged).toBe(second.read - second.rejected - second.omitted);
    }),
    { numRuns: 25, seed: 20261121 },
  );
}, 60_000);
