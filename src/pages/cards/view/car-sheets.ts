// Cars in full: pictures to turn, all facts, what the stock says of the price, and the dealer's own words.
import { h, type ElementNode } from '../../element.ts';
import { knownFacts, priceLine, statedFacts } from '../../search/view/car-parts.ts';
import { turner } from '../../search/view/car-pictures.ts';
import { vehicleTitle } from '../../search/view/labels.ts';
import type { Car } from './car.ts';
import { actions, picture } from './car-parts.ts';
import type { CardsModel } from './cards-model.ts';
import type { CarSheets } from './read-result.ts';

export function carSheets({ cars, gone }: CarSheets, model: CardsModel): ElementNode[] {
  return [
    ...cars.map((car, i) => sheet(car, model, i === 0)),
    ...gone.map(({ advert, isWithdrawn }) =>
      h('p', { class: 'gone' }, [isWithdrawn ? 'Withdrawn: ' : 'Not known: ', h('span', {}, advert)]),
    ),
  ];
}

function sheet(car: Car, model: CardsModel, isFirst: boolean): ElementNode {
  const { price, remark, ulez, full_description } = car;
  const { mark = null, reason = '' } = remark?.price_mark ?? {};
  const stated = Object.entries(statedFacts(remark)).map(([label, fact]) => `${label}: ${fact}`);
  return h('article', { class: 'sheet', 'data-key': car.advert }, [
    h('h1', { id: isFirst ? 'heading' : null, tabindex: -1, dir: 'auto' }, vehicleTitle(car)),
    priceLine(price, mark),
    knownFacts(car),
    gallery(car, model),
    reason === '' ? null : h('p', { class: 'reason' }, reason),
    ulez === null
      ? null
      : h('p', {}, [h('strong', {}, `ULEZ ${ulez.verdict}`), ulez.rule === null ? null : `: ${ulez.rule}`]),
    stated.length === 0 ? null : h('p', { class: 'quiet', dir: 'auto' }, stated.join(' · ')),
    h('p', { class: 'description', dir: 'auto' }, full_description ?? 'The dealer gives no description.'),
    actions(car, model),
  ]);
}

function gallery(car: Car, { turned, sourceOf }: CardsModel): ElementNode {
  const { advert, pictures } = car;
  const at = turned.get(advert) ?? 0;
  return h('div', { class: 'gallery', role: 'group', 'aria-label': `Pictures of ${vehicleTitle(car)}` }, [
    picture(pictures[at], `Picture ${at + 1} of ${pictures.length}`, sourceOf),
    turner(at, pictures.length, (step) => ({
      'data-do': 'turn',
      'data-advert': advert,
      'data-step': step,
    })),
  ]);
}
