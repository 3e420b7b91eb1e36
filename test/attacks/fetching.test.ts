// Fetching a feed reaches only http and https URLs that the operator set, and redirects to such: no file, no other
// protocol, no internal address. Contents are read as a feed and never returned to the sender.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SecretHeader } from '../../src/ingest/fetch/fetch-url.ts';
import { fetchUrl } from '../../src/ingest/fetch/fetch-url.ts';
import { FetchError } from '../../src/ingest/fetch/fetch-error.ts';
import { ANY_NETWORK, PUBLIC_NETWORK, type Network } from '../../src/ingest/fetch/network.ts';
import { parseFeeds } from '../../src/ingest/schedule/feeds-file.ts';
import { dealerServer } from '../ingest/fetch/dealer-server.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

describe('the address of a feed', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://north.example/stock.csv',
    'gopher://north.example/',
    'data:text/csv,id',
    'javascript:1',
    'unix:/run/secret.sock',
    '//north.example/stock.csv',
    'north.example/stock.csv',
    'https://user:password@north.example/stock.csv',
  ])('is refused where it is %s', (address) => {
    const text = JSON.stringify({ feeds: [{ name: 'north', address, dealer: 'north.example' }] });
    expect(() => parseFeeds(text, '/feeds.json', {})).toThrow(
      'address must be an http or https address without user and password',
    );
  });

  test.each(['../../etc/cron.d/x', 'a/b', '.hidden', 'a\u0000b', 'CON:', 'x'.repeat(65)])(
    'has a name that is safe as the name of a file, not %j',
    (name) => {
      const text = JSON.stringify({
        feeds: [{ name, address: 'https://north.example/', dealer: 'north.example' }],
      });
      expect(() => parseFeeds(text, '/feeds.json', {})).toThrow('name must be up to 64 letters');
    },
  );
});

/** What becomes of a feed at `url`: the sentence of the fault, or its text. */
async function fetched(url: string, network: Network, secret?: SecretHeader): Promise<string> {
  const into = join(temporaryFolder(), 'feed.part');
  try {
    await fetchUrl({
      url: new URL(url),
      secret,
      network,
      limits: { maxBytes: 1000, timeoutMs: 5000 },
      into,
      signal: new AbortController().signal,
    });
    return readFileSync(into, 'utf8');
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    expect(existsSync(into)).toBe(false);
    return error.message;
  }
}

const SECRET = new SecretHeader('authorization', 'Bearer sesame');

/** The same of a feed whose server redirects so. */
async function redirectedTo(location: string, network: Network = ANY_NETWORK): Promise<string> {
  const { url } = await dealerServer((request, response) => {
    const ascii = location.replace(/[^!-~]/gu, encodeURIComponent);
    if (request.url === '/feed') response.writeHead(302, { location: ascii }).end();
    else response.end('of another address');
  });
  return fetched(`${url}/feed`, network, SECRET);
}

describe('a redirect', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'data:text/csv,id',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'javascript:1',
    'blob:http://127.0.0.1/x',
  ])('to %s is not followed', async (location) => {
    expect(await redirectedTo(location)).toBe('a redirect to something other than http and https');
  });

  test('within http is followed', async () => {
    expect(await redirectedTo('/moved')).toBe('of another address');
  });

  test('to itself ends', async () => {
    expect(await redirectedTo('/feed')).toBe('more than 5 redirects');
  });

  test('to another server does not send the credentials', async () => {
    const other = await dealerServer((_, response) => response.end('id\n'));
    await redirectedTo(`${other.url.replace('127.0.0.1', 'user:password@127.0.0.1')}/x`);
    expect(other.requested).toHaveLength(1);
    expect(other.requested[0]?.headers.authorization).toBeUndefined();
  });
});

/** One place inside in twelve spellings: the host of a URL, the address that it stands for, and its range. */
const SPELLINGS: readonly (readonly [host: string, address: string, range: string])[] = [
  ['127.0.0.2', '127.0.0.2', 'a loopback address'],
  ['127.2', '127.0.0.2', 'a loopback address'],
  ['2130706434', '127.0.0.2', 'a loopback address'],
  ['0x7f000002', '127.0.0.2', 'a loopback address'],
  ['0x7f.0x0.0x0.0x2', '127.0.0.2', 'a loopback address'],
  ['0177.0.0.02', '127.0.0.2', 'a loopback address'],
  ['%3127.0.0.2', '127.0.0.2', 'a loopback address'],
  ['１２７。０。０。２', '127.0.0.2', 'a loopback address'],
  ['[::1]', '::1', 'a loopback address'],
  ['[0:0:0:0:0:0:0:1]', '::1', 'a loopback address'],
  ['[::ffff:127.0.0.2]', '::ffff:7f00:2', 'a loopback address'],
  ['[::ffff:7f00:2]', '::ffff:7f00:2', 'a loopback address'],
];

