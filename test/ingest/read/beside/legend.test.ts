// Codes that a feed explains beside its records.
import { describe, expect, it } from 'vitest';
import { codesExplained } from '../../../../src/ingest/read/beside/legend.ts';
import { resultsOf } from '../../collect.ts';

const dealer = 'moor.example';

async function listingsOf(feed: string): Promise<unknown[]> {
  const results = await resultsOf(feed, { dealer });
  return results.map((result) => (result.kind === 'listing' ? result.listing : { left: result.reason }));
}

const ROWS = ['T1|FORD|FOCUS|1|M|1|4250|/1', 'T2|KIA|CEED|2|A|3|7995|/2', 'T3|VW|GOLF|2|M|2|9995|/3'];

describe('codes explained beside the records', () => {
  it.each([
    [
      'in lines above the header',
      [
        '** FL: 1=Petrol 2=Diesel   TRN: M=Manual A=Automatic',
        '** ST: 1=for sale  2=reserved, stays on website  3=sold  4=deposit taken, off website',
        'STK|MAKE|MODEL|FL|TRN|ST|PRICE|URL',
        ...ROWS,
      ],
    ],
    [
      'below the last record',
      [
        'STK|MAKE|MODEL|FL|TRN|ST|PRICE|URL',
        ...ROWS,
        'FL: 1 = Petrol, 2 = Diesel; TRN: M = Manual, A = Automatic',
        'ST: 1 = for sale, 2 = in preparation, 3 = sold',
      ],
    ],
    [
      'in one line that begins with its title',
      [
        'STK|MAKE|MODEL|FL|TRN|ST|PRICE|URL',
        ...ROWS,
        'KEY  ST: 1 = for sale, 2 = in preparation, 3 = sold.  FL: 1 = Petrol, 2 = Diesel.  TRN: M = Manual, A = Automatic. Ask Jo for more',
      ],
    ],
    [
      'under a heading that is no column',
      [
        'Fuels: 1=Petrol, 2=Diesel',
        'M=Manual A=Automatic',
        'Key to states: 1=for sale, 2=for sale soon, 3=sold, 9=scrapped',
        'STK|MAKE|MODEL|FL|TRN|ST|PRICE|URL',
        ...ROWS,
      ],
    ],
  ])('are their words: %s', async (_, lines) => {
    expect(await listingsOf(lines.join('\n'))).toMatchObject([
      { id: 'T1', fuelType: 'Petrol', transmission: 'Manual' },
      { left: 'sold' },
      { id: 'T3', fuelType: 'Diesel', transmission: 'Manual' },
    ]);
  });

  it.each([
    ['F: P petrol / D diesel / H hybrid / E electric    Box: M manual / A auto,,,,,'],
    ['F: P petrol / D diesel / H hybrid / E electric,,,Box: M manual / A auto,,'],
    ['"F: P - petrol, D - diesel, H - hybrid, E - electric. Box: M - manual, A - auto",,,,,'],
    ['F: P petrol; D diesel; H hybrid; E electric; Box: M manual; A auto,,,,,'],
    ['F: P petrol D diesel H hybrid E electric; Box: M manual A auto,,,,,'],
    ['F: (P) petrol (D) diesel (H) hybrid (E) electric,,,,,'],
    ['P petrol / D diesel / H hybrid / E electric,,,,,'],
  ])('are their words with any separators, above or below the records: %s', async (legend) => {
    const rows = [
      ...['T1,Ford Focus,P,M,"£4,250",/1', 'T2,Kia Ceed,D,A,"£7,995",/2'],
      ...['T3,Kia Niro,H,A,"£9,995",/3', 'T4,Kia Soul,E,A,"£8,995",/4'],
    ];
    const listings = [
      { id: 'T1', fuelType: 'Petrol', transmission: 'Manual' },
      { id: 'T2', fuelType: 'Diesel', transmission: 'Automatic' },
      { id: 'T3', fuelType: 'Hybrid', transmission: 'Automatic' },
      { id: 'T4', fuelType: 'Electric', transmission: 'Automatic' },
    ];
    const header = 'Stk,What,F,Box,Price,Web';
    expect(await listingsOf([header, ...rows, legend].join('\n'))).toMatchObject(listings);
    expect(await listingsOf([legend, header, ...rows].join('\n'))).toMatchObject(listings);
  });

  it('are their words in a comment of XML', async () => {
    const car = (n: number, fuel: string, box: string, action: string): string =>
      `<advert ref="F${n}" action="${action}"><spec make="Kia" model="Rio"><fuel code="${fuel}"/><gears code="${box}"/>` +
      `</spec><price>${n}995</price><link>https://moor.example/ad/${n}</link></advert>`;
    const text =
      '<?xml version="1.0"?><!-- fuel: PE petrol, DI diesel; gears: MA manual, SA semi-automatic\n' +
      'action: UPSERT put online, DELETE take offline. The rest is ours --><export>' +
      `${car(1, 'PE', 'SA', 'UPSERT')}${car(2, 'DI', 'MA', 'UPSERT')}${car(3, 'DI', 'MA', 'DELETE')}</export>`;
    expect(await listingsOf(text)).toMatchObject([
      { id: 'F1', fuelType: 'Petrol', transmission: 'Automatic' },
      { id: 'F2', fuelType: 'Diesel', transmission: 'Manual' },
      { left: 'withdrawn' },
    ]);
  });
});

it('a letter that is a status elsewhere is what its column explains', async () => {
  const rows = ['T1,FORD,FOCUS,4250,K,/1', 'T2,KIA,CEED,7995,S,/2'];
  const text = ['STK,MAKE,MODEL,PRICE,SITE,URL', ...rows, '"SITE: K=Kidderminster S=Stourbridge"'];
  expect(await listingsOf(text.join('\n'))).toMatchObject([{ loc: 'Kidderminster' }, { loc: 'Stourbridge' }]);
});

describe('a text that explains codes', () => {
  it.each([
    [
      'STS|1=In stock|2=Prep, advertise|8=Sold',
      [['STS', '1', 'In stock', '2', 'Prep, advertise', '8', 'Sold']],
    ],
    ['"SITE: K=Kidderminster S=Stourbridge"', [['SITE', 'K', 'Kidderminster', 'S', 'Stourbridge']]],
    ['P=Petrol, D=Diesel', [['', 'P', 'Petrol', 'D', 'Diesel']]],
    ['Box - M=Manual / A=Auto', [['Box -', 'M', 'Manual', 'A', 'Auto']]],
    ['State: A for sale, S sold', [['State', 'A', 'sale', 'S', 'sold']]],
    ['State: A for sale, S sold; ask Jo', [['State', 'A', 'sale', 'S', 'sold']]],
    ['Open: Mon to Fri / Sat to 4pm', []],
    ['MOT included / FULL tank', [['', 'MOT', 'included', 'FULL', 'tank']]],
    ['Prices: Ford from 4,995, Kia from 7,995', []],
    ['https://moor.example/?a=b&c=d', []],
    ['Price 0 = not priced yet', []],
  ])('%s', (text, expected) => {
    const found = codesExplained(text).map(({ name, codes }) => [name, ...[...codes].flat()]);
    expect(found).toEqual(expected);
  });
});
