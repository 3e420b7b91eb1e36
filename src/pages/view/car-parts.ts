// Parts of a car that the pages and the cards of a chat share: its pictures, its price with the rating, its facts, its
// description, the link to its advert and the card of the results.
import { button, h, type Child, type ElementNode } from '../element.ts';
import {
  ratingInWords,
  vehicleLocation,
  vehicleTitle,
  writtenOff,
  type PriceRating,
} from './vehicle-words.ts';
import { carPageUrl } from './search-state.ts';
import { factsInBrief, formatPrice } from './vehicle-facts.ts';
import type { RatedVehicle, Vehicle } from '../../api/responses.ts';

/** The price, large, and its rating in a pill. */
export function priceLine(price: number | null, rating: PriceRating | null): ElementNode {
  return h('div', { class: 'offer' }, [
    h('p', { class: 'price' }, formatPrice(price)),
    rating === null ? null : h('span', { class: `pill ${rating}` }, ratingInWords(rating)),
  ]);
}

/** The known facts of a car, and its location. */
export function knownFacts(car: RatedVehicle): ElementNode {
  const facts = [...factsInBrief(car), vehicleLocation(car)].filter((fact) => fact !== '');
  return h('p', { class: 'facts' }, factsInLine(facts));
}

/** The look and the main facts of a car: its pictures, name, price and facts, the actions `acts`, and `more`. */
export function carHead(car: RatedVehicle, title: ElementNode, acts: Child, more: Child): Child {
  return [
    gallery(car),
    h('div', { class: 'head' }, [
      title,
      priceLine(car.price, car.price_rating.rating),
      knownFacts(car),
      h('p', { class: 'acts scripted' }, acts),
      more,
    ]),
  ];
}

/** A button for an action on a car. */
export function carAct(act: string, label: string, more: Readonly<Record<string, string>> = {}): ElementNode {
  return button(label, { 'data-act': act, 'data-key': act, ...more });
}

export const NO_PICTURE = 'No picture';

/** The name of a picture, whose position `at` counts from 0. */
export function pictureName(at: number, count: number): string {
  return `Picture ${at + 1} of ${count}`;
}

/** All pictures side by side. Script removes those that cannot be loaded (pages/browser/gallery.ts). */
function gallery(car: RatedVehicle): ElementNode {
  const sources = fullPictures(car);
  const { length } = sources;
  if (length === 0)
    return h('div', { class: 'gallery' }, [
      h('div', { class: 'picture', role: 'img', 'aria-label': NO_PICTURE }),
    ]);
  return h('div', { class: 'gallery', 'data-own': true }, [
    h('ul', { class: 'all-pictures', tabindex: 0, 'aria-label': 'Pictures' }, [
      sources.map((src, i) =>
        h('li', { class: 'picture' }, [photo(src, pictureName(i, length), loadingOf(i, 1))]),
      ),
    ]),
    turner(0, length, (step) => ({ 'data-step': step })),
  ]);
}

export function description({ full_description }: RatedVehicle): ElementNode {
  const text = full_description ?? 'The dealer gives no description.';
  return h('p', { class: 'description', dir: 'auto' }, text);
}

/** The link to the advert, after other links. */
export function toDealer(
  { url, dealer }: RatedVehicle,
  others: Child,
  attributes: Readonly<Record<string, string>>,
): ElementNode {
  return h('p', { class: 'to-dealer' }, [
    others,
    h('a', { class: 'button main', href: url, ...attributes }, [
      dealer === null ? 'View advert' : ['View advert at ', h('span', {}, dealer)],
    ]),
  ]);
}

/** Facts separated by dots. The style hides a dot where a line begins. */
export function factsInLine(facts: readonly Child[]): Child[] {
  return facts.map((fact, i) => [
    i === 0 ? null : ' ',
    h('span', {}, [i === 0 ? null : h('i', {}, '· '), h('span', { dir: 'auto' }, fact)]),
  ]);
}

/** The text of a card below its picture, between its title, whose text is `name`, and the link to its dealer. */
export function cardWords(car: RatedVehicle, name: string, title: ElementNode, dealer: Child): ElementNode {
  const { price, mileage } = car;
  const facts = factsInBrief(car).map((fact, i) => (i === 0 && mileage !== null ? h('b', {}, fact) : fact));
  return h('div', { class: 'said' }, [
    title,
    h('p', { class: 'facts' }, factsInLine(facts)),
    h('div', { class: 'offer' }, [h('p', { class: 'price' }, formatPrice(price)), ratingDetails(car, name)]),
    h('p', { class: 'place', dir: 'auto' }, vehicleLocation(car)),
    dealer,
    h('p', { class: 'tags' }, tagsOf(car)),
  ]);
}

