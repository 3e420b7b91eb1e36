// One listing in the results. Its title links to the dealer's advert; with script it opens the listing dialog.
import type { Vehicle } from './api-types.ts';
import { h, type ElementNode } from '../../element.ts';
import { vehicleFacts, vehicleLocation, formatPounds, vehicleTitle } from './labels.ts';

/** The first pictures load at once, those below when they come near the viewport. */
const EAGER_IMAGES = 4;

export function card(car: Vehicle, at: number): ElementNode {
  const { url, thumbnail, images, price } = car;
  const image = thumbnail ?? images[0] ?? null;
  return h(
    'li',
    { class: 'card', 'data-key': url },
    h(
      'div',
      { class: 'picture' },
      image === null
        ? null
        : h('img', {
            src: image,
            alt: '',
            width: 320,
            height: 200,
            loading: at < EAGER_IMAGES ? null : 'lazy',
            decoding: 'async',
            referrerpolicy: 'no-referrer',
          }),
    ),
    h(
      'div',
      { class: 'said' },
      h('h3', {}, h('a', { href: url, rel: 'noopener', 'data-car': at }, vehicleTitle(car))),
      h('p', { class: 'price' }, price === null ? 'Price on request' : formatPounds(price)),
      h('p', { class: 'facts' }, vehicleFacts(car).join(' · ')),
      h('p', { class: 'place' }, vehicleLocation(car)),
    ),
  );
}
