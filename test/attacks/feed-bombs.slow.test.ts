// Feeds that are small at their source and would be huge in memory, or endless. Each is rejected, or read with the
// memory of one record and in linear time.
import { zipSync } from 'fflate';
import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ColumnResolver } from '../../src/ingest/columns/column-resolver.ts';
import { layoutNamed } from '../../src/ingest/tables/column-table.ts';
import { columnNames } from '../../src/ingest/read/tables/table-header.ts';
import { flatten } from '../../src/ingest/read/flatten.ts';
import { appendVariants } from '../../src/ingest/columns/name-columns.ts';
import { readFeed } from '../../src/ingest/run/read-feed.ts';
import { workbookAsXml } from '../../src/ingest/read/tables/workbook.ts';
import { XmlReader } from '../../src/ingest/read/xml/xml-reader.ts';
import { Problem } from '../../src/problem.ts';
import { problemOf } from '../ingest/collect.ts';

const MIB = 2 ** 20;

/** How a feed that may be endless ends, and how many of its pieces were read. */
async function read(
  pieces: Iterable<Buffer>,
  through: (source: Readable) => Readable = (source) => source,
): Promise<{ ending: string; taken: number }> {
  let taken = 0;
  function* counted(): Generator<Buffer> {
    for (const piece of pieces) {
      taken += 1;
      yield piece;
    }
  }
  let ending = 'the end';
  try {
    const source = through(Readable.from(counted(), { highWaterMark: 1, objectMode: true }));
    for await (const items of readFeed(source, { name: 'stock' })) void items;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    ending = `${error.code}: ${error.message}`;
  }
  return { ending, taken };
}

function* repeated(piece: Buffer, times: number): Generator<Buffer> {
  for (let time = 0; time < times; time += 1) yield piece;
}

describe('a gzip bomb', () => {
  test.each([
    ['of blanks', Buffer.alloc(MIB, ' ')],
    ['of one line', Buffer.alloc(MIB, 'x')],
    ['of one JSON string', Buffer.concat([Buffer.from('{"id":"'), Buffer.alloc(MIB, 'x')])],
    ['of opened arrays', Buffer.alloc(MIB, '[')],
    ['of opened elements', Buffer.from('<a>'.repeat(MIB / 3))],
    ['of commas', Buffer.alloc(MIB, ',')],
  ])('%s is refused after its first megabytes', async (_, piece) => {
    const { ending, taken } = await read(repeated(piece, 1000), (source) =>
      source.pipe(createGzip({ level: 1 })),
    );
    expect(ending).toMatch(/^feed_(?:unreadable|empty): stock: /);
    expect(taken).toBeLessThan(50);
  });

  test('of blank lines below a record is refused after its first megabytes', async () => {
    const start = Buffer.from('id,dealer,advert_url,make\n1,north.example,https://north.example/1,Ford\n');
    const { ending, taken } = await read([start, ...repeated(Buffer.alloc(MIB, '\n'), 1000)], (source) =>
      source.pipe(createGzip({ level: 1 })),
    );
    expect(ending).toBe(
      'feed_unreadable: stock: more than 33,554,432 characters in a row hold no record. Check how the feed is made.',
    );
    expect(taken).toBeLessThan(60);
  });

  test('in a gzip bomb is decompressed once, and the rest is not a feed', async () => {
    const inner = gzipSync(Buffer.alloc(8 * MIB, 'x'));
    expect(await problemOf(gzipSync(inner))).toMatch(/^feed_unreadable: stock: /);
  });
});

describe('XML', () => {
  test.each([
    ['declares entities', '<!DOCTYPE s [<!ENTITY a "b">]><s><car><id>&a;</id></car></s>'],
    [
      'multiplies entities',
      `<!DOCTYPE s [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><s><car><id>&b;</id></car></s>`,
    ],
    [
      'fetches an entity from a file',
      '<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]><s><car><id>&a;</id></car></s>',
    ],
    [
      'fetches an entity from a server',
      '<!DOCTYPE s [<!ENTITY a SYSTEM "http://127.0.0.1:1/">]><s><car><id>&a;</id></car></s>',
    ],
    ['fetches its DTD', '<!DOCTYPE s SYSTEM "http://127.0.0.1:1/a.dtd"><s><car><id>1</id></car></s>'],
    [
      'has entities of parameters',
      '<!DOCTYPE s [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]><s><car/></s>',
    ],
  ])('that %s is refused', async (_, text) => {
    expect(await problemOf(text)).toMatch(/^feed_unreadable: stock: .*DTD/);
  });

  test('that is deeply nested is rejected', async () => {
    expect(await problemOf(`<s>${'<a>'.repeat(100_000)}`)).toMatch(/^feed_unreadable: stock: /);
  });

  test('with a million attributes is rejected', async () => {
    const attributes = Array.from({ length: 200_000 }, (_, at) => `a${at}="x"`).join(' ');
    expect(await problemOf(`<s><car ${attributes}/></s>`)).toMatch(/^feed_unreadable: stock: /);
  });
});

