// Tables of web pages as feeds: cells with links and pictures, layout around them, and pages without a table of vehicles.
import { describe, expect, it } from 'vitest';
import type { FeedNotice } from '../../../../src/ingest/read/feed-record.ts';
import { outline, problemOf, resultsOf } from '../../collect.ts';

const dealer = 'northgate-cars.example';
const page = (body: string): string =>
  `<!DOCTYPE html>\n<html><head><title>Our stock</title></head>\n<body>\n${body}\n</body></html>`;
const HEADER = '<tr><th>Photo</th><th>Car</th><th>Year</th><th>Price</th></tr>';
const row = (n: number, price = '&pound;5,995'): string =>
  `<tr><td><a href="/used/${n}"><img src="/thumbs/${n}.jpg"></a></td>` +
  `<td><a href="/used/${n}"><b>Ford Fiesta 1.0 Zetec</b></a><br><small>Full spec &raquo;</small></td><td>2017</td><td>${price}</td></tr>`;

describe('a table of a web page', () => {
  it('has a record in each row, with the page that its cells link to and their pictures', async () => {
    const [first, second] = await resultsOf(page(`<table>\n${HEADER}\n${row(1)}\n${row(2)}\n</table>`), {
      dealer,
    });
    expect(first).toMatchObject({
      line: 6,
      listing: {
        advertUrl: 'https://northgate-cars.example/used/1',
        make: 'Ford',
        model: 'Fiesta 1.0 Zetec',
        year: 2017,
        priceGbp: 5995,
        images: ['https://northgate-cars.example/thumbs/1.jpg'],
      },
    });
    expect(second).toMatchObject({
      line: 7,
      listing: { advertUrl: 'https://northgate-cars.example/used/2' },
    });
  });

  it.each([
    `<h2>Recently <b>sold</b></h2><div><table>${HEADER}${row(9)}</table></div>`,
    `<table><caption>Sold cars</caption>${HEADER}${row(9)}</table>`,
  ])('that its heading says is sold is left out: %s', async (gone) => {
    const stock = `<h2>In stock</h2><table>${HEADER}${row(1)}${row(2)}</table>`;
    const listed = outline(await resultsOf(page(stock + gone), { dealer }));
    expect(listed).toEqual(['4 /used/1', '4 /used/2']);
  });

  const site = 'https://shop.northgate-cars.example/stock/';
  it.each([
    `<base href="${site}">`,
    `<link rel="canonical" href="${site}used-cars">`,
    `<!-- saved from url=(0049)${site}used-cars -->`,
    `<!-- saved from url=(0049)${site}used-cars --><base href="/stock/">`,
    `<base href="${site}"><link rel="canonical" href="https://northgate-cars.example/">`,
  ])('has addresses on the site that the page names: %s', async (head) => {
    const car = (page: string): string => `<tr><td>Kia</td><td><a href="${page}">more</a></td></tr>`;
    const table = `<table><tr><th>make</th><th>model</th></tr>${car('rio.html')}${car('/ceed')}</table>`;
    expect(await resultsOf(page(head + table), { dealer })).toMatchObject([
      { listing: { advertUrl: 'https://shop.northgate-cars.example/stock/rio.html' } },
      { listing: { advertUrl: 'https://shop.northgate-cars.example/ceed' } },
    ]);
    const linked = { '@type': 'Car', name: 'Kia Rio', description: '/rio', offers: { url: '/rio' } };
    const data = `<script type="application/ld+json">${JSON.stringify(linked)}</script>`;
    expect(await resultsOf(page(data + head), { dealer })).toMatchObject([
      { listing: { advertUrl: 'https://shop.northgate-cars.example/rio', fullDescription: '/rio' } },
    ]);
  });

  it('has addresses on the site of the dealer if the page was saved from none', async () => {
    const head = '<!-- saved from url=(0014)about:internet --><link rel="canonical" href="/stock">';
    const listed = await resultsOf(page(`${head}<table>${HEADER}${row(1)}${row(2)}</table>`), { dealer });
    expect(listed[0]).toMatchObject({ listing: { advertUrl: 'https://northgate-cars.example/used/1' } });
  });

  it('may stand in tables that are layout, beside scripts, without closing tags', async () => {
    const car = (n: number): string => `<tr><td><td><a href=/used/${n}>Kia Rio<td>2018<td>4995`;
    const inner = `<table>${HEADER}${car(1)}<script>"<td>"</script>${car(2)}</table>`;
    const layout = `<table><tr><td>Home</td><td>${inner}</td></tr></table>`;
    const listed = (await resultsOf(page(layout), { dealer })).filter(({ kind }) => kind === 'listing');
    expect(outline(listed)).toEqual(['4 /used/1', '4 /used/2']);
  });

  it('may be all of a file that is called an Excel file', async () => {
    const table =
      '<table><tr><td>id<td>link<td>make<td>price</tr><tr><td>7<td>https://northgate-cars.example/7<td>Kia<td>4995</tr></table>';
    const [result] = await resultsOf(`<meta charset="utf-8"><style>td{}</style>${table}`, { dealer });
    expect(result).toMatchObject({ kind: 'listing', listing: { id: '7', make: 'Kia', priceGbp: 4995 } });
  });

  it('may have headings and values that reach over rows and columns', async () => {
    const table =
      '<table><tr><th rowspan=2>Ref<th rowspan=2>Make<th colspan=2>Specification<th rowspan=2>Price</tr>' +
      '<tr><th>Mileage<th>Gearbox</tr>' +
      '<tr><td><a href=/used/1>1</a><td rowspan=2>Kia<td>9,000<td>Manual<td rowspan=2>£4,995</tr>' +
      '<tr><td><a href=/used/2>2</a><td>12,000<td>Automatic</tr></table>';
    expect(await resultsOf(page(table), { dealer })).toMatchObject([
      { listing: { id: '1', make: 'Kia', mileageMiles: 9000, transmission: 'Manual', priceGbp: 4995 } },
      { listing: { id: '2', make: 'Kia', mileageMiles: 12_000, transmission: 'Automatic', priceGbp: 4995 } },
    ]);
  });

  it('may have texts struck through, which count where there are no others', async () => {
    const [first, second] = await resultsOf(
      page(
        `<table>${HEADER}${row(1, '<del>£6,495</del> <ins>£5,995</ins>')}${row(2, '<s>£6,495</s>')}</table>`,
      ),
      { dealer },
    );
    expect(first).toMatchObject({ listing: { priceGbp: 5995 } });
    expect(second).toMatchObject({ listing: { priceGbp: 6495 } });
  });

  it('may mark the rows of vehicles that are sold by their class', async () => {
    const marked = (n: number, classes: string): string => row(n).replace('<tr>', `<tr class="${classes}">`);
    const rows = [
      marked(1, 'car is-sold'),
      marked(2, 'odd hidden-xs not-sold s'),
      marked(3, 'reserved'),
      row(4),
    ];
    const results = await resultsOf(page(`<table>${HEADER}${rows.join('')}</table>`), { dealer });
    expect(results.map((result) => (result.kind === 'listing' ? 'listed' : result.message))).toEqual([
      "status is 'car is-sold'",
      'listed',
      "status is 'reserved'",
      'listed',
    ]);
  });

  it('is read alike in chunks of any size', async () => {
    const text = page(`<table>\n${HEADER}\n${row(1)}\n${row(2)}\n</table>`);
    const single = Array.from(Buffer.from(text), (byte) => Buffer.from([byte]));
    expect(await resultsOf(single, { dealer })).toEqual(await resultsOf(text, { dealer }));
  });
});

