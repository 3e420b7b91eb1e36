// Text from a feed's server is for its operator: public responses contain none of it except listings' own fields. Each
// possible source of such text has its own word here.
import { rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forecourt } from '../support/process.ts';
import { fileIn, ndjson, plainRecord } from '../cli/feeds.ts';
import { startServer } from '../e2e/server.ts';
import { dealerServer } from '../ingest/fetch/dealer-server.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

/** By the name of the feed, which is also the path that it is fetched from and, with `.example`, its dealer. */
const RESPONSES: Readonly<Record<string, RequestListener>> = {
  values: (_, response) =>
    response
      .writeHead(200, 'zqfine', { 'x-note': 'zqheader', etag: '"zqetag"' })
      .end(
        [
          record('A', 'values'),
          { ...record('B', 'values'), price: 'zqprice', 'zqcolumn name': 1 },
          { ...record('C', 'values'), year: 'zqyear', thumbnail: 'zqthumbnail' },
          { ...record('D', 'values'), dealer: 'zqdealer!' },
          { ...record('E', 'values'), advert_url: 'javascript:zqadvert' },
          { ...record('zqduplicate', 'values'), advert_url: record('A', 'values').advert_url },
          'zqrecord',
        ]
          .map((value) => `${JSON.stringify(value)}\n`)
          .join(''),
      ),
  columns: (_, response) =>
    response.end('id,dealer,advert_url,zqname\nF,columns.example,https://columns.example/F,zqvalue\n'),
  header: (_, response) => response.end('zqheaderone,zqheadertwo\n1,2\n'),
  wrapped: (_, response) =>
    response.end(JSON.stringify({ note: 'zqoutside', vehicles: [record('W', 'wrapped')] })),
  error: (_, response) => response.end('{"error":"zqerror"}'),
  ndjson: (_, response) => response.end('{"id": zqndjson root:x:0:0\n'),
  array: (_, response) => response.end('[{"id": zqarray}]'),
  xml: (_, response) => response.end('<s><zqelement></zqother></s>'),
  quotes: (_, response) => response.end('id,dealer,advert_url\n"zqrow,y,z\n'),
  rejected: (_, response) => response.end('{"id":"1","advert_url":"zqrejected"}\n'),
  page: (_, response) => response.end('<!DOCTYPE html><title>zqtitle</title>'),
  reason: (_, response) => response.writeHead(500, 'zqreason').end('zqbody'),
  redirect: (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/zqpath' }).end(),
  scheme: (_, response) => response.writeHead(302, { location: 'ftp://zqscheme/' }).end(),
  name: (_, response) => response.writeHead(302, { location: 'http://zqname.localhost:1/' }).end(),
  encoding: (_, response) => response.setHeader('content-encoding', 'zqencoding').end('x'),
  again: (_, response) => response.writeHead(503, { 'retry-after': 'zqretry' }).end(),
  protocol: (_, response) => {
    response.socket?.end('zqprotocol\r\n\r\n');
  },
  blocked: (request, response) => {
    const isFirst = request.headers['if-none-match'] === undefined;
    const records = Array.from({ length: isFirst ? 20 : 2 }, (_, n) => record(`A${n}`, 'blocked'));
    response.setHeader('etag', '"zqfirst"').end(ndjson(...records));
  },
};

function record(id: string, feed: string): ReturnType<typeof plainRecord> {
  return plainRecord(id, `${feed}.example`);
}

/** Some of what the operator can read. */
const KEPT = [
  ...['zqprice', 'zqcolumn', 'zqadvert', 'zqduplicate', 'zqrecord', 'zqname', 'zqheaderone'],
  ...['zqoutside', 'zqerror', 'zqtitle'],
  ...['zqndjson', 'zqarray', 'zqrow', 'zqrejected', 'zqimport1', 'zqfile', 'blocked.example'],
];

const PUBLIC_PATHS = ['/status', '/dashboard/', '/metrics', '/readyz', '/healthz', '/openapi.json', '/docs'];

test('no public response contains text of a feed', { timeout: 120_000 }, async () => {
  const folder = join(temporaryFolder(), 'data');
  const place = temporaryFolder();
  const dealer = await dealerServer((request, response) =>
    RESPONSES[request.url?.slice(1) ?? '']?.(request, response),
  );
  const addresses = Object.keys(RESPONSES).map((name) => ({
    name,
    address: `${dealer.url}/${name}`,
    dealer: `${name}.example`,
    allowPrivate: true,
  }));
  fileIn(place, 'zqfile.ndjson', '{"id": zqfile}\n');
  const feeds = [...addresses, { name: 'file', path: 'zqfile.ndjson', dealer: 'file.example' }];
  const list = fileIn(place, 'feeds.json', JSON.stringify({ feeds }));
  const run = (...args: string[]): ReturnType<typeof forecourt> =>
    forecourt(['feed', 'run', ...args, '--feeds', list, '--data', folder]);
  await run('blocked');
  await run();
  const files = [1, 2].map((n) => fileIn(place, `zqimport${n}.ndjson`, `${ndjson(plainRecord(`I${n}`))}7\n`));
  await forecourt(['import', ...files, '--data', folder, '--merge']);

  const operators = await forecourt(['status', '--json', '--data', folder]);
  for (const word of KEPT) expect(operators.stdout).toContain(word);

  const server = await startServer(folder);
  for (const path of PUBLIC_PATHS) {
    const response = await fetch(server.url + path);
    expect(response.status, path).toBe(200);
    const text = await response.text();
    expect(text.match(/zq[a-z]*/g), path).toBeNull();
    expect(text, path).not.toMatch(/root:x|blocked\.example|127\.0\.0\.1:1\b/);
    expect([...response.headers.values()].join('\n'), path).not.toContain('zq');
  }
  const status = (await (await fetch(`${server.url}/status`)).json()) as {
    readonly feeds: readonly { readonly feed: string; readonly lastRun: object }[];
  };
  const runs = new Map(status.feeds.map(({ feed, lastRun }) => [feed, lastRun]));
  expect(runs.get('ndjson')).toMatchObject({ outcome: 'failed', reason: 'The feed could not be imported.' });
  expect(runs.get('redirect')).toMatchObject({ outcome: 'failed', reason: 'The feed could not be fetched.' });
  expect(runs.get('blocked')).toMatchObject({
    outcome: 'blocked',
    reason: 'Blocked: a dealer would lose more than half of its listings.',
  });
  expect(runs.size).toBe(feeds.length);
  rmSync(place, { recursive: true });
});