describe('an Excel workbook', () => {
  const workbook = (sheet: string, { sheets = 1, copies = 1, texts = '', styles = '' } = {}): Uint8Array => {
    const numbers = Array.from({ length: copies }, (_, at) => at + 1);
    const tabs = numbers.map((at) => `<sheet name="Stock" id="r${at}"/>`).join('');
    const targets = numbers
      .map((at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at}.xml"/>`)
      .join('');
    const parts = {
      'xl/workbook.xml': `<workbook><sheets>${tabs.repeat(sheets)}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${targets}</Relationships>`,
      'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
      'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
      ...Object.fromEntries(numbers.map((at) => [`xl/worksheets/sheet${at}.xml`, sheet])),
    };
    return zipSync(
      Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, Buffer.from(text)])),
    );
  };

  test('of very many attributes in one tag is refused after its first megabyte', async () => {
    const attributes = Array.from({ length: 150_000 }, (_, at) => `a${at}=""`).join(' ');
    expect(await problemOf(Buffer.from(workbook(`<worksheet ${attributes}/>`)))).toBe(
      'feed_unreadable: stock: this Excel workbook (.xlsx) is damaged. Save it again.',
    );
  });

  test('has a part once, however many sheets refer to it', async () => {
    const sheet = '<worksheet><row><c t="str"><v>id</v></c></row></worksheet>';
    const bytes = Readable.from([workbook(sheet, { sheets: 100_000 })]);
    let pieces = 0;
    for await (const piece of workbookAsXml(bytes as AsyncIterable<Buffer>, 'stock'))
      pieces += piece.length > 0 ? 1 : 0;
    expect(pieces).toBe(5);
  });

  test('whose cells share a long text is refused before they say it endlessly', async () => {
    const texts = `<si><t>${'x'.repeat(900_000)}</t></si>`;
    const sheet = `<worksheet>${'<row><c t="s"><v>0</v></c></row>'.repeat(100_000)}</worksheet>`;
    const bytes = Readable.from([workbook(sheet, { texts })]);
    let pieces = 0;
    const read = async (): Promise<void> => {
      for await (const piece of workbookAsXml(bytes as AsyncIterable<Buffer>, 'stock'))
        pieces += piece.length > 0 ? 1 : 0;
    };
    await expect(read()).rejects.toThrow('this Excel workbook (.xlsx) is too large');
    expect(pieces).toBe(151);
  });

  const ROW = '<row><c t="str"><v>id</v></c></row>';
  const TOO_LARGE =
    'feed_unreadable: stock: this Excel workbook (.xlsx) is too large. Save the stock sheet as CSV (UTF-8) and import that.';

  test('of hundreds of thousands of styles is read', async () => {
    const styles = `<cellXfs>${'<xf numFmtId="0"/>'.repeat(300_000)}<xf numFmtId="14"/></cellXfs>`;
    const sheet = '<worksheet><row><c s="300000"><v>45000</v></c></row></worksheet>';
    const pieces: string[] = [];
    const bytes = Readable.from([workbook(sheet, { styles })]);
    for await (const piece of workbookAsXml(bytes as AsyncIterable<Buffer>, 'stock'))
      pieces.push(String(piece));
    expect(pieces[2]).toBe('<Row><Cell Index="1"><Data>2023-03-15</Data></Cell></Row>');
  });

  test('of more than a thousand sheets is refused', async () => {
    const sheet = `<worksheet>${ROW}</worksheet>`;
    expect(await problemOf(Buffer.from(workbook(sheet, { copies: 1001 })))).toBe(TOO_LARGE);
  });

  test('whose sheets have a row far below the others is refused before all of the rows between are counted', async () => {
    const sheet = `<worksheet>${ROW}<row r="1048576"><c t="str"><v>1</v></c></row></worksheet>`;
    expect(await problemOf(Buffer.from(workbook(sheet, { copies: 10 })))).toBe(TOO_LARGE);
  });

  test('whose rows have cells far to the right is refused before all of the cells between are made', async () => {
    const sheet = `<worksheet>${ROW}${'<row><c r="BXX1" t="str"><v>1</v></c></row>'.repeat(11_000)}</worksheet>`;
    expect(await problemOf(Buffer.from(workbook(sheet)))).toBe(
      'feed_unreadable: stock: its rows leave out too many cells. Save the stock sheet as CSV (UTF-8).',
    );
  });

  test('has no output for empty rows, and counts them', async () => {
    const row = '<row><c t="str"><v>id</v></c></row>';
    const bytes = Readable.from([workbook(`<worksheet>${'<row/>'.repeat(1000)}${row}</worksheet>`)]);
    const pieces: string[] = [];
    for await (const piece of workbookAsXml(bytes as AsyncIterable<Buffer>, 'stock'))
      pieces.push(String(piece));
    expect(pieces).toHaveLength(5);
    expect(pieces[2]).toBe(`${'\n'.repeat(1000)}<Row><Cell Index="1"><Data>id</Data></Cell></Row>`);
  });

  test.each(['/constructor', '/__proto__', '/toString'])(
    'whose sheet is the part %s has no rows',
    async (target) => {
      const parts = {
        'xl/workbook.xml': '<workbook><sheets><sheet name="Stock" id="r1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="${target}"/></Relationships>`,
      };
      const archive = zipSync(
        Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, Buffer.from(text)])),
      );
      let xml = '';
      for await (const piece of workbookAsXml(Readable.from([archive]) as AsyncIterable<Buffer>, 'stock'))
        xml += String(piece);
      expect(xml).toBe(
        '<?xml version="1.0"?><Workbook><Worksheet Name="Stock"><Table></Table></Worksheet>\n</Workbook>',
      );
    },
  );

  test('of nested elements is refused at a depth that Excel never writes', async () => {
    const sheet = `<worksheet>${'<a>'.repeat(64)}${'</a>'.repeat(64)}</worksheet>`;
    expect(await problemOf(Buffer.from(workbook(sheet)))).toBe(
      'feed_unreadable: stock: this Excel workbook (.xlsx) is damaged. Save it again.',
    );
  });
});

