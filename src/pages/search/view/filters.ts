// The filters, each with what the stock holds. They are one form, so a browser without script sends them all together, with the
// phrase that the search box goes on showing.
import type { DistributionJson, SummaryTotals, ValueCounts } from '../../../api/responses.ts';
import { equalsIgnoringCase, FORM, labelledText, option, tickBoxes } from './form-fields.ts';
import { button, h, type Child, type ElementNode } from '../../element.ts';
import { binsOfYears, histogram } from './histogram-bars.ts';
import type { PageModel } from './page-model.ts';
import { rangeSlider } from './range-slider.ts';
import { termFields } from './term-fields.ts';
import { AREA, phraseOf, SHOWN_PHRASE, TERM } from './search-state.ts';
import { formatCount, pluralize } from '../../../api/format.ts';
import { formatValues, only, splitValues } from '../../../listing/values.ts';
import { DISTANCE_BANDS } from './labels.ts';
import { hidesWriteOffs, NO_WRITE_OFFS } from './write-offs.ts';
import {
  FORM_FIELDS,
  type ChoiceField,
  type FormBound,
  type FormField,
  type RangeField,
} from './search-fields.ts';

const IN_ORDER = FORM_FIELDS.toSorted((a, b) => a.formOrder - b.formOrder);
/** What describes the car comes before the dealers. */
const OF_CAR = IN_ORDER.filter((field) => field.kind === 'range' || !field.isOfSeller);
const OF_SELLER = IN_ORDER.filter((field) => !OF_CAR.includes(field));

export function filters(model: PageModel): ElementNode {
  const { search } = model;
  return h(
    'section',
    {
      id: 'filters',
      class: model.filtersAreOpen ? 'filters open' : 'filters',
      'aria-label': 'Filters',
      tabindex: -1,
      hidden: model.phase === 'unauthorized',
    },
    [
      h('form', { id: FORM, action: model.basePath, method: 'get', autocomplete: 'off' }, [
        h('input', { type: 'hidden', name: SHOWN_PHRASE, value: phraseOf(search) ?? '' }),
        ['cell', AREA].map((name) =>
          search[name] === undefined ? null : h('input', { type: 'hidden', name, value: search[name] }),
        ),
      ]),
      h('fieldset', {}, [
        h('legend', {}, 'Place'),
        h('div', { class: 'terms' }, [
          labelledText(model, 'Postcode or town', 'location', { autocomplete: 'postal-code' }),
          h('label', {}, [
            h('span', {}, 'Distance'),
            h('select', { name: 'distance', form: FORM }, [
              option('', 'Any', search.distance),
              DISTANCE_BANDS.map(({ value, label }) => option(value, label, search.distance)),
            ]),
          ]),
        ]),
      ]),
      OF_CAR.map((field) => formField(model, field)),
      h('label', { class: 'tick' }, [
        h('input', {
          type: 'checkbox',
          name: TERM,
          form: FORM,
          value: NO_WRITE_OFFS,
          checked: hidesWriteOffs(search),
        }),
        h('span', {}, 'Hide written-off cars'),
      ]),
      termFields(model),
      OF_SELLER.map((field) => formField(model, field)),
      h('div', { class: 'sheet-foot' }, [
        h('button', { type: 'submit', form: FORM, class: 'main unscripted' }, 'Search'),
        button(showLabel(model), { class: 'main to-results scripted' }),
      ]),
    ],
  );
}

/** `Show 1,532 cars`: closes the filters, where they cover the results. */
function showLabel({ results }: PageModel): string {
  const total = results?.total_vehicles;
  return total === undefined
    ? 'Show results'
    : total === 0
      ? 'No car matches'
      : `Show ${pluralize(total, 'car')}`;
}

function formField(model: PageModel, field: FormField): ElementNode {
  return field.kind === 'choice' ? choiceField(model, field) : rangeField(model, field);
}

