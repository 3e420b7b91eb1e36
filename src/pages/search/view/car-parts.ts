// Parts that cards, overlay and page of a car share, and the cards of a chat: its price with the rating, its facts in a line, and the
// words of a card.
import { formatPounds, pluralize } from '../../../api/format.ts';
import { h, type Child, type ElementNode } from '../../element.ts';
import {
  priceRating,
  vehicleFacts,
  vehicleLocation,
  vehicleTitle,
  writtenOff,
  type PriceMark,
} from './labels.ts';
import type { PageCar, Remark } from './page-car.ts';

export function formatPrice(price: number | null): string {
  return price === null ? 'Price on request' : formatPounds(price);
}

/** The price, large, and its rating in a pill. */
export function priceLine(price: number | null, mark: PriceMark | null): ElementNode {
  return h('div', { class: 'offer' }, [
    h('p', { class: 'price' }, formatPrice(price)),
    mark === null ? null : h('span', { class: `pill ${mark}` }, priceRating(mark)),
  ]);
}

/** What is known of it, and where it is. */
export function knownFacts(car: PageCar): ElementNode {
  const facts = [...vehicleFacts(car), vehicleLocation(car)].filter((fact) => fact !== '');
  return h('p', { class: 'facts' }, factsInLine(facts));
}

/**
 * Facts that the advert's texts state, by their labels. What they do not state is left out: the advert may say it in other words.
 */
export function statedFacts(remark: Remark | undefined): Readonly<Record<string, string>> {
  const { body = null, colour = null, trim = null, written_off = null, is_one_owner = false } = remark ?? {};
  const facts = {
    Body: body,
    Colour: colour,
    Trim: trim,
    History: written_off === null ? null : `${writtenOff(written_off)} (see the advert)`,
    Owners: is_one_owner ? 'One' : null,
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([label, fact]) =>
      fact === null ? [] : [[label, `${fact.charAt(0).toUpperCase()}${fact.slice(1)}`]],
    ),
  );
}

/** Where a feed gives no date of arrival, a listing is known since its first import. */
export function listedSince(days: number): string {
  return days === 0 ? 'Today' : `${pluralize(days, 'day')} ago or earlier`;
}

/** With a dot before each but the first, which the style hides where a line begins. */
function factsInLine(facts: readonly Child[]): Child[] {
  return facts.map((fact, i) => [
    i === 0 ? null : ' ',
    h('span', {}, [i === 0 ? null : h('i', {}, '· '), h('span', { dir: 'auto' }, fact)]),
  ]);
}

/** What a card says below its picture, between its title and the way to its dealer. */
export function cardWords(car: PageCar, title: ElementNode, dealer: Child): ElementNode {
  const { price, mileage, remark } = car;
  const facts = vehicleFacts(car).map((fact, i) => (i === 0 && mileage !== null ? h('b', {}, fact) : fact));
  return h('div', { class: 'said' }, [
    title,
    h('p', { class: 'facts' }, factsInLine(facts)),
    h('div', { class: 'offer' }, [
      h('p', { class: 'price' }, formatPrice(price)),
      priceMark(remark, vehicleTitle(car)),
    ]),
    h('p', { class: 'place', dir: 'auto' }, vehicleLocation(car)),
    dealer,
    h('p', { class: 'tags' }, tagsOf(remark)),
  ]);
}

/** The reason opens on tap. Each has a name of its own. */
function priceMark(remark: Remark | undefined, title: string): ElementNode {
  if (remark === undefined) return h('p', { class: 'mark' });
  const { mark, reason } = remark.price_mark;
  return h('details', { class: `mark ${mark ?? 'none'}`, 'data-keeps': 'open' }, [
    h('summary', { 'aria-label': `${priceRating(mark)}: ${title}` }, priceRating(mark)),
    h('p', {}, reason),
  ]);
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
