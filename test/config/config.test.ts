// Settings: where each comes from, what goes first, and which values are good.
import { expect, test } from 'vitest';
import { defaultBaseUrl, describeConfig, readConfig } from '../../src/config/config.ts';
import { Problem } from '../../src/problem.ts';

function faultOf(flags: Record<string, string | boolean>, environment: Record<string, string> = {}): string {
  try {
    readConfig(flags, environment);
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

test('without flags and variables every setting has its default', () => {
  expect(readConfig({}, {})).toEqual({
    data: './data',
    host: '127.0.0.1',
    port: 8080,
    baseUrl: undefined,
    trustProxy: false,
    demo: false,
    merge: false,
    format: undefined,
    json: false,
    feeds: undefined,
    mcpOrigins: [],
  });
});

test('every setting can come from the environment', () => {
  expect(
    readConfig(
      {},
      {
        FORECOURT_DATA: ' /var/lib/forecourt ',
        FORECOURT_HOST: '0.0.0.0',
        FORECOURT_PORT: '9000',
        FORECOURT_BASE_URL: 'https://cars.example/used/',
        FORECOURT_TRUST_PROXY: 'Yes',
        FORECOURT_DEMO: '1',
        FORECOURT_MERGE: 'TRUE',
        FORECOURT_FORMAT: 'csv',
        FORECOURT_JSON: 'true',
        FORECOURT_FEEDS: 'feeds.json',
        FORECOURT_MCP_ORIGINS: 'https://chat.example, HTTP://Localhost:80',
      },
    ),
  ).toEqual({
    data: '/var/lib/forecourt',
    host: '0.0.0.0',
    port: 9000,
    baseUrl: 'https://cars.example/used',
    trustProxy: true,
    demo: true,
    merge: true,
    format: 'csv',
    json: true,
    feeds: 'feeds.json',
    mcpOrigins: ['https://chat.example', 'http://localhost'],
  });
});

test('a flag goes before its variable, and hides a bad one', () => {
  const environment = { FORECOURT_PORT: 'none', FORECOURT_DATA: '/elsewhere', FORECOURT_DEMO: 'no' };
  const flags = { port: '0', data: 'here', demo: true };
  expect(readConfig(flags, environment)).toMatchObject({ port: 0, data: 'here', demo: true });
});

test('a blank variable is as if it were not set', () => {
  const environment = { FORECOURT_PORT: '', FORECOURT_DATA: '  ', FORECOURT_JSON: '\t' };
  expect(readConfig({}, environment)).toMatchObject({ port: 8080, data: './data', json: false });
});

test.each(['0', '80', '65535', '08080'])('port %s is one', (port) => {
  expect(readConfig({ port }, {}).port).toBe(Number(port));
});

test.each(['65536', '-1', '80.0', '8e3', '0x50', '', ' ', 'http', '123456', '８０'])(
  'port %j is none',
  (port) => {
    expect(faultOf({ port })).toMatch(
      /^invalid_configuration: --port must be a whole number from 0 to 65535 \(got '/,
    );
  },
);

test.each([
  ['http://cars.example', 'http://cars.example'],
  ['HTTPS://Cars.Example:8443/', 'https://cars.example:8443'],
  ['https://cars.example/a/b//', 'https://cars.example/a/b'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('the base URL %s is kept as %s', (given, kept) => {
  expect(readConfig({ baseUrl: given }, {}).baseUrl).toBe(kept);
});

test.each([
  'cars.example',
  'ftp://cars.example',
  'https://cars.example?x=1',
  'https://cars.example#top',
  'https://user:secret@cars.example',
  'https://',
])('%s is no base URL', (baseUrl) => {
  expect(faultOf({ baseUrl })).toContain('--base-url must be an http or https address without query');
});

test.each(['', ' ', '\t'])('the data folder %j is none', (data) => {
  expect(faultOf({ data })).toMatch(/^invalid_configuration: --data must be a folder \(got '/);
});

test.each(['', 'two words', 'http://cars.example', '127.0.0.1/8'])('the host %j is none', (host) => {
  expect(faultOf({ host })).toContain('--host must be a host name or an IP address');
});

test.each([
  ['*', ['*']],
  ['https://chat.example/', ['https://chat.example']],
  ['chrome-extension://abcdefgh', ['chrome-extension://abcdefgh']],
])('the origins %s are kept as %j', (mcpOrigins, kept) => {
  expect(readConfig({ mcpOrigins }, {}).mcpOrigins).toEqual(kept);
});

test.each(['chat.example', 'https://chat.example/app', 'https://a.example,', 'null', 'https://*'])(
  '%j is no list of origins',
  (mcpOrigins) => {
    expect(faultOf({ mcpOrigins })).toContain(
      '--mcp-origins must be a list of origins such as https://chat.example, or *',
    );
  },
);

test('all faults are told in one sentence, each by the name it came under', () => {
  expect(faultOf({ format: 'xls', port: 'x' }, { FORECOURT_MERGE: 'maybe' })).toBe(
    "invalid_configuration: --port must be a whole number from 0 to 65535 (got 'x'); " +
      "FORECOURT_MERGE must be one of true, false, 1, 0, yes, no (got 'maybe'); " +
      "--format must be one of ndjson, json, csv, xml (got 'xls').",
  );
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['cars.example', 'http://cars.example:8080'],
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080'],
])('a service that listens on %s is reached at %s', (host, address) => {
  expect(defaultBaseUrl(host, 8080)).toBe(address);
});

test('a server can print what was set, without names and passwords', () => {
  const config = readConfig({ port: '9000', mcpOrigins: 'https://chat.example,*' }, { FORECOURT_DEMO: '1' });
  expect(describeConfig(config)).toEqual(['port 9000', 'demo true', 'mcp-origins https://chat.example, *']);
  expect(faultOf({ baseUrl: 'https://user:open-sesame@cars.example' })).toContain(
    "(got 'https://…@cars.example')",
  );
});
