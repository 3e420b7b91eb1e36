// openEmbeddedBackend: searching, following the folder, and closing.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importPostcodes } from '../../src/store/postcode-import.ts';
import { openEmbeddedBackend, type SearchBackend } from '../../src/search/search-backend.ts';
import { forecourt, outcomeOf, startProcess } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

// In another process, because one process cannot read a stock and write it.
async function importText(folder: string, text: string): Promise<void> {
  const { code, stderr } = await forecourt(['import', '-', '--data', folder], { input: text });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

function opened(folder: string): SearchBackend {
  const search = openEmbeddedBackend(folder, { threads: false });
  onTestFinished(() => search.close());
  return search;
}

async function idsFound({ service }: SearchBackend, pairs: [string, string][] = []): Promise<string[]> {
  const { hits } = await service.search(service.parse(pairs).query);
  return hits.map(({ id }) => id).sort();
}

test('it is ready once it has caught up, even with an empty folder', async () => {
  const search = opened(join(temporaryFolder(), 'none'));
  expect(search.isReady).toBe(false);
  await search.catchUp();
  expect(search.isReady).toBe(true);
  expect(search.service.index.size).toBe(0);
  expect(await idsFound(search)).toEqual([]);
});

test('imports are visible after the next catch-up, with a new version', async () => {
  const folder = temporaryFolder();
  const search = opened(folder);
  await search.catchUp();
  const versions = [search.service.version];
  await importText(folder, THREE);
  expect(await idsFound(search)).toEqual([]);
  await search.catchUp();
  versions.push(search.service.version);
  expect(await idsFound(search)).toEqual(['N1', 'N2', 'S1']);
  await importText(folder, ndjson(plainRecord('N1'), plainRecord('N4')));
  await search.catchUp();
  versions.push(search.service.version);
  expect(await idsFound(search)).toEqual(['N1', 'N4', 'S1']);
  expect(search.service.index.size).toBe(3);
  // Without changes, the version stays the same.
  await search.catchUp();
  versions.push(search.service.version);
  expect(new Set(versions).size).toBe(3);
  expect(versions[3]).toBe(versions[2]);
});

test('adverts are listed, withdrawn or unknown', async () => {
  const folder = temporaryFolder();
  await importText(folder, THREE);
  const search = opened(folder);
  await search.catchUp();
  expect(await search.service.findAdvert('https://north.example/n2')).toEqual({ state: 'listed' });
  await importText(folder, ndjson(plainRecord('N1')));
  expect(await search.service.findAdvert('https://north.example/n2')).toEqual({
    state: 'withdrawn',
    was: { make: 'Volkswagen', model: 'Golf' },
  });
  expect(await search.service.findAdvert('https://north.example/n3')).toEqual({ state: 'unknown' });
});

test('polling sees later stock and postcodes', async () => {
  const folder = temporaryFolder();
  const search = opened(folder);
  const errors: unknown[] = [];
  search.startPolling((error) => errors.push(error));
  await importText(folder, ndjson({ ...plainRecord('M1'), postcode: 'M1 1AE' }));
  await expect.poll(() => search.service.index.size, { interval: 10 }).toBe(1);

  const distance = async (): Promise<number | null | undefined> => {
    const { hits } = await search.service.search(search.service.parse([['location', 'M1 1AE']]).query);
    return hits[0]?.distanceKm;
  };
  const units = fileIn(folder, 'units.csv', 'pcds,lat,long\nM1 1AE,53.1,-2.1\n');
  await importPostcodes(folder, [units], () => undefined);
  await expect
    .poll(() => search.service.parse([['location', 'M1 1AE']]).query.center)
    .toMatchObject({
      point: { lat: 53.1, lng: -2.1 },
    });
  await expect.poll(distance, { interval: 10 }).toBe(0);
  expect(errors).toEqual([]);
});

test('polling reports errors and continues', async () => {
  const folder = temporaryFolder();
  const search = opened(folder);
  const errors: unknown[] = [];
  search.startPolling((error) => errors.push(error));
  fileIn(folder, 'postcodes.bin', 'garbage');
  await expect.poll(() => errors.length, { interval: 10 }).toBeGreaterThan(0);
  expect(errors[0]).toMatchObject({ name: 'Problem', code: 'data_damaged' });
  await importText(folder, THREE);
  await expect.poll(() => search.service.index.size, { interval: 10 }).toBe(3);
});

test.each([true, false])('a process that closes it ends by itself (threads: %s)', async (threads) => {
  const folder = temporaryFolder();
  await importText(folder, THREE);
  // The built modules, as the command uses them.
  const module = pathToFileURL(join(import.meta.dirname, '../../dist/search/search-backend.js')).href;
  const script = `
    import { openEmbeddedBackend } from ${JSON.stringify(module)};
    const search = openEmbeddedBackend(${JSON.stringify(folder)}, { threads: ${threads} });
    await search.catchUp();
    search.startPolling((error) => console.log(error));
    console.log(search.service.index.size);
    await search.close();
    console.log('closed');`;
  const child = startProcess(process.execPath, [fileIn(folder, 'close.mjs', script)]);
  expect(await outcomeOf(child)).toEqual({ code: 0, stdout: '3\nclosed\n', stderr: '' });
});
