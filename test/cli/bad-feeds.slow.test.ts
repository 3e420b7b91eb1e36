// Invalid feeds: each is refused with a message that says what is wrong and where, and the stock does not change.
import { gzipSync } from 'node:zlib';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { listingOf } from '../support/hit.ts';
import { forecourt, outcomeOf, start } from '../support/process.ts';
import { fileIn, ndjson, plainRecord, THREE } from './feeds.ts';

// Shared by all tests: none of the feeds may change it.
const folder = mkdtempSync(join(tmpdir(), 'forecourt-bad-feeds-'));
beforeAll(async () => {
  const feed = fileIn(folder, 'three.ndjson', THREE);
  await importFeeds(folder, [{ name: feed, source: feed }], { merge: false });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Adverts found by a search for everything, cheapest first. */
async function advertsFound(): Promise<string[]> {
  const search = openEmbeddedBackend(folder, { threads: false });
  try {
    await search.catchUp();
    const { query } = search.service.parse([['sort', 'price_asc']]);
    const { hits } = await search.service.search(query);
    return hits.map((hit) => listingOf(hit).advertUrl);
  } finally {
    await search.close();
  }
}

const UNTOUCHED = ['https://north.example/n1', 'https://north.example/n2', 'https://south.example/s1'];

const HEADER = 'id,dealer,advert_url,full_description\n';
const ROW = 'N7,north.example,https://north.example/n7,A car.\n';
const LONG = Array.from({ length: 400 }, (_, n) => plainRecord(`N${n}`));
const PACKED = gzipSync(ndjson(...LONG));

test.each<[what: string, content: string | Uint8Array, sentence: string | RegExp]>([
  ['an empty file', '', 'the feed is empty. Nothing was imported. Check that its export has run.'],
  ['blank lines', '\n \r\n\n', 'the feed is empty. Nothing was imported. Check that its export has run.'],
  ['a header alone', HEADER, 'the feed contains no records. Nothing was imported.'],
  ['an empty array', '[]', 'the feed contains no records. Nothing was imported.'],
  [
    'an empty gzip file',
    gzipSync(''),
    'the feed is empty. Nothing was imported. Check that its export has run.',
  ],
  [
    'half a gzip file',
    PACKED.subarray(0, PACKED.length / 2),
    'the gzip data ends too early. The feed is truncated: fetch it again.',
  ],
  [
    'damaged gzip',
    Buffer.concat([PACKED.subarray(0, 400), Buffer.alloc(200, 7), PACKED.subarray(600)]),
    'the gzip data is damaged. Fetch the feed again.',
  ],
  [
    'half an array',
    JSON.stringify(LONG, undefined, 1).slice(0, 6000),
    /: the JSON array is not closed when the feed ends on line \d+\. It was truncated: fetch it again\.$/,
  ],
  [
    'NDJSON cut within a line',
    ndjson(...LONG).slice(0, 6000),
    /: line \d+ is not valid JSON \(got '\{"id":"N\d+".*'\)\. Each line must be one whole JSON object/,
  ],
  [
    'CSV cut within a row',
    `${HEADER}${ROW}${ROW.replace('N7', 'N8').slice(0, 20)}`,
    'the row that starts on line 3 has 3 columns, the header has 4. The row is truncated: fetch the feed again.',
  ],
  ['no header', ROW, 'The first row must name the columns; if the feed has none, name them with --columns'],
  [
    'a broken byte in UTF-8',
    Buffer.concat([
      Buffer.from(`${HEADER}N7,north.example,https://north.example/n7,Škoda `),
      Buffer.from([0xa3, 0x0a]),
    ]),
    'line 2 holds the byte 0xA3 at position 50, which is not UTF-8 (perhaps Windows-1252). Save the feed as UTF-8.',
  ],
  [
    'half of UTF-16',
    Buffer.from(`\ufeff${HEADER}${ROW}`, 'utf16le').subarray(0, -1),
    'the feed ends in the middle of a character on line 2. It was truncated: fetch it again.',
  ],
  [
    'half of XML',
    '<listings>\n<listing><id>N7</id>',
    "the XML ends on line 2 within the element 'listing'. It was truncated: fetch it again.",
  ],
  [
    'XML with a DTD',
    '<!DOCTYPE x [<!ENTITY a "b">]>\n<listings><listing><id>&a;</id></listing></listings>',
    'line 1 has a DTD (<!DOCTYPE …>), and DTDs are not read. Save the feed without it.',
  ],
  [
    'a quote that is never closed',
    `${HEADER}${ROW}N8,north.example,https://north.example/n8,"A car.\nN9,north.example,n9,\n`,
    'the row that starts on line 3 has a quote that is never closed (got',
  ],
  ['JSON that is none', "{'id': 'N7'}\n", `line 1 is not valid JSON (got '{'id': 'N7'}').`],
  ['an array of what is no JSON', "[{'id': 'N7'}]", `the record that starts on line 1 is not valid JSON`],
  [
    'a web page',
    '<!DOCTYPE html>\n<p>Not found</p>\n',
    'this is a web page, not a feed. It has no table of vehicles: check its URL.',
  ],
  [
    'a zip archive',
    Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000'),
    'this is a zip archive. Unpack it and import the feed in it.',
  ],
  ['one JSON text', '"hello"', 'The first row must name the columns, separated by'],
])('%s is refused', async (_, content, message) => {
  const feed = fileIn(folder, 'bad', content);
  const { code, stdout, stderr } = await forecourt(['import', feed, '--data', folder]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.startsWith(`forecourt: ${feed}: `)).toBe(true);
  expect(stderr.split('\n')).toHaveLength(2);
  if (typeof message === 'string') expect(stderr).toContain(message);
  else expect(stderr.trimEnd()).toMatch(message);
  expect(await advertsFound()).toEqual(UNTOUCHED);
});

test('a run without a single valid record is refused, with the first reason', async () => {
  const records = [{ ...plainRecord('N7'), advert_url: 'n7.html' }, { id: 'N8' }];
  const feed = fileIn(folder, 'rejected.ndjson', ndjson(...records));
  const { code, stderr } = await forecourt(['import', feed, '--data', folder]);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'forecourt: All 2 records were rejected, so nothing was imported. The first: line 1: advert_url must be an ' +
      "absolute http or https address without a user name, of at most 2000 characters (got 'n7.html'). Add --advert-url " +
      `'https://YOUR-DEALER/stock/{id}': forecourt import ${feed} --data ${folder} --advert-url 'https://YOUR-DEALER/stock/{id}'.\n`,
  );
  const only = fileIn(folder, 'only.ndjson', '{"id":"N8"}');
  expect((await forecourt(['import', only, '--data', folder])).stderr).toBe(
    'forecourt: The only record was rejected, so nothing was imported. The first: line 1: dealer is missing. ' +
      `Add --dealer YOUR-DEALER and --advert-url 'https://YOUR-DEALER/stock/{id}': forecourt import ${only} ` +
      `--data ${folder} --dealer YOUR-DEALER --advert-url 'https://YOUR-DEALER/stock/{id}'. If the adverts are on their dealers' sites, ` +
      'a mapping with "dealer_from": "advert_url" will do instead.\n',
  );
  expect(await advertsFound()).toEqual(UNTOUCHED);
});

test('one invalid feed fails the whole run', async () => {
  const good = fileIn(folder, 'good.ndjson', ndjson(...LONG));
  const bad = fileIn(folder, 'bad.csv', 'hello');
  const { code, stderr } = await forecourt(['import', good, bad, '--data', folder]);
  expect(code).toBe(1);
  expect(stderr).toContain(
    `forecourt: ${bad}: the header on line 1 lacks id, dealer and advert_url (got 'hello').`,
  );
  expect(await advertsFound()).toEqual(UNTOUCHED);
});

test('a missing file is reported before anything is read', async () => {
  const good = fileIn(folder, 'good.ndjson', ndjson(...LONG));
  const missing = join(folder, 'missing.csv');
  expect(await forecourt(['import', good, missing, '--data', folder])).toEqual({
    code: 1,
    stdout: '',
    stderr: `forecourt: There is no file '${missing}'.\n`,
  });
  expect(await forecourt(['import', good, folder, '--data', folder])).toEqual({
    code: 1,
    stdout: '',
    stderr: `forecourt: '${folder}' is a folder. Name the files in it.\n`,
  });
  expect(await advertsFound()).toEqual(UNTOUCHED);
});

test('a line of 100 MB is refused as soon as it exceeds the limit, within 48 MB of heap', async () => {
  const child = start(['import', '-', '--data', folder], {
    environment: { NODE_OPTIONS: '--max-old-space-size=48' },
  });
  const outcome = outcomeOf(child);
  child.stdin.write('{"id":"');
  const piece = 'x'.repeat(1_000_000);
  let rejected = false;
  for (let written = 0; written < 100 && !rejected; written += 1) {
    rejected = await new Promise((resolve) =>
      child.stdin.write(piece, (error) => resolve(error instanceof Error)),
    );
  }
  expect(rejected).toBe(true);
  child.stdin.end('"}\n');
  expect(await outcome).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'forecourt: standard input: the record that starts on line 1 is longer than 1,048,576 characters. ' +
      'Check that every record is terminated.\n',
  });
  expect(await advertsFound()).toEqual(UNTOUCHED);
});
