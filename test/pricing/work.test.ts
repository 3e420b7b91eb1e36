// What is read for price ratings: no more candidates than it takes, and once while the stock stays the same.
import { describe, expect, it } from 'vitest';
import { factReader } from '../../src/index/words/stated-facts.ts';
import type { StockReader } from '../../src/stock/stock-reader.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { ratePrice, type PriceRating } from '../../src/pricing/rating.ts';
import { referenceReader } from '../support/reference-reader.ts';
import { unknownListing } from '../support/listings.ts';

/** A Golf with so many miles. No two of one dealer are of one price. */
function golf(number: number, dealer: string, mileageMiles: number): Listing {
  return unknownListing({
    id: `golf-${number}`,
    dealer,
    advertUrl: `https://${dealer}/${number}`,
    make: 'Volkswagen',
    model: 'Golf',
    fuelType: 'Petrol',
    transmission: 'Manual',
    year: 2018,
    engineLitres: 1.4,
    mileageMiles,
    priceGbp: 10_000 + number,
  });
}

/** A reader that notes how many candidates each search visits. */
function countingReader(listings: readonly Listing[]): StockReader & { readonly visits: readonly number[] } {
  const reader = referenceReader(listings, () => listings);
  const visits: number[] = [];
  return {
    ...reader,
    visits,
    visitNearest(query, visit) {
      const search = visits.push(0) - 1;
      return reader.visitNearest(query, (candidate) => {
        visits[search] += 1;
        return visit(candidate);
      });
    },
  };
}

function rate(listing: Listing, stock: StockReader, record = new Uint8Array(1)): Promise<PriceRating> {
  return ratePrice(listing, { record, stated: factReader().read(listing) }, stock, 2026);
}

describe('price ratings', () => {
  it('visit no more candidates than are enough', async () => {
    const stock = countingReader(Array.from({ length: 900 }, (_, i) => golf(i, `d${i}.example`, 30_000 + i)));
    const { comparables } = await rate(golf(1000, 'own.example', 30_000), stock);
    expect(comparables).toBe(200);
    expect(stock.visits).toEqual([200]);
  });

  it('find comparables behind hundreds of adverts of one dealer', async () => {
    const near = Array.from({ length: 500 }, (_, i) => golf(i, 'large.example', 30_000 + i));
    const far = Array.from({ length: 50 }, (_, i) => golf(600 + i, `d${i}.example`, 50_000 + i));
    const stock = countingReader([...near, ...far]);
    const { comparables } = await rate(golf(1000, 'own.example', 30_000), stock);
    expect(comparables).toBe(55);
    expect(stock.visits).toEqual([550]);
  });

  it('ask once for a record while the stock stays the same', async () => {
    const listings = Array.from({ length: 60 }, (_, i) => golf(i, `d${i}.example`, 30_000 + i));
    const stock = countingReader(listings);
    const record = new Uint8Array(1);
    const first = await rate(golf(1000, 'own.example', 30_000), stock, record);
    const asked = stock.visits.length;
    expect(await rate(golf(1000, 'own.example', 30_000), stock, record)).toEqual(first);
    expect(stock.visits).toHaveLength(asked);
    await rate({ ...golf(1000, 'own.example', 30_000), priceGbp: 9000 }, stock);
    expect(stock.visits).toHaveLength(2 * asked);
  });
});
