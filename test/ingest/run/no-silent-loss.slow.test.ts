// A feed with a word of its own in every column: each is in the listing, in the text that q searches, or in the report.
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ColumnResolver } from '../../../src/ingest/columns/column-resolver.ts';
import { inspectFeed } from '../../../src/ingest/suggest/inspect-feed.ts';
import {
  columnTable,
  layoutNamed,
  layoutNames,
  type LayoutName,
} from '../../../src/ingest/tables/column-table.ts';
import { flatten } from '../../../src/ingest/read/flatten.ts';
import { randomOf, type Random } from '../../support/random.ts';
import { NOW, resultsOf } from '../collect.ts';

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
const PARTS_OF_A_SHARE = 10;
/** Names that every feed may have are all tried in the general layout; of the others, each tries one share of them. */
const SHARES = 4;
const WORDLESS = new Set(Object.keys(VALUES));

type Form = 'csv' | 'json' | 'nested json' | 'xml' | 'nested xml';
const FORMS: readonly Form[] = ['csv', 'json', 'nested json', 'xml', 'nested xml'];

/** The known names of a layout that the form can write, with the field of each. */
function namesOf(layout: LayoutName, form: Form): ReadonlyMap<string, string> {
  const isNested = form.startsWith('nested');
  const isXml = form.endsWith('xml');
  const fields = new Map<string, string>();
  const share = layoutNames().indexOf(layout) % SHARES;
  const common = columnTable().common.filter((_, n) => layout === 'general' || n % SHARES === share);
  for (const { field, name: known } of [...layoutNamed(layout).columns, ...common]) {
    const name = known.replaceAll('#', '1');
    const isWritable = isXml ? /^[a-z][\w.]*$/.test(name) : true;
    if (isWritable && isNested === name.includes('.') && !/[[\]]/.test(name) && !fields.has(name))
      fields.set(name, field);
  }
  fields.set(isNested ? 'wholly.unknown' : 'wholly_unknown', '');
  return fields;
}

/** The text of a feed of one record. Names with dots are nested where the form is. */
function feedOf(form: Form, cells: ReadonlyMap<string, string>): string {
  if (form === 'csv') {
    const line = (values: Iterable<string>): string => Array.from(values, (cell) => `"${cell}"`).join(',');
    return `${line(cells.keys())}\n${line(cells.values())}`;
  }
  const record: NestedRecord = {};
  for (const [name, value] of cells) {
    const parts = name.split('.');
    const [last = ''] = parts.splice(-1);
    let inner = record;
    for (const part of parts) {
      const member = inner[part];
      inner =
        typeof member === 'object' ? member : (inner[part] = member === undefined ? {} : { value: member });
    }
    inner[last] = value;
  }
  return form.endsWith('json') ? JSON.stringify(record) : `<stock><car>${elements(record)}</car></stock>`;
}

interface NestedRecord {
  [name: string]: string | NestedRecord;
}

function elements(record: NestedRecord): string {
  return Object.entries(record)
    .map(([name, value]) => `<${name}>${typeof value === 'string' ? value : elements(value)}</${name}>`)
    .join('');
}

async function lossesOf(layout: LayoutName, form: Form): Promise<string[]> {
  const fields = namesOf(layout, form);
  const all = [...fields.keys()].filter((name) => !REQUIRED.includes(name));
  const parts = layout === 'general' ? PARTS : PARTS_OF_A_SHARE;
  const lost: string[] = [];
  for (let part = 0; part < parts; part++) {
    const names = all.filter((_, n) => n % parts === part);
    lost.push(...(await lostOf(names, fields, layout, form)));
  }
  return lost;
}

