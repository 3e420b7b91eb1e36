// The cars that a server lists, as its search shows them, and random searches for them: each value is a car's, so that most find
// something. The same seed and cars give the same searches.
import type { Random } from '../../src/demo/random.ts';
import { SORTS } from '../../src/query/sorts.ts';

export interface Car {
  readonly advert: string;
  readonly year: string | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly mileage: number | null;
  readonly engine_size: number | null;
  readonly price: number | null;
  readonly dealer: string | null;
  readonly loc: string | null;
  readonly full_description: string | null;
}

interface Found {
  readonly results: {
    readonly cars: readonly (Omit<Car, 'advert'> & { readonly url: string })[];
    readonly total_pages: number;
  };
}

const MAX_PAGES = 40;

async function pageOf(port: number, page: number): Promise<Found['results']> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/vehicles/?page=${page}`);
  return ((await response.json()) as Found).results;
}

export async function pageCount(port: number): Promise<number> {
  const { total_pages: total } = await pageOf(port, 1);
  return total;
}

/** The cars of up to 40 pages, evenly spread over all. */
export async function carsOf(port: number): Promise<Car[]> {
  const total = await pageCount(port);
  const count = Math.min(total, MAX_PAGES);
  const cars: Car[] = [];
  for (let i = 0; i < count; i++) {
    const { cars: found } = await pageOf(port, 1 + Math.floor((i * total) / count));
    for (const car of found)
      cars.push({ ...car, advert: new URL(car.url).searchParams.get('api_target') ?? car.url });
  }
  return cars;
}

export type Pairs = (readonly [name: string, value: string])[];

export function queryOf(pairs: Pairs): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}

const PLACES = [
  'SW1A 1AA', 'SW1A 1', 'SW1A', 'LS1 4AP', 'LS1', 'M1 1', 'B1', 'G2 1', 'EH1', 'CF10', 'BT1 5GS', 'BS1 4DJ', 'NE1', 'TR1', 'PL1', 'IV1', 'NR1',
  'ls14ap', 'EC1A 1BB', 'AB10', 'YO31', 'TN4', 'GL50', 'CB2 1', 'SA1',
]; // prettier-ignore
const FUELS = ['Petrol', 'Diesel', 'Hybrid', 'Electric'];

/** The parameters of a search: rarely all, rarely none. */
export function searchPairs(random: Random, cars: readonly Car[], terms: readonly string[]): Pairs {
  const car = random.pick(cars);
  const sometimes = (share: number, pairs: () => Pairs): Pairs => (random.chance(share) ? pairs() : []);
  return [
    ...sometimes(0.45, () => [['q', words(random, car, terms)]]),
    ...sometimes(0.4, () => makeAndModel(random, car)),
    ...sometimes(0.15, () => [['fuel_type', random.pick(FUELS)]]),
    ...sometimes(0.15, () => [['transmission', random.pick(['Manual', 'Automatic'])]]),
    ...sometimes(0.1, () => [['dealer', random.sample(cars, random.pick([1, 2, 5])).map(({ dealer }) => dealer).join()]]),
    ...sometimes(0.25, () => bounds(random, 'price', 500, () => random.pick(cars).price)),
    ...sometimes(0.15, () => bounds(random, 'miles', 1000, () => random.pick(cars).mileage)),
    ...sometimes(0.15, () => bounds(random, 'year', 1, () => Number(random.pick(cars).year ?? 2015))),
    ...sometimes(0.1, () => bounds(random, 'engine', 0.1, () => random.pick(cars).engine_size)),
    ...sometimes(0.35, () => place(random)),
    ...sometimes(0.7, () => [['sort', random.pick(SORTS)]]),
    ...sometimes(0.3, () => [['page', random.pick(['2', '2', '3', '7', '50', '1000'])]]),
  ]; // prettier-ignore
}

/** A few words of a car and terms of the trade, some with typos or as they sound, the last one perhaps truncated. */
function words(random: Random, car: Car, terms: readonly string[]): string {
  const texts = [car.make, car.model, car.full_description, car.full_description, car.loc, car.dealer];
  const known = texts.flatMap((text) => (text ?? '').split(/\s+/)).filter((word) => word !== '');
  const asked = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3, 4, 5]) }, () => {
    if (random.chance(0.25)) return random.pick(terms);
    if (random.chance(0.2)) return nameOf(random, car);
    const word = random.pick([...known, 'vw', 'zeppelin', '4x4']);
    return random.chance(0.15) ? misspelt(random, word) : word;
  });
  const last = asked.pop() ?? '';
  return [...asked, random.chance(0.3) ? last.slice(0, 4) : last].join(' ');
}

/** The model, whole or after the make, as one word, in plural or as it sounds. */
function nameOf(random: Random, { make, model }: Car): string {
  const name = (model ?? 'golf').toLowerCase();
  const sound = name.replaceAll('f', 'ph').replaceAll('qu', 'k').replace(/c(?=[aou])/g, 'k').replace(/o(?=.)/, 'u'); // prettier-ignore
  return random.pick([name, `${make} ${name}`, name.replaceAll(/[ -]/g, ''), `${name}s`, sound, sound]);
}

export function misspelt(random: Random, word: string): string {
  const at = random.whole(0, word.length - 1);
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  return random.pick([
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}e${after}`,
    `${before}${after.charAt(0)}${letter}${after.slice(1)}`,
  ]);
}