it.each([
  ['no table', '<p>Sorry</p>'],
  ['a table that names no columns of vehicles', '<table><tr><td>Monday</td><td>9 to 5</td></tr></table>'],
  ['nothing but blanks', ' '.repeat(40_000)],
])('a web page with %s is refused', async (_, body) => {
  expect(await problemOf(page(body), { dealer })).toBe(
    "feed_unreadable: stock: this is a web page (titled 'Our stock'), not a feed. It has no table of vehicles: check its URL.",
  );
});

it.each([
  [
    'a row of countless texts',
    `<table><tr>${`<td>${'x'.repeat(10_000)}`.repeat(200)}</table>`,
    'the record that starts on line 4 is longer than 1,048,576 characters.',
  ],
  [
    'a cell of countless pictures',
    `<table><tr><td>${'<img src="/1.jpg">'.repeat(200_000)}</table>`,
    'the record that starts on line 4 is longer than 1,048,576 characters.',
  ],
  [
    'tables in each other without end',
    '<table><tr><td>'.repeat(1000),
    'this web page nests more than 16 tables in each other.',
  ],
  [
    'elements in each other without end',
    '<div>'.repeat(200_000),
    'this web page nests more than 10,000 elements in each other.',
  ],
  [
    'calls in calls without end',
    `<script>${'({"a":'.repeat(50_000)}${'})'.repeat(50_000)}</script>`,
    'It has no table of vehicles',
  ],
])('a web page with %s is refused before it fills the memory', async (_, body, message) => {
  expect(await problemOf(page(body), { dealer })).toContain(message);
});

it('a long cell is not repeated in the rows that it reaches into', async () => {
  const long = `<td rowspan=3>${'x'.repeat(10_001)}`;
  const cells = (n: number): string => `<td>${n}<td><a href=/used/${n}>Kia Rio`;
  const table = `<table><tr><th>Ref<th>Car<th>Description<tr>${cells(1)}${long}<tr>${cells(2)}</table>`;
  const results = await resultsOf(page(table), { dealer });
  expect(results).toMatchObject([
    { listing: { id: '1', fullDescription: 'x'.repeat(10_001) } },
    { listing: { id: '2', fullDescription: null } },
  ]);
});

