// What the cache of earlier states holds.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Segment } from '../../../src/engine/segment/segment.ts';
import { Snapshot } from '../../../src/engine/segment/snapshot.ts';
import { ReloadingGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { inlineIndexWorker, type IndexWorker } from '../../../src/index/build/index-update.ts';
import { ChangeFinder } from '../../../src/index/changes/change-finder.ts';
import type { CurrentState } from '../../../src/index/changes/past-state.ts';
import { LISTING_SCHEMA } from '../../../src/index/shared/listing-schema.ts';
import { indexPath, postcodeTablePath } from '../../../src/store/paths.ts';
import { openStore } from '../../../src/store/store.ts';
import { plainRecord } from '../../cli/feeds.ts';
import { DataFolder } from '../../support/data-folder.ts';

const LISTINGS = 6;

/** A stock of which each import but the first changed all listings. */
async function changingStock(imports: number): Promise<{ current: CurrentState; worker: IndexWorker }> {
  const folder = new DataFolder();
  onTestFinished(() => folder.remove());
  for (let price = 5000; price < 5000 + imports; price++) {
    const lines = Array.from({ length: LISTINGS }, (_, i) =>
      JSON.stringify({ ...plainRecord(`car-${i}`), price }),
    );
    await folder.import(lines, { merge: false });
  }
  const store = openStore(folder.path, { mode: 'read' });
  onTestFinished(() => store.close());
  const gazetteer = new ReloadingGazetteer(postcodeTablePath(folder.path));
  gazetteer.refresh();
  const worker = inlineIndexWorker(store, gazetteer, indexPath(folder.path));
  const { parts } = await worker.build(null, []);
  const snapshot = Snapshot.fromSegments(
    parts.map(({ data, liveRows }) => ({ segment: new Segment(LISTING_SCHEMA, data), liveRows })),
  );
  const storeSnapshot = store.snapshot();
  onTestFinished(() => storeSnapshot.release());
  return { current: { snapshot, storeSnapshot, gazetteer: gazetteer.current }, worker };
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn();
    collect();
  }
}

test('earlier states are released beyond a limit of changed listings, with the differences found between them', async () => {
  const { current, worker } = await changingStock(5);
  const built: { readonly since: number; readonly data: WeakRef<object> }[] = [];
  const finder = new ChangeFinder(
    {
      async buildPast(since, to) {
        const past = await worker.buildPast(since, to);
        if (past !== 'too_old' && past.data !== undefined)
          built.push({ since, data: new WeakRef(past.data) });
        return past;
      },
    },
    2 * LISTINGS,
  );
  // A page that is not the last, so that the differences are cached.
  const totalSince = async (from: number): Promise<unknown> => {
    const page = await finder.find(current, { page: 1 }, { from, position: 0, limit: 1 });
    return page === 'too_old' ? page : page.total;
  };
  for (const from of [1, 2, 3, 4]) expect(await totalSince(from)).toBe(LISTINGS);
  await collectGarbage();
  expect(built.filter(({ data }) => data.deref() !== undefined).map(({ since }) => since)).toEqual([3, 4]);
  // Both are still cached.
  for (const from of [3, 4]) expect(await totalSince(from)).toBe(LISTINGS);
  expect(built).toHaveLength(4);
});
