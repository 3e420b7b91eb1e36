// The column of the adverts' addresses, found by its values where no name says which it is.
import { describe, expect, it } from 'vitest';
import type { FeedNotice } from '../../../src/ingest/read/feed-record.ts';
import { outcomeOf, problemOf, resultsOf } from '../collect.ts';

const dealer = 'northgate-cars.example';

async function addressesOf(feed: string, options = {}): Promise<(string | undefined)[]> {
  const results = await resultsOf(feed, { dealer, ...options });
  return results.map((result) => (result.kind === 'listing' ? result.listing.advertUrl : result.reason));
}

describe('a column of unknown name', () => {
  it('is the address of the advert if it has another page of the dealer in each record', async () => {
    const csv =
      'id,make,Zoek,Photo\n' +
      '1,Ford,https://www.northgate-cars.example/used/fiesta-1,https://northgate-cars.example/1.jpg\n' +
      '2,BMW,https://www.northgate-cars.example/used/bmw-2,https://northgate-cars.example/2.jpg\n';
    expect(await addressesOf(csv)).toEqual([
      'https://www.northgate-cars.example/used/fiesta-1',
      'https://www.northgate-cars.example/used/bmw-2',
    ]);
  });

  it('may hold paths on the site of the dealer', async () => {
    const csv = 'id,make,Zoek\n1,Ford,/used/fiesta-1\n2,BMW,/used/bmw-2\n';
    expect(await addressesOf(csv)).toEqual([
      'https://northgate-cars.example/used/fiesta-1',
      'https://northgate-cars.example/used/bmw-2',
    ]);
  });

  it('may hold paths without their first slash, but not choices of words', async () => {
    const csv = 'id,make,Zoek,Keuze\n1,Ford,used/fiesta-1,petrol/manual\n2,BMW,used/bmw-2,diesel/auto\n';
    expect(await addressesOf(csv)).toEqual([
      'https://northgate-cars.example/used/fiesta-1',
      'https://northgate-cars.example/used/bmw-2',
    ]);
  });

  it('may have a name that says something else', async () => {
    const csv = 'id,make,Vans (Title),Vans (All)\n1,Ford,/vans/transit-1,/vans/\n2,VW,/vans/caddy-2,/vans/\n';
    expect(await addressesOf(csv)).toEqual([
      'https://northgate-cars.example/vans/transit-1',
      'https://northgate-cars.example/vans/caddy-2',
    ]);
  });

  it('may hold addresses without a scheme', async () => {
    const csv =
      'id,make,Zoek\n1,Ford,northgate-cars.example/used/1\n2,BMW,shop.northgate-cars.example/used/2\n';
    expect(await addressesOf(csv)).toEqual([
      'https://northgate-cars.example/used/1',
      'https://shop.northgate-cars.example/used/2',
    ]);
  });

  it.each([
    [
      '<export><site name="Northgate" root="https://www.northgate-cars.example" phone="01632 960144"/><cars>' +
        '<car ref="1" make="Ford" path="/used/fiesta"/><car ref="2" make="BMW" path="/used/bmw"/></cars></export>',
      ['site.root: https://www.northgate-cars.example', 'site.phone: 01632 960144'],
    ],
    [
      JSON.stringify({
        data: {
          site: { name: 'Northgate', baseUrl: 'https://www.northgate-cars.example/' },
          cars: [
            { ref: 1, make: 'Ford', path: '/used/fiesta' },
            { ref: 2, make: 'BMW', path: '/used/bmw' },
          ],
        },
      }),
      ['data.site.baseUrl: https://www.northgate-cars.example/'],
    ],
  ])('holds paths on the site that is named with the place above the vehicles: %s', async (feed, others) => {
    const said: string[] = [];
    const onNotice = ({ reason, text }: FeedNotice): void => {
      if (reason === 'outside_records') said.push(text);
    };
    const results = await resultsOf(feed, { dealer, onNotice });
    expect(results).toMatchObject([
      { listing: { advertUrl: 'https://www.northgate-cars.example/used/fiesta', loc: 'Northgate' } },
      { listing: { advertUrl: 'https://www.northgate-cars.example/used/bmw', loc: 'Northgate' } },
    ]);
    expect(said).toEqual(others);
  });

  it('may have the name of a text', async () => {
    const csv = 'id,make,Details\n1,Ford,/used/fiesta-1\n2,BMW,/used/bmw-2\n';
    expect(await addressesOf(csv)).toEqual([
      'https://northgate-cars.example/used/fiesta-1',
      'https://northgate-cars.example/used/bmw-2',
    ]);
  });

  it('is found in nested objects too', async () => {
    const json = JSON.stringify([
      { id: 'a', make: 'Ford', zoek: { plek: 'https://northgate-cars.example/a' } },
      { id: 'b', make: 'BMW', zoek: { plek: 'https://northgate-cars.example/b' } },
    ]);
    expect(await addressesOf(json)).toEqual([
      'https://northgate-cars.example/a',
      'https://northgate-cars.example/b',
    ]);
  });

  it('is the one with the id in its addresses, of several', async () => {
    const csv =
      'id,make,Zoek,Plek\n' +
      '71,Ford,https://northgate-cars.example/a,https://northgate-cars.example/stock/71\n' +
      '72,BMW,https://northgate-cars.example/b,https://northgate-cars.example/stock/72\n';
    expect(await addressesOf(csv)).toEqual([
      'https://northgate-cars.example/stock/71',
      'https://northgate-cars.example/stock/72',
    ]);
  });

  it('is reported', async () => {
    const notices: FeedNotice[] = [];
    const csv = 'id,make,Zoek\n1,Ford,/used/fiesta-1\n2,BMW,/used/bmw-2\n';
    await addressesOf(csv, { onNotice: (notice: FeedNotice) => notices.push(notice) });
    expect(notices).toMatchObject([{ line: 2, reason: 'guessed_column', text: 'Zoek as advert_url' }]);
  });

  it.each([
    ['the same page in two records', '/used', '/used'],
    ["another dealer's site", 'https://other.example/1', 'https://other.example/2'],
    ['pictures', '/1.jpg', '/2.jpg'],
    ['a blank in most records', '/used/1', ''],
  ])('with %s is not', async (_, first, second) => {
    const csv = `id,make,Zoek\n1,Ford,${first}\n2,BMW,${second}\n`;
    expect(await outcomeOf(csv, { dealer })).toContain('the header on line 1 lacks advert_url');
  });

  it('is not guessed where two are equally likely', async () => {
    const csv = 'id,make,Zoek,Plek\n1,Ford,/a/x,/b/x\n2,BMW,/a/y,/b/y\n';
    expect(await problemOf(csv, { dealer })).toContain('lacks advert_url');
  });

  it('is not looked for where a column is named', async () => {
    const csv = 'id,make,Zoek,url\n1,Ford,/a/1,/b/1\n2,BMW,/a/2,/b/2\n';
    expect(await addressesOf(csv)).toEqual([
      'https://northgate-cars.example/b/1',
      'https://northgate-cars.example/b/2',
    ]);
  });
});

it('a table without addresses and records is refused for its header', async () => {
  expect(await problemOf('id,make\n', { dealer })).toContain('the header on line 1 lacks advert_url');
});

describe('a table without ids', () => {
  const idsOf = async (csv: string): Promise<string[]> =>
    (await resultsOf(csv, { dealer })).map((result) =>
      result.kind === 'listing' ? result.listing.id : result.reason,
    );

  it('has those of its addresses, which are as unique', async () => {
    expect(await idsOf('make,model,link\nFord,Focus,https://northgate-cars.example/a?n=1\n')).toEqual([
      '/a?n=1',
    ]);
    expect(await idsOf('make,model,Zoek\nFord,Focus,/used/1\nKia,Rio,/used/2\n')).toEqual([
      '/used/1',
      '/used/2',
    ]);
  });

  it('has those of its vehicles, where a record has them', async () => {
    expect(await idsOf('reg,make,link\nAB12 CDE,Ford,/used/1\n,Kia,/used/2\n')).toEqual([
      'AB12CDE',
      '/used/2',
    ]);
  });
});
