// The script of the page of a car: saves, compares, shares and prints it, and leaves out pictures that cannot be loaded.
import type { PageCar } from '../view/page-car.ts';
import {
  compareWithSaved,
  copy,
  onSavedElsewhere,
  readSaved,
  withOrWithout,
  writeSaved,
} from './saved-list.ts';

const car = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageCar;
const save = document.querySelector<HTMLElement>('[data-act=save]');

function showSaved(): void {
  if (save === null) return;
  const isSaved = readSaved().some(({ url }) => url === car.url);
  save.setAttribute('aria-pressed', String(isSaved));
  save.textContent = isSaved ? '★ Saved' : '☆ Save';
}

const ACTIONS: Readonly<Record<string, (button: HTMLElement) => void>> = {
  save() {
    writeSaved(withOrWithout(readSaved(), car));
    showSaved();
  },
  compare() {
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

function leaveOut(image: HTMLImageElement): void {
  const item = image.closest('.all-pictures li');
  if (item !== null && item.parentElement !== null && item.parentElement.childElementCount > 1) item.remove();
  else image.dataset['state'] = 'missing';
}

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement) leaveOut(target);
  },
  true,
);
// Those that failed before this script came; a drawing may have no width, but it can be decoded.
for (const image of document.querySelectorAll<HTMLImageElement>('.picture img'))
  if (image.complete && image.naturalWidth === 0) void image.decode().catch(() => leaveOut(image));

onSavedElsewhere(showSaved);
showSaved();
