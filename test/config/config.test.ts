// Settings: their sources, precedence and valid values.
import { expect, test } from 'vitest';
import { defaultBaseUrl, describeConfig, readConfig } from '../../src/config/config.ts';
import { Problem } from '../../src/problem.ts';

function errorMessageOf(
  flags: Record<string, string | boolean>,
  environment: Record<string, string> = {},
): string {
  try {
    readConfig(flags, environment);
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

test('without flags and environment variables every setting has its default', () => {
  expect(readConfig({}, {})).toEqual({
    data: './data',
    host: '127.0.0.1',
    port: 8080,
    baseUrl: undefined,
    trustProxy: false,
    allowedHosts: [],
    demo: false,
    merge: false,
    format: undefined,
    json: false,
    workers: 1,
    feeds: undefined,
    termsFile: undefined,
    mcpOrigins: [],
    pictureOrigins: [],
    requireToken: false,
    jwtIssuer: undefined,
    jwtAudience: undefined,
    jwtKeys: undefined,
    jwtAlgorithms: ['RS256', 'ES256', 'EdDSA'],
    rateLimit: undefined,
    tokenRateLimit: undefined,
    redis: undefined,
    redisPassword: undefined,
    trustedProxies: [],
    log: 'text',
    logRequests: undefined,
    compression: 'on',
    maxQueue: 256,
    maxConnections: undefined,
    maxWaiting: 10_000,
    maxWaitingPerAddress: 100,
    operatorPort: undefined,
    operatorHost: '127.0.0.1',
    index: 'embedded',
    opensearchUrl: [],
    opensearchIndex: 'forecourt',
    opensearchCa: undefined,
    opensearchUsername: undefined,
    opensearchPassword: undefined,
    opensearchToken: undefined,
    opensearchShards: 3,
    opensearchReplicas: 1,
    token: undefined,
    webhookSecret: undefined,
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
        FORECOURT_ALLOWED_HOSTS: 'Cars.example.:443, München.example:8443',
        FORECOURT_DEMO: '1',
        FORECOURT_MERGE: 'TRUE',
        FORECOURT_FORMAT: 'csv',
        FORECOURT_JSON: 'true',
        FORECOURT_WORKERS: '4',
        FORECOURT_FEEDS: 'feeds.json',
        FORECOURT_TERMS_FILE: 'terms.tsv',
        FORECOURT_MCP_ORIGINS: 'https://chat.example, HTTP://Localhost:80',
        FORECOURT_PICTURE_ORIGINS: 'https://images.example, HTTPS://*.Pictures.example:8443',
        FORECOURT_REQUIRE_TOKEN: 'true',
        FORECOURT_JWT_ISSUER: 'https://login.example/',
        FORECOURT_JWT_AUDIENCE: 'https://cars.example/api',
        FORECOURT_JWT_KEYS: 'https://login.example/keys',
        FORECOURT_JWT_ALGORITHMS: 'ES256, PS512',
        FORECOURT_RATE_LIMIT: '600/min',
        FORECOURT_TOKEN_RATE_LIMIT: '5000/h',
        FORECOURT_REDIS: 'rediss://counter@redis.example:6380/2',
        FORECOURT_REDIS_PASSWORD: 'open-sesame',
        FORECOURT_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1',
        FORECOURT_LOG: 'json',
        FORECOURT_LOG_REQUESTS: 'no',
        FORECOURT_OPERATOR_PORT: '9100',
        FORECOURT_OPERATOR_HOST: '10.0.0.5',
        FORECOURT_COMPRESSION: 'off',
        FORECOURT_MAX_QUEUE: '100',
        FORECOURT_MAX_CONNECTIONS: '500',
        FORECOURT_MAX_WAITING: '50',
        FORECOURT_MAX_WAITING_PER_ADDRESS: '5',
        FORECOURT_INDEX: 'opensearch',
        FORECOURT_OPENSEARCH_URL: 'https://node1.example:9200, https://node2.example:9200',
        FORECOURT_OPENSEARCH_INDEX: 'cars',
        FORECOURT_OPENSEARCH_CA: 'ca.pem',
        FORECOURT_OPENSEARCH_USERNAME: 'forecourt',
        FORECOURT_OPENSEARCH_PASSWORD: 'open-sesame',
        FORECOURT_OPENSEARCH_TOKEN: 'a-token',
        FORECOURT_OPENSEARCH_SHARDS: '6',
        FORECOURT_OPENSEARCH_REPLICAS: '2',
      },
    ),
  ).toEqual({
    data: '/var/lib/forecourt',
    host: '0.0.0.0',
    port: 9000,
    baseUrl: 'https://cars.example/used',
    trustProxy: true,
    allowedHosts: ['cars.example', 'xn--mnchen-3ya.example:8443'],
    demo: true,
    merge: true,
    format: 'csv',
    json: true,
    workers: 4,
    feeds: 'feeds.json',
    termsFile: 'terms.tsv',
    mcpOrigins: ['https://chat.example', 'http://localhost'],
    pictureOrigins: ['https://images.example', 'https://*.pictures.example:8443'],
    requireToken: true,
    jwtIssuer: 'https://login.example/',
    jwtAudience: 'https://cars.example/api',
    jwtKeys: 'https://login.example/keys',
    jwtAlgorithms: ['ES256', 'PS512'],
    rateLimit: { requests: 600, seconds: 60 },
    tokenRateLimit: { requests: 5000, seconds: 3600 },
    redis: 'rediss://counter@redis.example:6380/2',
    redisPassword: 'open-sesame',
    trustedProxies: ['10.0.0.0/8', '2001:db8::1'],
    log: 'json',
    logRequests: false,
    operatorPort: 9100,
    operatorHost: '10.0.0.5',
    compression: 'off',
    maxQueue: 100,
    maxConnections: 500,
    maxWaiting: 50,
    maxWaitingPerAddress: 5,
    index: 'opensearch',
    opensearchUrl: ['https://node1.example:9200', 'https://node2.example:9200'],
    opensearchIndex: 'cars',
    opensearchCa: 'ca.pem',
    opensearchUsername: 'forecourt',
    opensearchPassword: 'open-sesame',
    opensearchToken: 'a-token',
    opensearchShards: 6,
    opensearchReplicas: 2,
  });
});

test('a flag overrides its environment variable, even an invalid one', () => {
  const environment = { FORECOURT_PORT: 'none', FORECOURT_DATA: '/elsewhere', FORECOURT_DEMO: 'no' };
  const flags = { port: '0', data: 'here', demo: true };
  expect(readConfig(flags, environment)).toMatchObject({ port: 0, data: 'here', demo: true });
});

test('a blank environment variable counts as absent', () => {
  const environment = { FORECOURT_PORT: '', FORECOURT_DATA: '  ', FORECOURT_JSON: '\t' };
  expect(readConfig({}, environment)).toMatchObject({ port: 8080, data: './data', json: false });
});

test.each(['0', '80', '65535', '08080'])('the port %s is valid', (port) => {
  expect(readConfig({ port }, {}).port).toBe(Number(port));
});

test.each(['65536', '-1', '80.0', '8e3', '0x50', 'http', '123456', '８０'])('port %j is none', (port) => {
  expect(errorMessageOf({ port })).toMatch(
    /^invalid_configuration: --port must be a whole number from 0 to 65535 \(got '/,
  );
});

test.each(['', ' '])('an empty port, %j, says what to do', (port) => {
  expect(errorMessageOf({ port })).toBe(
    'invalid_configuration: --port must be a whole number from 0 to 65535, but it is empty: leave it out for 8080, or pass one.',
  );
});

test.each([
  ['http://cars.example', 'http://cars.example'],
  ['HTTPS://Cars.Example:8443/', 'https://cars.example:8443'],
  ['https://cars.example/a/b//', 'https://cars.example/a/b'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('the base URL %s becomes %s', (given, kept) => {
  expect(readConfig({ baseUrl: given }, {}).baseUrl).toBe(kept);
});

test.each([
  'cars.example',
  'ftp://cars.example',
  'https://cars.example?x=1',
  'https://cars.example#top',
  'https://user:secret@cars.example',
  'https://',
])('%s is not a base URL', (baseUrl) => {
  expect(errorMessageOf({ baseUrl })).toContain('--base-url must be an http or https URL without query');
});

test.each(['', ' ', '\t'])('%j is not a data folder', (data) => {
  expect(errorMessageOf({ data })).toBe(
    'invalid_configuration: --data must be a folder, but it is empty: leave it out for ./data, or pass one.',
  );
});

test.each(['', 'two words', 'http://cars.example', '127.0.0.1/8'])('%j is not a host', (host) => {
  expect(errorMessageOf({ host })).toContain('--host must be a host name or an IP address');
});

test.each([
  ['cars.example', ['cars.example']],
  ['Cars.Example., shop.example:8443', ['cars.example', 'shop.example:8443']],
  ['cars.example:80,cars.example:443', ['cars.example', 'cars.example']],
  ['[2001:DB8::1]:8080, 192.0.2.1', ['[2001:db8::1]:8080', '192.0.2.1']],
])('the hosts %s become %j', (allowedHosts, kept) => {
  expect(readConfig({ allowedHosts }, {}).allowedHosts).toEqual(kept);
});

test.each([
  '*',
  '*.cars.example',
  'https://cars.example',
  'cars.example/',
  'cars.example,',
  'a@b',
  'a b',
  'cars.example:x',
])('%j is no list of hosts', (allowedHosts) => {
  expect(errorMessageOf({ allowedHosts })).toContain(
    '--allowed-hosts must be a list of hosts such as cars.example or cars.example:8443, without scheme and path',
  );
});

test.each([
  ['*', ['*']],
  ['https://chat.example/', ['https://chat.example']],
  ['chrome-extension://abcdefgh', ['chrome-extension://abcdefgh']],
])('the origins %s become %j', (mcpOrigins, kept) => {
  expect(readConfig({ mcpOrigins }, {}).mcpOrigins).toEqual(kept);
});

test.each(['chat.example', 'https://chat.example/app', 'https://a.example,', 'null', 'https://*'])(
  '%j is no list of origins',
  (mcpOrigins) => {
    expect(errorMessageOf({ mcpOrigins })).toContain(
      '--mcp-origins must be a list of origins such as https://chat.example, or *',
    );
  },
);

test.each([
  '*',
  'https://*',
  'https:',
  'data:',
  'images.example',
  'https://images.example/',
  "https://images.example; script-src 'unsafe-inline'",
  'https://a.*.example',
  'https://images.example,',
])('%j is no list of origins of pictures', (pictureOrigins) => {
  expect(errorMessageOf({ pictureOrigins })).toContain(
    '--picture-origins must be a list of origins such as https://images.example or https://*.images.example',
  );
});

test.each([
  ['/etc/forecourt/keys.json', '/etc/forecourt/keys.json'],
  ['HTTPS://Login.Example/keys?tenant=a', 'https://login.example/keys?tenant=a'],
  ['http://127.0.0.1:8000/keys', 'http://127.0.0.1:8000/keys'],
  ['http://localhost/keys', 'http://localhost/keys'],
  ['http://[::1]:8000/keys', 'http://[::1]:8000/keys'],
])('a JWKS may be at %s', (given, kept) => {
  expect(readConfig({ jwtKeys: given }, {}).jwtKeys).toBe(kept);
});

test.each([
  'http://login.example/keys',
  'http://127.0.0.1.login.example/keys',
  'http://localhost.login.example/keys',
  'https://user:open-sesame@login.example/keys',
  'ftp://login.example/keys',
  'file:///etc/keys.json',
  'https://',
])('a JWKS may not be at %s', (jwtKeys) => {
  const fault = errorMessageOf({ jwtKeys });
  expect(fault).toContain('--jwt-keys must be an https URL without a password');
  expect(fault).not.toContain('open-sesame');
});

test.each(['none', 'HS256', 'rs256', 'RS256,', 'RS256,none', 'RS256,RS256', 'RSA-OAEP', '*', '__proto__'])(
  'tokens cannot be signed with %s',
  (jwtAlgorithms) => {
    expect(errorMessageOf({ jwtAlgorithms })).toContain(
      '--jwt-algorithms must be a list of RS256, RS384, RS512, PS256',
    );
  },
);

test('one message lists all invalid settings by flag or environment variable', () => {
  expect(errorMessageOf({ format: 'xls', port: 'x' }, { FORECOURT_MERGE: 'maybe' })).toBe(
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
])('a service that listens on %s has the base URL %s', (host, address) => {
  expect(defaultBaseUrl(host, 8080)).toBe(address);
});

test.each(['0/min', '600', '600/m', '1.5/s', '-1/s', '600 / min', '/min', '99999999999/d'])(
  '%j is not a rate',
  (rateLimit) => {
    expect(errorMessageOf({ rateLimit })).toContain(
      '--rate-limit must be a number of requests per time, such as 10/s, 600/min',
    );
  },
);

test.each([
  '10.0.0.0/33',
  '2001:db8::/129',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '10.0.0',
  'proxy.example',
  '10.0.0.1,',
  'fe80::1%eth0',
])('%j is not a list of proxies', (trustedProxies) => {
  expect(errorMessageOf({ trustedProxies })).toContain(
    '--trusted-proxies must be a list of IP addresses and blocks such as 10.0.0.0/8',
  );
});

test.each(['redis://localhost', 'redis://10.0.0.1:6379/0', 'rediss://user@[2001:db8::1]:6380'])(
  '%s is an address of Redis',
  (redis) => {
    expect(readConfig({ redis }, {}).redis).toBe(redis);
  },
);

test.each([
  'localhost:6379',
  'http://localhost',
  'redis://',
  'redis://localhost/db',
  'redis://localhost?db=1',
  'redis://user:open-sesame@localhost',
  'redis://user:open@sesame@localhost',
])('%s is not a Redis URL', (redis) => {
  const fault = errorMessageOf({ redis });
  expect(fault).toContain('--redis must be a URL such as redis://redis.example:6379/0');
  expect(fault).not.toContain('sesame');
});

test('rate limits are printed as they are set, the Redis password not at all', () => {
  const config = readConfig(
    { rateLimit: '600/min', trustedProxies: '10.0.0.0/8,192.0.2.1', redis: 'redis://counter@localhost' },
    { FORECOURT_REDIS_PASSWORD: 'open-sesame' },
  );
  expect(describeConfig(config)).toEqual([
    'rate-limit 600/min',
    'redis redis://…@localhost',
    'redis-password (secret)',
    'trusted-proxies 10.0.0.0/8, 192.0.2.1',
  ]);
});

test('settings are printed without credentials', () => {
  const config = readConfig({ port: '9000', mcpOrigins: 'https://chat.example,*' }, { FORECOURT_DEMO: '1' });
  expect(describeConfig(config)).toEqual(['port 9000', 'demo true', 'mcp-origins https://chat.example, *']);
  expect(errorMessageOf({ baseUrl: 'https://user:open-sesame@cars.example' })).toContain(
    "(got 'https://…@cars.example')",
  );
});

test.each([
  ['https://node1.example:9200', ['https://node1.example:9200']],
  [
    'http://10.0.0.1:9200/, HTTPS://Node2.Example/search/',
    ['http://10.0.0.1:9200', 'https://node2.example/search'],
  ],
])('the cluster URLs %s become %j', (opensearchUrl, kept) => {
  expect(readConfig({ opensearchUrl }, {}).opensearchUrl).toEqual(kept);
});

test.each([
  'node1.example:9200',
  'https://admin:open-sesame@node1.example',
  'https://node1.example,',
  'ftp://a.example',
])('%s is not a list of nodes', (opensearchUrl) => {
  const fault = errorMessageOf({ opensearchUrl });
  expect(fault).toContain('--opensearch-url must be a list of http or https URLs');
  expect(fault).not.toContain('open-sesame');
});

test.each(['Forecourt', '-cars', '_cars', 'cars*', 'cars,vans', 'cars/vans', ''])(
  '%j is no beginning of the names of indices',
  (opensearchIndex) => {
    expect(errorMessageOf({ opensearchIndex })).toContain(
      '--opensearch-index must be at most 100 lower-case letters',
    );
  },
);

test('cluster credentials come from the environment only, and are not printed', () => {
  const config = readConfig(
    { opensearchPassword: 'from-a-flag' },
    { FORECOURT_OPENSEARCH_USERNAME: 'forecourt', FORECOURT_OPENSEARCH_PASSWORD: 'open-sesame' },
  );
  expect([config.opensearchUsername, config.opensearchPassword]).toEqual(['forecourt', 'open-sesame']);
  expect(describeConfig(config)).toEqual(['opensearch-username (secret)', 'opensearch-password (secret)']);
});

test('HOST and PORT, which platforms set, count if neither a flag nor our own variable is set', () => {
  const platform = { HOST: '0.0.0.0', PORT: '5000' };
  expect(readConfig({}, platform)).toMatchObject({ host: '0.0.0.0', port: 5000 });
  expect(readConfig({}, { ...platform, FORECOURT_HOST: '127.0.0.2', FORECOURT_PORT: '6000' })).toMatchObject({
    host: '127.0.0.2',
    port: 6000,
  });
  expect(
    readConfig(
      { host: '::1', port: '7000' },
      { ...platform, FORECOURT_HOST: '127.0.0.2', FORECOURT_PORT: '6000' },
    ),
  ).toMatchObject({ host: '::1', port: 7000 });
  expect(readConfig({}, { PORT: '5000', FORECOURT_PORT: ' ' }).port).toBe(5000);
  expect(readConfig({}, { HOST: '', PORT: ' ' })).toMatchObject({ host: '127.0.0.1', port: 8080 });
});

test('an invalid HOST or PORT is named, unless another source counts', () => {
  expect(errorMessageOf({}, { PORT: '80a', HOST: 'a b' })).toBe(
    "invalid_configuration: HOST must be a host name or an IP address (got 'a b'); " +
      "PORT must be a whole number from 0 to 65535 (got '80a').",
  );
  expect(errorMessageOf({ port: '80' }, { PORT: '80a' })).toBe('none');
});
