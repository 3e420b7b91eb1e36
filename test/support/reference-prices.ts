// The semantics of prices by mileage: matches sorted into bands one by one, and prices counted one by one.
import type { Listing } from '../../src/listing/listing.ts';
import type { StockPrices } from '../../src/stock/stock-prices.ts';

type Priced = Pick<Listing, 'priceGbp' | 'mileageMiles'>;

/** `matches` are those at any price. */
export function referencePrices(matches: readonly Priced[]): StockPrices {
  const cars = matches.filter(({ priceGbp }) => priceGbp !== null);
  const count = cars.length;
  if (count < 20) return { count, quartiles: null, bands: [] };
  return { count, quartiles: quartilesOf(cars), bands: bandsOf(cars) };
}

function bandsOf(all: readonly Priced[]): StockPrices['bands'] {
  const cars = all.filter(({ mileageMiles }) => mileageMiles !== null);
  if (cars.length < 20) return [];
  const miles = cars.map(({ mileageMiles }) => mileageMiles ?? NaN);
  const high = atShare(miles, 0.95);
  const width = [1000, 2000, 5000, 10_000, 20_000, 50_000].find((one) => high / one < 16) ?? 100_000;
  const last = Math.min(15, Math.floor(high / width));
  const cellOf = (mile: number): number => Math.min(last, Math.floor(mile / width));
  const enough = Math.max(20, Math.min(50, cars.length / 8));
  const bands: { readonly from: number; readonly own: Priced[] }[] = [];
  for (const cell of [...new Set(miles.map(cellOf))].sort((a, b) => a - b)) {
    const before = bands.at(-1);
    const isNext = miles.filter((mile) => cellOf(mile) >= cell).length >= enough;
    const own = cars.filter(({ mileageMiles }) => cellOf(mileageMiles ?? NaN) === cell);
    if (before === undefined || (before.own.length >= enough && isNext))
      bands.push({ from: cell * width, own });
    else before.own.push(...own);
  }
  return bands.map(({ from, own }, i) => ({
    from,
    below: bands[i + 1]?.from ?? null,
    count: own.length,
    ...quartilesOf(own),
  }));
}

function quartilesOf(cars: readonly Priced[]) {
  const prices = cars.map(({ priceGbp }) => priceGbp ?? NaN);
  return { lower: atShare(prices, 0.25), median: atShare(prices, 0.5), upper: atShare(prices, 0.75) };
}

/** The lowest of the values that so large a share of them does not exceed. */
function atShare(values: readonly number[], share: number): number {
  const enough = values.filter(
    (value) =>
      values.filter((other) => other <= value).length * 100 >= Math.round(share * 100) * values.length,
  );
  return Math.min(...enough);
}
