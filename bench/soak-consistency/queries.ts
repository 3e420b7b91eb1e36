// Random searches of every class that match something in the demo stock, and phrases to interpret.
import type { Random } from '../../src/demo/random.ts';
import { SORTS } from '../../src/query/sorts.ts';

const MAKES = ['Ford', 'VW', 'Vauxhall', 'BMW', 'Audi', 'Toyota', 'Škoda', 'Merc'];
const PLACES = ['SW1A 1AA', 'LS1', 'M1 1AE', 'G2 2', 'CF10'];
const WORDS = [
  'heated seats', 'panoramic roof', 'one owner', 'estate', 'focus', 'fosuc', 'full service history', 'red',
]; // prettier-ignore

export const PHRASES = [
  'cheap diesel automatic under £10k',
  'Ford Focus near Leeds',
  'newest electric car',
  'red VW not diesel 2019 or newer',
];

export function searchQuery(random: Random): string {
  const parts: [string, string][] = [];
  const maybe = (share: number, name: string, value: () => string | number): void => {
    if (random.chance(share)) parts.push([name, String(value())]);
  };
  maybe(0.4, 'make', () => random.pick(MAKES));
  maybe(0.2, 'q', () => random.pick(WORDS));
  maybe(0.3, 'fuel_type', () => random.pick(['Petrol', 'Diesel', 'Hybrid', 'Electric']));
  maybe(0.2, 'transmission', () => random.pick(['Manual', 'Automatic']));
  maybe(0.2, 'dealer', () => `dealer-${random.whole(0, 8)}.example`);
  maybe(0.3, 'price_max', () => random.whole(20, 300) * 100);
  maybe(0.2, 'price_min', () => random.whole(0, 100) * 100);
  maybe(0.2, 'miles_max', () => random.whole(5, 120) * 1000);
  maybe(0.2, 'year_min', () => random.whole(2008, 2024));
  maybe(0.1, 'engine_max', () => random.pick(['1.4', '2.0']));
  maybe(0.3, 'location', () => random.pick(PLACES));
  maybe(0.2, 'distance', () => random.whole(2, 6));
  maybe(0.6, 'sort', () => random.pick(SORTS));
  maybe(0.2, 'page', () => random.whole(1, 6));
  return new URLSearchParams(parts).toString();
}
