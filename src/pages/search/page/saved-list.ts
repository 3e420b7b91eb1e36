// The cars that were saved in this browser, the oldest first, and what else it keeps for the page. Other tabs change both. If storage is
// full or forbidden, everything is forgotten when the page is closed. Copying to the clipboard is here too, for the same two scripts.
import { comparePageUrl, MAX_COMPARED } from '../view/search-state.ts';
import type { PageCar } from '../view/page-car.ts';

const KEY = 'forecourt.saved';
const MAX_SAVED = 50;

export function readSaved(): readonly PageCar[] {
  return storedList(KEY, isCar).slice(-MAX_SAVED);
}

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

export function advertOf({ url }: PageCar): string {
  return new URL(url, document.baseURI).searchParams.get('api_target') ?? url;
}

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Validated, because it outlives the version of the script that wrote it. */
export function storedList<T>(key: string, isOne: (value: unknown) => value is T): readonly T[] {
  try {
    const list: unknown = JSON.parse(stored(key) ?? '[]');
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
    // It is kept until the page is closed.
  }
}

/** Calls `act` when another tab of this browser changes what is kept. */
export function onStoredElsewhere(key: string, act: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key) act();
  });
}

/**
 * Copies an address, or the text of an element, and says so in the place of the button's label for a while. Without access to the
 * clipboard the address is shown there, and the text selected.
 */
export async function copy(button: HTMLElement, what: string | HTMLElement): Promise<void> {
  const label = (button.dataset['label'] ??= button.textContent);
  // Screen readers say the new label too.
  button.ariaLive = 'polite';
  const isAddress = typeof what === 'string';
  try {
    await navigator.clipboard.writeText(isAddress ? what : what.textContent);
    button.textContent = isAddress ? 'Link copied' : 'Copied';
  } catch {
    if (!isAddress) getSelection()?.selectAllChildren(what);
    button.textContent = isAddress ? what : 'Selected: copy it with the keyboard';
  }
  setTimeout(() => (button.textContent = label), 4000);
}
