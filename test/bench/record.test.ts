// `npm run record`: what it masks, which differences it reports, and that its calls use what tables, docs and sources list.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DifferenceReport, firstDifference } from '../../bench/record/differences.ts';
import { feedCalls } from '../../bench/record/feed-calls.ts';
import {
  columnNames,
  phraseWords,
  modelNames,
  termSpellings,
  testedPhrases,
} from '../../bench/record/known-words.ts';
import { maskedOutput, maskedResponse } from '../../bench/record/mask.ts';
import { problemCalls } from '../../bench/record/problem-calls.ts';
import { RECORD } from '../../bench/record/record.ts';
import {
  base64,
  readRecording,
  writeRecording,
  type Call,
  type Recording,
} from '../../bench/record/recording.ts';
import { Random } from '../../src/demo/random.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const ASKED = { method: 'GET', target: '/api/v1/vehicles/?make=Ford', port: 43210, hasBaseUrl: false };
const SEARCH: Call = {
  kind: 'search',
  server: 'demo',
  target: '/api/v1/vehicles/?q=golf',
  headers: { accept: '*/*' },
};
const IMPORT: Call = { kind: 'stock', args: ['import', 'stock.csv', '--json'] };

function headersOf(headers: readonly string[], body: string, asked: Partial<typeof ASKED> = {}): string {
  return maskedResponse({ status: 200, headers, body: Buffer.from(body) }, { ...ASKED, ...asked }).headers;
}

function bodyOf(
  body: string,
  target: string,
  headers: readonly string[] = ['Content-Type', 'text/html'],
): string {
  return maskedResponse({ status: 200, headers, body: Buffer.from(body) }, { ...ASKED, target }).body;
}

describe('of a response', () => {
  it('the status, all headers and the body are kept, without the date', () => {
    const headers = [
      'Vary',
      'Accept',
      'Date',
      'Mon, 15 Jun 2026 09:00:00 GMT',
      'Content-Type',
      'application/json',
    ];
    expect(maskedResponse({ status: 404, headers, body: Buffer.from('{"a":1}') }, ASKED)).toEqual({
      status: '404',
      headers: 'vary: Accept\ncontent-type: application/json',
      body: '{"a":1}',
    });
  });

  it('the request id, the port and the commit are masked wherever they are', () => {
    const headers = [
      'X-Request-Id',
      'f00-1',
      'Link',
      '<http://127.0.0.1:43210/docs>',
      'Content-Type',
      'application/json',
    ];
    const body =
      '{"request_id":"f00-1","type":"http://127.0.0.1:43210/problems","version":"0.1.0+102f654e8829"}';
    expect(maskedResponse({ status: 404, headers, body: Buffer.from(body) }, ASKED)).toMatchObject({
      headers:
        'x-request-id: <request id>\nlink: <http://127.0.0.1:<port>/docs>\ncontent-type: application/json',
      body: '{"request_id":"<request id>","type":"http://127.0.0.1:<port>/problems","version":"0.1.0"}',
    });
    expect(bodyOf('href="?u=http%3A%2F%2F127.0.0.1%3A43210%2F"', '/')).toBe(
      'href="?u=http%3A%2F%2F127.0.0.1%3A<port>%2F"',
    );
  });

  it('an entity tag is masked as far as it depends on the store or the port', () => {
    const tag = ['ETag', 'W/"qVyLU4n1o8ormB4p1bAc0aof1r6"'];
    expect(headersOf(tag, '')).toBe('etag: W/"<stock>0aof1r6"');
    expect(headersOf(tag, '', { target: '/api/v1/vehicles/?make=Ford', hasBaseUrl: true })).toBe(
      'etag: W/"<stock>0aof1r6"',
    );
    expect(headersOf(tag, '', { target: '/docs' })).toBe('etag: W/"<tag>"');
    expect(headersOf(tag, '', { target: '/docs', hasBaseUrl: true })).toBe(
      'etag: W/"qVyLU4n1o8ormB4p1bAc0aof1r6"',
    );
  });

  it('a length is kept only where it is not that of the body', () => {
    expect(headersOf(['Content-Length', '4'], 'four')).toBe('content-length: <length>');
    expect(headersOf(['Content-Length', '5'], 'four')).toBe('content-length: 5 of 4 bytes');
    expect(headersOf(['Content-Length', '5'], '', { method: 'HEAD' })).toBe('content-length: <length>');
    const compressed = ['Content-Encoding', 'br', 'Content-Length', '5'];
    expect(headersOf(compressed, 'four')).toBe('content-encoding: br\ncontent-length: <length>');
  });

  it('the time until a limit ends, the store’s version, measurements and bundles are masked', () => {
    expect(headersOf(['RateLimit', '"default";r=3;t=59', 'Retry-After', '59'], '')).toBe(
      'ratelimit: "default";r=3;t=<n>\nretry-after: <n>',
    );
    expect(bodyOf('Limit: 3/d. Try again in 59 s.', '/')).toBe('Limit: 3/d. Try again in <n> s.');
    expect(bodyOf('"version": "b2b9-1.7"', '/readyz')).toBe('"version": "<version>"');
    expect(bodyOf('# TYPE a counter\na{b="c"} 3\n# TYPE d gauge\nd 4\n', '/metrics')).toBe(
      '# TYPE a counter\n# TYPE d gauge\n',
    );
    expect(bodyOf('src="/page/30jLEtgJC4kS/page.js"', '/')).toBe('src="/page/<files>/page.js"');
    expect(bodyOf('"<script type=\\"module\\">var a=1;a<2</script></body>"', '/mcp')).toBe(
      '"<script type=\\"module\\"><script></script></body>"',
    );
    expect(bodyOf('script-src &#39;sha256-k+hO8a/=&#39;; style-src &#39;sha256-b=&#39;', '/mcp')).toBe(
      'script-src &#39;<script>&#39;; style-src &#39;sha256-b=&#39;',
    );
  });

  it('a body that is no text is kept in base64', () => {
    expect(bodyOf('\u0000', '/favicon.ico', ['Content-Type', 'image/vnd.microsoft.icon'])).toBe('AA==');
  });
});

