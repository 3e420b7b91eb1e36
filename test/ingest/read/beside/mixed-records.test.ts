// Documents of several kinds one after another, joined by keys.
import { describe, expect, it } from 'vitest';
import { resultsOf } from '../../collect.ts';

const dealer = 'moor.example';

async function listingsOf(feed: string): Promise<unknown[]> {
  const results = await resultsOf(feed, { dealer });
  return results.map((result) => (result.kind === 'listing' ? result.listing : { left: result.reason }));
}

const MAKES = [
  { _id: 'make-1', _type: 'make', name: 'Suzuki' },
  { _id: 'make-2', _type: 'make', name: 'Skoda' },
];
const PICTURES = [1, 2, 3].map((n) => ({
  _id: `image-a${n}`,
  _type: 'sanity.imageAsset',
  url: `https://cdn.moor.example/${n}.jpg`,
}));

function car(id: string, make: string, model: string, pictures: readonly number[]): object {
  return {
    ...{ _id: id, _type: 'vehicle', permalink: `/cars/${id.replace('drafts.', '')}` },
    ...{ make: { _type: 'reference', _ref: make }, model, year: 2017, price: 7995, miles: 41_000 },
    gallery: pictures.map((n) => ({ _type: 'image', asset: { _type: 'reference', _ref: `image-a${n}` } })),
  };
}

const CARS = [car('swift', 'make-1', 'Swift', [1, 2]), car('drafts.yeti', 'make-2', 'Yeti', [3])];
const JOINED = [
  {
    ...{ id: 'swift', make: 'Suzuki', model: 'Swift' },
    images: ['https://cdn.moor.example/1.jpg', 'https://cdn.moor.example/2.jpg'],
  },
  { left: 'not_published' },
];

function lines(documents: readonly object[]): string {
  return documents.map((one) => JSON.stringify(one)).join('\n');
}

describe('documents that vehicles name by keys', () => {
  it.each([
    ['before and after them', lines([...MAKES, ...CARS, ...PICTURES])],
    ['all after them', lines([...CARS, ...PICTURES, ...MAKES])],
    ['in one array', JSON.stringify([...PICTURES, ...CARS, ...MAKES])],
  ])('are joined to them and are no records: %s', async (_, feed) => {
    expect(await listingsOf(feed)).toMatchObject(JOINED);
  });

  it('may be in a list of keys', async () => {
    const media = (n: number): object => ({
      kind: 'media',
      id: `m${n}`,
      src: `https://moor.example/up/${n}.jpg`,
    });
    const item = (id: string, slug: string, pictures: readonly string[]): object => ({
      ...{ kind: 'item', collection: 'used-cars', id, slug, title: 'Volvo V70 estate' },
      fields: [
        { label: 'Make', value: 'Volvo' },
        { label: 'Model', value: 'V70' },
        { label: 'Price (£)', value: '3,750 ono' },
        { label: 'Miles', value: '128,400' },
      ],
      gallery: pictures,
    });
    const feed = [
      { kind: 'site', name: 'Moor' },
      media(501),
      item('it_01', '/used-cars/v70', ['m501', 'm502']),
      media(502),
      item('it_02', '/used-cars/v70-red', []),
    ];
    expect((await listingsOf(lines(feed))).slice(1)).toMatchObject([
      {
        id: 'it_01',
        make: 'Volvo',
        images: ['https://moor.example/up/501.jpg', 'https://moor.example/up/502.jpg'],
      },
      { id: 'it_02', make: 'Volvo', images: [] },
    ]);
  });
});

it('documents of several kinds that no vehicle names stay records', async () => {
  const feed = [
    { type: 'van', id: 'v1', make: 'Ford', model: 'Transit', url: '/v1', status: 'sold' },
    { type: 'car', id: 'c1', make: 'Ford', model: 'Focus', url: '/c1' },
    { type: 'notice', id: 'n1', text: 'Closed on Monday' },
  ];
  expect(await listingsOf(lines(feed))).toMatchObject([
    { left: 'sold' },
    { id: 'c1', make: 'Ford' },
    { left: 'missing_advert_url' },
  ]);
});
