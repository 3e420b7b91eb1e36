// A feed with a word of its own in every column: each is in the listing, in the text that q searches, or in the report.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { inspectFeed } from '../../src/ingest/inspect-feed.ts';
import { LAYOUTS } from '../../src/ingest/layouts/detect.ts';
import { COLUMN_ALIASES } from '../../src/ingest/layouts/column-aliases.ts';
import { LAYOUT_NAMES, type LayoutName } from '../../src/ingest/layouts/layout.ts';
import { NOW } from './collect.ts';

/** Valid values of fields that no word fits, different for each column. */
const VALUES: Readonly<Record<string, (n: number) => string>> = {
  year: (n) => String(1991 + (n % 30)),
  mileage: (n) => String(20_000 + n),
  price: (n) => String(5000 + n),
  engine_size: (n) => String(1000 + n),
  latitude: (n) => (51 + n / 10_000).toFixed(4),
  longitude: (n) => (-1 - n / 10_000).toFixed(4),
  advert_url: (n) => `https://pembroke.example/${n}`,
  images: (n) => `https://pembroke.example/${n}.jpg`,
  thumbnail: (n) => `https://pembroke.example/${n}.png`,
  fuel_type: (n) => (n % 2 === 0 ? 'Petrol' : 'Diesel'),
  transmission: (n) => (n % 2 === 0 ? 'Manual' : 'Automatic'),
  mileage_unit: () => 'miles',
  engine_unit: () => 'cc',
  currency: () => 'GBP',
  arrived_at: (n) => `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`,
};
const REQUIRED = ['id', 'advert_url'];
/** A report names at most 50 columns and three values of a kind, so each record has a part of the names. */
const PARTS = 24;
const WORDLESS = new Set(Object.keys(VALUES));

async function lossesOf(layout: LayoutName, isJson: boolean, part: number): Promise<string[]> {
  const names = new Set(
    [...LAYOUTS[layout].columns, ...COLUMN_ALIASES].flatMap((row) =>
      row.names.map((name) => name.replaceAll('#', '1')),
    ),
  );
  const all = [...names, 'wholly_unknown', 'Another One'].filter((name) => !/[.[\]]/.test(name));
  const plain = [...REQUIRED, ...all.filter((name, n) => n % PARTS === part && !REQUIRED.includes(name))];
  const fieldOf = new Map(
    [...LAYOUTS[layout].columns, ...COLUMN_ALIASES].flatMap(({ field, names: own }) =>
      own.map((name) => [name.replaceAll('#', '1'), field] as const),
    ),
  );
  const record = Object.fromEntries(
    plain.map((name, n) => {
      const value = VALUES[fieldOf.get(name) ?? ''];
      return [name, value === undefined ? `zq${n}word` : value(n)];
    }),
  );
  const quoted = (cell: string): string => `"${cell}"`;
  const text = isJson
    ? JSON.stringify(record)
    : [plain.map(quoted).join(','), Object.values(record).map(quoted).join(',')].join('\n');
  const { inspection } = await inspectFeed(
    { name: 'stock', source: Readable.from([Buffer.from(text)]) },
    { layout, dealer: 'pembroke.example', now: () => NOW },
  );
  expect(inspection.fault).toBe(null);
  expect(inspection.listed).toBe(1);
  const { columns, ...rest } = inspection;
  const told = JSON.stringify(rest).toLowerCase();
  const used = new Set(columns.flatMap(({ name, field }) => (field === null ? [] : [name])));
  const reported = new Set([
    ...inspection.ignoredColumns.map(({ name }) => name),
    ...(inspection.overriddenColumns ?? []).map(({ name }) => name),
  ]);
  const beyond = inspection.ignoredBeyond ?? 0;
  return plain.filter((name) => {
    if (reported.has(name)) return false;
    if (!used.has(name)) return beyond === 0;
    // Of values that are converted, only that their column counts can be seen.
    const field = fieldOf.get(name) ?? '';
    return WORDLESS.has(field) ? false : !told.includes(record[name].toLowerCase());
  });
}

it.each(LAYOUT_NAMES.flatMap((layout) => [true, false].map((isJson) => ({ layout, isJson }))))(
  'no word of a $layout feed is lost (JSON: $isJson)',
  async ({ layout, isJson }) => {
    const lost: string[] = [];
    for (let part = 0; part < PARTS; part++) lost.push(...(await lossesOf(layout, isJson, part)));
    expect(lost).toEqual([]);
  },
);

it('reports a column that another overrides, and not one that says the same', async () => {
  const record = {
    id: '1',
    url: 'https://a.example/1',
    town: 'Leeds',
    dealer_city: 'Bradford',
    price: '5000',
    sale_price: '5000',
  };
  const { inspection } = await inspectFeed(
    { name: 'stock', source: Readable.from([Buffer.from(JSON.stringify(record))]) },
    { dealer: 'a.example', now: () => NOW },
  );
  expect(inspection.overriddenColumns).toEqual([{ name: 'dealer_city', by: 'town', count: 1 }]);
});
