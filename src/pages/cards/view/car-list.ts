// The cars of a search: how many, their map, a card for each, and the way to more.
import { button, h, type ElementNode } from '../../element.ts';
import { formatCount, pluralize } from '../../../api/format.ts';
import type { Car } from './car.ts';
import { carMap } from './car-map.ts';
import { cardWords } from '../../search/view/car-parts.ts';
import { vehicleTitle } from '../../search/view/labels.ts';
import { actions, picture } from './car-parts.ts';
import type { CardsModel } from './cards-model.ts';
import type { CarList } from './read-result.ts';

export function carList(list: CarList, model: CardsModel): ElementNode[] {
  const { cars, total, page, pages } = list;
  const map = model.isMapOpen ? carMap(cars, model.land) : null;
  return [
    h('header', {}, [
      h('h1', { id: 'heading', tabindex: -1 }, total === 0 ? 'No car matches' : pluralize(total, 'car')),
      cars.some(({ town }) => town !== null)
        ? button(['Map'], { 'data-do': 'map', 'aria-expanded': model.isMapOpen ? 'true' : 'false' })
        : null,
    ]),
    h('div', { class: map === null ? 'list' : 'list with-map', 'aria-busy': model.isBusy ? 'true' : null }, [
      h('ul', { class: 'cards' }, [cars.map((car) => card(car, model))]),
      map,
    ]),
    h('p', { class: 'more' }, [
      total > cars.length ? h('span', {}, `${formatCount(cars.length)} of ${pluralize(total, 'car')}`) : null,
      page < pages && model.canContinue && model.canCallTools
        ? button(model.isBusy ? 'Loading…' : 'Show more', { 'data-do': 'more' })
        : null,
    ]),
  ];
}

function card(car: Car, model: CardsModel): ElementNode {
  const { advert, pictures } = car;
  const title = vehicleTitle(car);
  const open = { type: 'button', class: 'title', 'data-do': 'open', 'data-advert': advert };
  return h('li', { class: 'card', 'data-key': advert }, [
    picture(pictures[0], '', model.sourceOf),
    cardWords(
      car,
      h('h2', { dir: 'auto' }, model.canCallTools ? h('button', open, title) : title),
      actions(car, model),
    ),
  ]);
}
