// feeds.json: its settings, and the messages of its faults.
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Problem } from '../../../src/problem.ts';
import { parseFeeds, loadFeedsFile, type FeedConfig } from '../../../src/ingest/schedule/feeds-file.ts';
import { fileIn } from '../../cli/feeds.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

const ENVIRONMENT = { USER_NAME: 'ada', PASS_WORD: 'hunter2', TOKEN: 'sesame' };

function parse(...feeds: unknown[]): FeedConfig[] {
  return parseFeeds(JSON.stringify({ feeds }), '/etc/forecourt/feeds.json', ENVIRONMENT);
}

/** The lines of the Problem after the first. */
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

const NORTH = { name: 'north', address: 'https://north.example/stock.csv', dealer: 'north.example' };

const NO_DEALER =
  'dealer or dealers must be given: a domain, a list of domains, or "*" for every dealer that no other feed has';

const DEALERS_RULE =
  'dealers must be a list of domains, such as ["north.example", "south.example"], or "*" for every dealer that no other feed has';
const HOSTS_RULE =
  'hosts must be a list of hosts without scheme, port and path, such as ["ads.market.example"]';

test('the example of docs/runs.md can be used', () => {
  const page = readFileSync(new URL('../../../docs/runs.md', import.meta.url), 'utf8');
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
  expect(feeds[1]?.location).toEqual({ kind: 'file', path: `${folder}/uploads/south.csv` });
  expect(feeds[1]?.settings).toMatchObject({ layout: 'dms', dealer: 'south.example' });
});

test.each([
  [
    'an unknown key',
    { ...NORTH, adress: 'x' },
    ["- feed 'north': there is no setting 'adress'; did you mean 'address'?"],
  ],
  ['no source', { name: 'north', dealers: '*' }, ["- feed 'north': either address or path must be given"]],
  ['two sources', { ...NORTH, path: 'a.csv' }, ["- feed 'north': either address or path must be given"]],
  ['no name', { path: 'a.csv', dealers: '*' }, ['- feed 1: name must be given']],
  [
    'a name with a path',
    { name: '../north', path: 'a.csv', dealers: '*' },
    [
      "- feed '../north': name must be up to 64 letters, digits, dots, hyphens and underscores (got '../north')",
    ],
  ],
  [
    'a name that is a folder',
    { name: '..', path: 'a.csv', dealers: '*' },
    ["- feed '..': name must be up to 64 letters, digits, dots, hyphens and underscores (got '..')"],
  ],
  [
    'no object',
    'north',
    [
      "- feed 1: must be an object in braces (got 'north')",
      '- feed 1: name must be given',
      `- feed 1: ${NO_DEALER}`,
      '- feed 1: either address or path must be given',
    ],
  ],
  [
    'a file address',
    { ...NORTH, address: 'file:///etc/passwd' },
    [
      "- feed 'north': address must be an http or https address without user and password (those belong to credentials)",
    ],
  ],
  [
    'a password in the address',
    { ...NORTH, address: 'https://a:secret@north.example/' },
    [
      "- feed 'north': address must be an http or https address without user and password (those belong to credentials)",
    ],
  ],
  [
    'an invalid schedule',
    { ...NORTH, every: '15 minutes', at: 'noon' },
    [
      "- feed 'north': every must be a number and a unit, such as 30s, 15m, 6h or 1d (got '15 minutes')",
      "- feed 'north': at must be a time of day in UTC, such as 03:30, or a list of them (got 'noon')",
    ],
  ],
  [
    'invalid limits',
    { ...NORTH, maxBytes: '1GB', timeout: 10 },
    [
      "- feed 'north': maxBytes must be a whole number of bytes, at least 1 (got '1GB')",
      "- feed 'north': timeout must be a number and a unit, such as 90s or 10m (got '10')",
    ],
  ],
  [
    'an unknown layout',
    { ...NORTH, layout: 'gogle' },
    [
      "- feed 'north': layout must be one of forecourt, dms, autotrader, google, meta, schema_org, wordpress, shopify, xml, general (got 'gogle')",
    ],
  ],
  [
    'an invalid dealer',
    { ...NORTH, dealer: 'North Cars' },
    ["- feed 'north': dealer must be a domain, such as north.example (got 'North Cars')"],
  ],
  ['no dealer', { name: 'north', path: 'a.csv' }, [`- feed 'north': ${NO_DEALER}`]],
  [
    'hosts, but no dealer',
    { name: 'north', path: 'a.csv', hosts: ['a.example'] },
    [`- feed 'north': ${NO_DEALER}`],
  ],
  [
    'no list of dealers',
    { ...NORTH, dealers: 'south.example' },
    [`- feed 'north': ${DEALERS_RULE} (got 'south.example')`],
  ],
  ['an empty list of dealers', { ...NORTH, dealers: [] }, [`- feed 'north': ${DEALERS_RULE} (got '[]')`]],
  [
    'a list with every dealer',
    { ...NORTH, dealers: ['*'] },
    [`- feed 'north': ${DEALERS_RULE} (got '["*"]')`],
  ],
  [
    'a list with a name',
    { ...NORTH, dealers: ['a.example', 'North'] },
    [`- feed 'north': ${DEALERS_RULE} (got '["a.example","North"]')`],
  ],
  [
    'hosts that are no list',
    { ...NORTH, hosts: 'a.example' },
    [`- feed 'north': ${HOSTS_RULE} (got 'a.example')`],
  ],
  ['every host', { ...NORTH, hosts: ['*'] }, [`- feed 'north': ${HOSTS_RULE} (got '["*"]')`]],
  ['every host of a country', { ...NORTH, hosts: ['uk'] }, [`- feed 'north': ${HOSTS_RULE} (got '["uk"]')`]],
  [
    'a host with a port',
    { ...NORTH, hosts: ['a.example:8080'] },
    [`- feed 'north': ${HOSTS_RULE} (got '["a.example:8080"]')`],
  ],
  [
    'a host with a path',
    { ...NORTH, hosts: ['https://a.example/'] },
    [`- feed 'north': ${HOSTS_RULE} (got '["https://a.example/"]')`],
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
    'a reserved header',
    { ...NORTH, credentials: { header: { name: 'Host', value: 'TOKEN' } } },
    ["- feed 'north', credentials, header: name must be a header's name, such as X-Api-Key (got 'Host')"],
  ],
  [
    'credentials for a path',
    { name: 'north', path: 'a', dealers: '*', credentials: { bearer: 'TOKEN' } },
    ["- feed 'north': a path takes no credentials"],
  ],
  [
    'credentials without TLS',
    {
      name: 'north',
      address: 'http://north.example/',
      dealer: 'north.example',
      credentials: { bearer: 'TOKEN' },
    },
    ["- feed 'north': credentials are sent over https only, except to loopback addresses"],
  ],
  [
    'a path that allows private addresses',
    { name: 'north', path: 'a', dealer: 'north.example', allowPrivate: true },
    ["- feed 'north': a path takes no allowPrivate"],
  ],
  [
    'an allowPrivate that is no boolean',
    { ...NORTH, allowPrivate: 'yes' },
    ["- feed 'north': allowPrivate must be true or false (got 'yes')"],
  ],
])('%s is reported', (_, feed, expected) => {
  expect(faults(feed)).toEqual(expected);
});

