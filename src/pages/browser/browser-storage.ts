// Data that the page stores in this browser alone, and the saved cars, oldest first. Other tabs change it too. If storage is full
// or forbidden, all data is lost when the page is closed.
import { comparePageUrl, MAX_COMPARED } from '../view/search-state.ts';
import type { SavedVehicle } from '../../api/responses.ts';
import { withKnownValues } from '../view/search-news.ts';

const KEY = 'forecourt.saved';
/** Maximum saved cars. Another one is refused, so that none is lost unseen. */
export const MAX_SAVED = 50;

export function readSaved(): readonly SavedVehicle[] {
  return storedList(KEY, isCar).map(withKnownValues);
}

export function writeSaved(cars: readonly SavedVehicle[]): void {
  store(KEY, JSON.stringify(cars));
}

/** The cars with this car added, or without it if it was there; undefined if there is no room for it. */
export function withOrWithout(
  cars: readonly SavedVehicle[],
  car: SavedVehicle,
): readonly SavedVehicle[] | undefined {
  const others = cars.filter(({ url }) => url !== car.url);
  if (others.length < cars.length) return others;
  return cars.length < MAX_SAVED ? [...cars, car] : undefined;
}

/** Saves the car, if there is room. Returns the URL of its comparison with the cars saved last. `basePath` has a final slash. */
export function compareWithSaved(car: SavedVehicle, basePath: string): string {
  const cars = [...readSaved().filter(({ url }) => url !== car.url), car];
  if (cars.length <= MAX_SAVED) writeSaved(cars);
  return comparePageUrl(basePath, cars.slice(-MAX_COMPARED).map(advertOf));
}

export function onSavedElsewhere(act: () => void): void {
  onStoredElsewhere(KEY, act);
}

export function isCar(value: unknown): value is SavedVehicle {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    typeof value.url === 'string' &&
    URL.canParse(value.url, document.baseURI) &&
    'images' in value &&
    Array.isArray(value.images)
  );
}

export function advertOf({ url }: SavedVehicle): string {
  return new URL(url, document.baseURI).searchParams.get('api_target') ?? url;
}

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The stored list of this key, validated, because another version of the script may have written it. */
export function storedList<T>(key: string, isOne: (value: unknown) => value is T): readonly T[] {
  return listIn(`{"list":${stored(key) ?? '[]'}}`, 'list', isOne);
}

/** The list with this name in a JSON object, without items of another kind; empty if there is none. */
export function listIn<T>(json: string, name: string, isOne: (value: unknown) => value is T): readonly T[] {
  try {
    const { [name]: list } = JSON.parse(json) as Readonly<Record<string, unknown>>;
    return Array.isArray(list) ? list.filter(isOne) : [];
  } catch {
    return [];
  }
}

export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    hasRefused = true;
  }
}

let hasRefused = false;

/** Whether this browser refused to store something, so that it is lost when the page is closed. */
export function isForgetful(): boolean {
  return hasRefused;
}

/** Calls `act` when another tab of this browser changes the value of `key`. */
export function onStoredElsewhere(key: string, act: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key) act();
  });
}