async function lostOf(
  names: readonly string[],
  fields: ReadonlyMap<string, string>,
  layout: LayoutName,
  form: Form,
): Promise<string[]> {
  const cells = new Map([
    ['id', 'zqid'],
    ['advert_url', 'https://pembroke.example/zq'],
    ...names.map((name, n): [string, string] => {
      const value = VALUES[fields.get(name) ?? ''];
      return [name, value === undefined ? `zq${n}word` : value(n)];
    }),
  ]);
  const { inspection } = await inspectFeed(
    { name: 'stock', source: Readable.from([Buffer.from(feedOf(form, cells))]) },
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
  return names.filter((name) => {
    if (reported.has(name)) return false;
    if (!used.has(name)) return beyond === 0;
    // Of values that are converted, only that their column counts can be seen.
    const field = fields.get(name) ?? '';
    return WORDLESS.has(field) ? false : !told.includes((cells.get(name) ?? '').toLowerCase());
  });
}

it.each(layoutNames().flatMap((layout) => FORMS.map((form) => ({ layout, form }))))(
  'no word of a $layout feed is lost in $form',
  async ({ layout, form }) => {
    expect(await lossesOf(layout, form)).toEqual([]);
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

it('reports unknown columns, overridden ones and further values of a vehicle that is not for sale', async () => {
  const record = {
    id: '1',
    status: 'Sold',
    reserved: 'perhaps',
    Nummernschild: 'B 1',
    price: [5000, 6000],
    asking_price: 5500,
    engine_unit: 'barrels',
  };
  const { inspection } = await inspectFeed(
    { name: 'stock', source: Readable.from([Buffer.from(JSON.stringify(record))]) },
    { dealer: 'a.example', now: () => NOW },
  );
  expect(inspection.omitted).toBe(1);
  expect(inspection.ignoredColumns).toEqual([{ name: 'Nummernschild', count: 1 }]);
  expect(inspection.overriddenColumns).toEqual([{ name: 'asking_price', by: 'price', count: 1 }]);
  expect(inspection.valueIssues.map(({ field, samples }) => [field, samples[0]?.value])).toEqual([
    ['price', '6000'],
    ['engine_unit', "'barrels'"],
    ['is_reserved', "'perhaps'"],
  ]);
});

describe('of records of any shape', () => {
  const NAMES = [
    ...new Set(
      [...columnTable().layouts.values()]
        .flatMap(({ columns }) => columns)
        .concat(columnTable().common)
        .map(({ name }) => name.replaceAll('#', '1')),
    ),
  ]
    // Reports shorten long names.
    .filter((name) => name.length <= 20 && !name.includes('.'));
  const PARENTS = 'vehicle dealer details finance engine features image location unheard offers media'.split(
    ' ',
  );

  function randomRecord(random: Random): object {
    let words = 0;
    const word = (): string => `zq${words++}x`;
    const shape = (name: string): unknown => {
      switch (random.below(9)) {
        case 0:
          return [word(), word(), word()];
        case 1:
          return { value: word(), [random.oneOf(['unit', 'currency', 'unheard', 'unitCode'])]: word() };
        case 2:
          return { name: word(), id: word() };
        case 3:
          return [
            { name: random.oneOf(NAMES), value: word() },
            { name: word(), value: word() },
          ];
        case 4:
          return { [random.oneOf(NAMES)]: word(), [name]: word() };
        case 5:
          return [{ [random.oneOf(NAMES)]: word() }, word(), null];
        default:
          return word();
      }
    };
    const record: Record<string, unknown> = { id: '1', advert_url: 'https://a.example/1' };
    for (let n = random.below(12) + 1; n > 0; n--) {
      const name = random.oneOf(NAMES);
      if (random.below(3) > 0) record[name] ??= shape(name);
      else record[random.oneOf(PARENTS)] = { [name]: shape(name), [random.oneOf(NAMES)]: shape(name) };
    }
    return record;
  }

  it.each([1, 2, 3, 4])('no word is lost (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const lost: string[] = [];
    for (let n = 0; n < 250; n++) {
      const record = randomRecord(random);
      const [result] = await resultsOf(JSON.stringify(record), { layout: 'general', dealer: 'a.example' });
      // A rejection says why, and counts the whole record.
      if (result === undefined || result.kind === 'rejection') continue;
      const told = JSON.stringify(result).toLowerCase();
      const reported = [
        ...(result.ignoredColumns ?? []),
        ...(result.overridden ?? []).map(({ name }) => name),
        // Their samples are the first of several.
        ...result.valueIssues.filter(({ count }) => count > 1).map(({ field }) => field),
      ];
      const names = JSON.stringify([...flatten(record).keys()]);
      const all = JSON.stringify(record).match(/zq[0-9]+x/g) ?? [];
      const columns = new ColumnResolver(layoutNamed('general'), undefined);
      for (const missing of all.filter((word) => !told.includes(word) && !names.includes(word))) {
        const [name = ''] =
          [...flatten(record)].find(([, value]) => JSON.stringify(value).includes(missing)) ?? [];
        const field = columns.resolve(name)?.field ?? '';
        if (!reported.includes(name) && !reported.includes(field))
          lost.push(`${name} in ${JSON.stringify(record)}`);
      }
    }
    expect(lost).toEqual([]);
  });
});