describe('JSON', () => {
  const RECORD = '"id":"1","dealer":"north.example","advert_url":"https://north.example/1"';

  test('that is deeply nested within a record does not end the program', async () => {
    const deep = `{${RECORD},"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const objects = `{${RECORD},"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    for (const text of [deep, objects, `[${deep}]`, `[${objects}]`]) {
      const { ending } = await read([Buffer.from(text)]);
      expect(ending).toMatch(/^(?:the end$|feed_unreadable: stock: )/);
    }
  });

  test.each([
    ['before its records', (deep: string) => `{"x":${deep},"cars":[{${RECORD}}]}`],
    ['behind them', (deep: string) => `{"cars":[{${RECORD}}],"x":${deep}}`],
    [
      'in a record that others name',
      (deep: string) => `{"dealers":[{"id":"1","x":${deep}}],"cars":[{${RECORD}}]}`,
    ],
    ['in the dealer of a record', (deep: string) => `{${RECORD},"dealer":${deep}}`],
    ['in a log of changes', (deep: string) => `[{"action":"update",${RECORD},"x":${deep}}]`],
    ['in JSON-LD', (deep: string) => `{"@graph":${deep}}`],
  ])('that is deeply nested %s is refused', async (_, textOf) => {
    const { ending } = await read([Buffer.from(textOf('['.repeat(100_000) + ']'.repeat(100_000)))]);
    expect(ending).toBe(
      'feed_unreadable: stock: a record, or what is beside the records, nests too many objects or arrays in each other.',
    );
  });

  // Quadratic work on a document of this size takes minutes: the test would time out.
  test('of objects in objects without a vehicle ends after its first megabyte', async () => {
    const wide = (depth: number): object =>
      Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`n${n}`, depth === 0 ? 1 : wide(depth - 1)]));
    const text = JSON.stringify({ a: wide(3), b: wide(3) });
    const { ending } = await read([Buffer.from(text)]);
    expect(text.length).toBeGreaterThan(MIB);
    expect(ending).toMatch(
      /^feed_unreadable: stock: the first 1,048,576 characters of the JSON object hold no vehicles/,
    );
  });

  test('with endless values outside its records is read without keeping them', async () => {
    const start = Buffer.from(`{"vehicles":[{${RECORD}}]`);
    const piece = Buffer.from(`,"note":"${'x'.repeat(64)}"`.repeat(15_000));
    const { ending, taken } = await read([start, ...repeated(piece, 20), Buffer.from('}')]);
    expect({ ending, taken }).toEqual({ ending: 'the end', taken: 22 });
  });

  test('with very many names in a record is read in time linear in its length', async () => {
    const names = Array.from({ length: 60_000 }, (_, at) => `"n${at}":1`).join(',');
    expect((await read([Buffer.from(`{${RECORD},${names}}\n`)])).ending).toBe('the end');
  });
});

