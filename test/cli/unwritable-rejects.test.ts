// A file of rejected records that cannot be written once the import is over: the import stands, and a warning says so.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { stockStatus } from '../../src/stock-status.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { fileIn, ndjson, plainRecord } from './feeds.ts';
import { runProgram } from './program.ts';

let place = '';
let data = '';
let rejects = '';
let warning = '';
beforeEach(() => {
  place = temporaryFolder();
  data = join(place, 'data');
  // Its name leaves no room for that of the temporary file, which only writing shows.
  rejects = join(place, 'x'.repeat(250));
  warning = `cannot be written: its name is too long.`;
});

const many = ndjson(...Array.from({ length: 12 }, (_, n) => plainRecord(`A${n}`)));
const few = ndjson(plainRecord('A0'));
const BAD = '{"id":"X"}\n';

async function importOf(content: string) {
  const feed = fileIn(place, 'north.ndjson', content);
  return runProgram(['import', feed, '--data', data, '--rejects', rejects]);
}

test('an import is reported as it is', async () => {
  const { lines, warnings, problem } = await importOf(many + BAD);
  expect(problem).toBeUndefined();
  expect(lines.join('\n')).toContain('13 records read, 1 rejected.');
  expect(warnings).toEqual([expect.stringContaining(warning)]);
  expect(await stockStatus(data)).toMatchObject({ listings: 12 });
});

test('a blocked import is reported as blocked', async () => {
  await importOf(many);
  const { lines, warnings, problem } = await importOf(few + BAD);
  expect(problem).toMatch(/^import_blocked: Import blocked: 11 of 12 listings of north\.example /);
  expect(lines.join('\n')).toContain('0 added, 0 changed, 1 unchanged, 11 withdrawn.');
  expect(warnings).toEqual([expect.stringContaining(warning)]);
});

test('a feed run goes on to the next feed', async () => {
  fileIn(place, 'north.ndjson', many + BAD);
  fileIn(place, 'south.ndjson', ndjson(plainRecord('S', 'south.example')));
  const feeds = ['north', 'south'].map((name) => ({
    name,
    path: `${name}.ndjson`,
    dealer: `${name}.example`,
  }));
  const list = fileIn(place, 'feeds.json', JSON.stringify({ feeds }));
  mkdirSync(data);
  fileIn(data, 'rejects', '');
  const { lines, warnings, problem } = await runProgram(['feed', 'run', '--feeds', list, '--data', data]);
  expect(problem).toBeUndefined();
  expect(lines.filter((line) => !line.startsWith(' '))).toEqual(['north: imported.', 'south: imported.']);
  expect(warnings).toEqual([
    `north: The file of rejected records '${join(data, 'rejects/north.ndjson')}' cannot be written: there is something else of this name.`,
  ]);
});
