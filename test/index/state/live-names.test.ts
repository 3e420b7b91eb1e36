// The names of the stock, by which searches are corrected, are read before a search needs them.
import { afterEach, expect, test, vi } from 'vitest';
import { demoStock } from '../../../src/demo/generate.ts';
import { Segment } from '../../../src/engine/segment/segment.ts';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { LISTING_SCHEMA, toRow } from '../../../src/index/shared/listing-schema.ts';
import { liveNames, warmNames } from '../../../src/index/state/live-names.ts';
import { StockNames } from '../../../src/stock/stock-names.ts';
import { openEmbeddedBackend } from '../../../src/search/search-backend.ts';
import { afterTest } from '../../support/after-test.ts';
import { carLine } from '../../support/car-line.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { buildSegment, snapshotOf } from '../../engine/builders.ts';

afterEach(() => vi.restoreAllMocks());

async function openTwoCars() {
  const folder = new DataFolder();
  afterTest(() => folder.remove());
  await folder.import([carLine(1), carLine(2)], { merge: false });
  const reading = vi.spyOn(StockNames, 'build');
  const { service, ...search } = openEmbeddedBackend(folder.path, { threads: false });
  afterTest(() => search.close());
  await search.catchUp();
  return { search, service, reading };
}

test('are read beside requests once a server polls, so the first search of unknown makes reads none', async () => {
  const { search, service, reading } = await openTwoCars();
  expect(reading).not.toHaveBeenCalled();
  await expect.poll(() => search.catchUp().then(() => reading.mock.calls.length)).toBe(1);
  await service.search(service.parse([['make', 'Ford,Audo']]).query);
  expect(reading).toHaveBeenCalledTimes(1);
});

test('are not read for a search of makes that a table has', async () => {
  const { service, reading } = await openTwoCars();
  await service.search(service.parse([['make', 'Ford,Audi,-Kia']]).query);
  await service.search(service.parse([['make', 'Maserati']]).query);
  expect(reading).not.toHaveBeenCalled();
  await service.search(service.parse([['make', 'Maseratti,Frod']]).query);
  expect(reading).toHaveBeenCalledTimes(1);
});

test('are not built again if a search needed them while they were read', () => {
  const gazetteer = loadGazetteer();
  const rows = Array.from(demoStock({ count: 600 }), (listing, i) =>
    toRow({ ...listing, model: `Fiesta ${i}` }, gazetteer),
  );
  const snapshot = snapshotOf(new Segment(LISTING_SCHEMA, buildSegment(LISTING_SCHEMA, rows)));
  const reading = warmNames(snapshot);
  expect(reading.next().done).toBe(false);
  const names = liveNames(snapshot);
  while (reading.next().done !== true);
  expect(liveNames(snapshot)).toBe(names);
});