// Quadratic work on a header of this size takes minutes: the test would time out.
test('a feed whose first record has very many names is read in linear time', async () => {
  const names = Array.from({ length: 60_000 }, (_, at) => `"n${at}":1`).join(',');
  const { ending } = await read([Buffer.from(`[{"id":"1",${names}}]`)]);
  expect(ending).toBe('the end');
});

// Looking all of them up takes minutes: the test would time out.
test('a header of 90,000 columns is refused', async () => {
  const header = Array.from({ length: 90_000 }, (_, at) => `a${at}b`).join(',');
  expect(await problemOf(`${header}\n`)).toMatch(/^feed_unreadable: stock: the header on line 1 lacks /);
});

test('the names of columns beyond the first 10,000 of a feed are unknown', () => {
  const resolver = new ColumnResolver(layoutNamed('general'));
  for (let at = 0; at < 9999; at++) resolver.resolve(`a${at}b`);
  expect(resolver.resolve('mileage')?.field).toBe('mileage');
  expect(resolver.resolve('price')).toBeUndefined();
  expect(resolver.resolve('mileage')?.field).toBe('mileage');
});

test('a header that repeats a name very often gets its names in linear time', () => {
  const { names } = columnNames(Array.from({ length: 200_000 }, () => 'photo'));
  expect([names[0], names[1], names[199_999]]).toEqual(['photo', 'photo 2', 'photo 200000']);
});

describe('a long name above many others is cut, so that they do not repeat it,', () => {
  const long = 'x'.repeat(200_000);
  const cut = 'x'.repeat(300);

  test('in JSON', () => {
    const inner = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`a${at}`, at]));
    const entries = [...flatten({ [long]: inner, price: { value: 1 } })];
    expect(entries.map(([name]) => name)).toEqual([cut, 'price.value']);
    expect(entries[0]?.[1]).toHaveLength(50_000);
  });

  test('in XML', () => {
    const inner = Array.from({ length: 40_000 }, (_, at) => `<a${at}/>`).join('');
    const reader = new XmlReader('stock', { fieldOf: () => undefined, header: (names) => names });
    const records = reader.push(`<s><car><${long}>${inner}</${long}><price ${long}="2">1</price></car></s>`);
    const values = [...records, ...reader.end()].map((item) => item.kind === 'record' && item.value);
    expect(Object.keys(values[0] as object)).toEqual([cut, 'price', `price.${'x'.repeat(294)}`]);
  });
});

test('a model and a variant of countless words are not compared word by word', () => {
  const variant = 'b '.repeat(200_000).trim();
  const model = 'a '.repeat(200_000);
  expect(appendVariants(model, [variant], 'Ford')).toEqual({ model, remainders: [variant] });
  expect(appendVariants('Focus', ['Focus Zetec'], 'Ford')).toEqual({
    model: 'Focus Zetec',
    remainders: [],
  });
});

describe('CSV', () => {
  test.each([
    ['a row of a million fields', `id,dealer,advert_url\n${'x,'.repeat(600_000)}`],
    ['a header of a million columns', 'x,'.repeat(600_000)],
    ['a quote that is never closed', `id,dealer,advert_url\n"${'x'.repeat(3 * MIB)}`],
  ])('with %s is refused', async (_, text) => {
    expect(await problemOf(text)).toMatch(/^feed_(?:unreadable|empty): stock: /);
  });

  // Quadratic work takes minutes: the test would time out.
  test('with a CR alone before very many LF within quotes is refused in linear time', async () => {
    const text = `${'a'.repeat(400_000)}\r"${'\n'.repeat(400_000)}`;
    expect(await problemOf(text)).toMatch(/^feed_unreadable: stock: .* has a quote that is never closed/);
  });
});

