// Vehicles that are described one after another, without names of columns: lists in mails, and cards of web pages.
import { describe, expect, it } from 'vitest';
import type { FeedNotice } from '../../../src/ingest/read/feed-record.ts';
import { problemOf, resultsOf } from '../collect.ts';

const dealer = 'moor.example';

async function read(feed: string | readonly Buffer[]): Promise<{ listings: object[]; notices: string[] }> {
  const notices: string[] = [];
  const onNotice = ({ line, reason, text }: FeedNotice): unknown =>
    notices.push(`${line} ${reason}: ${text.replaceAll('\n', ' / ')}`);
  const results = await resultsOf(typeof feed === 'string' ? feed : [...feed], { dealer, onNotice });
  const listings = results.map((result) => {
    if (result.kind !== 'listing') return { left: result.reason };
    const {
      advertUrl,
      make,
      model,
      year,
      mileageMiles: miles,
      priceGbp: price,
      fuelType: fuel,
    } = result.listing;
    const { postcode, images } = result.listing;
    return {
      page: advertUrl.slice(21),
      make,
      model,
      year,
      miles,
      price,
      fuel,
      postcode,
      images: images.length,
    };
  });
  return { listings, notices };
}

const LIST = [
  'MOOR MOTORS, what came in this week',
  'See them at 3 Mill Lane, Derby DE1 2AB. Ring 01332 496 000',
  '======',
  '',
  '(1) Kia Rio 2, 2018 (68)',
  '   clock ....... 41,300 miles',
  '   fuel ........ petrol',
  '   asking ...... £6,995 or £130 a month',
  '   page ........ https://moor.example/cars/rio.',
  '',
  '(2) Seat Ibiza FR',
  '2016 (16), 52,000 miles, diesel',
  'was £6,495, now £5,995',
  'moor.example/cars/ibiza',
  '------',
  '(3) Ford Ka, 2012',
  '   clock ....... 71,000 miles',
  '   asking ...... £2,195',
  '   page ........ www.moor.example/cars/ka',
  '   * SOLD Fri, thank you *',
  '',
  '3 cars, £15,185 the lot',
].join('\n');

const CARS = [
  {
    ...{ page: 'cars/rio', make: 'Kia', model: 'Rio 2', year: 2018, miles: 41_300, price: 6995 },
    ...{ fuel: 'Petrol', postcode: 'DE1 2AB', images: 0 },
  },
  {
    ...{ page: 'cars/ibiza', make: 'SEAT', model: 'Ibiza FR', year: 2016, miles: 52_000, price: 5995 },
    ...{ fuel: 'Diesel', postcode: 'DE1 2AB', images: 0 },
  },
  { left: 'sold' },
];

describe('a list in a mail', () => {
  it('has a vehicle in each block with a page, and the place above them is that of all', async () => {
    expect(await read(LIST)).toEqual({
      listings: CARS,
      notices: [
        '1 outside_records: MOOR MOTORS, what came in this week / See them at 3 Mill Lane, Derby DE1 2AB. Ring 01332 496 000',
        '22 outside_records: 3 cars, £15,185 the lot',
      ],
    });
  });

  it.each([1, 7, 1000])('is read alike in pieces of %i bytes, and with CR', async (size) => {
    const bytes = Buffer.from(LIST.replaceAll('\n', '\r'));
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    expect((await read(pieces)).listings).toEqual(CARS);
  });

  it('is none if rows with addresses follow each other: these are a table without a header', async () => {
    const rows = '1,Kia,Rio,6995,https://moor.example/1\n2,Seat,Ibiza,5995,https://moor.example/2\n';
    expect(await problemOf(rows, { dealer })).toContain('holds values instead of column names');
  });
});

