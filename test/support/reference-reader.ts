// The semantics of reading single listings, in arrays: every implementation of StockReader is compared with it.
import { distanceKm } from '../../src/geo/great-circle.ts';
import { factReader } from '../../src/index/words/stated-facts.ts';
import type { Candidate, StockReader } from '../../src/stock/stock-reader.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { omit, type SearchQuery } from '../../src/query/search-query.ts';
import { modelKey } from '../../src/vehicle/name-key.ts';
import { baseModel } from '../../src/vehicle/model-name.ts';
import { hitOf } from './hit.ts';

/** `listings` are in the order of ids, then dealers, among those of one advert. */
export function referenceReader(
  listings: readonly Listing[],
  find: (query: SearchQuery) => readonly Listing[],
): StockReader {
  return {
    async findListed(advertUrl, center) {
      const found = listings.filter((listing) => listing.advertUrl === advertUrl);
      const [first] = found.sort((a, b) => compare(a.id, b.id) || compare(a.dealer, b.dealer));
      if (first === undefined) return undefined;
      const isMeasured = center !== undefined && first.point !== null;
      return hitOf(first, isMeasured ? distanceKm(center.point, first.point) : null);
    },
    async visitNearest({ search, baseModel: wanted, mileageMiles, limit }, visit) {
      const found = find(omit(search, ['model'])).filter(
        ({ make, model }) => model !== null && modelKey(baseModel(make, model)) === modelKey(wanted),
      );
      const sortKeys = (one: Listing) => [
        Math.abs((one.mileageMiles ?? NaN) - mileageMiles),
        one.mileageMiles ?? NaN,
        one.year ?? NaN,
        one.priceGbp ?? NaN,
        one.engineLitres ?? -1,
        one.dealer,
        one.id,
      ];
      found
        .map((listing) => ({ listing, keys: sortKeys(listing) }))
        .sort((a, b) => {
          const at = a.keys.findIndex((key, i) => key !== b.keys[i]);
          return at < 0 ? 0 : compare(a.keys[at], b.keys[at]);
        })
        .slice(0, limit)
        .every(({ listing }) => visit(candidateOf(listing)));
    },
    async readAdverts(wanted) {
      return wanted.map(
        ({ dealer, id }) =>
          listings.find((one) => one.dealer === dealer && one.id === id)?.advertUrl ?? 'not in the stock',
      );
    },
  };
}

function candidateOf(listing: Listing): Candidate {
  const { dealer, id, year, mileageMiles, engineLitres, priceGbp } = listing;
  if (year === null || mileageMiles === null || priceGbp === null) throw new Error('a fact is unknown');
  const { consumptionMpg, trims, written_off } = factReader().read(listing);
  return { dealer, id, year, mileageMiles, engineLitres, priceGbp, consumptionMpg, trims, written_off };
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b);
}
