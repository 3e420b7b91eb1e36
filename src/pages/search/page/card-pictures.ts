// The pictures of a card beside its first one. They are added when somebody points at it or touches it, and are swiped or turned by
// buttons for the mouse; the dialog of the listing has them for keyboards.
import type { Vehicle } from '../view/api-types.ts';
import { h } from '../../element.ts';
import { append } from './patch.ts';

/** More are in the dialog. */
const MAX_PICTURES = 8;

export function addPictures(strip: HTMLElement, car: Vehicle | undefined): void {
  if (car === undefined || strip.dataset['state'] === 'full') return;
  strip.dataset['state'] = 'full';
  const others = [...new Set(car.images)].filter((src) => src !== (car.thumbnail ?? car.images[0]));
  if (others.length === 0) return;
  for (const src of others.slice(0, MAX_PICTURES - 1)) {
    append(
      strip,
      h('img', { src, alt: '', width: 320, height: 200, decoding: 'async', referrerpolicy: 'no-referrer' }),
    );
  }
  const button = (step: number, sign: string) =>
    h(
      'button',
      { type: 'button', class: 'step', tabindex: -1, 'aria-hidden': 'true', 'data-step': step },
      sign,
    );
  const picture = strip.parentElement;
  if (picture === null) return;
  append(picture, button(-1, '‹'));
  append(picture, button(1, '›'));
}

export function turnPictures(target: Element): void {
  const button = target.closest<HTMLElement>('.card .step');
  const strip = button?.parentElement?.querySelector('.strip');
  strip?.scrollBy({ left: Number(button?.dataset['step']) * strip.clientWidth, behavior: 'smooth' });
}
