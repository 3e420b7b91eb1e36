// What is a good price, in sentences: each says of how many cars, and nothing is said of too few.
import type { PriceBand, Prices, Vehicle } from '../../../api/responses.ts';
import { formatCount, formatPounds, pluralize } from '../../../api/format.ts';
import { vehicleLocation, vehicleTitle } from './labels.ts';
import type { PageCar } from './page-car.ts';
import type { SearchState } from './search-state.ts';

/** About all cars of the search, and about those of the mileage that most have. */
export function priceSentences(search: SearchState, { count, quartiles, bands }: Prices): string[] {
  if (quartiles === null) {
    const known = count === 0 ? 'No car here has a price' : `${pluralize(count, 'car')} with a price`;
    return [`${known}: too few to say what is a good one.`];
  }
  const anyPrice = search['price_min'] !== undefined || search['price_max'] !== undefined;
  const cars = `${pluralize(count, 'car')}${anyPrice ? ' at any price' : ''}`;
  const sentences = [`Typical price ${formatPounds(quartiles.median)} (${cars}).`];
  const [band] = bands.toSorted((a, b) => b.count - a.count);
  if (band !== undefined) {
    const good = isOneModel(search) ? ': a good price here.' : '.';
    const isAll = band.count === count;
    const some = isAll
      ? 'A quarter of them'
      : `A quarter of the ${formatCount(band.count)} with ${mileagesOf(band)}`;
    sentences.push(`${some} ask ${formatPounds(band.lower)} or less${good}`);
  }
  if (!isOneModel(search)) sentences.push('Choose a model to see what is a good price for it.');
  return sentences;
}

/** A car, how its price compares with those of this search, and with those of comparable cars of the whole stock. */
export function carSentences(search: SearchState, { bands }: Prices, car: PageCar): string[] {
  const { price, mileage, remark } = car;
  const known = [
    vehicleTitle(car),
    price === null ? '' : formatPounds(price),
    mileage === null ? '' : pluralize(mileage, 'mile'),
    vehicleLocation(car),
  ];
  const title = known.filter((part) => part !== '').join(', ');
  const band = bandOf(bands, car);
  const isCompared = band !== undefined && price !== null && isOneModel(search);
  const position = isCompared ? `: ${positionIn(band, price)} of the ${formatCount(band.count)}` : '';
  const { mark = null, reason = '' } = remark?.price_mark ?? {};
  return [`${title}${position}.`, ...(mark === null ? [] : [reason])];
}

/** Prices of different models say nothing of each other. */
function isOneModel(search: SearchState): boolean {
  return search['model'] !== undefined;
}

function positionIn({ lower, median, upper }: PriceBand, price: number): string {
  if (price <= lower) return 'in the cheapest quarter';
  if (price <= median) return 'in the cheaper half';
  return price <= upper ? 'in the dearer half' : 'in the dearest quarter';
}

function bandOf(bands: readonly PriceBand[], { mileage }: Vehicle): PriceBand | undefined {
  if (mileage === null) return undefined;
  return bands.find(({ from, below }) => mileage >= from && (below === null || mileage < below));
}

/** `20,000 to 39,999 miles`. */
export function mileagesOf({ from, below }: Pick<PriceBand, 'from' | 'below'>): string {
  if (below === null) return from === 0 ? 'a known mileage' : `${formatCount(from)} miles or more`;
  return from === 0
    ? `under ${formatCount(below)} miles`
    : `${formatCount(from)} to ${formatCount(below - 1)} miles`;
}
