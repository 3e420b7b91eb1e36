// The fields of the search, each with what there is of it. They belong to the form of the search box, so that a browser
// without script sends them all together.
import type { ParameterName } from './parameter-names.ts';
import type { ValueCounts, Distribution } from './api-types.ts';
import { h, type Child, type ElementNode } from '../../element.ts';
import { binsOfYears, histogram } from './histogram-bars.ts';
import type { PageModel } from './page-model.ts';
import { formatCount, DISTANCE_BANDS, formatPounds } from './labels.ts';

export const FORM = 'search';

export function filters(model: PageModel): ElementNode {
  const { search, summary } = model;
  return h(
    'section',
    {
      id: 'filters',
      class: model.filtersAreOpen ? 'filters open' : 'filters',
      'aria-label': 'Filters',
      hidden: model.phase === 'unauthorized',
    },
    choiceField(model, 'make', 'Make', summary?.make),
    choiceField(model, 'model', 'Model', summary?.model),
    distributionField(model, 'price', 'Price', summary?.price ?? null, formatPounds),
    distributionField(
      model,
      'miles',
      'Mileage',
      summary?.mileage ?? null,
      (miles) => `${formatCount(miles)} miles`,
    ),
    yearField(model),
    choiceField(model, 'fuel_type', 'Fuel', summary?.fuel_type, CLASSES.fuel_type),
    choiceField(model, 'transmission', 'Gearbox', summary?.transmission, CLASSES.transmission),
    rangeField(model, 'engine', 'Engine, litres', null, 'decimal'),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Place'),
      h(
        'div',
        { class: 'pair' },
        h(
          'label',
          {},
          h('span', {}, 'Postcode'),
          textField(model, 'location', { autocomplete: 'postal-code' }),
        ),
        h(
          'label',
          {},
          h('span', {}, 'Distance'),
          h(
            'select',
            { name: 'distance', form: FORM },
            option('', 'Any', search.distance),
            DISTANCE_BANDS.map(({ value, label }) => option(value, label, search.distance)),
          ),
        ),
      ),
    ),
    choiceField(model, 'dealer', 'Dealer', summary?.dealer),
    h('label', {}, h('span', {}, 'Words in the advert'), textField(model, 'q', { maxlength: 512 })),
    h('p', { class: 'unscripted' }, h('button', { type: 'submit', form: FORM }, 'Search')),
  );
}

/** Values that can be searched for; others are counted, and not offered. */
const CLASSES = {
  fuel_type: ['Petrol', 'Diesel', 'Hybrid', 'Electric'],
  transmission: ['Manual', 'Automatic'],
} as const;

function choiceField(
  { search }: PageModel,
  name: ParameterName,
  label: string,
  counts: ValueCounts | undefined,
  classes?: readonly string[],
): ElementNode {
  const chosen = search[name];
  const values = (counts?.values ?? []).filter(({ value }) => classes?.includes(value) ?? true);
  const options = values.map(({ value, count }) => option(value, `${value} (${formatCount(count)})`, chosen));
  // What is asked for stays chosen, though nothing has it.
  const isListed = values.some(({ value }) => equalsIgnoringCase(value, chosen));
  if (chosen !== undefined && !isListed) options.unshift(option(chosen, `${chosen} (0)`, chosen));
  return h(
    'label',
    {},
    h('span', {}, label),
    h('select', { name, form: FORM }, option('', 'Any', chosen), options),
  );
}

function option(value: string, label: string, chosen: string | undefined): ElementNode {
  return h('option', { value, selected: equalsIgnoringCase(value, chosen ?? '') }, label);
}

function equalsIgnoringCase(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

type RangeParameterName = 'price' | 'miles' | 'year' | 'engine';

function distributionField(
  model: PageModel,
  name: 'price' | 'miles',
  label: string,
  distribution: Distribution | null,
  format: (value: number) => string,
): ElementNode {
  const median = distribution?.percentiles['50'] ?? null;
  const description =
    distribution === null || median === null || distribution.min === null || distribution.max === null
      ? `${label}: nothing to show`
      : `${label} from ${format(distribution.min)} to ${format(distribution.max)}; half are at ${format(median)} or below`;
  const bars = histogram({
    name,
    label: description,
    bins: distribution?.histogram ?? [],
    ...boundsOf(model, name),
  });
  const note = median === null ? 'None known' : `Half are at ${format(median)} or below`;
  return rangeField(model, name, label, [bars, h('p', { class: 'note' }, note)], 'numeric');
}

function yearField(model: PageModel): ElementNode {
  const { summary } = model;
  const bins = summary === null ? [] : binsOfYears(summary.year);
  const first = bins[0];
  const last = bins.at(-1);
  const label =
    first === undefined || last === undefined
      ? 'Year: nothing to show'
      : `Years from ${first.from} to ${last.from}`;
  const bars = histogram({ name: 'year', label, bins, ...boundsOf(model, 'year') });
  return rangeField(model, 'year', 'Year', bars, 'numeric');
}

function rangeField(
  model: PageModel,
  name: RangeParameterName,
  label: string,
  above: Child,
  inputmode: 'numeric' | 'decimal',
): ElementNode {
  const side = (end: 'min' | 'max', text: string): ElementNode =>
    h('label', {}, h('span', {}, text), textField(model, `${name}_${end}`, { inputmode }));
  return h(
    'fieldset',
    {},
    h('legend', {}, label),
    above,
    h('div', { class: 'pair' }, side('min', 'From'), side('max', 'To')),
  );
}

function textField(
  { search, problem }: PageModel,
  name: ParameterName,
  more: Readonly<Record<string, string | number>>,
): ElementNode {
  const isInvalid = problem?.errors?.some(({ parameter }) => parameter === name) ?? false;
  return h('input', {
    type: 'text',
    name,
    form: FORM,
    value: search[name] ?? '',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-invalid': isInvalid ? 'true' : null,
    'aria-describedby': isInvalid ? 'notice' : null,
    ...more,
  });
}

function boundsOf(
  { search }: PageModel,
  name: RangeParameterName,
): { min: number | null; max: number | null } {
  const bound = (value: string | undefined): number | null =>
    value !== undefined && /^-?\d+$/.test(value) ? Number(value) : null;
  return { min: bound(search[`${name}_min`]), max: bound(search[`${name}_max`]) };
}
