// Parts that cards, overlay and page of a car share: its price with the rating, and its facts in a line.
import { formatPounds } from '../../../api/format.ts';
import { h, type Child, type ElementNode } from '../../element.ts';
import { priceRating, vehicleFacts, vehicleLocation, type PriceMark } from './labels.ts';
import type { PageCar } from './page-car.ts';

export function formatPrice(price: number | null): string {
  return price === null ? 'Price on request' : formatPounds(price);
}

/** A rating in a pill of its colour. */
export function pill(mark: PriceMark): ElementNode {
  return h('span', { class: `pill ${mark}` }, priceRating(mark));
}

/** The price, large, and its rating. */
export function priceLine(price: number | null, mark: PriceMark | null): ElementNode {
  return h(
    'div',
    { class: 'offer' },
    h('p', { class: 'price' }, formatPrice(price)),
    mark === null ? null : pill(mark),
  );
}

/** What is known of it, and where it is. */
export function knownFacts(car: PageCar): ElementNode {
  const facts = [...vehicleFacts(car), vehicleLocation(car)].filter((fact) => fact !== '');
  return h('p', { class: 'facts' }, factsInLine(facts));
}

/** Facts with a dot before each, which the style hides where a line begins. The first may be emphasised. */
export function factsInLine(facts: readonly Child[]): Child[] {
  return facts.map((fact, i) => [
    i === 0 ? null : ' ',
    h('span', {}, i === 0 ? null : h('i', {}, '· '), h('span', { dir: 'auto' }, fact)),
  ]);
}
