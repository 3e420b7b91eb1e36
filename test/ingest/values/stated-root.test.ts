// Addresses below which a feed says that its pictures or pages are, and ends of addresses in its columns.
import { describe, expect, it } from 'vitest';
import { pageBelow, picturesBelow, rootsIn } from '../../../src/ingest/values/stated-root.ts';
import { resultsOf } from '../collect.ts';

const dealer = 'moor.example';

describe('a text', () => {
  it.each([
    ['pictures are in https://moor.example/pics/', ['https://moor.example/pics/']],
    ['imageBaseUrl: https://cdn.example/stock', ['https://cdn.example/stock/']],
    ['Server: root=https://moor.example/stockphotos/', ['https://moor.example/stockphotos/']],
    ['Photos: https://img.moor.example/', ['https://img.moor.example/']],
  ])('states where the pictures are: %s', (text, roots) => {
    expect(rootsIn(text, dealer)).toEqual(roots.map((root) => ['pictures', root]));
  });

  it.each([
    'Stock: date=2026-12-01 LotPages=https://moor.example/sale/7/',
    'link_base: https://moor.example/sale/7',
    'adverts are under https://moor.example/sale/7/',
    'URL prefix = https://moor.example/sale/7/',
  ])('states where the pages are: %s', (text) => {
    expect(rootsIn(text, dealer)).toEqual([['pages', 'https://moor.example/sale/7/']]);
  });

  it.each([
    'LotPages=https://cdn.example/sale/7/',
    'Our stock page https://moor.example/stock/',
    'Pages: https://moor.example/sale/7/lot-1',
    'See our pictures at https://moor.example/gallery',
    'Website https://moor.example/',
    'thumbnails: https://moor.example/media/thumbs/',
    'Photo of the week: https://moor.example/pics/1.jpg',
  ])('states none: %s', (text) => {
    expect(rootsIn(text, dealer)).toEqual([]);
  });
});

it('names of files, and no other values, are below the root', () => {
  const root = 'https://moor.example/pics/';
  expect(picturesBelow('a1.jpg; a2.PNG', root)).toEqual([`${root}a1.jpg`, `${root}a2.PNG`]);
  expect(picturesBelow(['1/front view.jpg'], root)).toEqual([`${root}1/front%20view.jpg`]);
  expect(picturesBelow(['https://cdn.example/1.jpg'], root)).toEqual(['https://cdn.example/1.jpg']);
  expect(picturesBelow('../1.jpg', root)).toEqual(['../1.jpg']);
  expect(picturesBelow('a1.jpg; to follow', root)).toEqual(['a1.jpg; to follow']);
  expect(picturesBelow('a1.jpg', undefined)).toBe('a1.jpg');
});

it('ends of addresses, and no other values, are below the root of the pages', () => {
  const root = 'https://moor.example/sale/7/';
  expect(['lot-1', '1042', 'rio-2019.html'].map((end) => pageBelow(end, root))).toEqual([
    `${root}lot-1`,
    `${root}1042`,
    `${root}rio-2019.html`,
  ]);
  for (const other of ['/stock/1', 'moor.example', 'none', 'see site', 'https://moor.example/1', 7])
    expect(pageBelow(other, root)).toBe(other);
  expect(pageBelow('lot-1', undefined)).toBe('lot-1');
});

describe('the pages of a feed', () => {
  const pages = async (feed: string): Promise<unknown[]> => {
    const results = await resultsOf(feed, { dealer });
    return results.map((result) => (result.kind === 'listing' ? result.listing.advertUrl : result));
  };

  it('of XML are below the address in an attribute around the records', async () => {
    const car = (n: number): string =>
      `<Unit Page="u-${n}"><Car Make="Kia" Model="Rio" Odometer="4${n}210"/><Money BuyNow="${n}500"/></Unit>`;
    const feed = `<Sale Day="4" UnitPages="https://moor.example/sale/4/">${car(1)}${car(2)}</Sale>`;
    expect(await pages(feed)).toEqual(['https://moor.example/sale/4/u-1', 'https://moor.example/sale/4/u-2']);
  });

  it('of JSON are below the base beside the records', async () => {
    const stock = [{ id: 1, make: 'Kia', model: 'Rio', url: 'kia-rio-1' }];
    const feed = JSON.stringify({ links: { advertBase: 'https://www.moor.example/used' }, stock });
    expect(await pages(feed)).toEqual(['https://www.moor.example/used/kia-rio-1']);
  });

  it('of a sheet are below the address above its header', async () => {
    const rows = ['stock no,make,model,link', 'M1,Kia,Rio,rio-16', 'M2,Kia,Ceed,ceed-17'];
    expect(await pages(['links are below https://moor.example/cars/', ...rows].join('\n'))).toEqual([
      'https://moor.example/cars/rio-16',
      'https://moor.example/cars/ceed-17',
    ]);
  });
});

describe('the pictures of a feed', () => {
  const pictures = async (feed: string): Promise<unknown[]> => {
    const results = await resultsOf(feed, { dealer });
    return results.map((result) => (result.kind === 'listing' ? result.listing.images : result));
  };
  const rows = ['id,make,model,url,pics', '1,Kia,Rio,/1,a.jpg b.jpg', '2,Kia,Ceed,/2,'];

  it('of a sheet are below the address above its header', async () => {
    const feed = ['Pictures are in https://cdn.example/moor/', ...rows].join('\n');
    const root = 'https://cdn.example/moor/';
    expect(await pictures(feed)).toEqual([[`${root}a.jpg`, `${root}b.jpg`], []]);
  });

  it('of XML are below the address of a server', async () => {
    const car = '<car id="1"><make>Kia</make><model>Rio</model><url>/1</url><image>a.jpg</image></car>';
    const feed = `<stock><imageServer root="https://cdn.example/m/"/>${car}${car.replaceAll('1', '2')}</stock>`;
    expect(await pictures(feed)).toEqual([['https://cdn.example/m/a.jpg'], ['https://cdn.example/m/a.jpg']]);
  });

  it('of JSON are below the base beside the records', async () => {
    const stock = [{ id: 1, make: 'Kia', model: 'Rio', url: '/1', images: ['a.jpg', 'b.jpg'] }];
    const feed = JSON.stringify({ imageBase: 'https://cdn.example/m/', stock });
    expect(await pictures(feed)).toEqual([['https://cdn.example/m/a.jpg', 'https://cdn.example/m/b.jpg']]);
  });

  it('are below none of several addresses', async () => {
    const feed = ['Pictures: https://a.example/pics/', 'Old pictures: https://b.example/pics/', ...rows];
    expect(await pictures(feed.join('\n'))).toEqual([[], []]);
  });
});
