// Dealers, areas and towns with postcodes: what the answer says of them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { distanceKm } from '../../../src/geo/great-circle.ts';
import { DISTANCE_BANDS_KM } from '../../../src/query/search-query.ts';
import { AREAS_BY_KEY } from '../../../src/phrases/places/place-words.ts';
import { interpretHere, KNOWLEDGE } from '../interpret-here.ts';

describe('an area', () => {
  it('has a district that exists', () => {
    const missing = [...AREAS_BY_KEY.values()].filter(({ district }) => 'reason' in KNOWLEDGE.gazetteer.resolve(district)); // prettier-ignore
    expect(missing).toEqual([]);
  });

  it.each([
    ['Kent', 'Kent'],
    ['Cornwall', 'Cornwall'],
    ['Norfolk', 'Norfolk'],
    ['Hertfordshire', 'Hertfordshire'],
    ['Surrey', 'Surrey'],
    ['Devon', 'Devon'],
    ['Fife', 'Fife'],
    ['Powys', 'Powys'],
    ['Argyll', 'Argyll and Bute'],
    ['Isle of Wight', 'Isle of Wight'],
    ['North East', 'North East England'],
    ['West Midlands', 'West Midlands'],
    ['East Midlands', 'East Midlands'],
    ['Northern Ireland', 'Northern Ireland'],
  ])('%s is held by its band', (name, region) => {
    const { query } = interpretHere(name);
    const reach = DISTANCE_BANDS_KM[query.distanceBand ?? 6];
    const rows = readFileSync('assets/postcodes/districts.tsv', 'utf8').trim().split('\n').slice(1);
    const own = rows.map((row) => row.split('\t')).filter((row) => row[4] === region || row[5] === region);
    expect(own.length).toBeGreaterThan(0);
    const far = own.filter(([, lat, lng]) => {
      const point = { lat: Number(lat), lng: Number(lng) };
      return distanceKm(query.center?.point ?? point, point) > reach;
    });
    expect(far.map(([outcode]) => outcode)).toEqual([]);
  });

  it('says where it is measured from', () => {
    expect(interpretHere('golf in Kent').understood.map(({ parameter, words, note }) => [parameter, words, note])).toContainEqual([
      'location',
      'in Kent',
      'ME14 is near the middle of Kent; within 62 miles of it is all of it and more',
    ]); // prettier-ignore
    expect(interpretHere('Scotland').understood[0].note).toBe('FK1 is near the middle of Scotland');
  });
});

describe('a town', () => {
  it.each([
    ['easy on the eye', null],
    ['parked in the street', null],
    ['the Bath one', 'BA2'],
    ['golf in Eye', 'IP23'],
    ['diesel and over 60k miles', null],
    ['and over 60k miles', null],
  ])('is told from ordinary words by its capital and by the words before it: %s', (text, location) => {
    expect(interpretHere(text).parameters.location ?? null).toBe(location);
  });

  it.each([
    ['juke NG9 within 10 km', 'NG9', '2'],
    ['anything near the middle of Leeds', 'LS2', '4'],
  ])('is read before a distance, or after words for a part of it: %s', (text, location, distance) => {
    expect(interpretHere(text).parameters).toMatchObject({ location, distance });
  });

  it('is understood with its postcode', () => {
    expect(interpretHere('in Bristol, near BS1').understood).toMatchObject([
      { parameter: 'location', value: 'BS1', words: 'in Bristol', note: "understood with 'BS1'" },
      { parameter: 'distance', value: '4', words: 'near BS1', note: 'Within 31 miles' },
      { parameter: 'location', value: 'BS1', words: 'near BS1' },
      { parameter: 'sort', value: 'distance' },
    ]);
  });

  it.each([
    ['cheapest ford near Leeds', 'Leeds'],
    ['ford near Newport, Isle of Wight', 'Newport'],
    ['ford near LS1 4AB', undefined],
  ])('is the place of its location, whatever else the note says: %s', (text, place) => {
    const location = interpretHere(text).understood.find(({ parameter }) => parameter === 'location');
    expect(location?.place).toBe(place);
  });

  it('that is ambiguous is decided by its county', () => {
    expect(interpretHere('near Newport').unsupported[0].why).toContain('several places');
    expect(interpretHere('near Newport, Isle of Wight').parameters.location).toBe('PO30');
  });
});

