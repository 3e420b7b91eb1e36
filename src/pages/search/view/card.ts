// One listing in the results. Its title and picture link to its page; with script they open the listing dialog. The dealer's name
// links to the dealer's advert.
import { factsInLine, formatPrice } from './car-parts.ts';
import { cardPictures } from './car-pictures.ts';
import { h, type Child, type ElementNode } from '../../element.ts';
import { vehicleFacts, vehicleLocation, priceRating, vehicleTitle, writtenOff } from './labels.ts';
import type { PageCar, Remark } from './page-car.ts';

/** The first pictures load at once, those below when they come near the viewport. */
const EAGER_IMAGES = 4;

/** `href` is the listing's page. Without `isSaved` it cannot be saved. */
export function card(car: PageCar, at: number, href: string, isSaved?: boolean): ElementNode {
  const { url, price, dealer, mileage, remark } = car;
  const facts = vehicleFacts(car);
  const title = vehicleTitle(car);
  return h(
    'li',
    { class: 'card', 'data-key': url },
    pictures(car, at, href),
    h(
      'div',
      { class: 'said' },
      h('h3', { dir: 'auto' }, h('a', { href, 'data-car': at }, title)),
      h(
        'p',
        { class: 'facts' },
        factsInLine(facts.map((fact, i) => (i === 0 && mileage !== null ? h('b', {}, fact) : fact))),
      ),
      h('div', { class: 'offer' }, h('p', { class: 'price' }, formatPrice(price)), priceMark(remark, title)),
      h('p', { class: 'place', dir: 'auto' }, vehicleLocation(car)),
      h('p', { class: 'place dealer' }, h('a', { href: url, rel: 'noopener' }, dealer ?? 'Dealer’s advert')),
      h('p', { class: 'tags' }, tagsOf(remark)),
    ),
    isSaved === undefined
      ? null
      : h(
          'button',
          {
            type: 'button',
            class: 'save scripted',
            'data-save': at,
            'aria-pressed': String(isSaved),
            'aria-label': `Save ${title}`,
          },
          isSaved ? '★' : '☆',
        ),
  );
}

/** Script adds the other pictures once somebody points at the first one. */
function pictures(car: PageCar, at: number, href: string): ElementNode {
  const image = cardPictures(car)[0] ?? null;
  return h(
    'div',
    { class: 'picture' },
    image === null
      ? null
      : h(
          'a',
          {
            class: 'strip',
            href,
            'data-car': at,
            tabindex: -1,
            'aria-hidden': 'true',
            'data-own': true,
          },
          h('img', {
            src: image,
            alt: '',
            width: 320,
            height: 240,
            loading: at < EAGER_IMAGES ? null : 'lazy',
            decoding: 'async',
            referrerpolicy: 'no-referrer',
          }),
        ),
  );
}

/** The reason opens on tap. Each has a name of its own. */
function priceMark(remark: Remark | undefined, title: string): ElementNode {
  if (remark === undefined) return h('p', { class: 'mark' });
  const { mark, reason } = remark.price_mark;
  return h(
    'details',
    { class: `mark ${mark ?? 'none'}`, 'data-keeps': 'open' },
    h('summary', { 'aria-label': `${priceRating(mark)}: ${title}` }, priceRating(mark)),
    h('p', {}, reason),
  );
}

/** What matters of few cars, the gravest first. */
function tagsOf(remark: Remark | undefined): Child[] {
  if (remark === undefined) return [];
  const { ulez, written_off, is_one_owner } = remark;
  const tags = [
    written_off === null ? null : h('span', { class: 'grave' }, writtenOff(written_off)),
    is_one_owner ? h('span', {}, 'One owner') : null,
    ulez.verdict === 'likely' ? h('span', {}, 'ULEZ likely') : null,
  ];
  return tags.flatMap((tag) => (tag === null ? [] : [tag, ' ']));
}