function makeAndModel(random: Random, { make, model }: Car): Pairs {
  const pairs: Pairs = [];
  if (make !== null && random.chance(0.9))
    pairs.push(['make', random.chance(0.5) ? make : make.toLowerCase()]);
  if (model !== null && random.chance(0.6))
    pairs.push(['model', random.chance(0.5) ? model : model.split(' ')[0]]);
  return pairs;
}

function bounds(random: Random, name: string, step: number, draw: () => number | null): Pairs {
  const bound = (): string => (Math.round((draw() ?? 0) / step) * step).toFixed(step < 1 ? 1 : 0);
  const sides = random.pick([['min'], ['max'], ['max'], ['min', 'max']]);
  return sides.map((side) => [`${name}_${side}`, bound()]);
}

function place(random: Random): Pairs {
  const pairs: Pairs = [['location', random.pick(PLACES)]];
  if (random.chance(0.75)) pairs.push(['distance', String(random.whole(0, 6))]);
  return pairs;
}

/** A phrase that asks for such a car. */
export function phraseFor(random: Random, car: Car, terms: readonly string[]): string {
  const { make, model, price, year, mileage, loc } = car;
  const thousands = (number: number | null): number => Math.ceil((number ?? 8000) / 1000);
  const parts = [
    random.pick(['', 'cheap', 'newest', "I'm looking for a", 'low mileage', 'any', 'show me']),
    random.pick(['', '', 'petrol', 'diesel', 'electric', 'hybrid', 'automatic', 'manual auto']),
    random.pick([`${make} ${model}`, model, make, misspelt(random, model ?? 'golf'), random.pick(terms)]),
    random.pick(['', random.pick(terms), `not ${random.pick(terms)}`, `with ${random.pick(terms)}`]),
    random.pick(['', `under £${thousands(price)}k`, `${thousands(price)} grand`, `from £${price} to £${thousands(price) + 3}k`]),
    random.pick(['', `${year}`, `${year} or newer`, `before ${year}`, `less than ${thousands(mileage)}k miles`, '67 plate']),
    random.pick(['', `near ${loc ?? 'Leeds'}`, `within 30 miles of ${random.pick(PLACES)}`, `in ${loc ?? 'Kent'}`]),
  ]; // prettier-ignore
  return parts.filter((part) => part !== '' && part !== null).join(' ');
}
