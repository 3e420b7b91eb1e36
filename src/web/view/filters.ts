// The fields of the search, each with what there is of it. They belong to the form of the search box, so that a browser
// without script sends them all together.
import type { ParameterName } from './parameter-names.ts';
import type { Counts, Spread } from './answers.ts';
import { h, type Child, type ElementNode } from './element.ts';
import { binsOfYears, histogram } from './histogram.ts';
import type { Model } from './model.ts';
import { amount, BANDS, pounds } from './words.ts';

export const FORM = 'search';

export function filters(model: Model): ElementNode {
  const { search, summary } = model;
  return h(
    'section',
    {
      id: 'filters',
      class: model.filtersAreOpen ? 'filters open' : 'filters',
      'aria-label': 'Filters',
      hidden: model.phase === 'closed',
    },
    choice(model, 'make', 'Make', summary?.make),
    choice(model, 'model', 'Model', summary?.model),
    spread(model, 'price', 'Price', summary?.price ?? null, pounds),
    spread(model, 'miles', 'Mileage', summary?.mileage ?? null, (miles) => `${amount(miles)} miles`),
    years(model),
    choice(model, 'fuel_type', 'Fuel', summary?.fuel_type, CLASSES.fuel_type),
    choice(model, 'transmission', 'Gearbox', summary?.transmission, CLASSES.transmission),
    range(model, 'engine', 'Engine, litres', null, 'decimal'),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Place'),
      h(
        'div',
        { class: 'pair' },
        h('label', {}, h('span', {}, 'Postcode'), input(model, 'location', { autocomplete: 'postal-code' })),
        h(
          'label',
          {},
          h('span', {}, 'Distance'),
          h(
            'select',
            { name: 'distance', form: FORM },
            option('', 'Any', search.distance),
            BANDS.map(({ value, words }) => option(value, words, search.distance)),
          ),
        ),
      ),
    ),
    choice(model, 'dealer', 'Dealer', summary?.dealer),
    h('label', {}, h('span', {}, 'Words in the advert'), input(model, 'q', { maxlength: 512 })),
    h('p', { class: 'unscripted' }, h('button', { type: 'submit', form: FORM }, 'Search')),
  );
}

/** Values that can be searched for; others are counted, and not offered. */
const CLASSES = {
  fuel_type: ['Petrol', 'Diesel', 'Hybrid', 'Electric'],
  transmission: ['Manual', 'Automatic'],
} as const;

function choice(
  { search }: Model,
  name: ParameterName,
  label: string,
  counts: Counts | undefined,
  classes?: readonly string[],
): ElementNode {
  const chosen = search[name];
  const values = (counts?.values ?? []).filter(({ value }) => classes?.includes(value) ?? true);
  const options = values.map(({ value, count }) => option(value, `${value} (${amount(count)})`, chosen));
  // What is asked for stays chosen, though nothing has it.
  const isListed = values.some(({ value }) => same(value, chosen));
  if (chosen !== undefined && !isListed) options.unshift(option(chosen, `${chosen} (0)`, chosen));
  return h(
    'label',
    {},
    h('span', {}, label),
    h('select', { name, form: FORM }, option('', 'Any', chosen), options),
  );
}

function option(value: string, words: string, chosen: string | undefined): ElementNode {
  return h('option', { value, selected: same(value, chosen ?? '') }, words);
}

function same(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

type RangeParameterName = 'price' | 'miles' | 'year' | 'engine';

function spread(
  model: Model,
  name: 'price' | 'miles',
  label: string,
  of: Spread | null,
  words: (value: number) => string,
): ElementNode {
  const half = of?.percentiles['50'] ?? null;
  const said =
    of === null || half === null || of.min === null || of.max === null
      ? `${label}: nothing to show`
      : `${label} from ${words(of.min)} to ${words(of.max)}; half are at ${words(half)} or below`;
  const bars = histogram({ name, label: said, bins: of?.histogram ?? [], ...boundsOf(model, name) });
  const note = half === null ? 'None known' : `Half are at ${words(half)} or below`;
  return range(model, name, label, [bars, h('p', { class: 'note' }, note)], 'numeric');
}

function years(model: Model): ElementNode {
  const { summary } = model;
  const bins = summary === null ? [] : binsOfYears(summary.year);
  const first = bins[0];
  const last = bins.at(-1);
  const label =
    first === undefined || last === undefined
      ? 'Year: nothing to show'
      : `Years from ${first.from} to ${last.from}`;
  const bars = histogram({ name: 'year', label, bins, ...boundsOf(model, 'year') });
  return range(model, 'year', 'Year', bars, 'numeric');
}

function range(
  model: Model,
  name: RangeParameterName,
  label: string,
  above: Child,
  inputmode: 'numeric' | 'decimal',
): ElementNode {
  const side = (end: 'min' | 'max', words: string): ElementNode =>
    h('label', {}, h('span', {}, words), input(model, `${name}_${end}`, { inputmode }));
  return h(
    'fieldset',
    {},
    h('legend', {}, label),
    above,
    h('div', { class: 'pair' }, side('min', 'From'), side('max', 'To')),
  );
}

function input(
  { search, refusal }: Model,
  name: ParameterName,
  more: Readonly<Record<string, string | number>>,
): ElementNode {
  const isWrong = refusal?.errors?.some(({ parameter }) => parameter === name) ?? false;
  return h('input', {
    type: 'text',
    name,
    form: FORM,
    value: search[name] ?? '',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-invalid': isWrong ? 'true' : null,
    'aria-describedby': isWrong ? 'notice' : null,
    ...more,
  });
}

function boundsOf({ search }: Model, name: RangeParameterName): { min: number | null; max: number | null } {
  const bound = (value: string | undefined): number | null =>
    value !== undefined && /^-?\d+$/.test(value) ? Number(value) : null;
  return { min: bound(search[`${name}_min`]), max: bound(search[`${name}_max`]) };
}