test('private addresses are allowed only with allowPrivate', () => {
  const sources = parse(NORTH, { ...NORTH, name: 'b', dealer: 'b.example', allowPrivate: true }).map(
    ({ location: source }) => source,
  );
  expect(sources).toMatchObject([{ allowPrivate: false }, { allowPrivate: true }]);
});

test.each([
  'example',
  'www.',
  'co.uk',
  'www.co.uk',
  'north%2eexample',
  '192.0.2.7',
  'north..example',
  'xn--north-.example',
])('%s is no dealer that a feed may list', (dealer) => {
  const feed = { name: 'a', path: 'a.csv' };
  expect(faults({ ...feed, dealer })).toEqual([
    `- feed 'a': dealer must be a domain, such as north.example (got '${dealer}')`,
  ]);
  expect(faults({ ...feed, dealers: [dealer] })[0]).toMatch(/^- feed 'a': dealers must be a list of domains/);
});

test('two feeds with one name or one dealer are reported', () => {
  const path = (name: string): object => ({ name, path: 'a.csv', dealer: 'www.North.example' });
  expect(faults(path('a'), { name: 'A', path: 'b.csv', dealers: '*' }, path('c'))).toEqual([
    "- feed 'A': another feed has this name",
    "- feed 'c': feed 'a' is of dealer north.example too. Let one of them merge",
  ]);
  expect(faults(path('a'), { ...path('c'), merge: true })).toEqual([]);
});