/** The rating of a price; its reason opens on tap. Each has its own name. */
function ratingDetails({ price_rating: { rating, reason } }: RatedVehicle, title: string): ElementNode {
  return h('details', { class: `mark ${rating ?? 'none'}`, 'data-keeps': 'open' }, [
    h('summary', { 'aria-label': `${ratingInWords(rating)}: ${title}` }, ratingInWords(rating)),
    h('p', {}, reason),
  ]);
}

/** Important facts that few cars have, the most serious first. */
function tagsOf({ ulez, written_off, owners }: RatedVehicle): Child[] {
  const tags = [
    written_off === null ? null : h('span', { class: 'grave' }, writtenOff(written_off)),
    owners === '1' ? h('span', {}, 'One owner') : null,
    ulez.verdict === 'likely' ? h('span', {}, 'ULEZ likely') : null,
  ];
  return tags.flatMap((tag) => (tag === null ? [] : [tag, ' ']));
}

/** The pictures of a card: the thumbnail, then the others. */
export function cardPictures({ thumbnail, images }: Vehicle): readonly string[] {
  return loadable([thumbnail, ...images]);
}

/** The first of cardPictures. */
export function cardPicture({ thumbnail, images }: Vehicle): string | undefined {
  return thumbnail !== null && isLoadable(thumbnail) ? thumbnail : images.find(isLoadable);
}

/** The first picture of the first car that has one. */
export function firstPicture(cars: readonly Vehicle[]): string | undefined {
  return cars.map(cardPicture).find((picture) => picture !== undefined);
}

/** The full pictures; the thumbnail only if there are no others. */
export function fullPictures({ thumbnail, images }: Vehicle): readonly string[] {
  return loadable(images.length > 0 ? images : [thumbnail]);
}

function loadable(urls: readonly (string | null)[]): readonly string[] {
  return [...new Set(urls.filter((url) => url !== null))].filter(isLoadable);
}

/** Whether a URL is on the web or this site. No other URL is ever loaded. */
function isLoadable(url: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/))/i.test(url);
}

/** A photo, four by three until it has loaded. The dealer's site does not learn which page shows it. */
export function photo(
  src: string,
  alt = '',
  more: Readonly<Record<string, string | number | null>> = {},
): ElementNode {
  const room = { width: 640, height: 480 };
  return h('img', { src, alt, ...room, decoding: 'async', referrerpolicy: 'no-referrer', ...more });
}

/** The loading of a picture: the first one fills most of the screen; those from position `eager` on load lazily. */
function loadingOf(at: number, eager: number): Readonly<Record<string, string | null>> {
  return { loading: at < eager ? null : 'lazy', fetchpriority: at === 0 ? 'high' : null };
}

/** Buttons to the previous and next picture, around the current position. Their attributes depend on the step. */
export function turner(
  at: number,
  count: number,
  attributesOf: (step: number) => Readonly<Record<string, string | number>>,
): ElementNode {
  return h('div', { class: 'turn scripted', hidden: count < 2 }, [
    button('‹', { ...attributesOf(-1), 'aria-label': 'Previous picture' }),
    h('span', { 'aria-live': 'polite' }, `${at + 1} of ${count}`),
    button('›', { ...attributesOf(1), 'aria-label': 'Next picture' }),
  ]);
}

/** Number of cards whose pictures load at once. */
export const EAGER_IMAGES = 4;

/** A card. `href` is the listing's page. Without `isSaved` it cannot be saved. */
export function card(car: RatedVehicle, at: number, href: string, isSaved?: boolean): ElementNode {
  const { url, dealer } = car;
  const title = vehicleTitle(car);
  return h('li', { class: 'card', 'data-key': url }, [
    pictures(car, at, href),
    cardWords(
      car,
      title,
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

/** Cards that link to their cars' pages. The first pictures load at once if `at` is 0. */
export function cardList(cars: readonly RatedVehicle[], basePath: string, at = 0): ElementNode {
  return h('ol', { class: 'cards' }, [
    cars.map((car, i) => card(car, at + i, carPageUrl(basePath, car.url))),
  ]);
}

/** The pictures of a card. Script adds the others once somebody points at the first one. */
function pictures(car: RatedVehicle, at: number, href: string): ElementNode {
  const image = cardPicture(car);
  return h('div', { class: 'picture' }, [
    image === undefined
      ? null
      : h(
          'a',
          { class: 'strip', href, 'data-car': at, tabindex: -1, 'aria-hidden': 'true', 'data-own': true },
          photo(image, '', loadingOf(at, EAGER_IMAGES)),
        ),
  ]);
}
