// Whether a cluster has a state that a server has not read yet.
import { expect, it, onTestFinished, test } from 'vitest';
import { ClusterIndex } from '../../src/cluster/cluster-index.ts';
import type { StockState } from '../../src/stock/stock-changes.ts';
import { ClusterServer, type GivenResponse } from './cluster-server.ts';

const CURSOR: StockState = {
  storeId: 's',
  sequence: 7,
  changedAt: 700,
  placesVersion: 'p',
  indexFormat: 't',
};

async function indexOf(respond: (path: string) => GivenResponse): Promise<ClusterIndex> {
  const server = await ClusterServer.start(({ path }) => respond(path));
  onTestFinished(() => server.stop());
  return new ClusterIndex(server.cluster());
}

/** An index whose cluster shows the change 7 of a stock. */
function published(): Promise<ClusterIndex> {
  const state = { identity: 's', sequence: 7, changedAt: 700 };
  return indexOf((path) => ({ body: path === '/_alias/cars' ? { 'cars-1': {} } : { _source: state } }));
}

test.each([
  ['the one it shows', {}, true],
  ['an earlier one', { sequence: 6, changedAt: 600 }, true],
  ['the one it shows, of a cursor without its time', { changedAt: 0 }, true],
  ['a later one', { sequence: 8, changedAt: 800 }, false],
  ['one of another history', { changedAt: 701 }, false],
  ['one of another stock', { storeId: 'other' }, false],
])('a state is stored if it is %s', async (_, different, isStored) => {
  const index = await published();
  expect(await index.isStored({ ...CURSOR, ...different })).toBe(isStored);
});

it('is not stored if nothing is published', async () => {
  const index = await indexOf(() => ({ status: 404, body: {} }));
  expect(await index.isStored(CURSOR)).toBe(false);
});

it('is a problem if the cluster does not say', async () => {
  const index = await indexOf(() => ({ status: 503, body: {} }));
  await expect(index.isStored(CURSOR)).rejects.toMatchObject({ code: 'index_unavailable' });
});