test('a dealer may be in several lists, if all but one of the feeds merge', () => {
  const feed = (name: string, more: object): object => ({ name, path: 'a.csv', ...more });
  const group = feed('group', { dealers: ['south.example', 'müller.example'] });
  expect(
    faults(
      group,
      feed('b', { dealer: 'xn--mller-kva.example' }),
      feed('c', { dealers: ['www.South.example'] }),
    ),
  ).toEqual([
    "- feed 'b': feed 'group' is of dealer xn--mller-kva.example too. Let one of them merge",
    "- feed 'c': feed 'group' is of dealer south.example too. Let one of them merge",
  ]);
  const merging = ['b', 'c'].map((name) => feed(name, { dealers: ['south.example'], merge: true }));
  expect(faults(group, ...merging, feed('rest', { dealers: '*' }), feed('more', { dealers: '*' }))).toEqual(
    [],
  );
});

test('dealer is the default and may be sent, dealers may be sent, and hosts may have adverts', () => {
  const [both, open] = parse(
    { ...NORTH, dealer: 'www.North.example', dealers: ['South.example', 'north.example', 'müller.example'] },
    {
      ...NORTH,
      name: 'open',
      dealer: 'west.example',
      dealers: '*',
      hosts: ['Ads.Market.example.', 'müller.example'],
    },
  );
  expect(both?.settings.dealer).toBe('north.example');
  expect(both?.scope).toMatchObject({ isOpen: false, hosts: [] });
  expect(open?.scope).toMatchObject({ isOpen: true, hosts: ['ads.market.example', 'xn--mller-kva.example'] });
  expect(open?.scope.list).toEqual({
    feeds: new Map([
      ['north.example', ['north']],
      ['south.example', ['north']],
      ['xn--mller-kva.example', ['north']],
      ['west.example', ['open']],
    ]),
    hosts: new Map([
      ['ads.market.example', ['open']],
      ['xn--mller-kva.example', ['open']],
    ]),
    open: new Set(['open']),
  });
});

test('other feeds’ dealers change the fingerprint of only the feeds that they exclude them from', () => {
  const open = { name: 'open', path: 'a.csv', dealers: '*' };
  const prints = (...others: object[]): (string | undefined)[] =>
    parse(open, NORTH, ...others).map(({ fingerprint }) => fingerprint);
  const [openBefore, northBefore] = prints();
  const [openAfter, northAfter] = prints({ name: 'c', path: 'c.csv', dealer: 'south.example' });
  expect([openAfter === openBefore, northAfter === northBefore]).toEqual([false, true]);
  const [openShared, northShared] = prints({ ...NORTH, name: 'changes', merge: true });
  expect([openShared === openBefore, northShared === northBefore]).toEqual([true, false]);
});

test('all faults of all feeds are reported at once, up to twenty', () => {
  const lines = faults(...Array.from({ length: 30 }, (_, n) => ({ name: `f${n}`, dealers: '*' })));
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('- and 10 more');
});

test.each([
  ['{"feeds":', 'feeds.json is not JSON: '],
  ['[]', 'feeds.json must hold {"feeds": [ … ]}, a list of feeds.'],
  ['{}', 'feeds.json must hold {"feeds": [ … ]}, a list of feeds.'],
])('the file %s is rejected', (text, message) => {
  expect(() => parseFeeds(text, 'feeds.json', {})).toThrow(message);
});

test('a missing list is reported by its path', () => {
  const path = `${temporaryFolder()}/feeds.json`;
  expect(() => loadFeedsFile(path, {})).toThrow(`The feeds cannot be read from '${path}': it is not there.`);
});

test('credentials become a header, and nothing prints it', () => {
  const [basic, header] = parse(
    { ...NORTH, credentials: { basic: { user: 'USER_NAME', password: 'PASS_WORD' } } },
    {
      ...NORTH,
      name: 'b',
      dealer: 'b.example',
      credentials: { header: { name: 'X-Api-Key', value: 'TOKEN' } },
    },
  );
  const secrets = [basic, header].map((feed) =>
    feed?.location.kind === 'address' ? feed.location.secret : undefined,
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

test('only settings that affect how a feed is read change its fingerprint', () => {
  const print = (feed: object): string => parse({ ...NORTH, ...feed })[0]?.fingerprint ?? '';
  expect(print({ every: '1h', timeout: '1m', allowPrivate: true, credentials: { bearer: 'TOKEN' } })).toBe(
    print({}),
  );
  const others = [
    { dealer: 'other.example' },
    { layout: 'dms' },
    { format: 'csv' },
    { merge: true },
    { hosts: ['ads.example'] },
    { dealers: '*' },
    { dealers: ['south.example'] },
    { mapping: {} },
  ];
  expect(new Set([{}, ...others].map(print)).size).toBe(9);
});
