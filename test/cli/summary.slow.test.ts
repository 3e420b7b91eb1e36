// `forecourt summary`: its output for a small stock, as a table and as JSON.
import { expect, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt } from '../support/process.ts';
import { fileIn, THREE } from './feeds.ts';

async function stockOfThree(): Promise<string> {
  const folder = temporaryFolder();
  await importFeeds(folder, [{ name: 'feed', source: fileIn(folder, 'feed.ndjson', THREE) }], {
    merge: false,
  });
  return folder;
}

test('prints a line for each field, the excluded listings and the total', async () => {
  const args = ['summary', '--data', await stockOfThree(), '--price_max', '9000'];
  const { code, stdout, stderr } = await forecourt(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toEqual([
    'FIELD         LISTINGS',
    'make          Jaguar 1',
    'model         XF 1',
    'fuel_type     Diesel 1',
    'transmission  Automatic 1',
    'dealer        north.example 1',
    'year          2012 1',
    'price         8,995.5 to 12,450, median 8,995.5, unknown 1',
    'mileage       88,000 to 88,000, median 88,000',
    '',
    'Left out because unknown: price 1.',
    '1 of 3 listings.',
    '',
  ]);
});

test('without a match, suggests changes as flags', async () => {
  const folder = await stockOfThree();
  const { stdout } = await forecourt([
    'summary',
    '--data',
    folder,
    '--q',
    'golf quickly',
    '--price_max',
    '13000',
  ]);
  expect(stdout.split('\n').slice(10)).toEqual([
    '0 of 3 listings.',
    'Nothing matches. The first of these changes reads q as a phrase, and each of the others is of one parameter.',
    '  without --q --make Volkswagen --model Golf: 1 listing',
    '  --q golf: 1 listing',
    '  without --q: 2 listings',
    '',
  ]);
  const { stdout: nothing } = await forecourt([
    'summary',
    '--data',
    folder,
    '--make',
    'BMW',
    '--year_max',
    '1900',
  ]);
  expect(nothing.split('\n').slice(10)).toEqual([
    '0 of 3 listings.',
    'Nothing matches, and no change of one parameter alone would help.',
    '',
  ]);
});

test("--json prints the body of the API's response, below the base URL", async () => {
  const args = ['--make', 'jaguar', '--price-max', '8000', '--json', '--base-url', 'https://cars.example'];
  const { stdout } = await forecourt(['summary', '--data', await stockOfThree(), ...args]);
  expect(JSON.parse(stdout)).toMatchObject({
    summary: {
      total_vehicles: 0,
      price: { known: 1, min: 8995.5, percentiles: { 50: 8995.5 } },
      relaxations: [
        {
          parameter: 'price_max',
          value: '8996',
          total_vehicles: 1,
          url: 'https://cars.example/api/v1/vehicles/?make=jaguar&price_max=8996&page=1',
        },
      ],
    },
  });
});
