// The place of all vehicles, if text beside the records says one.
import { describe, expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

const dealer = 'moor.example';
const CARS = 'Make,Model,Miles,Price,Link\nKia,Rio,41000,5995,/rio\nSeat,Ibiza,52000,6495,/ibiza\n';
const JSON_CARS = ['rio', 'ceed'].map((model) => ({
  id: model,
  make: 'Kia',
  model,
  miles: 41000,
  url: `/${model}`,
}));
const XML_CAR = '<car><id>1</id><make>Kia</make><model>Rio</model><url>/rio</url></car>';
const card = (name: string): string =>
  `<div><h3><a href="/${name}">2018 Kia ${name}</a></h3><p>41,000 miles</p><p>Petrol</p><p>£5,995</p></div>`;
const page = (end: string): string =>
  `<!DOCTYPE html><html><body><main>${card('Rio')}${card('Ceed')}</main>${end}</body></html>`;

async function placesOf(feed: string): Promise<(string | null)[]> {
  const results = await resultsOf(feed, { dealer });
  return results.flatMap((result) =>
    result.kind === 'listing' ? [result.listing.postcode ?? result.listing.loc] : [],
  );
}

it.each([
  ['a title above a table', `Moor Cars - stock list\nHill Farm, Ludlow sy8 2ht,,,,\n\n${CARS}`],
  ['a label above a table', `Company:,"Moor Cars Ltd, 3 Quarry Road, Ludlow SY8 2HT",,,\n\n${CARS}`],
  ['a comment', `# Moor Cars, Ludlow SY82HT. Do not edit.\n${CARS}`],
  [
    'a text beside the list of a document',
    JSON.stringify({ about: 'Moor Cars, Ludlow SY8 2HT', cars: JSON_CARS }),
  ],
  [
    'a description of a channel',
    `<rss><channel><description>Used cars in Ludlow SY8 2HT</description>${XML_CAR.replaceAll('car>', 'item>')}</channel></rss>`,
  ],
  ['the end of a web page', page('<footer>Hill Farm, Ludlow SY8 2HT</footer>')],
  [
    'the data of a web page',
    page(
      '<script type="application/ld+json">{"@type":"AutoDealer","address":{"postalCode":"SY8 2HT"}}</script>',
    ),
  ],
])('%s says it', async (_, feed) => {
  const places = await placesOf(feed);
  expect(places.length).toBeGreaterThan(0);
  expect(new Set(places)).toEqual(new Set(['SY8 2HT']));
});

it('a list says it, and the name of a yard', async () => {
  const cars = ['rio', 'ceed'].map(
    (name) => `2016 Kia ${name}, petrol, 41,000 miles, £4,995\nmoor.example/${name}\n`,
  );
  const mail = (first: string): string => [`${first}\n`, ...cars].join('\n');
  expect(
    await placesOf(mail(`Hello all, ${'and welcome to our list, '.repeat(12)}we are in Ludlow SY8 2HT.`)),
  ).toEqual(['SY8 2HT', 'SY8 2HT']);
  expect(await placesOf(mail('Everything is at the Market Drayton site.'))).toEqual([
    'Market Drayton',
    'Market Drayton',
  ]);
});

describe('it is unknown', () => {
  it.each([
    ['of two postcodes', `Ludlow SY8 2HT and Hereford HR4 9DG,,,,\n${CARS}`],
    ['of another office', `Registered office: 1 Bank Street Leeds LS1 4AP,,,,\n${CARS}`],
    ['of a code that is not a postcode', `List ZZ9 9ZZ of 1 May,,,,\n${CARS}`],
    ['on a page with the places of several yards', page('<footer>Ludlow SY8 2HT, Hereford HR4 9DG</footer>')],
  ])('%s', async (_, feed) => {
    expect(await placesOf(feed)).toEqual([null, null]);
  });

  it('of a record with a column of places', async () => {
    const cars = CARS.replace('Link', 'Link,Branch')
      .replace('/rio', '/rio,Hereford')
      .replace('/ibiza', '/ibiza,');
    expect(await placesOf(`Hill Farm, Ludlow SY8 2HT,,,,,\n${cars}`)).toEqual(['Hereford', null]);
  });
});
