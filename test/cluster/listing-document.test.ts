// A listing as a document of the cluster.
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { advertKey, documentId, listingDocument } from '../../src/cluster/listing-document.ts';
import { NOTHING_KNOWN, type Listing } from '../../src/listing/listing.ts';
import { decodeListing } from '../../src/listing/codec.ts';

const gazetteer = loadGazetteer();

const GOLF: Listing = {
  ...NOTHING_KNOWN,
  id: 'g-1',
  dealer: 'north.example',
  advertUrl: 'https://north.example/g-1',
  year: 2019,
  make: 'Volkswagen',
  model: 'Golf Plus',
  mileageMiles: 22000,
  fuelType: 'Hybrid',
  engineLitres: 1.4,
  priceGbp: -0,
  postcode: 'SW1A 1AA',
  fullDescription: 'golf golf',
  arrivedAt: 0,
  sourceTerms: 'PHEV',
};

it('is found by the terms of its values, and counted by the values', () => {
  expect(listingDocument({ listing: GOLF, changedAt: 9, sequence: 7 }, gazetteer)).toMatchObject({
    sequence: 7,
    key: 'g-1\tnorth.example',
    make: { value: 'Volkswagen', keys: ['volkswagen'] },
    model: { value: 'Volkswagen\tGolf Plus', keys: ['@volkswagen', '=golfplus', 'golf', 'golfplus'] },
    baseModel: { value: 'Golf Plus', keys: ['golfplus'] },
    fuelType: { value: 'Hybrid', keys: ['Hybrid'] },
    dealer: { value: 'north.example', keys: ['north.example'] },
    mileageMiles: 22000,
    year: 2019,
    engineLitres: 1.4,
  });
});

it('is found by the other names of its model, and counted by the base model', () => {
  const evoque = { ...GOLF, make: 'Land Rover', model: 'Range Rover Evoque SE' };
  expect(listingDocument({ listing: evoque, changedAt: 9, sequence: 7 }, gazetteer)).toMatchObject({
    model: {
      value: 'Land Rover\tRange Rover Evoque SE',
      keys: [
        ...['@landrover', '=rangeroverevoque', '=evoque', '=rrevoque', '*se'],
        ...['evoque', 'evoquese', 'rrevoque', 'rrevoquese'],
        ...['range', 'rangerover', 'rangeroverevoque', 'rangeroverevoquese'],
      ],
    },
    baseModel: { value: 'Range Rover Evoque', keys: ['rangeroverevoque'] },
  });
});

it('omits unknown values, and has no negative zero', () => {
  const document = listingDocument({ listing: GOLF, changedAt: 9, sequence: 7 }, gazetteer);
  expect(document).not.toHaveProperty('transmission');
  expect(Object.is(document['priceGbp'], 0)).toBe(true);
  const nowhere = listingDocument(
    { listing: { ...GOLF, postcode: null }, changedAt: 9, sequence: 7 },
    gazetteer,
  );
  expect([nowhere['place'], nowhere['at'], nowhere.source.point]).toEqual([undefined, undefined, null]);
});

it('has the position of its postcode, as a geo point and as a unit vector', () => {
  expect(listingDocument({ listing: GOLF, changedAt: 9, sequence: 7 }, gazetteer)).toMatchObject({
    source: { point: { lat: 51.5051, lng: -0.1389 } },
    place: { lat: 51.5051, lon: -0.1389 },
    at: { x: expect.closeTo(0.62244, 4) as number, y: expect.closeTo(-0.00151, 4) as number },
  });
});

it('has every word and tag once, with its impact over all fields: a make weighs more than a description', () => {
  const { terms: all, impacts: allImpacts } = listingDocument(
    { listing: GOLF, changedAt: 9, sequence: 7 },
    gazetteer,
  ) as unknown as Record<string, string[]>;
  // Except terms of the trade, which depend on their table.
  const terms = all.filter((term) => !term.startsWith('c='));
  const impacts = allImpacts.filter((impact) => impact[1] !== '=');
  expect(terms).toEqual([
    ...['wvolkswagen', 'wgolf', 'wplus', 'wgolfplus', 'c2019', 'whybrid', 'c1.4', 'c1.4l', 'wphev'],
    ...['wnorth', 'wexample', 'c@hybrid', 'c~vlksvjn', 'c~glf', 'c~pls', 'c+volkswagengolf'],
    ...['c+golfplus', 'c+plusgolf', 'c+golfgolf'],
  ]);
  // 15 w / (1.2 + w), A for 1: a make weighs 4 and is there twice, a dealer's name 1.
  expect(impacts).toEqual([
    ...['Mvolkswagen', 'Ngolf', 'Lplus', 'Lgolfplus', 'i2019', 'Ihybrid', 'i1.4', 'i1.4l', 'Iphev'],
    ...['Gnorth', 'Gexample', 'k@hybrid', 'k~vlksvjn', 'k~glf', 'k~pls', 'k+volkswagengolf'],
    ...['k+golfplus', 'k+plusgolf', 'k+golfgolf'],
  ]);
});

it('has the stored record and the time of its last change as its source', () => {
  const { source } = listingDocument({ listing: GOLF, changedAt: 9, sequence: 7 }, gazetteer);
  expect(source.changedAt).toBe(9);
  expect(decodeListing(source, source.record)).toEqual({ ...GOLF, priceGbp: 0 });
});

it('has an id of 27 characters, distinct for every key however long', () => {
  const ids = [
    documentId({ dealer: 'north.example', id: '1' }),
    documentId({ dealer: 'north.example', id: 'x'.repeat(200) }),
    documentId({ dealer: 'north.example1', id: '' }),
    documentId({ dealer: 'south.example', id: '1' }),
  ];
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[\w-]{27}$/);
});

it('identifies an advert by the key of the store: the first 20 bytes of SHA-256', () => {
  expect(advertKey('https://north.example/g-1')).toBe('uIFrXzUXoFvZRTNZNs37cRAlGFo');
});
