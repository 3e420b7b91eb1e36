// An operator's terms change what searches find, so an index built without them is rebuilt, and the version and the entity
// tags of responses differ.
import { get } from '../support/get.ts';
import { statSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { indexPath } from '../../src/store/paths.ts';
import { DataFolder } from '../support/data-folder.ts';

const FIESTA = JSON.stringify({
  id: '1',
  dealer: 'valley-cars.example',
  advert_url: 'https://valley-cars.example/1',
  make: 'Ford',
  model: 'Fiesta',
  full_description: 'A Brooklands pack, one key',
});
const OWN_TERM = 'trim\tBrooklands Special\tBrooklands pack';

let folder: DataFolder;
beforeEach(async () => {
  folder = new DataFolder();
  await folder.import([FIESTA], { merge: false });
});
// Other files of this worker must not get modules with these terms.
afterEach(() => {
  vi.resetModules();
  return folder.remove();
});

/** A start of a server with these terms of its operator: what it finds, its version and the tag of a response. */
async function start(...rows: readonly string[]) {
  vi.resetModules();
  const { addTerms } = await import('../../src/vehicle/trade-terms.ts');
  if (rows.length > 0)
    addTerms({ source: 'own.tsv', text: ['group\tname\tspellings\tnarrower', ...rows].join('\n') });
  const { openEmbeddedBackend } = await import('../../src/search/search-backend.ts');
  const { serverFor } = await import('../support/server.ts');
  const search = openEmbeddedBackend(folder.path, { threads: false });
  await search.catchUp();
  const app = serverFor(search.service);
  const ask = (headers = {}) =>
    get(app, '/api/v1/vehicles/?q=brooklands+special', { host: 'cars.example', ...headers });
  const response = await ask();
  const etag = response.headers['etag'];
  const outcome = {
    found: (JSON.parse(String(response.body)) as { results: { total_vehicles: number } }).results
      .total_vehicles,
    version: search.service.version,
    etag,
    writtenAt: statSync(indexPath(folder.path)).mtimeMs,
    statusIfUnchanged: (await ask({ 'if-none-match': etag })).status,
  };
  await app.close();
  await search.close();
  return outcome;
}

it('rebuild an index that was built with others', async () => {
  const plain = await start();
  expect(plain.found).toBe(0);
  const own = await start(OWN_TERM);
  expect(own.found).toBe(1);
  expect(await start(OWN_TERM)).toEqual(own);
  expect((await start()).found).toBe(0);
});

it('change the version of the results and their entity tags', async () => {
  const plain = await start();
  const own = await start(OWN_TERM);
  const more = await start(OWN_TERM, 'trim\tBrooklands');
  expect(new Set([plain, own, more].map(({ version }) => version)).size).toBe(3);
  expect(new Set([plain, own, more].map(({ etag }) => etag)).size).toBe(3);
  expect([plain, own, more].map(({ statusIfUnchanged }) => statusIfUnchanged)).toEqual([304, 304, 304]);
  const again = await start();
  expect([again.version, again.etag]).toEqual([plain.version, plain.etag]);
});
