// One listing in the results. Its title and picture link to its page; with script they open the listing dialog. The dealer's name
// links to the dealer's advert.
import { cardWords } from './car-parts.ts';
import { cardPictures, photo } from './car-pictures.ts';
import { button, h, type ElementNode } from '../../element.ts';
import { vehicleTitle } from './labels.ts';
import type { PageCar } from './page-car.ts';

/** The first pictures load at once, those below when they come near the viewport. */
const EAGER_IMAGES = 4;

/** `href` is the listing's page. Without `isSaved` it cannot be saved. */
export function card(car: PageCar, at: number, href: string, isSaved?: boolean): ElementNode {
  const { url, dealer } = car;
  const title = vehicleTitle(car);
  return h('li', { class: 'card', 'data-key': url }, [
    pictures(car, at, href),
    cardWords(
      car,
      h('h3', { dir: 'auto' }, h('a', { href, 'data-car': at }, title)),
      h('p', { class: 'place dealer' }, h('a', { href: url, rel: 'noopener' }, dealer ?? 'Dealer’s advert')),
    ),
    isSaved === undefined
      ? null
      : button(isSaved ? '★' : '☆', {
          class: 'save scripted',
          'data-save': at,
          'aria-pressed': String(isSaved),
          'aria-label': `Save ${title}`,
        }),
  ]);
}

/** Script adds the other pictures once somebody points at the first one. */
function pictures(car: PageCar, at: number, href: string): ElementNode {
  const image = cardPictures(car)[0] ?? null;
  return h('div', { class: 'picture' }, [
    image === null
      ? null
      : h(
          'a',
          { class: 'strip', href, 'data-car': at, tabindex: -1, 'aria-hidden': 'true', 'data-own': true },
          photo(image, '', { loading: at < EAGER_IMAGES ? null : 'lazy' }),
        ),
  ]);
}