it('of a command’s output, durations, the folder and the commit are masked', () => {
  expect(maskedOutput('/tmp/x/a.csv: 0.1.0+102f654e8829-dirty\nTook 0.4 s.\n12 in stock', '/tmp/x')).toBe(
    '<folder>/a.csv: 0.1.0\nTook <n> s.\n12 in stock',
  );
});

describe('the first difference', () => {
  it('of JSON is a path with both values', () => {
    const before = { status: '200', body: '{"results":{"cars":[{"price":1},{"price":2}],"total":2}}' };
    const after = { status: '200', body: '{"results":{"cars":[{"price":1},{"price":3}],"total":9}}' };
    expect(firstDifference(before, after)).toEqual({
      place: 'body, results.cars.1.price',
      before: '2',
      after: '3',
    });
    expect(firstDifference({ body: '{"a":[1]}' }, { body: '{"a":[]}' })).toEqual({
      place: 'body, a.0',
      before: '1',
      after: '(nothing)',
    });
  });

  it('of other text is a line, from a little before the difference', () => {
    const long = 'x'.repeat(100);
    expect(firstDifference({ output: `a\n${long}1` }, { output: `a\n${long}2` })).toEqual({
      place: 'output, line 2',
      before: `…${'x'.repeat(60)}1`,
      after: `…${'x'.repeat(60)}2`,
    });
    expect(firstDifference({ output: 'a' }, { output: 'a\nb' })).toEqual({
      place: 'output, line 2',
      before: '(nothing)',
      after: 'b',
    });
  });

  it('of JSON with the same values is where its text differs', () => {
    expect(firstDifference({ body: '{"a":1,"b":2}' }, { body: '{"b":2,"a":1}' })).toEqual({
      place: 'body, line 1',
      before: '{"a":1,"b":2}',
      after: '{"b":2,"a":1}',
    });
  });

  it('may be a part that one of them lacks; there is none between equal answers', () => {
    expect(firstDifference({ status: '200', body: '' }, { failed: 'socket hang up' })).toEqual({
      place: 'status',
      before: '200',
      after: '(nothing)',
    });
    expect(firstDifference({ body: '{"a":1}' }, { body: '{"a":1}' })).toBeUndefined();
  });
});

it('a report lists each call whose answer differs, and counts by kind', () => {
  const report = new DifferenceReport();
  report.add(SEARCH, { body: '1' }, { body: '2' });
  report.add(SEARCH, { body: '1' }, { body: '1' });
  report.add(IMPORT, { exit: '0' }, { exit: '0' });
  expect(report.different).toBe(1);
  expect(report.lines()).toEqual([
    'search, demo: GET /api/v1/vehicles/?q=golf [accept: */*]',
    '  body',
    '  - 1',
    '  + 2',
    'kind          calls  different',
    'stock             1          0',
    'search            2          1',
  ]);
});

it('a recording is read as it was written', () => {
  const recording: Recording = {
    files: { 'stock.csv': base64('id,make\n') },
    servers: [{ name: 'demo', args: ['--demo'] }],
    node: 'v20.19.0',
    exchanges: [
      { call: IMPORT, answer: { exit: '0', output: 'é\n' } },
      { call: SEARCH, answer: { status: '200', body: '{}' } },
    ],
  };
  const path = join(temporaryFolder(), 'one.br');
  writeRecording(path, recording);
  expect(readRecording(path)).toEqual(recording);
});

describe('calls', () => {
  it('use what tables, docs, tests and sources list', () => {
    expect(termSpellings()).toEqual(expect.arrayContaining(['Sat nav', 'British racing green', 'BRG']));
    expect(termSpellings('colour')).not.toContain('Sat nav');
    expect(modelNames()).toEqual(expect.arrayContaining(['Abarth 500', 'BMW 322', 'Land Rover Disco 3']));
    expect(columnNames()).toEqual(expect.arrayContaining(['advert_url', 'registration']));
    expect(testedPhrases()).toEqual(expect.arrayContaining(['fiesta 5k', 'petrol, not red']));
    expect(phraseWords()).toEqual(expect.arrayContaining(['dirt cheap', 'capped at', 'any chance of']));
  });

  it('import every feed of the fixtures and ask for every kind of problem, the same each time', () => {
    const { files, commands } = feedCalls();
    const imported = commands.filter(({ args }) => args[0] === 'import').map(({ args }) => args[1]);
    expect(imported).toEqual(
      expect.arrayContaining(['dealer-files/shopify.csv', 'feeds/mapped.txt', 'odd-feeds/alpha.ndjson']),
    );
    expect(imported.filter((file) => files[file] === undefined)).toEqual([]);
    expect(feedCalls()).toEqual({ files, commands });
    expect(problemCalls('demo', new Random(1))).toEqual(problemCalls('demo', new Random(1)));
  });
});

it('takes a file to compare with, and kinds', () => {
  expect(RECORD.parse(['--compare', 'a.br', '--only', 'phrase, mcp'])).toMatchObject({
    compare: 'a.br',
    only: ['phrase', 'mcp'],
  });
  expect(RECORD.parse(['a.br'])).toMatchObject({ args: ['a.br'] });
  expect(() => RECORD.parse(['--only', 'phrases'])).toThrow("(got 'phrases')");
});
