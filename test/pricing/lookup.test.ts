// What a lookup says of an advert that is listed, was withdrawn, or was never known.
import { describe, expect, it } from 'vitest';
import type { Listing, AdvertState } from '../../src/listing/listing.ts';
import { lookUpAdvert, type ListedEntry, type LookUpParts } from '../../src/pricing/lookup.ts';
import { aGolf, golfs, readStock } from './golfs.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const NOBODY = { findAdvert: (): AdvertState => ({ state: 'unknown' }) };

async function lookUp(
  car: Listing,
  others: readonly Listing[] = [],
  parts: LookUpParts = {},
): Promise<ListedEntry> {
  const entry = await readStock([car, ...others], (stock) =>
    lookUpAdvert(car.advertUrl, stock, NOBODY, NOW, parts),
  );
  if (entry.state !== 'listed') throw new Error(`${car.advertUrl} is ${entry.state}`);
  return entry;
}

describe('a listed advert', () => {
  it('has its listing, its rating, its ULEZ verdict and its days in stock', async () => {
    const car = aGolf({ arrivedAt: Date.parse('2026-02-26T12:00:00Z') });
    const { listing, ...entry } = await lookUp(car, golfs(60));
    expect(listing).toEqual(car);
    expect(entry).toMatchObject({
      advert: 'https://north.example/own',
      distanceKm: null,
      priceRating: { rating: 'around', comparables: 60 },
      ulez: { verdict: 'likely', rule: 'petrol' },
      listedDays: 3,
    });
    expect(entry).not.toHaveProperty('comparables');
  });

  it.each([
    ['2026-03-01T00:00:00Z', 0],
    ['2026-02-28T23:59:59Z', 1],
    ['2026-03-02T00:00:00Z', 0],
    ['2026-03-09T00:00:00Z', 0],
  ])('that arrived at %s has been listed for %i days', async (arrived, days) => {
    expect((await lookUp(aGolf({ arrivedAt: Date.parse(arrived) }))).listedDays).toBe(days);
  });

  it('has its distance from a centre', async () => {
    const car = aGolf({ point: { lat: 53, lng: -1 } });
    const center = { point: { lat: 54, lng: -1 }, postcode: 'LS1' } as const;
    expect((await lookUp(car, [], { center })).distanceKm).toBeCloseTo(111.2, 1);
  });

  it('has the adverts that its price was compared with if they are asked for', async () => {
    const { comparables } = await lookUp(aGolf(), golfs(40), { comparables: true });
    expect(comparables).toHaveLength(40);
    expect(comparables?.[0]).toEqual({
      advert: 'https://d1.example/golf-1',
      dealer: 'd1.example',
      year: 2018,
      mileageMiles: 30_100,
      priceGbp: 10_000,
    });
  });

  it('without a rating was compared with none, and reads none', async () => {
    const car = aGolf();
    const entry = await readStock([car], (stock) =>
      lookUpAdvert(
        car.advertUrl,
        { ...stock, readAdverts: () => Promise.reject(new Error('no advert is needed')) },
        NOBODY,
        NOW,
        { comparables: true },
      ),
    );
    expect(entry).toMatchObject({ state: 'listed', comparables: [] });
  });
});

describe('searches for similar cars', () => {
  const named = { make: { any: ['Volkswagen'] }, model: { any: ['Golf'] }, page: 1 };
  const alike = {
    ...named,
    fuelType: { any: ['Petrol'] },
    transmission: { any: ['Manual'] },
    year: { min: 2017, max: 2019 },
  };

  it('ask for a like price, then for like cars, then for the model', async () => {
    const { similar } = await lookUp(aGolf({ priceGbp: 17_995.5 }));
    expect(similar).toEqual([{ ...alike, priceGbp: { min: 15_296, max: 20_695 } }, alike, named]);
  });

  it.each([
    ['price', { priceGbp: null }, [alike, named]],
    ['fuel', { fuelType: 'Hydrogen', transmission: null, year: null, priceGbp: null }, [named]],
    [
      'model',
      { model: null, fuelType: null, transmission: null, year: null, priceGbp: null },
      [{ make: { any: ['Volkswagen'] }, page: 1 }],
    ],
    ['make', { make: null }, []],
  ])('leave out an unknown %s', async (_, unknown, searches) => {
    expect((await lookUp(aGolf(unknown))).similar).toEqual(searches);
  });

  it.each<[AdvertState, object]>([
    [
      { state: 'withdrawn', was: { make: 'Volkswagen', model: 'Golf Match' } },
      { state: 'withdrawn', similar: [named] },
    ],
    [
      { state: 'withdrawn', was: { make: null, model: 'Golf' } },
      { state: 'withdrawn', similar: [] },
    ],
    [{ state: 'unknown' }, { state: 'unknown', similar: [] }],
    [{ state: 'listed' }, { state: 'unknown', similar: [] }],
  ])('for an advert that is not found, in the state %j', async (state, expected) => {
    const advert = 'https://north.example/gone';
    const gone = { findAdvert: () => state };
    expect(await readStock([], (stock) => lookUpAdvert(advert, stock, gone, NOW))).toEqual({
      advert,
      ...expected,
    });
  });
});
