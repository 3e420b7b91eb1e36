// What is read for price ratings: each text once for a state of the stock, and no more candidates than it takes.
import { describe, expect, it } from 'vitest';
import type { Candidate, StockReader } from '../../src/listing/listing-index.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { ratePrice } from '../../src/pricing/rating.ts';
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

interface Work {
  texts: number;
  readonly limits: number[];
}

/** A reader that counts texts, and notes how many candidates were asked for. */
function countingReader(listings: readonly Listing[]): StockReader & { readonly work: Work } {
  const reader = referenceReader(listings, () => listings);
  const work: Work = { texts: 0, limits: [] };
  return {
    ...reader,
    work,
    findNearest(query): Promise<readonly Candidate[]> {
      work.limits.push(query.limit);
      return reader.findNearest(query);
    },
    getListings(keys) {
      work.texts += keys.length;
      return reader.getListings(keys);
    },
  };
}

describe('price ratings', () => {
  it('read the text of a listing once while the stock stays the same', async () => {
    const stock = countingReader(Array.from({ length: 60 }, (_, i) => golf(i, `d${i}.example`, 30_000 + i)));
    const first = await ratePrice(golf(1000, 'own.example', 30_000), stock, 2026);
    const { texts } = stock.work;
    const second = await ratePrice(golf(1001, 'own.example', 30_000), stock, 2026);
    expect([first.comparables, second.comparables]).toEqual([60, 60]);
    expect([texts, stock.work.texts]).toEqual([60, 60]);
  });

  it('ask for few candidates if these are enough', async () => {
    const stock = countingReader(Array.from({ length: 900 }, (_, i) => golf(i, `d${i}.example`, 30_000 + i)));
    const { comparables } = await ratePrice(golf(1000, 'own.example', 30_000), stock, 2026);
    expect(comparables).toBe(200);
    expect(stock.work.limits).toEqual([400]);
  });

  it('find comparables behind hundreds of adverts of one dealer', async () => {
    const near = Array.from({ length: 500 }, (_, i) => golf(i, 'large.example', 30_000 + i));
    const far = Array.from({ length: 50 }, (_, i) => golf(600 + i, `d${i}.example`, 50_000 + i));
    const stock = countingReader([...near, ...far]);
    const { comparables } = await ratePrice(golf(1000, 'own.example', 30_000), stock, 2026);
    expect(comparables).toBe(55);
    expect(stock.work.limits).toEqual([400, 2000]);
  });
});
