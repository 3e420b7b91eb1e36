// What pulling a feed can be made to ask for: http and https addresses that the operator wrote, and redirects to such. No file, no
// other protocol; and what comes is read as a feed, and never handed back to who sent it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SecretHeader } from '../../src/runs/credentials.ts';
import { fetchAddress } from '../../src/runs/fetch-address.ts';
import { FetchFault } from '../../src/runs/http-get.ts';
import { parseFeeds } from '../../src/runs/parse-feeds.ts';
import { dealerServer } from '../runs/dealer-server.ts';
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

/** What becomes of a feed whose server redirects so: the sentence of the fault, or the text. */
async function redirectedTo(location: string): Promise<string> {
  const { url } = await dealerServer((request, response) => {
    if (request.url === '/feed') response.writeHead(302, { location }).end();
    else response.end('of another address');
  });
  const into = join(temporaryFolder(), 'feed.part');
  try {
    await fetchAddress({
      url: new URL(`${url}/feed`),
      secret: new SecretHeader('authorization', 'Bearer sesame'),
      limits: { maxBytes: 1000, timeoutMs: 5000 },
      into,
      signal: new AbortController().signal,
    });
    return readFileSync(into, 'utf8');
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    expect(existsSync(into)).toBe(false);
    return error.message;
  }
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

  test('to another server leaves the credentials behind', async () => {
    const other = await dealerServer((_, response) => response.end('id\n'));
    await redirectedTo(`${other.url.replace('127.0.0.1', 'user:password@127.0.0.1')}/x`);
    expect(other.asked).toHaveLength(1);
    expect(other.asked[0]?.headers.authorization).toBeUndefined();
  });
});