// Quadratic work on texts of this length takes minutes: the test would time out.
test('descriptions become plain text in time linear in their length', async () => {
  const record = (text: string): string =>
    `${JSON.stringify({ id: '1', dealer: 'north.example', advert_url: 'https://north.example/1', full_description: text })}\n`;
  for (const unit of [
    '<',
    '<a',
    '<a ',
    '<!--',
    '&',
    '&#',
    '&lt;',
    '<p>',
    '</',
    '<script>',
    '<![CDATA[',
    '\n',
    ' ',
    '\u00a0',
    '<b><i>',
  ]) {
    await read([Buffer.from(record(unit.repeat(Math.floor(900_000 / unit.length))))]);
  }
});

// Quadratic work on so many members takes minutes: the test would time out.
describe('a record of 30,000 members is read in linear time', () => {
  const RECORD = { id: '1', dealer: 'north.example', advert_url: 'https://north.example/1', make: 'Ford' };
  const members = (nameOf: (n: number) => string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [nameOf(n), `z${n}`]));

  test('whose names differ only in case, beside a table of codes of that name', async () => {
    const inCase = (n: number): string =>
      Array.from('modelcodetables', (letter, bit) => ((n >> bit) & 1 ? letter.toUpperCase() : letter)).join(
        '',
      );
    const tables = { ford: { 1: 'Focus', 2: 'Ka' }, kia: { 3: 'Rio', 4: 'Ceed' } };
    const feed = { modelcodetables: tables, stock: [{ ...RECORD, ...members(inCase) }] };
    expect(await read([Buffer.from(JSON.stringify(feed))])).toEqual({ ending: 'the end', taken: 1 });
  });

  test('around and within an envelope', async () => {
    const record = { ...RECORD, ...members((n) => `a${n}`), node: members((n) => `b${n}`) };
    expect(await read([Buffer.from(JSON.stringify([record]))])).toEqual({ ending: 'the end', taken: 1 });
  });
});

// Following all of these links takes minutes and gigabytes: the test would time out.
test('a record that links to one object in very many lists follows a limited number of the links', async () => {
  const object = { id: 1, ...Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`k${n}`, 1])) };
  const images = Array.from({ length: 1000 }, () => Array.from({ length: 200 }, () => 1));
  const record = { id: '1', dealer: 'north.example', advert_url: 'https://north.example/1', images };
  const feed = JSON.stringify({ images: [object], stock: [record] });
  expect(await read([Buffer.from(feed)])).toEqual({ ending: 'the end', taken: 1 });
});

// Quadratic work takes minutes, and the first three were once refused, or ended the program.
describe('a web page of three cars is read in linear time with', () => {
  const card = (n: number): string =>
    `<article><h2><a href="/cars/${n}">Ford Focus 1.${n}</a></h2><p>£${n},995</p><p>4${n},000 miles</p><p>Petrol</p></article>`;
  test.each([
    ['very many empty elements', `<main><div>${'<div></div>'.repeat(200_000)}</div>`],
    ['very many links', `<section>${'<a href="/x"></a>'.repeat(200_000)}</section>`],
    [
      'a long label of very many blanks',
      `<div><dl class="sold"><dt>${'x'.repeat(9900)}</dt>${'<dd></dd>'.repeat(60_000)}</dl></div>`,
    ],
    ['very many blanks without a label', `<div><dl>${'<dd></dd>'.repeat(100_000)}</dl></div>`],
  ])('%s', async (_, body) => {
    const html = `<!DOCTYPE html><html><body>${body}${card(1)}${card(2)}${card(3)}</body></html>`;
    const listed: unknown[] = [];
    for await (const items of readFeed(Readable.from([Buffer.from(html)]), {
      name: 'stock',
      dealer: 'north.example',
    }))
      listed.push(...items.filter(({ kind }) => kind === 'listing'));
    expect(listed).toHaveLength(3);
  });
});

test('JSON-LD of very many vehicles and offers of one name is read in linear time', async () => {
  const nodes = Array.from({ length: 4000 }, () => [
    { '@type': 'Car', '@id': '#x', name: 'Ford Focus', url: 'https://north.example/1' },
    { '@type': 'Offer', price: 9995, itemOffered: { '@id': '#x' } },
  ]);
  const { ending } = await read([Buffer.from(JSON.stringify({ '@graph': nodes.flat() }))]);
  expect(ending).toBe('the end');
});