describe('the data in a script of a web page', () => {
  const car = (id: number, make: unknown): object => ({
    ...{ id, make, model: 'Rio', year: 2018, fuel: 'Petrol', href: `/cars/${id}` },
    retailPrice: { minorUnits: 799_500, currency: 'GBP' },
  });
  const listed = [1, 2].map((id) => ({ listing: { id: String(id), make: 'Kia', priceGbp: 7995 } }));
  const script = (text: string): string =>
    page(`<h1>2 cars</h1><script>dataLayer.push({"event":"page"});</script><script>${text}</script>`);

  it('has the vehicles of a page without a table', async () => {
    const state = { props: { pageProps: { total: 2, cars: [car(1, 'Kia'), car(2, 'Kia')] } } };
    const text = `window.__STATE__=${JSON.stringify(state)};window.__ENV__={"build":"a9"};`;
    expect(await resultsOf(script(text), { dealer })).toMatchObject(listed);
  });

  it('may keep them by type and id, with references to their makes', async () => {
    const cache = {
      ROOT_QUERY: { vehicles: [{ __ref: 'Vehicle:1' }, { __ref: 'Vehicle:2' }] },
      'Make:7': { __typename: 'Make', id: '7', name: 'Kia' },
      'Vehicle:1': car(1, { __ref: 'Make:7' }),
      'Vehicle:2': car(2, { __ref: 'Make:7' }),
      'Accessory:9': { id: '9', name: 'Boot liner', price: 45 },
    };
    const text = `window.__APOLLO_STATE__ = ${JSON.stringify(cache)}`;
    const notices: string[] = [];
    const onNotice = ({ line, text }: FeedNotice): unknown => notices.push(`${line} ${text}`);
    expect(await resultsOf(script(text), { dealer, onNotice })).toMatchObject(listed);
    expect(notices).toEqual([
      '4 ROOT_QUERY: {"vehicles":[{"__ref":"Vehicle:1"},{"__ref":"Vehicle:2"}]}',
      '4 Accessory: [{"id":"9","name":"Boot liner","price":45}]',
    ]);
  });

  it('may refer to what it does not have, which is reported', async () => {
    const cache = { 'Vehicle:1': car(1, { __ref: 'Make:7' }), 'Vehicle:2': car(2, 'Kia') };
    expect(await resultsOf(script(`x=${JSON.stringify(cache)}`), { dealer })).toMatchObject([
      { listing: { id: '1', make: null }, ignoredColumns: ['make.__ref'] },
      { listing: { id: '2', make: 'Kia' } },
    ]);
  });

  it('is all in the report with its line, even of vehicles that say little', async () => {
    const cars = [car(1, 'Kia'), car(2, 'Kia'), { id: 3, make: 'Kia', href: '/cars/3' }, { id: 4 }];
    const text = `\n'x';\nvar a=${JSON.stringify({ cars, total: 4 })};\nvar b=${JSON.stringify({ cars: [cars[0], cars[1]] })}`;
    const notices: string[] = [];
    const onNotice = ({ line, text: said }: FeedNotice): unknown => notices.push(`${line} ${said}`);
    expect(outline(await resultsOf(script(text), { dealer, onNotice }))).toEqual([
      ...['6 1', '6 2', '6 3', '6 missing_advert_url'],
    ]);
    expect(notices).toMatchObject(['6 total: 4', expect.stringMatching(/^7 \{"cars":\[\{"id":1/)]);
  });

  it.each([
    ['an error message', 'var e={"error":{"message":"No such visitor"},"items":[]}'],
    ['code with a bracket in quotes', 'if(a=={b:/"/}){}</script><script>'],
    [
      'a cache that is longer with what it refers to',
      `var m=${JSON.stringify({ 'Menu:1': { items: Array(50).fill({ __ref: 'Item:1' }) }, 'Item:1': { name: 'Stock'.repeat(9) } })}`,
    ],
    ['lists in lists without end', `var d={"a":{"b":${'['.repeat(9000)}${']'.repeat(9000)}}}`],
  ])('is found behind %s', async (_, before) => {
    const state = `var s=${JSON.stringify({ cars: [car(1, 'Kia'), car(2, 'Kia')] })}`;
    expect(await resultsOf(script(`${before};${state}`), { dealer })).toMatchObject(listed);
  });

  it('may have lists in lists without end, on a page that says its site', async () => {
    const linked = `{"@type":"Car","name":"Kia Rio","url":"/1","a":${'['.repeat(9000)}${']'.repeat(9000)}}`;
    const data = `<script type="application/ld+json">${linked}</script>`;
    const listings = await resultsOf(page(`<base href="https://northgate-cars.example/">${data}`), {
      dealer,
    });
    expect(listings).toMatchObject([{ listing: { advertUrl: 'https://northgate-cars.example/1' } }]);
  });
});
