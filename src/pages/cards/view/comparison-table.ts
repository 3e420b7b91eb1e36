// Two to four cars side by side. Rows in which they differ stand out, and the server says the differences in words.
import { h, type Child, type ElementNode } from '../../element.ts';
import { table } from '../../table.ts';
import { pluralize } from '../../../api/format.ts';
import { vehicleFacts } from '../../search/view/labels.ts';
import { FACTS, FORM_FIELDS } from '../../search/view/search-fields.ts';
import { asText, type Car } from './car.ts';
import { listedFor, picture } from './car-parts.ts';
import type { CardsModel } from './cards-model.ts';
import type { Comparison } from './read-result.ts';

interface Row {
  readonly label: string;
  readonly valueOf: (car: Car) => string;
}

const ofName = (name: string) => (car: Car) => asText(car.values[name]) ?? '';

const ROWS: readonly Row[] = [
  { label: 'Price', valueOf: ({ price }) => price },
  { label: 'Price rating', valueOf: ({ mark }) => mark ?? 'none' },
  ...FACTS.map(({ name }) => ({
    label: FORM_FIELDS.find((field) => field.name === name)?.label ?? name,
    valueOf: ({ values }: Car) => vehicleFacts({ [name]: values[name] }).join(''),
  })),
  { label: 'Trim', valueOf: ofName('trim') },
  { label: 'Body', valueOf: ofName('body') },
  { label: 'Colour', valueOf: ofName('colour') },
  { label: 'ULEZ', valueOf: ({ ulez }) => ulez?.verdict ?? '' },
  { label: 'Place', valueOf: ({ place }) => place },
  { label: 'Dealer', valueOf: ({ dealer }) => dealer },
  { label: 'Listed', valueOf: ({ listedDays }) => listedFor(listedDays) },
];

export function comparisonTable({ cars, differences }: Comparison, { sourceOf }: CardsModel): Child[] {
  const rows = ROWS.map(({ label, valueOf }) => ({ label, values: cars.map(valueOf) })).filter(({ values }) =>
    values.some((value) => value !== ''),
  );
  return [
    h('h1', { id: 'heading', tabindex: -1 }, `${pluralize(cars.length, 'car')} compared`),
    h(
      'div',
      { class: 'scrolled', role: 'region', 'aria-labelledby': 'heading', tabindex: 0 },
      table([h('td', {}), ...cars.map((car, i) => headOf(car, i, sourceOf))], rows.map(rowOf), {
        class: `of-${cars.length}`,
      }),
    ),
    differences.length === 0
      ? null
      : [
          h('h2', {}, 'What differs'),
          h(
            'ul',
            { class: 'differences' },
            differences.map((sentence) => h('li', {}, sentence)),
          ),
        ],
  ];
}

function headOf(car: Car, i: number, sourceOf: CardsModel['sourceOf']): ElementNode {
  const link = { href: car.advert, target: '_blank', rel: 'noopener noreferrer', 'data-do': 'visit' };
  return h(
    'th',
    { scope: 'col' },
    h('div', { class: 'picture' }, picture(car.pictures[0], '', sourceOf)),
    h('a', link, `${i + 1}. ${car.title}`),
  );
}

function rowOf({
  label,
  values,
}: {
  readonly label: string;
  readonly values: readonly string[];
}): ElementNode {
  const differs = new Set(values).size > 1;
  return h(
    'tr',
    { class: differs ? 'differs' : null },
    h('th', { scope: 'row' }, label, differs ? h('span', { class: 'unseen' }, ' (differs)') : null),
    values.map((value) => h('td', {}, value === '' ? 'not known' : value)),
  );
}