describe('near a place', () => {
  it.each([
    ['golf close to Leeds', 'LS2', '4', 'close to Leeds', 'Within 31 miles'],
    ['cheapest golf around Leeds', 'LS2', '4', 'around Leeds', 'Within 31 miles'],
    ['golf in Leeds or nearby', 'LS2', '4', 'in Leeds or nearby', 'Within 31 miles'],
    ['golf near me, LS1 4AB', 'LS1 4AB', '4', 'near me', 'Within 31 miles'],
    ['golf local to Leeds', 'LS2', '2', 'local to Leeds', 'Within 6 miles'],
    ['whats about Leeds in golfs', 'LS2', '4', 'whats about Leeds', 'Within 31 miles'],
    ['local golf, Leeds', 'LS2', '2', 'local', 'Within 6 miles'],
    ['golf within walking distance of LS1', 'LS1', '2', 'within walking distance of LS1', 'Within 6 miles'],
    ['golf near Isle of Wight', 'PO30', '4', 'near Isle of Wight', 'Within 31 miles'],
    ['golf near Kent', 'ME14', '5', 'near Kent', 'Within 62 miles'],
  ])('%s', (text, location, distance, words, note) => {
    const { parameters, understood } = interpretHere(text);
    expect(parameters).toMatchObject({ location, distance });
    expect(understood).toContainEqual(
      expect.objectContaining({ parameter: 'distance', value: distance, words, note }),
    );
  });

  it.each([
    ['golf near Leeds within 10 miles', '3'],
    ['golf near Leeds, less than 10 miles away', '3'],
    ['golf less than a kilometre from Leeds', '0'],
    ['golf nearest to Leeds', undefined],
    ['golf near Leeds, I mean Bradford', '4'],
    ['golf close to York, sorry, Hull', '4'],
    ['corsa local to Leicester, no wait, Derby', '2'],
    ['golf in York, sorry, Hull', undefined],
    ['golf in Leeds', undefined],
    ['golf near Scotland', undefined],
  ])('%s', (text, distance) => {
    expect(interpretHere(text).parameters.distance).toBe(distance);
  });

  it.each([
    ['local golf', 'local'],
    ['golf ideally near me', 'ideally near me'],
    ['golf near me if possible', 'near me'],
  ])('asks for one if none is named: %s', (text, words) => {
    expect(interpretHere(text).unsupported).toMatchObject([{ words, why: 'Tell us a town or postcode.' }]);
  });

  it('that is only wished does not limit', () => {
    expect(interpretHere('golf in Leeds, ideally near me').parameters).not.toHaveProperty('distance');
  });
});

it('of several dealers each word has its own', () => {
  expect(interpretHere('a.example or www.b.example').understood).toEqual([
    {
      parameter: 'dealer',
      value: 'a.example',
      words: 'a.example',
      start: 0,
      end: 9,
      note: 'a.example or b.example',
    },
    {
      parameter: 'dealer',
      value: 'b.example',
      words: 'www.b.example',
      start: 13,
      end: 26,
      note: 'a.example or b.example',
    },
  ]);
});

it.each([
  ['I work in Derby and live in Leeds, look near Leeds', 'LS2'],
  ['moving from Derby, then in York until May. Search in York', 'YO31'],
  ['I work in Derby, show me anything near York', 'YO31'],
  ["my sister's in Derby, I'm in York, anything nearby", 'YO31'],
  ['on the way to Derby, near York', 'YO31'],
  ['I teach in Derby, search near York', 'YO31'],
])('of several places, the one named twice or to look near counts: %s', (text, location) => {
  expect(interpretHere(text).parameters.location).toBe(location);
});