/** One address of each other range, as a name would resolve to it. */
const INSIDE: readonly (readonly [address: string, range: string])[] = [
  ['0.0.0.0', 'an unspecified address'],
  ['0.1.2.3', 'an unspecified address'],
  ['10.1.2.3', 'a private address'],
  ['100.64.0.1', 'a carrier-grade NAT address'],
  ['100.127.255.254', 'a carrier-grade NAT address'],
  ['169.254.169.254', 'a link-local address'],
  ['172.16.0.1', 'a private address'],
  ['172.31.255.254', 'a private address'],
  ['192.0.0.8', 'a reserved address'],
  ['192.0.2.1', 'a reserved address'],
  ['192.88.99.1', 'a reserved address'],
  ['192.168.0.1', 'a private address'],
  ['198.18.0.1', 'a reserved address'],
  ['198.19.255.254', 'a reserved address'],
  ['198.51.100.1', 'a reserved address'],
  ['203.0.113.1', 'a reserved address'],
  ['224.0.0.1', 'a multicast address'],
  ['239.255.255.250', 'a multicast address'],
  ['240.0.0.1', 'a reserved address'],
  ['255.255.255.255', 'a broadcast address'],
  ['::', 'an unspecified address'],
  ['::127.0.0.2', 'a reserved address'],
  ['::8.8.8.8', 'a reserved address'],
  ['::ffff:10.1.2.3', 'a private address'],
  ['::ffff:169.254.169.254', 'a link-local address'],
  ['::ffff:0:7f00:2', 'a reserved address'],
  ['64:ff9b::127.0.0.2', 'a loopback address'],
  ['64:ff9b::a9fe:a9fe', 'a link-local address'],
  ['64:ff9b:1::1', 'a reserved address'],
  ['100::1', 'a reserved address'],
  ['2001::1', 'a reserved address'],
  ['2001:2::1', 'a reserved address'],
  ['2001:db8::1', 'a reserved address'],
  ['2002:7f00:2::', 'a reserved address'],
  ['3fff::1', 'a reserved address'],
  ['4000::1', 'a reserved address'],
  ['5f00::1', 'a reserved address'],
  ['fc00::1', 'a unique-local address'],
  ['fdff::1', 'a unique-local address'],
  ['fe80::1', 'a link-local address'],
  ['fe80::1%eth0', 'a link-local address'],
  ['fec0::1', 'a reserved address'],
  ['ff02::1', 'a multicast address'],
  ['not an address', 'a reserved address'],
];

function problemOf(address: string, range: string): string {
  return `it leads to ${address}, ${range}; set allowPrivate in its settings to allow that`;
}

