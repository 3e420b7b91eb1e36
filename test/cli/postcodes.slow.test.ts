// `forecourt postcodes import`: published files make positions exact to the unit postcode.
import { expect, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from './feeds.ts';

const CODE_POINT =
  '"AB101AB",10,394235,806529,"S92000003","","S08000020","","S12000033","S13002842"\r\n' +
  '"EN771AN",90,0,0,"E92000001","","","","",""\r\n';

const ONSPD =
  'pcd,pcd2,pcds,dointr,doterm,lat,long\n' +
  '"BT1 1AA","BT1  1AA","BT1 1AA",198001,"",54.602222,-5.926105\n' +
  '"BT1 1AB","BT1  1AB","BT1 1AB",198001,"",54.602222,-5.876105\n';

async function distances(folder: string, location: string): Promise<(number | null)[]> {
  const args = ['search', '--data', folder, '--location', location, '--sort', 'distance', '--json'];
  const { stdout } = await forecourt(args);
  const { results } = JSON.parse(stdout) as { results: { cars: { distance_km: number | null }[] } };
  return results.cars.map(({ distance_km }) => distance_km);
}

test('Code-Point Open and ONSPD become one table, and searches are exact to the unit postcode', async () => {
  const folder = temporaryFolder();
  const belfast = { ...plainRecord('B1', 'belfast.example'), postcode: 'BT1 1AB' };
  const feed = fileIn(folder, 'feed.ndjson', THREE + ndjson(belfast));
  await importFeeds(folder, [{ name: 'feed', source: feed }], { merge: false });
  // The Jaguar stands on AB10 1AB itself, of which only the sector is known yet.
  expect((await distances(folder, 'AB10 1AB'))[0]).toBe(0.81);

  const files = [fileIn(folder, 'ab.csv', CODE_POINT), fileIn(folder, 'onspd.csv', ONSPD)];
  expect(await forecourt(['postcodes', 'import', ...files, '--data', folder])).toEqual({
    code: 0,
    stdout: '3 unit postcodes imported.\nSkipped, no position: 1\n',
    stderr: '',
  });
  expect((await distances(folder, 'ab101ab'))[0]).toBe(0);
  // A twentieth of a degree of longitude, in Belfast: 111.195 km × 0.05 × cos 54.6°.
  expect((await distances(folder, 'BT1 1AA'))[0]).toBe(3.22);
});

test('--json prints the counts as JSON', async () => {
  const folder = temporaryFolder();
  const args = ['postcodes', 'import', fileIn(folder, 'ab.csv', CODE_POINT), '--data', folder, '--json'];
  expect((await forecourt(args)).stdout).toBe(
    '{"units":1,"skipped":{"not_a_unit":0,"no_position":1,"bad_position":0,"repeated":0}}\n',
  );
});

test('other files are refused, and the table stays', async () => {
  const folder = temporaryFolder();
  await forecourt(['postcodes', 'import', fileIn(folder, 'ab.csv', CODE_POINT), '--data', folder]);
  const wrong: [path: string, finding: string][] = [
    [`${folder}/none.csv`, 'there is no such file'],
    [folder, 'it is a folder. Name the CSV files in it'],
    [fileIn(folder, 'empty.csv', ''), 'it is empty'],
    [
      fileIn(folder, 'feed.csv', 'id,dealer\n1,x\n'),
      "its first line has 2 columns, 'id,dealer', so it is neither",
    ],
    [fileIn(folder, 'cut.csv', CODE_POINT.slice(0, -40)), 'line 2 '],
  ];
  for (const [path, finding] of wrong) {
    const { code, stdout, stderr } = await forecourt(['postcodes', 'import', path, '--data', folder]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`forecourt: '${path}' cannot be read as postcodes: ${finding}`);
  }
  const feed = fileIn(folder, 'feed.ndjson', THREE);
  await importFeeds(folder, [{ name: 'feed', source: feed }], { merge: false });
  expect((await distances(folder, 'AB10 1AB'))[0]).toBe(0);
});
