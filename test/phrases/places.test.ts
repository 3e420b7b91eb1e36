// Dealers, areas and towns with postcodes: what the answer says of them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { distanceKm } from '../../src/geo/great-circle.ts';
import { DISTANCE_BANDS_KM } from '../../src/listing/search-query.ts';
import { AREAS_BY_KEY } from '../../src/phrases/areas.ts';
import { interpretHere, KNOWLEDGE } from './interpret-here.ts';

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
      'ME14 is near the middle of Kent: distance=5, 100 km, would hold it and more',
    ]); // prettier-ignore
    expect(interpretHere('Scotland').understood[0].note).toBe('FK1 is near the middle of Scotland');
  });
});

describe('a town', () => {
  it('is understood with its postcode', () => {
    expect(interpretHere('in Bristol, near BS1').understood).toMatchObject([
      { parameter: 'location', value: 'BS1', words: 'in Bristol', note: "understood with 'BS1'" },
      { parameter: 'location', value: 'BS1', words: 'near BS1' },
      { parameter: 'sort', value: 'distance' },
    ]);
  });

  it('that is ambiguous is decided by its county', () => {
    expect(interpretHere('near Newport').unsupported[0].why).toContain('several places');
    expect(interpretHere('near Newport, Isle of Wight').parameters.location).toBe('PO30');
  });
});

it('a list of dealers is the value of each of its domains', () => {
  expect(interpretHere('a.example or www.b.example').understood).toEqual([
    { parameter: 'dealer', value: 'a.example,b.example', words: 'a.example', start: 0, end: 9 },
    { parameter: 'dealer', value: 'a.example,b.example', words: 'www.b.example', start: 13, end: 26 },
  ]);
});
