// The fuzzer for a few seconds, always with the same requests: the server answers all of them as documented.
import { describe, expect, it, test } from 'vitest';
import { FUZZ, fuzz } from '../../bench/fuzz/fuzz.ts';
import { RawHttpError, ResponseReader } from '../../bench/fuzz/raw-http.ts';
import { requestOf } from '../../bench/fuzz/requests.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

test('a server answers everything as it says, and stays right', { timeout: 120_000 }, async () => {
  const options = { requests: 6000, seconds: 12, seed: 20261121, listings: 1500, clients: 16 };
  const stats = await fuzz({ ...options, only: undefined, folder: temporaryFolder() });
  expect(stats.failures).toEqual([]);
  expect(stats.requests).toBeGreaterThan(300);
  // All kinds were sent, and answers of all sorts came.
  expect([...stats.kinds.keys()]).toEqual(
    expect.arrayContaining(['search', 'mcp', 'path', 'broken', 'pipeline', 'mutated']),
  );
  expect([...stats.statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404, 405]));
});

test('the same number of the same seed is the same request, and all can be sent again', () => {
  const adverts = ['https://north.example/1'];
  expect(requestOf(7, 4711, adverts)).toEqual(requestOf(7, 4711, adverts));
  expect(requestOf(7, 4711, adverts)).not.toEqual(requestOf(8, 4711, adverts));
  for (let number = 0; number < 3000; number += 1) {
    // One character for each byte.
    expect(requestOf(1, number, adverts).bytes).toMatch(/^[\0-\xff]*$/);
  }
});

test('without options it is a million requests', () => {
  expect(FUZZ.parse([])).toMatchObject({ requests: 1_000_000, seconds: Infinity, seed: 1, clients: 24 });
  expect(FUZZ.parse(['--seconds', '5', '--only', '3'])).toMatchObject({ seconds: 5, only: [3] });
  expect(FUZZ.parse(['--only', '3,1'])).toMatchObject({ only: [3, 1] });
  expect(FUZZ.parse(['--help'])).toBeUndefined();
  expect(() => FUZZ.parse(['--seed', '-1'])).toThrow();
  expect(() => FUZZ.parse(['--clients', 'x'])).toThrow("--clients must be a whole number (got 'x')");
});

describe('the reader of responses', () => {
  const read = (text: string, isHead = false): unknown => {
    const reader = new ResponseReader();
    reader.push(Buffer.from(text, 'latin1'));
    return reader.next(isHead)?.body.toString();
  };

  it('parses responses', () => {
    expect(read('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nab')).toBe('ab');
    expect(read('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n')).toBe('ab');
    expect(read('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n', true)).toBe('');
    expect(read('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n')).toBe('');
    expect(read('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nab')).toBeUndefined();
  });

  it.each([
    'HTTP/1.1 200 OK\r\nx: a\nx-fuzz: 1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nx: \xe9\r\n\r\n',
    'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'x\r\n\r\n',
    'HTTP/1.1 101 Switching\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  ])('rejects %j', (text) => {
    expect(() => read(text)).toThrow(RawHttpError);
  });
});
