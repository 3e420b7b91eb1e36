// What cars cost by mileage, of matches that are written here.
import { describe, expect, test } from 'vitest';
import type { SearchQuery } from '../../src/query/search-query.ts';
import { findStockPrices, type NumbersFound, type StockPrices } from '../../src/stock/stock-prices.ts';

interface Car {
  readonly price: number | null;
  readonly mileage: number | null;
}

/** Of these cars, whichever search asks for them. */
function pricesOf(cars: readonly Car[], asked: Partial<SearchQuery> = {}): Promise<StockPrices> {
  const numbersIn = (
    field: 'priceGbp' | 'mileageMiles',
    mileages: SearchQuery['mileageMiles'],
  ): NumbersFound => {
    const { min = -Infinity, max = Infinity } = mileages ?? {};
    const isAsked = ({ price, mileage }: Car): boolean =>
      price !== null && (mileages === undefined || (mileage !== null && mileage >= min && mileage <= max));
    const values = cars
      .filter(isAsked)
      .flatMap(({ price, mileage }) => (field === 'priceGbp' ? [price] : [mileage]))
      .filter((value) => value !== null)
      .sort((a, b) => a - b);
    return {
      known: values.length,
      valuesAtRanks: async (ranks) => ranks.map((rank) => values[rank]),
      countsFrom: async (edges) =>
        edges.map(
          (from, i) => values.filter((value) => value >= from && value < (edges[i + 1] ?? Infinity)).length,
        ),
    };
  };
  return findStockPrices(
    { page: 1, ...asked },
    {
      async numbers({ priceGbp, mileageMiles }, field) {
        expect(priceGbp).toEqual({});
        return numbersIn(field, mileageMiles);
      },
      pricesWithin: async (_, mileages) => numbersIn('priceGbp', mileages),
    },
  );
}

/** So many cars from £1,000 up by £100, and from this mileage up by one mile. */
function cars(count: number, mileage: number): Car[] {
  return Array.from({ length: count }, (_, i) => ({ price: 1000 + 100 * i, mileage: mileage + i }));
}

describe('prices', () => {
  test('are quartiles by nearest rank, of bands of round mileages', async () => {
    expect(await pricesOf([...cars(20, 5000), ...cars(40, 30_000)])).toEqual({
      count: 60,
      quartiles: { lower: 1700, median: 2400, upper: 3400 },
      bands: [
        { from: 4000, below: 30_000, count: 20, lower: 1400, median: 1900, upper: 2400 },
        { from: 30_000, below: null, count: 40, lower: 1900, median: 2900, upper: 3900 },
      ],
    });
  });

  test('of fewer than 20 are not given', async () => {
    const unpriced = [{ price: null, mileage: 1 }];
    expect(await pricesOf([...cars(19, 0), ...unpriced])).toEqual({ count: 19, quartiles: null, bands: [] });
  });

  test('of a mileage that fewer than 20 have are in the band beside it', async () => {
    const { bands } = await pricesOf([
      ...cars(25, 0),
      ...cars(5, 20_000),
      ...cars(20, 30_000),
      ...cars(7, 39_000),
    ]);
    expect(bands.map(({ from, below, count }) => [from, below, count])).toEqual([
      [0, 20_000, 25],
      [20_000, null, 32],
    ]);
  });

  test('have no mileages if fewer than 20 cars have one', async () => {
    const unknown = Array.from({ length: 10 }, () => ({ price: 500, mileage: null }));
    const { count, bands } = await pricesOf([...cars(15, 0), ...unknown]);
    expect([count, bands]).toEqual([25, []]);
  });

  test('of a search that limits mileages are of those mileages only', async () => {
    const { bands } = await pricesOf([...cars(60, 0)], { mileageMiles: { min: 10, max: 39 } });
    expect(bands).toMatchObject([{ from: 0, below: null, count: 30, lower: 2700 }]);
  });
});
