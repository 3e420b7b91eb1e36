// The script of the page of a car and of comparisons. It saves and compares the car, shares and prints the page, and removes
// pictures that cannot be loaded.
import type { RatedVehicle } from '../../../api/responses.ts';
import { bindGallery } from '../../browser/gallery.ts';
import {
  compareWithSaved,
  isForgetful,
  MAX_SAVED,
  onSavedElsewhere,
  readSaved,
  withOrWithout,
  writeSaved,
} from '../../browser/browser-storage.ts';
import { copy } from '../../browser/clipboard.ts';

/** Null on a comparison page. */
const car = JSON.parse(document.getElementById('state')?.textContent ?? 'null') as RatedVehicle | null;
const save = document.querySelector<HTMLElement>('[data-act=save]');

function showSaved(): void {
  if (save === null || car === null) return;
  const isSaved = readSaved().some(({ url }) => url === car.url);
  save.setAttribute('aria-pressed', String(isSaved));
  save.textContent = isSaved ? '★ Saved' : '☆ Save';
}

const ACTIONS: Readonly<Record<string, (button: HTMLElement) => void>> = {
  save() {
    if (car === null) return;
    const cars = withOrWithout(readSaved(), car);
    if (cars !== undefined) writeSaved(cars);
    showSaved();
    if (save === null) return;
    if (cars === undefined) save.textContent = `${MAX_SAVED} cars are saved: remove one first`;
    else if (isForgetful()) save.textContent = 'This browser cannot save it';
  },
  compare() {
    if (car !== null)
      location.href = compareWithSaved(car, document.querySelector('.brand a')?.getAttribute('href') ?? '/');
  },
  share: (button) =>
    void copy(button, document.querySelector<HTMLLinkElement>('[rel=canonical]')?.href ?? ''),
  print: () => print(),
};

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null;
  if (button !== null) ACTIONS[button.dataset['act'] ?? '']?.(button);
});

// After a reload this page may be in the history entry of the overlay, which the browser takes for the same page.
const { pathname, search } = location;
addEventListener('popstate', () => {
  if (location.pathname !== pathname || location.search !== search) location.reload();
});

bindGallery(document.body);
onSavedElsewhere(showSaved);
showSaved();
