// Golfs to compare prices of, and the reference model of their stock.
import type { StockReader } from '../../src/stock/stock-reader.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { SMALL_GAZETTEER } from '../query/small-gazetteer.ts';
import { unknownListing } from '../support/listings.ts';
import { ReferenceModel } from '../support/reference-model.ts';

/** A Golf of £10,000 with 30,000 miles. */
export function aGolf(variation: Partial<Listing> = {}): Listing {
  return unknownListing({
    id: 'own',
    make: 'Volkswagen',
    model: 'Golf Match',
    fuelType: 'Petrol',
    transmission: 'Manual',
    year: 2018,
    engineLitres: 1.4,
    mileageMiles: 30_000,
    priceGbp: 10_000,
    ...variation,
  });
}

/** So many, each of a dealer of its own, with 100 miles more than the one before. */
export function golfs(count: number, variation: Partial<Listing> = {}, from = 0): Listing[] {
  return Array.from({ length: count }, (_, i) => {
    const number = from + i + 1;
    const dealer = `d${number}.example`;
    return aGolf({ id: `golf-${number}`, dealer, mileageMiles: 30_000 + number * 100, ...variation });
  });
}

export function readStock<T>(
  listings: readonly Listing[],
  work: (stock: StockReader) => Promise<T>,
): Promise<T> {
  return new ReferenceModel(listings, SMALL_GAZETTEER).read(work);
}
