// Which of a record's pictures are taken: each once, in its largest size, and no films or papers.
import { expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

const at = (name: string): string => `https://a.example/${name}`;

async function picturesOf(feed: string): Promise<readonly string[]> {
  const [result] = await resultsOf(feed, { dealer: 'a.example' });
  if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
  return result.listing.images;
}

const ofJson = (members: object): Promise<readonly string[]> =>
  picturesOf(JSON.stringify({ id: '1', url: at(''), ...members }));

/** Pictures with a member that has one of these values each. */
const eachWith = (member: string, values: readonly unknown[]): readonly object[] =>
  values.map((value, n) => ({ [member]: value, url: at(`${n + 1}.jpg`) }));

it.each<[string, object, string[]]>([
  [
    'of members named by size the largest',
    {
      photos: [
        { small: at('1s.jpg'), large: at('1l.jpg') },
        { small: at('2s.jpg'), large: at('2l.jpg') },
      ],
    },
    [at('1l.jpg'), at('2l.jpg')],
  ],
  [
    'of an object that counts them the largest of each, in their order',
    {
      gallery: {
        p3: { order: 2, sizes: { thumb: at('3s.jpg'), large: at('3l.jpg') } },
        p8: { order: 1, sizes: { thumb: at('8s.jpg'), large: at('8l.jpg') } },
      },
    },
    [at('8l.jpg'), at('3l.jpg')],
  ],
  [
    'of an object that counts other things none',
    { photos: { p1: { large: at('1l.jpg') } }, owners: { o1: { large: at('2l.jpg') } } },
    [at('1l.jpg')],
  ],
  [
    'of elements with a size the largest of each picture',
    {
      images: [
        { size: 'S', url: at('1s.jpg') },
        { size: 'XL', url: at('1x.jpg') },
        { size: 'M', url: at('1m.jpg') },
        { size: 'S', url: at('2s.jpg') },
        { size: 'XL', url: at('2x.jpg') },
      ],
    },
    [at('1x.jpg'), at('2x.jpg')],
  ],
  ['all whose sizes are numbers', { images: eachWith('width', [1600, 1200]) }, [at('1.jpg'), at('2.jpg')]],
  [
    'in their stated order',
    { images: eachWith('order', [3, 1, 2]) },
    [at('2.jpg'), at('3.jpg'), at('1.jpg')],
  ],
  [
    'as they come if some have no place in the order',
    { images: eachWith('position', [3, 'side', 1]) },
    [at('1.jpg'), at('2.jpg'), at('3.jpg')],
  ],
  [
    'the main one first',
    { images: eachWith('isMain', [false, false, true]) },
    [at('3.jpg'), at('1.jpg'), at('2.jpg')],
  ],
  [
    'the one whose type says that it is the main one first',
    { images: eachWith('type', ['side', 'Main', 'rear']) },
    [at('2.jpg'), at('1.jpg'), at('3.jpg')],
  ],
  [
    'each by its own address alone, not by its page and its sizes',
    {
      gallery: [
        {
          ...{ url: at('1.jpg'), link: at('car/1/'), icon: at('default.png') },
          sizes: { thumbnail: at('1-150.jpg'), 'thumbnail-width': 150, large: at('1-1024.jpg') },
        },
      ],
    },
    [at('1.jpg')],
  ],
  [
    'of a connection by their own addresses, not by their pages',
    { images: { nodes: [{ mediaItemUrl: at('1.jpg'), link: at('car/1/') }] } },
    [at('1.jpg')],
  ],
  [
    'by their references, not by their pages',
    { images: [{ href: at('1.jpg'), link: at('car/1/') }] },
    [at('1.jpg')],
  ],
  [
    'of JSON in a text by any name of an address',
    { images: JSON.stringify([{ sourceUrl: at('1.jpg') }, { href: at('p/2'), url: at('2.jpg') }]) },
    [at('1.jpg'), at('2.jpg')],
  ],
  ['by their links where they have no other address', { images: [{ link: at('1.jpg') }] }, [at('1.jpg')]],
  [
    'no picture that its type calls the small one',
    {
      media: [
        { t: 'photo', f: at('1.jpg') },
        { t: 'photo', f: at('2.jpg') },
        { t: 'thumb', f: at('t.jpg') },
      ],
    },
    [at('1.jpg'), at('2.jpg')],
  ],
  [
    'the small ones where there are no others',
    { media: eachWith('type', ['thumb', 'thumb']) },
    [at('1.jpg'), at('2.jpg')],
  ],
  [
    'no films by their type',
    {
      media: [
        { type: 'image/jpeg', url: at('1') },
        { type: 'video/mp4', url: at('2') },
      ],
    },
    [at('1')],
  ],
  [
    'no films among pictures with other members, and the pictures in their stated order',
    {
      media: [
        { type: 'VIDEO', order: 1, link: 'https://films.example/1' },
        { type: 'IMAGE', order: 3, sizes: { s: at('1s.jpg'), l: at('1l.jpg') } },
        { type: 'IMAGE', order: 2, sizes: { s: at('2s.jpg'), l: at('2l.jpg') } },
      ],
    },
    [at('2l.jpg'), at('1l.jpg')],
  ],
  [
    'no films, papers or pages of films by their address',
    { images: [at('1.jpg'), at('tour.mp4'), at('history.pdf?x=1'), 'https://www.youtube.com/watch?v=1'] },
    [at('1.jpg')],
  ],
])('%s', async (_, members, pictures) => {
  expect(await ofJson(members)).toEqual(pictures);
});

it('reports a film among the pictures', async () => {
  const [result] = await resultsOf(
    JSON.stringify({ id: '1', url: at(''), images: [at('1.jpg'), at('tour.mp4')] }),
    { dealer: 'a.example' },
  );
  expect(result?.kind === 'listing' && result.valueIssues).toEqual([
    { field: 'images', reason: 'unreadable', value: "'https://a.example/tour.mp4'", count: 1 },
  ]);
});

it.each([
  ['<photo order="2">2.jpg</photo><photo order="1">1.jpg</photo>', ['1.jpg', '2.jpg']],
  ['<photo main="false">1.jpg</photo><photo main="true">2.jpg</photo>', ['2.jpg', '1.jpg']],
  ['<item type="video"><link>t.jpg</link></item><item type="photo"><big>1.jpg</big></item>', ['1.jpg']],
  [
    '<photo><kind>Video</kind><url>t.jpg</url></photo><photo><kind>Photo</kind><url>1.jpg</url></photo>',
    ['1.jpg'],
  ],
  ['<photo type="thumb">t.jpg</photo><photo type="photo">1.jpg</photo>', ['1.jpg']],
])('takes the pictures of XML by their attributes: %s', async (photos, pictures) => {
  const xml = `<S><Vehicle><Id>1</Id><Url>${at('')}</Url><photos>${photos.replace(/[t0-9].jpg/g, at)}</photos></Vehicle></S>`;
  const [result] = await resultsOf(xml, { dealer: 'a.example' });
  if (result?.kind !== 'listing') throw new Error(JSON.stringify(result));
  expect(result.listing.images).toEqual(pictures.map(at));
  expect(result.valueIssues).toEqual([]);
});

it('takes lists of texts as .NET writes them', async () => {
  const images = `<Images><string>${at('1.jpg')}</string><string>${at('2.jpg')}</string></Images>`;
  expect(await picturesOf(`<S><Vehicle><Id>1</Id><Url>${at('')}</Url>${images}</Vehicle></S>`)).toEqual([
    at('1.jpg'),
    at('2.jpg'),
  ]);
});

it.each([
  { heroThumb: { sourceUrl: at('t.jpg') } },
  { 'Main image thumb': at('t.jpg') },
  { primaryThumbnail: { url: at('t.jpg') } },
  { listing: { cover_thumb: at('t.jpg') } },
])('the thumbnail of %j is not one of the pictures', async (members) => {
  const record = { id: '1', url: at(''), make: 'Ford', photos: [at('1.jpg')], ...members };
  const [result] = await resultsOf(JSON.stringify([record]), { dealer: 'a.example' });
  expect(result?.kind === 'listing' && result.listing).toMatchObject({
    thumbnail: at('t.jpg'),
    images: [at('1.jpg')],
  });
});

it.each(['order', 'nr', 'number', 'volgnr'])(
  'are in the order that an attribute %s of elements says',
  async (name) => {
    const pictures = [10, 9, 1].map((n) => `<picture ${name}="${n}">${at(`${n}.jpg`)}</picture>`).join('');
    const car = `<car><id>1</id><url>${at('')}</url><pictures>${pictures}</pictures></car>`;
    expect(await picturesOf(`<stock>${car}</stock>`)).toEqual([at('1.jpg'), at('9.jpg'), at('10.jpg')]);
  },
);