describe('a table among the vehicles of a list', () => {
  const above = [
    'Hello all. All cars are at our Market Drayton yard.',
    '',
    'Ref: 1077 | 2016 Kia Rio 2, petrol, man, 71k',
    '£4,995 or nearest offer',
    'moor.example/cars/rio',
    '',
    'Stock no. AB12 - 2012 Ford Ka, petrol, manual',
    '71,000 miles, £2,195',
    'moor.example/cars/ka',
    '',
  ];
  const rows = [
    ['Stock', 'Make', 'Model', 'Year', 'Miles', 'Price', 'Link'],
    ['AB14', 'Seat', 'Ibiza', '2016', '52000', '5995', 'https://moor.example/cars/ibiza'],
    ['AB15', 'Fiat', 'Panda', '2015', '61000', 'SOLD', 'https://moor.example/cars/panda'],
  ];
  const cars = [
    { page: 'cars/rio', make: 'Kia', model: 'Rio 2', year: 2016, miles: 71_000, price: 4995, fuel: 'Petrol' },
    { page: 'cars/ka', make: 'Ford', model: 'Ka', year: 2012, miles: 71_000, price: 2195, fuel: 'Petrol' },
    { page: 'cars/ibiza', make: 'SEAT', model: 'Ibiza', year: 2016, miles: 52_000, price: 5995, fuel: null },
    { left: 'sold' },
  ];

  it.each([
    ['|', ['-+-']],
    [',', []],
    ['\t', ['']],
  ])('is read with the delimiter %j', async (delimiter, below) => {
    const [header = '', ...others] = rows.map((cells) => cells.join(delimiter));
    const { listings } = await read(
      [...above, 'And these:', header, ...below, ...others, '', 'Cheers, Sam'].join('\n'),
    );
    expect(listings).toMatchObject(cars);
  });

  it('has the place of all vehicles, unless a column says another', async () => {
    const named = (cells: readonly string[], town: string): string => [...cells, town].join('|');
    const placeOf = async (lines: readonly string[]): Promise<unknown> => {
      const results = await resultsOf([...above, ...lines].join('\n'), { dealer });
      return results.map((result) => (result.kind === 'listing' ? result.listing.loc : undefined));
    };
    const [header = [], ibiza = []] = rows;
    expect(await placeOf([header.join('|'), ibiza.join('|')])).toEqual(Array(3).fill('Market Drayton'));
    expect(await placeOf([named(header, 'Town'), named(ibiza, 'Derby')])).toEqual([
      'Market Drayton',
      'Market Drayton',
      'Derby',
    ]);
  });
});

describe('a paragraph about a vehicle', () => {
  it.each([
    [
      '1974 Lotus Europa, 1.6 litre petrol, 41,000 miles. Cost over £9,000 to restore. £18,950.',
      { price: 18_950 },
    ],
    [
      '1974 Lotus Europa, 1.6 litre petrol, 41,000 miles. A £250 deposit holds it. Was £19,500, now £18,950',
      { price: 18_950 },
    ],
    ['1974 Lotus Europa, petrol, 41,000 miles. £18,950. £17,500.', { price: null }],
    [
      '1974 Lotus Europa, 1.6 litre petrol, 41,000 miles. First sold in Derby. Price on application',
      { make: 'Lotus', year: 1974 },
    ],
    [
      '1974 Lotus Europa, 1.6 litre petrol, 41,000 miles. £18,950. Deposit - £250 holds it.',
      { price: 18_950 },
    ],
    ['1974 Lotus Europa, 1.6 litre petrol, £18,950. Now SOLD, with thanks.', { left: 'sold' }],
    ['1974 Lotus Europa, 1.6 litre petrol, £18,950. Deposit taken.', { left: 'reserved' }],
  ])('has a price and a status that are sentences of their own: %s', async (text, expected) => {
    const other = '2012 Ford Ka, 71,000 miles, £2,195\nmoor.example/cars/ka';
    const { listings } = await read(`Hello,\n\n${text}\nmoor.example/cars/europa\n\n${other}\n`);
    expect(listings).toMatchObject([expected, { page: 'cars/ka', price: 2195 }]);
  });
});

describe('the first words about a vehicle', () => {
  it.each([
    [
      'TR61 - Kia Rio 1.2, auto, 2018 (68), 41k miles, was £7,250 now £6,995. ',
      'tr61',
      { id: 'TR61', make: 'Kia', price: 6995, gearbox: 'Automatic' },
    ],
    [
      'TR61 - Kia Rio 1.2, 2018 (68), 41k miles, manual, £6,995. ',
      'rio',
      { id: '/rio', price: 6995, gearbox: 'Manual' },
    ],
    ['MX5 - 2.0 Sport, 2018 (68), petrol, 41k miles, £6,995. ', 'mx5', { id: '/mx5' }],
  ])('may be a number of the stock that the page has: %s', async (text, page, expected) => {
    const other = '2012 Ford Ka, 71,000 miles, £2,195\nmoor.example/ka';
    const [result] = await resultsOf(`Hello,\n\n${text}moor.example/${page}\n\n${other}\n`, { dealer });
    if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
    const { id, make, priceGbp: price, transmission: gearbox } = result.listing;
    expect({ id, make, price, gearbox }).toMatchObject(expected);
  });
});