/** The public network in which the dealer's server at 127.0.0.1 is public too, and names resolve as given. */
function networkOf(names: Readonly<Record<string, readonly string[]>>): Network {
  return {
    blockReason: (address) => (address === '127.0.0.1' ? undefined : PUBLIC_NETWORK.blockReason(address)),
    resolve(name, done) {
      const addresses = names[name] ?? [];
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  };
}

/** A network that refuses an address only once a connection leads there. */
function refusingLate(): Network {
  let checks = 0;
  return {
    ...networkOf({ 'stock.north.example': ['127.0.0.1'] }),
    blockReason: () => ((checks += 1) === 1 ? undefined : 'it leads elsewhere'),
  };
}

describe('an address inside', () => {
  test.each(SPELLINGS)('is refused, spelled %s', async (host, address, range) => {
    expect(await fetched(`http://${host}:9/`, PUBLIC_NETWORK)).toBe(problemOf(address, range));
    expect(await fetched(`https://${host}/`, PUBLIC_NETWORK)).toBe(problemOf(address, range));
  });

  test.each(SPELLINGS)('is refused to a redirect, spelled %s', async (host, address, range) => {
    expect(await redirectedTo(`http://${host}:9/`, networkOf({}))).toBe(problemOf(address, range));
    expect(await redirectedTo(`//${host}/`, networkOf({}))).toBe(problemOf(address, range));
  });

  test.each([...SPELLINGS.map(([, address, range]) => [address, range] as const), ...INSIDE])(
    'is refused to a name that resolves to %s',
    async (address, range) => {
      const network = networkOf({ 'stock.north.example': [address] });
      expect(await fetched('http://stock.north.example/', network)).toBe(problemOf(address, range));
      expect(await redirectedTo('https://stock.north.example/', network)).toBe(problemOf(address, range));
    },
  );

  test.each(['localhost', 'LOCALHOST'])('is refused to the name %s', async (name) => {
    expect(await fetched(`http://${name}:9/`, PUBLIC_NETWORK)).toMatch(
      /^it leads to (?:127\.0\.0\.1|::1), a loopback address; /,
    );
  });

  test.each([
    [['127.0.0.1', '10.1.2.3'], '10.1.2.3'],
    [['10.1.2.3', '127.0.0.1'], '10.1.2.3'],
    [['127.0.0.1', '127.0.0.1', '::ffff:10.1.2.3'], '::ffff:10.1.2.3'],
  ])('is refused to a name with public addresses beside it: %j', async (addresses, inside) => {
    const network = networkOf({ 'stock.north.example': addresses });
    expect(await fetched('http://stock.north.example/', network)).toBe(
      problemOf(inside, 'a private address'),
    );
  });

  test('gets no connection', async () => {
    const inside = await dealerServer((_, response) => response.end('of an inside address'));
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', 'localhost', '[::ffff:127.0.0.1]'])
      expect(await fetched(inside.url.replace('127.0.0.1', host), PUBLIC_NETWORK)).toContain(
        ', a loopback address; set allowPrivate in its settings to allow that',
      );
    expect(inside.connections).toBe(0);
    expect(await fetched(inside.url, ANY_NETWORK)).toBe('of an inside address');
    expect(inside.connections).toBe(1);
  });

  test('gets no request even if a connection leads there', async () => {
    const inside = await dealerServer((_, response) => response.end('of an inside address'));
    const url = inside.url.replace('127.0.0.1', 'stock.north.example');
    expect(await fetched(url, refusingLate())).toBe('it leads elsewhere');
    expect(inside.requested).toEqual([]);
  });

  test('gets no byte of a TLS handshake in that case', async () => {
    const seen: string[] = [];
    const inside = createServer((socket) =>
      socket
        .on('data', () => seen.push('bytes'))
        .on('error', () => undefined)
        .on('close', () => seen.push('end')),
    );
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void inside.close());
    const { port } = inside.address() as AddressInfo;
    expect(await fetched(`https://stock.north.example:${port}/`, refusingLate())).toBe('it leads elsewhere');
    await expect.poll(() => seen).toContain('end');
    expect(seen).toEqual(['end']);
  });

  test('is not reached by a proxy of the environment', async () => {
    const proxy = await dealerServer((_, response) => response.end('of a proxy'));
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy'])
      vi.stubEnv(name, proxy.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await fetched('http://10.1.2.3/', PUBLIC_NETWORK)).toBe(
      problemOf('10.1.2.3', 'a private address'),
    );
    const dealer = await dealerServer((_, response) => response.end('of the dealer'));
    expect(await fetched(dealer.url, ANY_NETWORK)).toBe('of the dealer');
    expect(proxy.connections).toBe(0);
  });

  test('is resolved once: the connection uses the addresses that were checked', async () => {
    const dealer = await dealerServer((_, response) => response.end('of the dealer'));
    let resolved = 0;
    const network = networkOf({});
    const rebinding: Network = {
      ...network,
      resolve(_, done) {
        resolved += 1;
        done(null, [{ address: resolved === 1 ? '127.0.0.1' : '10.1.2.3', family: 4 }]);
      },
    };
    const url = dealer.url.replace('127.0.0.1', 'stock.north.example');
    expect(await fetched(url, rebinding)).toBe('of the dealer');
    expect(await fetched(url, rebinding)).toBe(problemOf('10.1.2.3', 'a private address'));
    expect(resolved).toBe(2);
  });
});

describe('a public address', () => {
  test.each(['8.8.8.8', '100.128.0.1', '172.32.0.1', '2606:4700:4700::1111', '64:ff9b::8.8.8.8'])(
    'is allowed: %s',
    (address) => {
      expect(PUBLIC_NETWORK.blockReason(address)).toBeUndefined();
    },
  );
});

describe('credentials', () => {
  test('go without TLS to a loopback address only, whatever its name', async () => {
    const dealer = await dealerServer((_, response) => response.end('id\n'));
    const network = (address: string): Network => ({
      ...networkOf({ 'stock.localhost': [address] }),
      blockReason: () => undefined,
    });
    const url = dealer.url.replace('127.0.0.1', 'stock.localhost');
    expect(await fetched(url, network('127.0.0.1'), SECRET)).toBe('id\n');
    expect(await fetched(url, network('10.1.2.3'), SECRET)).toBe(
      'credentials are sent over https only, except to loopback addresses',
    );
    expect(dealer.requested.map(({ headers }) => headers.authorization)).toEqual(['Bearer sesame']);
  });

  test.each([
    ['http://stock.north.example/', false],
    ['http://10.1.2.3/', false],
    ['http://localhost.north.example/', false],
    ['http://127.0.0.1.north.example/', false],
    ['https://stock.north.example/', true],
    ['http://localhost:8080/', true],
    ['http://0x7f.1/', true],
    ['http://[::1]/', true],
  ])('for %s are accepted: %s', (address, accepted) => {
    const feed = {
      name: 'north',
      address,
      dealer: 'north.example',
      allowPrivate: true,
      credentials: { bearer: 'TOKEN' },
    };
    const parse = (): unknown =>
      parseFeeds(JSON.stringify({ feeds: [feed] }), '/feeds.json', { TOKEN: 'sesame' });
    if (accepted) expect(parse).not.toThrow();
    else expect(parse).toThrow('credentials are sent over https only, except to loopback addresses');
  });
});
