// Cars in full: pictures to turn, all facts, what the stock says of the price, and the dealer's own words.
import { h, type ElementNode } from '../../element.ts';
import { priceRating } from '../../search/view/labels.ts';
import type { Car } from './car.ts';
import { actions, picture, whereabouts } from './car-parts.ts';
import type { CardsModel } from './cards-model.ts';
import type { CarSheets } from './read-result.ts';

export function carSheets({ cars, gone }: CarSheets, model: CardsModel): ElementNode[] {
  return [
    ...cars.map((car, i) => sheet(car, model, i === 0)),
    ...gone.map(({ advert, isWithdrawn }) =>
      h('p', { class: 'gone' }, isWithdrawn ? 'Withdrawn: ' : 'Not known: ', h('span', {}, advert)),
    ),
  ];
}

function sheet(car: Car, model: CardsModel, isFirst: boolean): ElementNode {
  const { title, variant, price, mark, reason, facts, ulez, description } = car;
  return h(
    'article',
    { class: 'sheet', 'data-key': car.advert },
    h('h1', { id: isFirst ? 'heading' : null, tabindex: -1 }, title),
    variant === '' ? null : h('p', { class: 'variant' }, variant),
    gallery(car, model),
    h(
      'p',
      { class: 'price' },
      h('span', { class: 'amount' }, price),
      mark === null ? null : h('span', { class: `mark ${mark}` }, priceRating(mark)),
    ),
    reason === null ? null : h('p', { class: 'reason' }, reason),
    h(
      'ul',
      { class: 'facts' },
      facts.map((fact) => h('li', {}, fact)),
    ),
    ulez === null
      ? null
      : h('p', {}, h('strong', {}, `ULEZ ${ulez.verdict}`), ulez.rule === null ? null : `: ${ulez.rule}`),
    h('p', { class: 'quiet' }, whereabouts(car)),
    h('p', { class: 'description' }, description ?? 'The dealer gives no description.'),
    actions(car, model),
  );
}

function gallery({ advert, pictures, title }: Car, { turned, sourceOf }: CardsModel): ElementNode {
  const at = turned.get(advert) ?? 0;
  const turn = (step: number, label: string, sign: string): ElementNode =>
    h(
      'button',
      { type: 'button', 'data-do': 'turn', 'data-advert': advert, 'data-step': step, 'aria-label': label },
      sign,
    );
  return h(
    'div',
    { class: 'gallery', role: 'group', 'aria-label': `Pictures of ${title}` },
    h(
      'div',
      { class: 'picture' },
      picture(pictures[at], `Picture ${at + 1} of ${pictures.length}`, sourceOf),
    ),
    pictures.length < 2
      ? null
      : h(
          'p',
          { class: 'turn' },
          turn(-1, 'Previous picture', '‹'),
          h('span', { 'aria-live': 'polite' }, `${at + 1} of ${pictures.length}`),
          turn(1, 'Next picture', '›'),
        ),
  );
}
