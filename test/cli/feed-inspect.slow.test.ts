// `forecourt feed inspect`, and import with the same flags.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt } from '../support/process.ts';
import { fileIn } from './feeds.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/feeds/${name}`, import.meta.url));
const CSV = 'Stock No;Make;Milage;Web Link;Colour\n7;VW;9;https://west.example/7;Red\n8;Kia;;;Blue\n';

test('shows the detected format, the columns, the listings and the rejections', async () => {
  const { code, stdout, stderr } = await forecourt(['feed', 'inspect', '-', '--dealer', 'west.example'], {
    input: CSV,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toEqual([
    'standard input: layout general, format csv, encoding utf-8, delimiter semicolon',
    '',
    'COLUMN    FIELD               RECORDS  VALUES',
    'Stock No  id                        2  7 · 8',
    'Make      make                      2  VW · Kia',
    'Milage    ignored (mileage?)        1  9',
    'Web Link  advert_url                1  https://west.example/7',
    'Colour    keywords                  2  Red · Blue',
    '',
    'Listing 1',
    '  make: Volkswagen',
    '  dealer: west.example',
    '  id: 7',
    '  advert_url: https://west.example/7',
    '  keywords: VW Red',
    '',
    '2 records read, 1 rejected. An import would list 1.',
    'Rejected, missing_advert_url: 1',
    '  line 3: advert_url is missing',
    'Unknown field ignored: Milage in 1 record. Did you mean mileage?',
    '',
  ]);
});

test('--json prints the same as JSON, with a mapping applied', async () => {
  const args = [
    'feed',
    'inspect',
    fixture('mapped.txt'),
    '--mapping',
    fixture('mapped.mapping.json'),
    '--json',
  ];
  const { code, stdout } = await forecourt(args);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    encoding: 'utf-8',
    format: 'csv',
    delimiter: '|',
    layout: 'general',
    fault: null,
    read: 2,
    listed: 2,
    rejected: 0,
    listings: [
      { id: 'A', make: 'Vauxhall', mileage: 10000 },
      { id: 'B', mileage: 5 },
    ],
  });
  expect((JSON.parse(stdout) as { columns: unknown[] }).columns.slice(3)).toEqual([
    { name: 'Strecke', field: 'mileage', unwanted: false, records: 2, samples: ['16093', '5 miles'] },
    { name: 'Preis', field: 'price', unwanted: false, records: 2, samples: ['5000', '5500'] },
    {
      name: 'Seite',
      field: 'advert_url',
      unwanted: false,
      records: 2,
      samples: ['https://vauxhall-yard.example/a', 'https://vauxhall-yard.example/b'],
    },
    { name: 'Intern', field: null, unwanted: true, records: 2, samples: ['secret'] },
  ]);
});

test('fails as an import would, with the columns of a header that it refuses', async () => {
  const input = 'Wagen|Strecke|Intern\nCorsa|16093|secret\nAstra|5 miles|secret\n';
  const { code, stdout, stderr } = await forecourt(['feed', 'inspect', '-'], { input });
  expect(code).toBe(1);
  expect(stdout).toContain('\nStrecke  ignored        2  16093 · 5 miles\n');
  expect(stderr).toBe((await forecourt(['import', '-', '--data', temporaryFolder()], { input })).stderr);
  expect(stderr).toMatch(/^forecourt: standard input: the header on line 1 lacks id, dealer and advert_url/);
});

test('fails as an import would if every record is rejected', async () => {
  const input = '{"id":"1","dealer":"west.example","price":"POA"}\n';
  expect(await forecourt(['feed', 'inspect', '-'], { input })).toEqual({
    code: 1,
    stdout: [
      'standard input: layout forecourt, format ndjson, encoding utf-8',
      '',
      'COLUMN  FIELD   RECORDS  VALUES',
      'id      id            1  1',
      'dealer  dealer        1  west.example',
      'price   price         1  POA',
      '',
      '1 record read, 1 rejected. An import would fail, as below.',
      'Rejected, missing_advert_url: 1',
      '  line 1: advert_url is missing',
      '',
    ].join('\n'),
    stderr:
      'forecourt: The only record was rejected, so nothing was imported. The first: line 1: advert_url is missing. ' +
      "Add --advert-url 'https://YOUR-DEALER/stock/{id}': forecourt import - --advert-url 'https://YOUR-DEALER/stock/{id}'.\n",
  });
});

test('shows beside its field which column overrides another', async () => {
  const input = '{"id":"1","url":"https://a.example/1","town":"Leeds","dealer_city":"Bradford"}\n';
  const { stdout } = await forecourt(['feed', 'inspect', '-', '--dealer', 'a.example'], { input });
  expect(stdout).toMatch(/^dealer_city +loc \(1 overridden by town\) +1 +Bradford$/m);
});

