// `forecourt search`: its output for a small stock, as a table and as JSON.
import { expect, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt, start, type Outcome } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from './feeds.ts';

/** A data folder with the imported feed. */
async function stockOf(feed: string): Promise<string> {
  const folder = temporaryFolder();
  await importFeeds(folder, [{ name: 'feed', source: fileIn(folder, 'feed.ndjson', feed) }], {
    merge: false,
  });
  return folder;
}

async function search(folder: string, ...args: string[]): Promise<Outcome> {
  return forecourt(['search', '--data', folder, ...args]);
}

test('prints a page as a table with a line of totals', async () => {
  const { code, stdout, stderr } = await search(await stockOf(THREE), '--sort', 'price_asc');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toEqual([
    '    PRICE  YEAR  VEHICLE           MILES  LITRES  FUEL    GEARBOX    PLACE     KM  DEALER',
    '£8,995.50  2012  Jaguar XF        88,000     3.0  Diesel  Automatic  Aberdeen   –  north.example',
    '  £12,450  2019  Volkswagen Golf  21,500     1.4  Petrol  Manual     London     –  north.example',
    '        –  –     Ford                  –       –  –       –          –          –  south.example',
    '',
    '3 of 3 listings, page 1 of 1.',
    '',
  ]);
});

test("--json prints the body of the API's response, below the base URL", async () => {
  const { code, stdout, stderr } = await search(
    await stockOf(THREE),
    ...['--price_min', '9000', '--location', 'sw1a1aa', '--json', '--base-url', 'https://cars.example/'],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    '{"results":{"cars":[{"year":"2019","make":"Volkswagen","model":"Golf","mileage":21500,"fuel_type":"Petrol",' +
      '"transmission":"Manual","engine_size":1.4,"price":12450,"dealer":"north.example",' +
      '"url":"https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fnorth.example%2Fn2",' +
      '"loc":"London","thumbnail":null,"images":[],"full_description":"One owner.","distance_km":0}],' +
      '"total_vehicles":1,"current_page":1,"total_pages":1,"per_page":20}}\n',
  );
});

test('parameters may have underscores or dashes, and negative bounds', async () => {
  const folder = await stockOf(THREE);
  for (const flags of [
    ['--price_max', '9000'],
    ['--price-max', '9000'],
    ['--price-max=9000', '--price_min', '-5'],
    ['--price_max', '9000', '--price-max', '9000'],
  ]) {
    const { stdout } = await search(folder, ...flags);
    expect(stdout, flags.join(' ')).toContain('\n1 of 3 listings, page 1 of 1.\n');
    expect(stdout, flags.join(' ')).toContain('Jaguar XF');
  }
});

test('the dealer may be given more than once', async () => {
  const { stdout } = await search(
    await stockOf(THREE),
    '--dealer',
    'north.example',
    '--dealer',
    'south.example',
  );
  expect(stdout).toContain('\n3 of 3 listings, page 1 of 1.\n');
});

test('lists all invalid parameters and exits with 2', async () => {
  const folder = await stockOf(THREE);
  const { code, stdout, stderr } = await search(
    folder,
    '--distance',
    '7',
    '--fuel_type',
    'gas',
    '--price_max',
    '10k',
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    "forecourt: fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got 'gas'). Did you mean Petrol? " +
      "price_max must be a whole number (got '10k'). Did you mean 10000? " +
      "distance must be a whole number from 0 to 6 (got '7'). It is a band: 0 is 1 km, 1 is 5 km, 2 is 10 km, " +
      '3 is 25 km, 4 is 50 km, 5 is 100 km, 6 is unlimited.\n',
  );
});

test('no match and a page past the end each print one sentence', async () => {
  const folder = await stockOf(THREE);
  expect(await search(folder, '--make', 'Fiat')).toEqual({
    code: 0,
    stdout: 'No matches among 3 listings.\n',
    stderr: '',
  });
  expect((await search(folder, '--page', '2')).stdout).toBe(
    'Page 2 is past the end: there is 1 page of 3 matches.\n',
  );
  expect((await search(folder, '--page', '2', '--make', 'Ford')).stdout).toBe(
    'Page 2 is past the end: there is 1 page of 1 match.\n',
  );
});

test('a page before the last names the next', async () => {
  const records = Array.from({ length: 41 }, (_, n) => plainRecord(`C${n}`));
  const folder = await stockOf(ndjson(...records));
  const { stdout } = await search(folder, '--page', '2');
  expect(stdout).toMatch(/\n41 of 41 listings, page 2 of 3\.\nNext: .*\n$/);
  expect(stdout).toContain(`\nNext: forecourt search --data ${folder} --page 3\n`);
});

test('without a stock, suggests an import and creates nothing', async () => {
  const folder = temporaryFolder();
  const { code, stdout } = await forecourt(['search'], { cwd: folder });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      'There is no stock in ./data yet. Import some: forecourt import FILE --data ./data. Or try demo stock: forecourt serve --demo --data ./data\n',
  });
  expect((await forecourt(['search', '--json'], { cwd: folder })).stdout).toBe(
    '{"results":{"cars":[],"total_vehicles":0,"current_page":1,"total_pages":0,"per_page":20}}\n',
  );
});

test('a reader that closes the pipe early is not an error', async () => {
  const child = start(['search', '--data', await stockOf(THREE), '--json']);
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
