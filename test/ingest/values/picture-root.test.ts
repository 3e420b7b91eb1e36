// Addresses below which a feed says that its pictures are, and names of files in its columns.
import { describe, expect, it } from 'vitest';
import { pictureRootsIn, picturesBelow } from '../../../src/ingest/values/picture-root.ts';
import { resultsOf } from '../collect.ts';

const dealer = 'moor.example';

describe('a text', () => {
  it.each([
    ['pictures are in https://moor.example/pics/', ['https://moor.example/pics/']],
    ['imageBaseUrl: https://cdn.example/stock', ['https://cdn.example/stock/']],
    ['Server: root=https://moor.example/stockphotos/', ['https://moor.example/stockphotos/']],
    ['Photos: https://img.moor.example/', ['https://img.moor.example/']],
  ])('states where the pictures are: %s', (text, roots) => {
    expect(pictureRootsIn(text)).toEqual(roots);
  });

  it.each([
    'See our pictures at https://moor.example/gallery',
    'Website https://moor.example/',
    'thumbnails: https://moor.example/media/thumbs/',
    'Photo of the week: https://moor.example/pics/1.jpg',
  ])('states none: %s', (text) => {
    expect(pictureRootsIn(text)).toEqual([]);
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