test('import has the same flags', async () => {
  const folder = temporaryFolder();
  const mapped = [fixture('mapped.txt'), '--mapping', fixture('mapped.mapping.json')];
  expect((await forecourt(['import', '--data', folder, ...mapped])).stdout).toContain('2 added, 0 changed');
  const dms = [
    fixture('dms-utf-16.csv'),
    '--dealer',
    'northgate-cars.example',
    '--layout',
    'dms',
    '--encoding',
    'utf-16le',
  ];
  const first = await forecourt(['import', '--data', folder, ...dms]);
  expect(first.stdout).toContain(
    '4 records read, 1 rejected.\n3 added, 0 changed, 0 unchanged, 0 withdrawn.',
  );
  const again = await forecourt(['import', '--data', folder, ...dms]);
  expect(again.stdout).toContain('0 added, 0 changed, 3 unchanged, 0 withdrawn.');
  const found = await forecourt([
    'search',
    '--data',
    folder,
    '--make',
    'Ford',
    '--model',
    'Focus',
    '--q',
    'blue hatchback',
    '--json',
  ]);
  expect(JSON.parse(found.stdout)).toMatchObject({
    results: { total_vehicles: 1, cars: [{ model: 'Focus Zetec 1.0T' }] },
  });
});

test.each([
  [
    ['--layout', 'gogle'],
    "--layout must be one of forecourt, dms, autotrader, google, meta, schema_org, wordpress, shopify, xml, general (got 'gogle'). Did you mean google?",
  ],
  [
    ['--encoding', 'latin'],
    "--encoding must be one of utf-8, utf-16le, utf-16be, windows-1252 (got 'latin').",
  ],
  [['--mapping', '/nowhere.json'], "The mapping '/nowhere.json' cannot be used: it is not there."],
])('%j is refused', async (flags, message) => {
  const folder = temporaryFolder();
  const file = fileIn(folder, 'stock.csv', CSV);
  expect(await forecourt(['feed', 'inspect', file, ...flags])).toEqual({
    code: 2,
    stdout: '',
    stderr: `forecourt: ${message}\n`,
  });
});

test('--suggest writes a mapping that import takes, and never replaces one unasked', async () => {
  const folder = temporaryFolder();
  const rows = ['f1;f2;f3', 'https://west.example/7;8995;Ford', 'https://west.example/8;12495;Kia'];
  const feed = fileIn(folder, 'stock 1.csv', rows.join('\n'));
  const mapping = join(folder, 'stock 1.mapping.json');
  const { code, stdout } = await forecourt(['feed', 'inspect', feed, '--suggest']);
  expect(code).toBe(0);
  expect(stdout.replaceAll(folder, '').split('\n').slice(0, 6)).toEqual([
    '/stock 1.csv: 3 of 3 unknown columns guessed and written to /stock 1.mapping.json. Check them:',
    '',
    'COLUMN  FIELD       CONFIDENCE  REASON                         VALUES',
    'f1      advert_url  high        a web address for each car     https://west.example/7 · https://west.example/8',
    'f2      price       high        numbers that end as prices do  8995 · 12495',
    'f3      make        high        makes                          Ford · Kia',
  ]);
  expect(stdout).toContain(`'${feed}' --mapping '${mapping}' --dealer west.example`);
  expect(JSON.parse(readFileSync(mapping, 'utf8'))).toEqual({
    columns: { f1: 'advert_url', f2: 'price', f3: 'make' },
  });

  expect(await forecourt(['feed', 'inspect', feed, '--suggest'])).toEqual({
    code: 2,
    stdout: '',
    stderr: `forecourt: ${mapping} exists already. Name another file with --suggest, or add --overwrite.\n`,
  });
  const again = await forecourt(['feed', 'inspect', feed, '--suggest', mapping, '--overwrite', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({
    mappingFile: mapping,
    suggestion: { guesses: [{ column: 'f1' }, { column: 'f2' }, { column: 'f3' }], unguessed: [] },
  });

  writeFileSync(mapping, JSON.stringify({ columns: { f1: 'id', f3: null }, constants: { make: 'Kia' } }));
  const other = join(folder, 'other.json');
  await forecourt(['feed', 'inspect', feed, '--mapping', mapping, '--suggest', other]);
  expect(JSON.parse(readFileSync(other, 'utf8'))).toEqual({
    columns: { f1: 'id', f3: null, f2: 'price' },
    constants: { make: 'Kia' },
  });
});

test('--suggest needs a name for the mapping of standard input', async () => {
  expect(await forecourt(['feed', 'inspect', '-', '--suggest'], { input: CSV })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'forecourt: Name the mapping file: --suggest north.json.\n',
  });
});
