// feeds.json: what it may say, and how kindly and completely its faults are told.
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Problem } from '../../src/problem.ts';
import { parseFeeds, readFeeds, type FeedSettings } from '../../src/runs/parse-feeds.ts';
import { fileIn } from '../cli/feeds.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const ENVIRONMENT = { USER_NAME: 'ada', PASS_WORD: 'hunter2', TOKEN: 'sesame' };

function parse(...feeds: unknown[]): FeedSettings[] {
  return parseFeeds(JSON.stringify({ feeds }), '/etc/forecourt/feeds.json', ENVIRONMENT);
}

/** The lines of the Problem, without the first. */
function faults(...feeds: unknown[]): string[] {
  try {
    parse(...feeds);
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_configuration')
      return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

const NORTH = { name: 'north', address: 'https://north.example/stock.csv' };

test('the example of docs/runs.md can be used', () => {
  const page = readFileSync(new URL('../../docs/runs.md', import.meta.url), 'utf8');
  const example = /^```json\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
  const folder = temporaryFolder();
  fileIn(folder, 'market-mapping.json', '{}');
  const feeds = parseFeeds(example, `${folder}/feeds.json`, {
    NORTH_USER: 'a',
    NORTH_PASSWORD: 'b',
    MARKET_TOKEN: 'c',
  });
  expect(feeds.map(({ name, schedule, limits }) => ({ name, schedule, limits }))).toEqual([
    {
      name: 'north',
      schedule: { everyMs: 900_000, at: [] },
      limits: { maxBytes: 2 ** 30, timeoutMs: 600_000 },
    },
    {
      name: 'south',
      schedule: { everyMs: 60_000, at: [210] },
      limits: { maxBytes: 2 ** 30, timeoutMs: 600_000 },
    },
    {
      name: 'market',
      schedule: { everyMs: undefined, at: [180, 900] },
      limits: { maxBytes: 500_000_000, timeoutMs: 1_200_000 },
    },
  ]);
  expect(feeds[1]?.source).toEqual({ kind: 'file', path: `${folder}/uploads/south.csv` });
  expect(feeds[1]?.reading).toMatchObject({ layout: 'dms', dealer: 'south.example' });
});

test.each([
  [
    'an unknown key',
    { ...NORTH, adress: 'x' },
    ["- feed 'north': there is no setting 'adress'; did you mean 'address'?"],
  ],
  ['no source', { name: 'north' }, ["- feed 'north': either address or path must be given"]],
  ['two sources', { ...NORTH, path: 'a.csv' }, ["- feed 'north': either address or path must be given"]],
  ['no name', { path: 'a.csv' }, ['- feed 1: name must be given']],
  [
    'a name that leads elsewhere',
    { name: '../north', path: 'a.csv' },
    [
      "- feed '../north': name must be up to 64 letters, digits, dots, hyphens and underscores (got '../north')",
    ],
  ],
  [
    'a name that is a folder',
    { name: '..', path: 'a.csv' },
    ["- feed '..': name must be up to 64 letters, digits, dots, hyphens and underscores (got '..')"],
  ],
  [
    'no object',
    'north',
    [
      "- feed 1: must be an object in braces (got 'north')",
      '- feed 1: name must be given',
      '- feed 1: either address or path must be given',
    ],
  ],
  [
    'a file address',
    { name: 'north', address: 'file:///etc/passwd' },
    [
      "- feed 'north': address must be an http or https address without user and password (those belong to credentials)",
    ],
  ],
  [
    'a password in the address',
    { name: 'north', address: 'https://a:secret@north.example/' },
    [
      "- feed 'north': address must be an http or https address without user and password (those belong to credentials)",
    ],
  ],
  [
    'a bad schedule',
    { ...NORTH, every: '15 minutes', at: 'noon' },
    [
      "- feed 'north': every must be a number and a unit, such as 30s, 15m, 6h or 1d (got '15 minutes')",
      "- feed 'north': at must be a time of day in UTC, such as 03:30, or a list of them (got 'noon')",
    ],
  ],
  [
    'bad limits',
    { ...NORTH, maxBytes: '1GB', timeout: 10 },
    [
      "- feed 'north': maxBytes must be a whole number of bytes, at least 1 (got '1GB')",
      "- feed 'north': timeout must be a number and a unit, such as 90s or 10m (got '10')",
    ],
  ],
  [
    'an unknown layout',
    { ...NORTH, layout: 'gogle' },
    ["- feed 'north': layout must be one of forecourt, dms, google, meta, xml, general (got 'gogle')"],
  ],
  [
    'a bad dealer',
    { ...NORTH, dealer: 'North Cars' },
    ["- feed 'north': dealer must be a domain, such as north.example (got 'North Cars')"],
  ],
  [
    'two kinds of credentials',
    { ...NORTH, credentials: { bearer: 'TOKEN', basic: {} } },
    [
      "- feed 'north', credentials: exactly one of basic, bearer and header must be given",
      "- feed 'north', credentials, basic: user and password must be given, the names of two environment variables",
    ],
  ],
  [
    'a secret itself',
    { ...NORTH, credentials: { bearer: 'sesame open' } },
    ["- feed 'north', credentials: bearer must be the name of an environment variable, such as NORTH_TOKEN"],
  ],
  [
    'a variable that is not set',
    { ...NORTH, credentials: { bearer: 'TOKENS' } },
    ["- feed 'north', credentials: the environment variable TOKENS is not set"],
  ],
  [
    'a header of ours',
    { ...NORTH, credentials: { header: { name: 'Host', value: 'TOKEN' } } },
    ["- feed 'north', credentials, header: name must be a header's name, such as X-Api-Key (got 'Host')"],
  ],
  [
    'credentials for a path',
    { name: 'north', path: 'a', credentials: { bearer: 'TOKEN' } },
    ["- feed 'north': a path takes no credentials"],
  ],
  [
    'credentials without TLS',
    { name: 'north', address: 'http://north.example/', credentials: { bearer: 'TOKEN' } },
    ["- feed 'north': credentials go over https only, except to a loopback address"],
  ],
  [
    'a path that allows private addresses',
    { name: 'north', path: 'a', allowPrivate: true },
    ["- feed 'north': a path takes no allowPrivate"],
  ],
  [
    'an allowPrivate that is no boolean',
    { ...NORTH, allowPrivate: 'yes' },
    ["- feed 'north': allowPrivate must be true or false (got 'yes')"],
  ],
])('%s is told', (_, feed, expected) => {
  expect(faults(feed)).toEqual(expected);
});

test('private addresses are allowed only where a feed says so', () => {
  const sources = parse(NORTH, { ...NORTH, name: 'b', allowPrivate: true }).map(({ source }) => source);
  expect(sources).toMatchObject([{ allowPrivate: false }, { allowPrivate: true }]);
});

test('two feeds of one name, or of one dealer, are told', () => {
  const path = (name: string): object => ({ name, path: 'a.csv', dealer: 'www.North.example' });
  expect(faults(path('a'), { name: 'A', path: 'b.csv' }, path('c'))).toEqual([
    "- feed 'A': another feed has this name",
    "- feed 'c': feed 'a' is of dealer north.example too. Let one of them merge",
  ]);
  expect(faults(path('a'), { ...path('c'), merge: true })).toEqual([]);
});

test('all faults of all feeds are told at once, up to twenty', () => {
  const lines = faults(...Array.from({ length: 30 }, (_, n) => ({ name: `f${n}` })));
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('- and 10 more');
});

test.each([
  ['{"feeds":', 'feeds.json is not JSON: '],
  ['[]', 'feeds.json must hold {"feeds": [ … ]}, a list of feeds.'],
  ['{}', 'feeds.json must hold {"feeds": [ … ]}, a list of feeds.'],
])('the file %s is refused', (text, sentence) => {
  expect(() => parseFeeds(text, 'feeds.json', {})).toThrow(sentence);
});

test('a list that is not there is told by its path', () => {
  const path = `${temporaryFolder()}/feeds.json`;
  expect(() => readFeeds(path, {})).toThrow(`The feeds cannot be read from '${path}' (ENOENT).`);
});

test('credentials become a header, and nothing prints it', () => {
  const [basic, header] = parse(
    { ...NORTH, credentials: { basic: { user: 'USER_NAME', password: 'PASS_WORD' } } },
    { ...NORTH, name: 'b', credentials: { header: { name: 'X-Api-Key', value: 'TOKEN' } } },
  );
  const secrets = [basic, header].map((feed) =>
    feed?.source.kind === 'address' ? feed.source.secret : undefined,
  );
  expect(secrets.map((secret) => [secret?.name, secret?.reveal()])).toEqual([
    ['authorization', 'Basic YWRhOmh1bnRlcjI='],
    ['x-api-key', 'sesame'],
  ]);
  for (const text of [
    JSON.stringify([basic, header]),
    inspect([basic, header], { depth: 9 }),
    `${String(secrets[1])}`,
  ])
    expect(text).not.toMatch(/sesame|YWRh|hunter2/);
});

test('what decides how a feed is read changes its fingerprint, and nothing else does', () => {
  const print = (feed: object): string => parse({ ...NORTH, ...feed })[0]?.fingerprint ?? '';
  expect(print({ every: '1h', timeout: '1m', allowPrivate: true, credentials: { bearer: 'TOKEN' } })).toBe(
    print({}),
  );
  const others = [
    { dealer: 'north.example' },
    { layout: 'dms' },
    { format: 'csv' },
    { merge: true },
    { mapping: {} },
  ];
  expect(new Set([{}, ...others].map(print)).size).toBe(6);
});