/** The summary's part about a field; the caller knows from search-fields.ts which kind it is. */
function countsOf<Counts>({ summary }: PageModel, name: string): Counts | undefined {
  return (summary as (SummaryTotals & Readonly<Record<string, unknown>>) | null)?.[name] as
    Counts | undefined;
}

/** A box for each value that the summary counts, and for each other one that is asked for. Excluded ones are sent along. */
function choiceField(model: PageModel, { name, parameter, label, allowed }: ChoiceField): ElementNode {
  const { any, none } = splitValues(model.search[parameter] ?? '');
  const isAsked = (value: string): boolean => any.some((one) => equalsIgnoringCase(one, value));
  // Values that cannot be searched for are counted, but not offered.
  const counted = (countsOf<ValueCounts>(model, name)?.values ?? [])
    .filter(({ value }) => allowed?.includes(value) ?? true)
    .map(({ value, count }) => ({
      value: formatValues(only(value)),
      label: `${value} (${formatCount(count)})`,
    }));
  const others = any.filter((one) => !counted.some(({ value }) => equalsIgnoringCase(one, value)));
  const boxes = [...others.map((value) => ({ value, label: value })), ...counted];
  return tickBoxes(parameter, {
    key: parameter,
    label,
    boxes: boxes.map((box) => ({ ...box, isTicked: isAsked(box.value) })),
    more: none.map((value) =>
      h('input', { type: 'hidden', name: parameter, form: FORM, value: `-${value}` }),
    ),
  });
}

function rangeField(model: PageModel, field: RangeField): ElementNode {
  const side = ({ parameter }: FormBound, text: string): ElementNode =>
    labelledText(model, text, parameter, { inputmode: field.isDecimal ? 'decimal' : 'numeric' });
  return h('fieldset', {}, [
    h('legend', {}, field.label),
    countsView(model, field),
    h('div', { class: 'pair' }, [side(field.min, 'From'), side(field.max, 'To')]),
  ]);
}

function countsView(model: PageModel, field: RangeField): Child {
  switch (field.counts) {
    case 'distribution':
      return distributionView(model, field, countsOf<DistributionJson>(model, field.name));
    case 'facet':
      return facetView(model, field, countsOf<ValueCounts>(model, field.name));
    case 'none':
      return null;
  }
}

function distributionView(model: PageModel, field: RangeField, distribution?: DistributionJson): Child {
  const { label, words } = field;
  const format = (value: number): string => words.replace('#', formatCount(value));
  if (distribution === undefined) return null;
  const { min, max, percentiles, histogram: bins } = distribution;
  const median = percentiles['50'] ?? null;
  const description =
    median === null || min === null || max === null
      ? `${label}: nothing to show`
      : `${label} from ${format(min)} to ${format(max)}; median ${format(median)}`;
  const bars = histogram({ ...histogramOf(model, field), label: description, bins });
  return [
    bars,
    rangeSlider(field, bins, model.search),
    h('p', { class: 'note' }, median === null ? 'Unknown' : `Median ${format(median)}`),
  ];
}

function facetView(model: PageModel, field: RangeField, counts?: ValueCounts): Child {
  if (counts === undefined) return null;
  const bins = binsOfYears(counts);
  const first = bins[0];
  const last = bins.at(-1);
  const label =
    first === undefined || last === undefined
      ? `${field.label}: nothing to show`
      : `${field.label}s from ${first.from} to ${last.from}`;
  return [histogram({ ...histogramOf(model, field), label, bins }), rangeSlider(field, bins, model.search)];
}

/** The name that a drag over the bars sets, and the bounds that are set. */
function histogramOf(
  { search }: PageModel,
  { min, max }: RangeField,
): { name: string; min: number | null; max: number | null } {
  const bound = (value: string | undefined): number | null =>
    value !== undefined && /^-?\d+$/.test(value) ? Number(value) : null;
  return {
    name: min.parameter.replace(/_min$/, ''),
    min: bound(search[min.parameter]),
    max: bound(search[max.parameter]),
  };
}
