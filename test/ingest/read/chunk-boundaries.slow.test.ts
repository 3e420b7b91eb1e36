// Chunk boundaries do not matter, and no bytes cause errors other than Problems.
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/ingest/read/feed-format.ts';
import type { FeedNotice } from '../../../src/ingest/read/feed-record.ts';
import { resultsOf as recordsOf, outcomeOf, outline } from '../collect.ts';

const NDJSON =
  '\ufeff{"id":"1","dealer":"a.example","advert_url":"https://a.example/1","model":"Škoda €😀 \\"x\\""}\r\n' +
  '\n{"id":"2"}\n[]\n{"id":"3","dealer":"a.example","advert_url":"https://a.example/3","price":"£9,995"}';
const JSON_ARRAY =
  ' [\n{"id":"1","dealer":"a.example","advert_url":"https://a.example/1","model":"]},[{\\\\\\"😀"}\r\n,' +
  '{"id":"2","images":[[],{"a":[1]}]},5\n,\n"a,b]"\n ,{"id":"3","dealer":"a.example","advert_url":"https://a.example/3"}]\n ';
const CSV =
  'id,dealer,advert_url,"model"\r\n1,a.example,https://a.example/1,"a ""b"",\r\n😀"\n\n' +
  '2,a.example,,""\r\n"3",a.example,https://a.example/3,é€\r\n';

const WRAPPED =
  '{"status":"ok","errors":[{"code":1}],\n"data":{"total":2,"items":[\n' +
  '{"id":"1","dealer":"a.example","advert_url":"https://a.example/1","make":"Škoda €😀 \\"x\\"","model":"]},[{"},\n' +
  '{"id":"2","make":"Kia","model":"Rio"},5]},"more":[[],{"a":"}"}]}\n';
const JSON_LD =
  '{"@context":"https://schema.org","@graph":[{"@type":"Organization","name":"€"},\n' +
  '{"@type":"Car","id":"1","dealer":"a.example","advert_url":"https://a.example/1"},\n{"@type":["Product"],"id":"2"}]}';
const SPREADSHEET =
  'sep=;\r\nStock list €😀;;;\r\n\r\nid;dealer;advert_url;model;\r\n1;a.example;https://a.example/1;"a;\r\nb"\r\n' +
  'ID;Dealer;Advert_URL;Model;\r\n2;a.example\r\n3;a.example;https://a.example/3;x;;y\r\nTotal;;;2\r\n';
const RSS =
  '<?xml version="1.0"?>\n<rss xmlns:g="x"><channel><title>€😀</title>\n<item><id>x</id><g:id>1</g:id><g:link>https://a.example/1</g:link>' +
  '<dealer>a.example</dealer><p><name>make</name><value><![CDATA[Kia]]></value></p></item>\n<item><g:id>2</g:id></item><tail>z</tail></channel></rss>';

/** The bytes, split at these offsets. */
function chunksOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, n) => bytes.subarray(places[n], end));
}

/** The results of records, and then the notices. */
async function readWhole(input: Buffer | readonly Buffer[]): Promise<unknown[]> {
  const notices: FeedNotice[] = [];
  return [await recordsOf(input, { onNotice: (notice) => void notices.push(notice) }), notices];
}

const cutPlaces = fc.array(fc.nat({ max: 1000 }), { maxLength: 12 });

describe.each([
  ['NDJSON', NDJSON, ['1 1', '3 missing_dealer', '4 not_an_object', '5 3']],
  ['JSON', JSON_ARRAY, ['2 1', '3 missing_dealer', '3 not_an_object', '5 not_an_object', '6 3']],
  ['CSV', CSV, ['2 1', '5 missing_advert_url', '6 3']],
  ['JSON within other objects', WRAPPED, ['3 1', '4 missing_dealer', '4 not_an_object']],
  ['JSON-LD', JSON_LD, ['2 1', '3 missing_dealer']],
  ['CSV of a spreadsheet', SPREADSHEET, ['5 1', '8 missing_advert_url', '9 malformed_row']],
  ['RSS', RSS, ['3 1', '4 missing_dealer']],
])('%s', (_, text, expected) => {
  it.each([
    ['plain', Buffer.from(text)],
    ['gzip', gzipSync(text)],
  ])('gives the same results in any chunks: %s', async (_, bytes) => {
    const whole = await readWhole(bytes);
    expect(outline(await recordsOf(bytes))).toEqual(expected);
    expect(await readWhole(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(whole);
    await fc.assert(
      fc.asyncProperty(cutPlaces, async (cuts) => {
        expect(await readWhole(chunksOf(bytes, cuts))).toEqual(whole);
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  it('gives the same results or the same Problem in any chunks if any byte is changed', async () => {
    const bytes = Buffer.from(text);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 1000 }), fc.nat({ max: 255 }), cutPlaces, async (place, byte, cuts) => {
        const changed = Buffer.from(bytes);
        changed[place % changed.length] = byte;
        expect(await outcomeOf(chunksOf(changed, cuts))).toEqual(await outcomeOf(changed));
      }),
      { seed: 6, numRuns: 300 },
    );
  }, 120_000);

  it('gives its first results or a Problem if truncated', async () => {
    const bytes = Buffer.from(text);
    for (let length = 0; length < bytes.length; length++) {
      const outcome = await outcomeOf(bytes.subarray(0, length));
      if (typeof outcome === 'string') expect(outcome).toMatch(/^feed_(unreadable|empty): stock: \S/);
      else expect(outline(outcome).slice(0, -1)).toEqual(expected.slice(0, outcome.length - 1));
    }
  });
});

describe('any bytes', () => {
  const token = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '\\',
      '\n',
      '\r',
      ' ',
      'id',
      'dealer',
      'advert_url',
      '1',
      'null',
      '\ufeff',
    ],
    ...[
      '"id":',
      '{"id":1}',
      'id,dealer,advert_url\n',
      '1,a.example,https://a.example/1\n',
      '""',
      '\0',
      '<',
      ';',
      '😀',
      '"vehicles":[',
      '{"make":"Kia","model":"Rio"}',
      'Total,,9\n',
      'sep=;\n',
      '"@type":"Car"',
    ],
  );
  const inputs = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.array(token, { maxLength: 20 }).map((tokens) => Buffer.from(tokens.join(''))),
    fc.array(token, { maxLength: 20 }).map((tokens) => gzipSync(tokens.join(''))),
    fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), bytes])),
  );

  it('give results or a Problem, never another error', async () => {
    const formats = fc.constantFrom(undefined, ...FEED_FORMATS);
    await fc.assert(
      fc.asyncProperty(inputs, formats, async (bytes, format) => {
        const outcome = await outcomeOf(bytes, format === undefined ? {} : { format });
        if (typeof outcome === 'string') expect(outcome).toMatch(/^feed_(unreadable|empty): stock: \S/);
        else expect(outcome.length).toBeGreaterThan(0);
      }),
      { seed: 7, numRuns: 2000 },
    );
  }, 120_000);

  it('give the same in any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 20 }), cutPlaces, async (tokens, cuts) => {
        const bytes = Buffer.from(tokens.join(''));
        expect(await outcomeOf(chunksOf(bytes, cuts))).toEqual(await outcomeOf(bytes));
      }),
      { seed: 8, numRuns: 1000 },
    );
  }, 120_000);
});
