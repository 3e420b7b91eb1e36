// The pictures of a card. All but the first are added when somebody points at it or touches it, and are swiped, or turned by
// buttons for the mouse; keyboards use the dialog of the listing. A picture that cannot be loaded is replaced by the next one.
// The last one is hidden: the style shows a car's silhouette behind it, lower on a phone.
import type { Vehicle } from '../../../api/responses.ts';
import { cardPictures, photo } from '../../view/car-parts.ts';
import { button } from '../../element.ts';
import { append } from '../../browser/patch.ts';

const MAX_PICTURES = 8;

const failures = new WeakMap<Element, Set<string>>();

export function addPictures(strip: HTMLElement, car: Vehicle | undefined): void {
  if (car === undefined || strip.dataset['state'] === 'full') return;
  strip.dataset['state'] = 'full';
  const others = untried(strip, car);
  if (others.length === 0) return;
  for (const src of others.slice(0, MAX_PICTURES - 1)) {
    append(strip, photo(src));
  }
  const picture = strip.parentElement;
  if (picture === null) return;
  for (const [sign, step] of [
    ['‹', -1],
    ['›', 1],
  ] as const)
    append(picture, button(sign, { class: 'step', tabindex: -1, 'aria-hidden': 'true', 'data-step': step }));
}

export function turnPictures(target: Element): void {
  const arrow = target.closest<HTMLElement>('.card .step');
  const strip = arrow?.parentElement?.querySelector('.strip');
  strip?.scrollBy({ left: Number(arrow?.dataset['step']) * strip.clientWidth, behavior: 'smooth' });
}

export function replacePicture(image: HTMLImageElement, cars: readonly Vehicle[]): void {
  const strip = image.closest<HTMLElement>('.card .strip');
  if (strip === null) return;
  const failed = failures.get(strip) ?? new Set();
  failures.set(strip, failed.add(image.getAttribute('src') ?? ''));
  if (strip.childElementCount > 1) {
    image.remove();
    if (strip.childElementCount === 1)
      strip.parentElement?.querySelectorAll('.step').forEach((step) => step.remove());
    return;
  }
  const car = cars[Number(strip.dataset['car'])];
  const next = car === undefined ? undefined : untried(strip, car)[0];
  if (next === undefined) return close(strip);
  image.removeAttribute('data-state');
  image.src = next;
}

/** Shrinks a picture's frame, but only below the screen, where nothing visible moves. */
function close({ parentElement: picture }: Element): void {
  if (picture !== null && picture.getBoundingClientRect().top > innerHeight)
    picture.dataset['state'] = 'empty';
}

/** Replaces pictures that failed before the script or the results arrived. */
export function replaceFailedPictures(page: Element, cars: readonly Vehicle[]): void {
  for (const image of page.querySelectorAll<HTMLImageElement>('.card .strip img')) {
    if (!image.complete || image.naturalWidth > 0) continue;
    const { src } = image;
    // A drawing may have no width although it can be decoded.
    void image.decode().catch(() => {
      if (image.src !== src || !image.isConnected) return;
      image.dataset['state'] = 'missing';
      replacePicture(image, cars);
    });
  }
}

/** The pictures of a car that are neither in the strip nor known to be missing. */
function untried(strip: Element, car: Vehicle): readonly string[] {
  const present = new Set(Array.from(strip.children, (image) => image.getAttribute('src')));
  return cardPictures(car).filter((src) => !present.has(src) && failures.get(strip)?.has(src) !== true);
}
