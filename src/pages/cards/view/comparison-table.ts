// Two to four cars side by side, as on the page of a comparison; the server says the differences in words.
import { h, type Child, type ElementNode } from '../../element.ts';
import { pluralize } from '../../../api/format.ts';
import { comparison } from '../../search/view/comparison.ts';
import { vehicleTitle } from '../../search/view/labels.ts';
import type { Car } from './car.ts';
import { picture } from './car-parts.ts';
import type { CardsModel } from './cards-model.ts';
import type { Comparison } from './read-result.ts';

export function comparisonTable({ cars, differences }: Comparison, { sourceOf }: CardsModel): Child[] {
  return [
    h('h1', { id: 'heading', tabindex: -1 }, `${pluralize(cars.length, 'car')} compared`),
    comparison(cars, (_, at) => headOf(cars[at], at, sourceOf)),
    differences.length === 0
      ? null
      : [
          h('h2', {}, 'What differs'),
          h('ul', { class: 'differences' }, [differences.map((sentence) => h('li', {}, sentence))]),
        ],
  ];
}

function headOf(car: Car, i: number, sourceOf: CardsModel['sourceOf']): ElementNode {
  const link = { href: car.advert, target: '_blank', rel: 'noopener noreferrer', 'data-do': 'visit' };
  return h('th', { scope: 'col', dir: 'auto' }, [
    picture(car.pictures[0], '', sourceOf),
    h('a', link, `${i + 1}. ${vehicleTitle(car)}`),
  ]);
}
