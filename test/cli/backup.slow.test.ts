// `forecourt backup`: its output, and a search of the copy.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt } from '../support/process.ts';
import { fileIn, THREE } from './feeds.ts';

test('copies a data folder into a new one, which can be searched', async () => {
  const place = temporaryFolder();
  const data = join(place, 'data');
  await forecourt(['import', fileIn(place, 'three.ndjson', THREE), '--data', data]);

  const copy = join(place, 'copy');
  const { code, stdout } = await forecourt(['backup', copy, '--data', data]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    new RegExp(
      `^Copied 3 listings of ${data}, as of change 1, to ${copy} \\(0\\.\\d MB\\)\\.\nServe the copy with: forecourt serve --data ${copy}\n$`,
    ),
  );
  expect(readdirSync(copy)).toEqual(['stock.mdb']);
  const found = await forecourt(['search', '--make', 'VW', '--json', '--data', copy]);
  expect(JSON.parse(found.stdout)).toMatchObject({ results: { total_vehicles: 1 } });

  const again = await forecourt(['backup', copy, '--data', data, '--json']);
  expect(again).toMatchObject({
    code: 1,
    stderr: `forecourt: '${copy}' is not empty. A backup needs a new folder: choose another name.\n`,
  });
  const json = await forecourt(['backup', `${copy}2`, '--data', data, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ listings: 3, sequence: 1, files: ['stock.mdb'] });
});

test('refuses a folder without a stock', async () => {
  const place = temporaryFolder();
  const { code, stderr } = await forecourt(['backup', join(place, 'copy'), '--data', place]);
  expect(code).toBe(1);
  expect(stderr).toContain('it holds no stock yet');
});
