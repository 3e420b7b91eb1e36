// The vehicles of web pages whose elements say by microdata what they are.
import { describe, expect, it } from 'vitest';
import type { FeedNotice } from '../../../src/ingest/read/feed-record.ts';
import { outline, problemOf, resultsOf } from '../collect.ts';

const dealer = 'moor.example';
const page = (body: string): string => `<!DOCTYPE html><html><body>${body}</body></html>`;
const item = (type: string, content: string, more = ''): string =>
  `<div itemscope itemtype="https://schema.org/${type}" ${more}>${content}</div>`;
const of = (name: string): string => `itemprop="${name}"`;
const car = (n: number, more = ''): string =>
  `<meta itemprop="sku" content="A${n}"><a itemprop="url" href="/cars/${n}"><img itemprop="image" src="/${n}.jpg"></a>` +
  `<h2 itemprop="name"><span itemprop="manufacturer">Kia</span> <span itemprop="model">Rio</span> 1.2</h2>` +
  `<a href="/finance?car=${n}">Finance</a>${more}`;
const mileage = item(
  'QuantitativeValue',
  '<meta itemprop="unitCode" content="KMT"><b itemprop="value" content="100000">100 000 km</b>',
  of('mileageFromOdometer'),
);
const offer = (price: string, more = ''): string =>
  item('Offer', `<b ${of('price')}>${price}</b>${more}`, of('offers'));
const inStock = '<link itemprop="availability" href="https://schema.org/InStock">';

describe('microdata', () => {
  it.each([1, 50, 100_000])('has vehicles with what their items say, in pieces of %i bytes', async (size) => {
    const first = '<time itemprop="dateVehicleFirstRegistered" datetime="2018-03-04">4 March 2018</time>';
    const facts = `${first}${mileage}<p itemprop="description">One owner, <i>two keys</i></p>`;
    const seller = item('AutoDealer', '<b itemprop="name">Moor Motors</b>');
    const body = page(item('Car', car(1, facts + offer('<s>£7,495</s> £6,995', inStock))) + seller);
    const bytes = Buffer.from(body);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    expect(await resultsOf(pieces, { dealer })).toMatchObject([
      {
        kind: 'listing',
        listing: {
          ...{ id: 'A1', make: 'Kia', model: 'Rio 1.2', year: 2018, mileageMiles: 62_137, priceGbp: 6995 },
          ...{ advertUrl: 'https://moor.example/cars/1', images: ['https://moor.example/1.jpg'] },
          fullDescription: 'One owner, two keys',
        },
      },
    ]);
  });

  it('has vehicles in lists, pages and tables', async () => {
    const list = [1, 2].map((n) => item('Product', car(n, offer('£1')), of('itemListElement'))).join('');
    const cell = `<table><tr><td>${item('Vehicle', car(3, offer('£3')))}</td></tr></table>`;
    const results = await resultsOf(page(item('WebPage', item('ItemList', list) + cell)), { dealer });
    expect(outline(results)).toEqual(['1 A1', '1 A2', '1 A3']);
  });

  const other = item('Car', car(2, offer('£2')));
  it.each([
    ['availability', item('Car', car(1, offer('£1', inStock.replace('InStock', 'SoldOut'))))],
    ['class', `<div class="card is-sold">${item('Car', car(1, offer('£1')))}</div>`],
    ['own class', item('Car', car(1, offer('£1')), 'class="card is-sold"')],
    ['badge', item('Car', car(1, `<b class="badge sold">Sold</b>${offer('£1')}`))],
    ['badge in the offer', item('Car', car(1, offer('£1', '<i class="sold-flag">SOLD</i>')))],
    ['text in capitals', item('Car', car(1, `<span>SOLD</span>${offer('£1')}`))],
    ['badge beside it', `<li><b class="badge sold">Sold</b>${item('Car', car(1, offer('£1')))}</li>`],
  ])('has no vehicle whose %s says that it is sold', async (_, sold) => {
    expect(outline(await resultsOf(page(`<div>${sold}${other}</div>`), { dealer }))).toEqual([
      '1 sold',
      '1 A2',
    ]);
  });

  it('has no vehicle below a heading that its vehicles are not for sale', async () => {
    const below = item('Car', car(1, offer('£1')).replace(/h2/g, 'h3'));
    const results = await resultsOf(page(`<h1>Stock</h1>${other}<h2>Recently sold</h2>${below}`), { dealer });
    expect(outline(results)).toEqual(['1 A2']);
  });

  it('gives way to cards of as many vehicles, which may show more', async () => {
    const facts = '<dl><dt>Mileage</dt><dd>41,300</dd><dt>Fuel</dt><dd>Petrol</dd></dl><p>£6,995</p>';
    const card = (n: number): string =>
      item('Product', `<h3><a ${of('url')} href="/${n}">2018 Kia Rio</a></h3>${facts}`);
    const results = await resultsOf(page(card(1) + card(2)), { dealer });
    expect(results).toMatchObject([{ listing: { mileageMiles: 41_300 } }, { listing: { priceGbp: 6995 } }]);
  });

  it('reports the pages of cards that it does not have', async () => {
    const facts = '<dl><dt>Mileage</dt><dd>41,300</dd><dt>Fuel</dt><dd>Petrol</dd></dl><p>£6,995</p>';
    const cards = [1, 9].map((n) => `<div><h2><a href="/cars/${n}">2018 Kia</a></h2>${facts}</div>`).join('');
    const notices: string[] = [];
    const marked = [1, 2, 3].map((n) => item('Car', car(n, offer(`£${n}`)))).join('');
    const onNotice = ({ text }: FeedNotice): unknown => notices.push(text);
    const results = await resultsOf(page(cards + marked), { dealer, onNotice });
    expect(outline(results)).toEqual(['1 A1', '1 A2', '1 A3']);
    expect(notices).toEqual(['/cars/9']);
  });

  it.each([
    [
      'of other things',
      item('BlogPosting', '<b itemprop="headline">News</b><a itemprop="url" href="/1">x</a>'),
    ],
    [
      'of products without facts',
      item('Product', '<a itemprop="url" href="/1"><b itemprop="name">Mats</b></a>'),
    ],
    ['in a template', `<template>${item('Car', car(1, offer('£1')))}</template>`],
  ])('%s has no vehicles', async (_, body) => {
    expect(await problemOf(page(body), { dealer })).toContain('has no table of vehicles');
  });

  it.each([
    ['items in items', `<div itemprop="a" itemscope>`.repeat(9000), 'nests too many objects'],
    ['unclosed vehicles', `<div class="sold" itemscope itemtype="Car">`.repeat(9000), 'no table of vehicles'],
    ['texts in texts', '<b itemprop="name">'.repeat(9000) + 'x'.repeat(1024 * 1024), 'no table of vehicles'],
  ])('with %s without end is read in linear time', async (_, body, message) => {
    const start = performance.now();
    const whole = page(`<div itemscope itemtype="WebPage">${body}<p itemprop="a" itemscope itemtype="Car">`);
    expect(await problemOf(whole, { dealer })).toContain(message);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