describe('names and values on lines of their own', () => {
  const car = {
    ...{ page: 'rio?no=1&all=1', make: 'Kia', model: 'Rio', year: 2018, miles: 41_300, price: 6995 },
    ...{ fuel: 'Petrol', images: 1 },
  };
  const block = (form: (name: string, value: string) => string, facts: object): string =>
    Object.entries({ SITE_URL: 'https://moor.example', ...facts, VIDEO_URL: 'https://videos.example/1' })
      .map(([name, value]) => form(name, String(value)))
      .join('\n');
  const rio = {
    ...{ STOCK_NO: 'A1', MAKE: 'Kia', MODEL: 'Rio', YEAR: '2018', MILEAGE: '41300', FUEL: 'Petrol' },
    ...{ PRICE: '6995', URL: 'https://moor.example/rio?no=1&all=1', PHOTO1: 'https://moor.example/1.jpg' },
    ...{ STATUS: 'For sale', TEXT: 'Tax band = E.' },
  };
  const ka = { ...rio, MODEL: 'Ka', URL: 'https://moor.example/ka', STATUS: 'Sold' };

  it.each([
    ['NAME=value', (name: string, value: string) => `${name}=${value}`],
    ['name = "value"', (name: string, value: string) => `${name.toLowerCase()} = "${value}"`],
    ['name=>value', (name: string, value: string) => `${name}=>${value}`],
    ['name -> value', (name: string, value: string) => `${name} -> ${value}`],
    ['name: value', (name: string, value: string) => `${name}: ${value}`],
  ])('are columns: %s', async (_, form) => {
    const feed = `# stock\n\n${block(form, rio)}\n\n${block(form, ka)}\n\n# end\n`;
    const [result, other] = await resultsOf(feed, { dealer });
    expect(other).toMatchObject({ kind: 'omission', reason: 'sold' });
    if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
    expect(result.listing).toMatchObject({ id: 'A1', fullDescription: 'Tax band = E.' });
    expect((await read(feed)).listings).toMatchObject([car, { left: 'sold' }]);
  });

  it('are no columns without a value, and a blank price is none', async () => {
    const feed = [rio, { ...rio, URL: 'https://moor.example/2', PRICE: '', TEXT: '', STATUS: '' }];
    const text = feed.map((facts) => block((name, value) => `${name}=${value}`, facts)).join('\n\n');
    const [, result] = await resultsOf(text, { dealer });
    expect(result).toMatchObject({ listing: { priceGbp: null, fullDescription: null, make: 'Kia' } });
  });

  it('are columns before a dash if the names are those of facts', async () => {
    const lines = ['Make - Kia', 'Model - Rio', 'Year - 2018', 'Mileage - 41,300 miles', 'Price - £6,995'];
    const text = (page: string, more: string): string =>
      [...lines, more, `moor.example/${page}`, '', ''].join('\n');
    const { listings } = await read(text('rio', 'Colour - red') + text('ka', 'Status - sold'));
    const { make, model, year, miles, price } = car;
    expect(listings).toMatchObject([{ page: 'rio', make, model, year, miles, price }, { left: 'sold' }]);
  });

  it('may be so many that the second vehicle is far below', async () => {
    const more = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`OPTION${n}`, 'N']));
    const feed = [rio, ka].map((facts) => block((name, value) => `${name}=${value}`, { ...facts, ...more }));
    expect((await read(feed.join('\n\n'))).listings).toMatchObject([car, { left: 'sold' }]);
  });
});

describe('a vehicle of a mail that this one quotes', () => {
  const old = [
    'On Mon, 2 Nov 2026 Jo wrote:',
    '> 2014 Seat Mii, petrol, 60k, £4,495.',
    '> moor.example/mii',
    '',
  ];
  const ka = ['2012 Ford Ka, petrol, 71,000 miles, £2,195', 'moor.example/ka', ''];
  const rio = ['2016 Kia Rio, petrol, 52,000 miles, £5,995', 'moor.example/rio', ''];

  it('is not on offer', async () => {
    const { listings } = await read(['Hello,', '', ...ka, ...rio, ...old].join('\n'));
    expect(listings).toMatchObject([{ page: 'ka' }, { page: 'rio' }]);
  });

  it('is on offer if all are quoted', async () => {
    const lines = [...ka, ...rio].map((line) => (line === '' ? '' : `> ${line}`));
    expect((await read(lines.join('\n'))).listings).toMatchObject([{ page: 'ka' }, { page: 'rio' }]);
  });
});

