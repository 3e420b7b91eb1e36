// importPostcodes writes the table where searches find it, and creates a missing folder.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importPostcodes } from '../../src/store/postcode-import.ts';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { fileIn } from '../cli/feeds.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a missing folder is created, and its searches find the unit postcodes', async () => {
  const folder = join(temporaryFolder(), 'deep', 'data');
  const units = fileIn(temporaryFolder(), 'units.csv', 'pcds,lat,long\nZE1 0AA,60.15,-1.14\n');
  const progress: [number, number][] = [];
  const { units: count } = await importPostcodes(folder, [units], (read, total) =>
    progress.push([read, total]),
  );
  expect(count).toBe(1);
  expect(progress.at(-1)).toEqual([34, 34]);
  expect(readdirSync(folder)).toEqual(['postcodes.bin']);
  const search = openEmbeddedBackend(folder, { threads: false });
  const { center } = search.service.parse([['location', 'ze10aa']]).query;
  await search.close();
  expect(center).toEqual({ postcode: 'ZE1 0AA', point: { lat: 60.15, lng: -1.14 } });
});

test('a file in place of the folder is a Problem of the folder', async () => {
  const file = fileIn(temporaryFolder(), 'notes.txt', 'mine');
  const units = fileIn(temporaryFolder(), 'units.csv', 'pcds,lat,long\nZE1 0AA,60.15,-1.14\n');
  for (const folder of [file, join(file, 'data')]) {
    await expect(importPostcodes(folder, [units], () => undefined)).rejects.toMatchObject({
      name: 'Problem',
      code: 'data_unusable',
    });
  }
  expect(readFileSync(file, 'utf8')).toBe('mine');
});
