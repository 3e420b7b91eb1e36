// Listings survive a round trip through every format, encoding and delimiter.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadOptions } from '../../../src/ingest/run/read-feed.ts';
import { resultsOf } from '../collect.ts';

type Row = Readonly<Record<string, string>>;

const NAMES = [
  'id',
  'dealer',
  'advert_url',
  'make',
  'model',
  'price',
  'loc',
  'full_description',
  'images',
] as const;

// Text that every format can represent; unusual characters are tested elsewhere.
const word = fc
  .array(
    fc.constantFrom(
      'a',
      'Z',
      '7',
      ' ',
      'é',
      '£',
      '€',
      ',',
      ';',
      '|',
      '\t',
      '"',
      '\n',
      '<',
      '&',
      "'",
      ']]>',
      '\\',
    ),
    { maxLength: 12 },
  )
  .map((signs) => signs.join(''));
const row: fc.Arbitrary<Row> = fc.record({
  id: fc.integer({ min: 1, max: 1e9 }).map(String),
  dealer: fc.constant('a.example'),
  advert_url: fc.nat({ max: 999 }).map((n) => `https://a.example/${n}?x=1&y=2`),
  make: word,
  model: word,
  price: fc.integer({ min: 1, max: 90_000 }).map((pounds) => `£${pounds}`),
  loc: word,
  full_description: word,
  images: fc
    .uniqueArray(
      fc.nat({ max: 9 }).map((n) => `https://a.example/${n},${n}.jpg`),
      { maxLength: 3 },
    )
    .map((all) => all.join(', ')),
});
const rows = fc.array(row, { minLength: 1, maxLength: 5 });

const csv =
  (delimiter: string) =>
  (all: readonly Row[]): string =>
    [Object.fromEntries(NAMES.map((name) => [name, name])), ...all]
      .map((one) => NAMES.map((name) => `"${(one[name] ?? '').replaceAll('"', '""')}"`).join(delimiter))
      .join('\r\n');
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const xml = (all: readonly Row[]): string =>
  `<listings>${all.map((one) => `<listing>${NAMES.map((name) => `<${name}>${escaped(one[name] ?? '')}</${name}>`).join('')}</listing>`).join('\n')}</listings>`;

const WRITERS: readonly [string, (all: readonly Row[]) => string | Buffer, ReadOptions?][] = [
  ['a JSON array', (all) => JSON.stringify(all)],
  ['CSV', csv(',')],
  ['CSV with semicolons', csv(';')],
  ['CSV with tabs', csv('\t')],
  ['CSV with pipes', csv('|')],
  ['CSV in UTF-16', (all) => Buffer.from(`\ufeff${csv(';')(all)}`, 'utf16le')],
  ['XML', xml],
  ['XML in UTF-16', (all) => Buffer.from(`\ufeff${xml(all)}`, 'utf16le').swap16()],
  [
    'NDJSON under any layout',
    (all) => all.map((one) => JSON.stringify(one)).join('\n'),
    { layout: 'general' },
  ],
];

it.each(WRITERS)('%s reads as NDJSON does', async (_, write, options) => {
  const listings = async (feed: string | Buffer, more: ReadOptions = {}): Promise<unknown[]> =>
    (await resultsOf(feed, more)).map((result) => ({ ...result, line: 0 }));
  await fc.assert(
    fc.asyncProperty(rows, async (all) => {
      const expected = await listings(all.map((one) => JSON.stringify(one)).join('\n'));
      expect(await listings(write(all), options)).toEqual(expected);
    }),
    { seed: 51, numRuns: 150 },
  );
});