const card = (name: string, page: string, facts: string, more = ''): string =>
  `<li class="tile ${more}"><a href="${page}"><img src="/i${page}.jpg"></a><h3><a href="${page}">${name}</a></h3>${facts}
   <a href="${page}">Details</a> <a href="tel:01332496000">Ring</a></li>`;
const CARDS = [
  card(
    '2018 Kia Rio 2',
    '/rio',
    '<p><s>£7,995</s> £6,995</p><dl><dt>Mileage</dt><dd>41,300</dd><dt>Fuel</dt><dd>Petrol</dd></dl>',
  ),
  card(
    '2016 Seat Ibiza FR',
    '/ibiza',
    '<p>£5,995</p><ul><li>Fuel: <b>diesel</b></li><li>52,000 miles</li></ul>',
  ),
  card('2012 Ford Ka', '/ka', '<p>£2,195</p><ul><li>71,000 miles</li></ul>', 'is-sold'),
  card('We buy any car, up to £20,000', '/sell', '<p>Call us</p>'),
].join('');
const page = (body: string): string => `<!DOCTYPE html><html><body><h1>Stock</h1>${body}</body></html>`;

describe('the cards of a web page', () => {
  it('are vehicles if they have several facts, but not an invitation to sell', async () => {
    const { listings } = await read(
      page(`<h2>All cars</h2><ul>${CARDS}</ul><div><h2>Find us</h2><p>Derby</p></div>`),
    );
    expect(listings).toEqual([
      { ...CARS[0], page: 'rio', postcode: null, images: 1 },
      { ...CARS[1], page: 'ibiza', postcode: null, images: 1 },
      { left: 'sold' },
    ]);
  });

  it('have facts whose labels end in a full stop', async () => {
    const facts = (n: number): string =>
      `<p>£6,99${n}</p><dl><dt>Stock no.</dt><dd>TR6${n}</dd><dt>First reg.</dt><dd>14/06/2018 (18)</dd><dt>Fuel</dt><dd>Petrol</dd></dl>`;
    const { listings } = await read(
      page(card('Kia Rio', '/rio', facts(5)) + card('Kia Ceed', '/ceed', facts(6))),
    );
    expect(listings).toMatchObject([{ year: 2018 }, { year: 2018 }]);
  });

  it.each([
    '<div><span>L</span> <span>V</span></div>',
    '<p><i class="icon"></i><b>L</b><em>V</em></p>',
    '<div><div>L</div><div><p>V</p></div></div>',
  ])('have facts whose labels and values are elements: %s', async (pair) => {
    const facts = Object.entries({ Mileage: '41,300', Fuel: 'Petrol', Estimate: '£9,000', Price: '£6,995' })
      .map(([label, value]) => pair.replace('L<', `${label}<`).replace('V', value))
      .join('');
    const { listings } = await read(
      page(card('2018 Kia Rio 2', '/rio', facts) + card('2016 Seat Ibiza FR', '/ibiza', facts)),
    );
    const car = { miles: 41_300, fuel: 'Petrol', price: 6995 };
    expect(listings).toMatchObject([
      { ...car, page: 'rio' },
      { ...car, page: 'ibiza' },
    ]);
  });

  it('have the fixed price beside an estimate', async () => {
    const facts = (label: string): string =>
      `<dl><dt>Mileage</dt><dd>61,204</dd><dt>Fuel</dt><dd>Petrol</dd><dt>Estimate</dt><dd>£9,000</dd><dt>${label}</dt><dd>£8,750</dd></dl>`;
    const cards = ['Fixed price', 'Set price', 'Aftersale price', 'Reserve', 'Current bid'].map((label, n) =>
      card(`1972 MG MGB ${n}`, `/mgb-${n}`, facts(label)),
    );
    const { listings } = await read(page(`<ul>${cards.join('')}</ul>`));
    expect(listings).toMatchObject([8750, 8750, 8750, null, null].map((price) => ({ price })));
  });

  it.each([
    ['<p>Sold after auction</p>', { left: 'sold' }],
    ['<span class="badge sold">Sold to a local buyer</span>', { left: 'sold' }],
    ['<div class="flag is-withdrawn">Withdrawn by vendor</div>', { left: 'withdrawn' }],
    ['<span class="badge sold">Unsold</span>', { page: 'rio' }],
    ['<p class="note">Sold with a full service</p>', { page: 'rio' }],
    ['<p class="sold-note">Serviced last week</p>', { page: 'rio' }],
  ])(
    'are not for sale if a text of theirs says so, alone or as its class does: %s',
    async (said, expected) => {
      const facts = '<p>£6,995</p><dl><dt>Mileage</dt><dd>41,300</dd><dt>Fuel</dt><dd>Petrol</dd></dl>';
      const cards = card('2018 Kia Rio 2', '/rio', said + facts) + card('2016 Seat Ibiza', '/ibiza', facts);
      const { listings } = await read(page(`<ul>${cards}</ul>`));
      expect(listings).toMatchObject([expected, { page: 'ibiza' }]);
    },
  );

  it('have a price beside a payment and a deposit that the style sheet keeps apart', async () => {
    const money = '<div><b>£6,995</b><small>or £150 per month, £999 deposit</small></div>';
    const facts = '<ul><li>41,300 miles</li><li>Petrol</li></ul>';
    const cards = card('2018 Kia Rio 2', '/rio', money + facts) + card('2016 Seat Ibiza', '/ibiza', facts);
    const { listings } = await read(page(`<ul>${cards}</ul>`));
    expect(listings[0]).toMatchObject({ page: 'rio', price: 6995, miles: 41_300 });
  });

  it('are vehicles beside a table of others, but not those of its pages', async () => {
    const row = (name: string, address: string): string =>
      `<tr><td>Kia<td><a href="${address}">${name}</a><td>£4,995</tr>`;
    const table = (rows: string): string =>
      `<table><tr><th>Make<th>Model<th>Price</tr>${row('Ceed', '/ceed')}${rows}</table>`;
    const others = await read(page(`<ul>${CARDS}</ul>${table(row('Picanto', '/picanto'))}`));
    expect(others.listings).toMatchObject([
      { page: 'ceed', make: 'Kia', model: 'Ceed', price: 4995 },
      { page: 'picanto', price: 4995 },
      { ...CARS[0], page: 'rio', postcode: null, images: 1 },
      { ...CARS[1], page: 'ibiza', postcode: null, images: 1 },
      { left: 'sold' },
    ]);
    const same = await read(page(`<ul>${CARDS}</ul>${table(row('Rio', '/rio'))}`));
    expect(same.listings).toMatchObject([
      { page: 'ceed' },
      { page: 'rio', price: 4995 },
      { page: 'ibiza' },
      { left: 'sold' },
    ]);
    expect(same.notices.flatMap((notice) => /outside_records: [^,]*/.exec(notice) ?? [])).toEqual([
      'outside_records: 2018 Kia Rio 2',
    ]);
  });

  it('are not vehicles below a heading that they are not for sale, up to the next section', async () => {
    const tile = (at: string): string =>
      card(`2018 Kia ${at}`, `/${at}`, '<p>£6,995</p><ul><li>41,300 miles</li><li>Petrol</li></ul>');
    const sections =
      `<h2>In stock</h2><ul>${tile('rio')}${tile('ceed')}</ul>` +
      `<h2>Recently sold</h2><ul>${tile('soul')}${tile('niro')}</ul><h2>Vans</h2><ul>${tile('pride')}</ul>`;
    const { listings } = await read(page(sections));
    expect(listings).toMatchObject([{ page: 'rio' }, { page: 'ceed' }, { page: 'pride' }]);
  });

  it('have the pictures of a list, of which a small one is shown', async () => {
    const tile = (at: string, pictures: string): string =>
      `<div data-gallery="${pictures}">${card(`2018 Kia ${at}`, `/${at}`, '<p>£6,995</p><ul><li>41,300 miles</li><li>Petrol</li></ul>')}</div>`;
    const { listings } = await read(
      page(tile('rio', '/p/1.jpg,/p/2.jpg,/p/3.jpg') + tile('ceed', '') + tile('soul', 'true')),
    );
    expect(listings).toMatchObject([
      { page: 'rio', images: 3 },
      { page: 'ceed', images: 1 },
      { page: 'soul', images: 1 },
    ]);
  });
});
