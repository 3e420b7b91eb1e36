// One listing in the list of results. Its title leads to the dealer's advert; with script it opens the listing here.
import type { Car } from './answers.ts';
import { h, type ElementNode } from './element.ts';
import { factsOf, placeOf, pounds, titleOf } from './words.ts';

/** The first pictures are seen at once; those below wait until they are near. */
const SEEN_AT_ONCE = 4;

export function card(car: Car, at: number): ElementNode {
  const { url, thumbnail, images, price } = car;
  const picture = thumbnail ?? images[0] ?? null;
  return h(
    'li',
    { class: 'card', 'data-key': url },
    h(
      'div',
      { class: 'picture' },
      picture === null
        ? null
        : h('img', {
            src: picture,
            alt: '',
            width: 320,
            height: 200,
            loading: at < SEEN_AT_ONCE ? null : 'lazy',
            decoding: 'async',
            referrerpolicy: 'no-referrer',
          }),
    ),
    h(
      'div',
      { class: 'said' },
      h('h3', {}, h('a', { href: url, rel: 'noopener', 'data-car': at }, titleOf(car))),
      h('p', { class: 'price' }, price === null ? 'Price on request' : pounds(price)),
      h('p', { class: 'facts' }, factsOf(car).join(' · ')),
      h('p', { class: 'place' }, placeOf(car)),
    ),
  );
}
