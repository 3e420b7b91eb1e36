// Which cars get a price rating, which listings their prices are compared with, and which rating follows.
import { describe, expect, it } from 'vitest';
import { factReader } from '../../src/index/words/stated-facts.ts';
import type { NearestQuery } from '../../src/stock/stock-reader.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { comparePrice, ratePrice, type PriceComparison } from '../../src/pricing/rating.ts';
import { aGolf, golfs, readStock } from './golfs.ts';

const THIS_YEAR = 2026;

function compare(car: Listing, listings: readonly Listing[]): Promise<PriceComparison> {
  return readStock(listings, (stock) => comparePrice(car, factReader().read(car), stock, THIS_YEAR));
}

const SIXTY = golfs(60);

describe('a price rating', () => {
  it.each([
    ['below', 9999],
    ['around', 10_000],
    ['above', 10_001],
  ])('is %s for £%i if 60 like cars cost £10,000', async (rating, priceGbp) => {
    const { priceRating, comparables } = await compare(aGolf({ priceGbp }), SIXTY);
    expect(priceRating).toEqual({
      rating,
      comparables: 60,
      expected: 10_000,
      low: 10_000,
      high: 10_000,
      search: {
        make: { any: ['Volkswagen'] },
        model: { any: ['Golf'] },
        fuelType: { any: ['Petrol'] },
        transmission: { any: ['Manual'] },
        priceGbp: { min: 1500, max: 70_000 },
        mileageMiles: { min: 30_100, max: 36_000 },
        year: { min: 2017, max: 2019 },
        engineLitres: { min: 1.35, max: 1.45 },
        page: 1,
      },
    });
    expect(comparables.map(({ id }) => id)).toEqual(SIXTY.map(({ id }) => id));
  });

  it.each(['make', 'model', 'fuelType', 'transmission', 'year', 'mileageMiles', 'priceGbp'] as const)(
    'is missing if %s is unknown',
    async (fact) => {
      const { priceRating, comparables } = await compare(aGolf({ [fact]: null }), SIXTY);
      expect(priceRating).toEqual({ rating: null, reason: 'unknown_facts', comparables: null });
      expect(comparables).toEqual([]);
    },
  );

  it.each([
    [{ fuelType: 'Hydrogen' }, 'unknown_facts'],
    [{ transmission: 'Tiptronic' }, 'unknown_facts'],
    [{ priceGbp: 1499 }, 'price_out_of_range'],
    [{ priceGbp: 1500 }, undefined],
    [{ priceGbp: 70_000 }, undefined],
    [{ priceGbp: 70_001 }, 'price_out_of_range'],
    [{ year: 2010 }, 'too_old'],
    [{ year: 2011 }, 'too_few_comparables'],
    [{ mileageMiles: 99 }, 'nearly_new'],
    [{ mileageMiles: 100 }, undefined],
    [{ fullDescription: 'Cat N, repaired.' }, 'write_off'],
  ])('of a car with %j has the reason %s', async (variation, reason) => {
    const { priceRating } = await compare(aGolf(variation), SIXTY);
    expect('reason' in priceRating ? priceRating.reason : undefined).toBe(reason);
  });

  it('needs 20 comparables, and says how many there are', async () => {
    expect((await compare(aGolf(), golfs(19))).priceRating).toEqual({
      rating: null,
      reason: 'too_few_comparables',
      comparables: 19,
    });
    expect((await compare(aGolf(), golfs(20))).priceRating).toMatchObject({
      rating: 'around',
      comparables: 20,
    });
  });

  it('is missing if prices differ too much', async () => {
    const stock = SIXTY.map((car, i) => ({ ...car, priceGbp: i % 2 === 0 ? 8000 : 12_000 }));
    const { priceRating, comparables } = await compare(aGolf(), stock);
    expect(priceRating).toEqual({ rating: null, reason: 'prices_differ', comparables: 60 });
    expect(comparables).toEqual([]);
  });

  it('compares with no write-offs, no nearly new cars and no prices out of range', async () => {
    const stock = [
      ...golfs(40),
      ...golfs(40, { fullDescription: 'Cat S' }, 100),
      ...golfs(5, { mileageMiles: 99 }, 200),
      ...golfs(5, { priceGbp: 1499 }, 300),
      ...golfs(5, { priceGbp: 70_001 }, 400),
    ];
    expect((await compare(aGolf(), stock)).priceRating).toMatchObject({ rating: 'around', comparables: 40 });
  });
});

describe('the search for comparables', () => {
  const near = golfs(39);

  it.each([
    ['ends with 40 of a year to either side', [...golfs(40), ...golfs(60, { year: 2020 }, 100)], 40, 1, true],
    ['takes a second year', [...near, ...golfs(60, { year: 2020 }, 100)], 99, 2, true],
    ['takes other engines', [...near, ...golfs(60, { year: 2016, engineLitres: 2 }, 100)], 99, 2, false],
    ['takes a third year', [...near, ...golfs(60, { year: 2021, engineLitres: 2 }, 100)], 99, 3, false],
    ['ends at three years', [...near, ...golfs(60, { year: 2022 }, 100)], 39, 3, false],
  ])('%s', async (_, stock, comparables, years, isSameEngine) => {
    const { priceRating } = await compare(aGolf(), stock);
    expect(priceRating).toMatchObject({ comparables });
    const search = 'search' in priceRating ? priceRating.search : undefined;
    expect(search?.year).toEqual({ min: 2018 - years, max: 2018 + years });
    expect(search?.engineLitres).toEqual(isSameEngine ? { min: 1.35, max: 1.45 } : undefined);
  });

  it('takes all engines of two years if that of the car is unknown', async () => {
    const stock = [...near, ...golfs(60, { year: 2020, engineLitres: 2 }, 100)];
    const { priceRating } = await compare(aGolf({ engineLitres: null }), stock);
    expect(priceRating).toMatchObject({ comparables: 99, search: { year: { min: 2016, max: 2020 } } });
    expect(priceRating).not.toHaveProperty('search.engineLitres');
  });

  it('visits at most 2,000 listings', async () => {
    const limits: number[] = [];
    const visitNearest = ({ limit }: NearestQuery) => Promise.resolve(void limits.push(limit));
    await readStock([], (stock) =>
      comparePrice(aGolf(), factReader().read(aGolf()), { ...stock, visitNearest }, THIS_YEAR),
    );
    expect(limits).toEqual([2000, 2000, 2000, 2000]);
  });
});

it('a remembered rating is of one year', async () => {
  const car = aGolf({ year: 2011 });
  const hit = { record: new Uint8Array(1), stated: factReader().read(car) };
  const ratings = await readStock(golfs(60, { year: 2011 }), (stock) =>
    Promise.all([2026, 2027].map((year) => ratePrice(car, hit, stock, year))),
  );
  expect(ratings.map(({ rating }) => rating)).toEqual(['around', null]);
});
