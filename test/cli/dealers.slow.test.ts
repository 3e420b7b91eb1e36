// `forecourt feed dealers`, `move` and `release`, and `import` of dealers that belong to a feed: output, JSON, exit codes.
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt, type Outcome } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from './feeds.ts';

let folder = '';
let place = '';
let list = '';

function listed(...feeds: readonly object[]): void {
  list = fileIn(place, 'feeds.json', JSON.stringify({ feeds }));
}

beforeEach(async () => {
  folder = join(temporaryFolder(), 'data');
  place = temporaryFolder();
  fileIn(place, 'market.ndjson', THREE);
  fileIn(place, 'north.ndjson', ndjson(plainRecord('N1'), plainRecord('N2')));
  listed({ name: 'market', path: 'market.ndjson', dealers: '*' });
  expect((await run('feed', 'run')).code).toBe(0);
});

function run(...args: string[]): Promise<Outcome> {
  return forecourt(args, { environment: { FORECOURT_FEEDS: list, FORECOURT_DATA: folder } });
}

test('feed dealers and status show the feed of each dealer', async () => {
  const rows = [
    'DEALER         FEED    LISTINGS',
    'north.example  market         2',
    'south.example  market         1',
    '',
  ];
  expect(await run('feed', 'dealers')).toEqual({ code: 0, stdout: rows.join('\n'), stderr: '' });
  expect(JSON.parse((await run('feed', 'dealers', '--json')).stdout)).toEqual({
    dealers: [
      { dealer: 'north.example', feed: 'market', listings: 2 },
      { dealer: 'south.example', feed: 'market', listings: 1 },
    ],
    misplaced: [],
  });
  listed(
    { name: 'market', path: 'market.ndjson', dealers: '*' },
    { name: 'north', path: 'north.ndjson', dealer: 'north.example' },
  );
  const moving = 'forecourt feed move north.example north';
  expect((await run('feed', 'dealers')).stdout).toBe(
    `${rows.join('\n')}north.example belongs to the feed 'market', but the list gives it to the feed 'north'. Move it: ${moving}\n`,
  );
  expect(JSON.parse((await run('feed', 'dealers', '--json')).stdout)).toMatchObject({
    misplaced: [
      {
        dealer: 'north.example',
        feed: 'market',
        domain: 'north.example',
        belongsTo: 'north',
        command: moving,
      },
    ],
  });
  expect((await run('status')).stdout).toContain(
    'LISTINGS  DEALER         FEED\n       2  north.example  market\n       1  south.example  market\n',
  );
  const none = await forecourt(['feed', 'dealers', '--data', temporaryFolder()]);
  expect(none).toEqual({ code: 0, stdout: 'There are no dealers yet.\n', stderr: '' });
});

test('a dealer moves to a feed that may have it, whose next run imports it', async () => {
  folder = join(temporaryFolder(), 'data');
  listed({ name: 'market', path: 'market.ndjson', dealers: ['north.example', 'south.example'] });
  expect((await run('feed', 'run')).code).toBe(0);
  listed(
    { name: 'north', path: 'north.ndjson', dealer: 'north.example' },
    { name: 'other', path: 'north.ndjson', dealers: '*' },
  );
  const rejected = await run('feed', 'run', 'north');
  expect(rejected).toMatchObject({ code: 1 });
  expect(rejected.stdout).toContain(
    "north.example belongs to the feed 'market' until it is moved: forecourt feed move north.example north.\n",
  );
  expect(await run('feed', 'move', 'https://www.north.example/', 'north')).toEqual({
    code: 0,
    stdout:
      "north.example: from the feed 'market' to the feed 'north' (2 listings).\nThe next run of each feed reads it in full.\n",
    stderr: '',
  });
  expect(await run('feed', 'move', 'north.example', 'north')).toMatchObject({
    code: 0,
    stdout: 'Nothing to change.\n',
  });
  const taken = await run('feed', 'run', 'north');
  expect(taken).toMatchObject({ code: 0 });
  expect(taken.stdout).toContain('0 added, 2 changed, 0 unchanged, 0 withdrawn.');
});

test('one command moves all dealers of a renamed feed', async () => {
  listed({ name: 'market-v2', path: 'market.ndjson', dealers: '*' });
  const moved = await run('feed', 'move', '*', 'market-v2', '--from', 'market', '--json');
  expect(JSON.parse(moved.stdout)).toEqual({
    moved: [
      { dealer: 'north.example', feed: 'market-v2', listings: 2, from: 'market' },
      { dealer: 'south.example', feed: 'market-v2', listings: 1, from: 'market' },
    ],
  });
});

test("an import of a feed's dealer is refused without --override-feeds, unless the dealer is released", async () => {
  const path = join(place, 'north.ndjson');
  expect(await run('import', path)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      "forecourt: north.example belongs to the feed 'market', so nothing was imported. With --override-feeds the import " +
      "changes its stock all the same, until the next run of that feed; 'forecourt feed release north.example' takes " +
      'the dealer from the feed.\n',
  });
  const overridden = await run('import', path, '--override-feeds');
  expect(overridden).toMatchObject({ code: 0, stderr: '' });
  expect(overridden.stdout).toContain('0 added, 2 changed, 0 unchanged, 0 withdrawn.');
  const again = await run('feed', 'run');
  expect(again.stdout).toContain('0 added, 2 changed, 1 unchanged, 0 withdrawn.');
  expect(await run('feed', 'release', 'north.example')).toMatchObject({
    code: 0,
    stdout:
      "north.example: from the feed 'market' to no feed (2 listings).\nThe next run of each feed reads it in full.\n",
  });
  expect((await run('import', path)).code).toBe(0);
  expect((await run('feed', 'dealers')).stdout).toContain('north.example  -              2\n');
});

test.each([
  [
    ['move', 'nroth.example', 'market'],
    "The stock has no dealer 'nroth.example'. Did you mean north.example?",
  ],
  [['move', 'north.example', 'nroth'], 'The list of feeds does not contain nroth. It contains: market.'],
  [['move', '*', 'market'], '"*" and --from go together: all dealers of that feed.'],
  [
    ['move', 'north.example', 'market', '--from', 'market'],
    '"*" and --from go together: all dealers of that feed.',
  ],
  [['release', '*', '--from', 'none'], "No dealer belongs to a feed 'none'."],
])('%j exits with 2', async (args, message) => {
  expect(await run('feed', ...args)).toEqual({ code: 2, stdout: '', stderr: `forecourt: ${message}\n` });
});

test.each(['dealers', 'move', 'release'])('feed %s --help has an example', async (name) => {
  const { code, stdout } = await run('feed', name, '--help');
  expect(code).toBe(0);
  expect(stdout).toContain(`  $ forecourt feed ${name} `);
});
