// The cars that were saved in this browser, the oldest first. Other tabs of it change them too.
import { comparePageUrl, MAX_COMPARED } from '../../car/compare-url.ts';
import type { PageCar } from '../view/page-car.ts';
import { onStoredElsewhere, store, storedList } from './storage.ts';

const KEY = 'forecourt.saved';
const MAX_SAVED = 50;

export function readSaved(): readonly PageCar[] {
  return storedList(KEY, isCar).slice(-MAX_SAVED);
}

/** Returns what is saved then: the oldest give way. */
export function writeSaved(cars: readonly PageCar[]): readonly PageCar[] {
  const saved = cars.slice(-MAX_SAVED);
  store(KEY, JSON.stringify(saved));
  return saved;
}

/** With the car, or without it if it was there. */
export function withOrWithout(cars: readonly PageCar[], car: PageCar): readonly PageCar[] {
  const others = cars.filter(({ url }) => url !== car.url);
  return others.length < cars.length ? others : [...others, car];
}

/** Saves the car, and returns the address of its comparison with those that were saved last. `basePath` has a final slash. */
export function compareWithSaved(car: PageCar, basePath: string): string {
  const saved = writeSaved([...readSaved().filter(({ url }) => url !== car.url), car]);
  return comparePageUrl(basePath, saved.slice(-MAX_COMPARED).map(advertOf));
}

export function onSavedElsewhere(act: () => void): void {
  onStoredElsewhere(KEY, act);
}

export function isCar(value: unknown): value is PageCar {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    typeof value.url === 'string' &&
    'images' in value &&
    Array.isArray(value.images)
  );
}

/** The address of a car's advert. */
export function advertOf({ url }: PageCar): string {
  return new URL(url, document.baseURI).searchParams.get('api_target') ?? url;
}
