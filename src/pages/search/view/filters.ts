// The filters, each with counts of the stock. They are one form, so a browser without script sends them all together, along with
// the phrase that the search box keeps showing.
import type { SummaryTotals, ValueCountsJson } from '../../../api/responses.ts';
import {
  equalsIgnoringCase,
  FORM,
  labelledText,
  option,
  termFields,
  tickBoxes,
  rangeField,
} from './form-fields.ts';
import { button, h, type ElementNode } from '../../element.ts';
import type { PageModel } from './page-model.ts';
import {
  AREA,
  isAnyCar,
  phraseOf,
  PLACE,
  SHOWN_PHRASE,
  TERM,
  type SearchState,
} from '../../view/search-state.ts';
import { formatCount, pluralize } from '../../../format.ts';
import { formatValues, singleValue, splitValues } from '../../../query/parameter-text.ts';
import { DISTANCE_BANDS } from './labels.ts';
import { hidesWriteOffs, NO_WRITE_OFFS } from '../../view/term-choices.ts';
import { FORM_FIELDS, type ChoiceField, type FormField } from '../../view/search-fields.ts';

const IN_ORDER = FORM_FIELDS.toSorted((a, b) => a.formOrder - b.formOrder);
/** Fields about the car precede those about the dealer. */
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
        h('legend', { class: 'unseen' }, 'Place'),
        h('div', { class: 'terms' }, [
          labelledText(model, 'Postcode or town', 'location', {
            id: 'location',
            autocomplete: 'postal-code',
            ...(search[PLACE] !== undefined && { value: search[PLACE] }),
          }),
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
        h(
          'a',
          { class: 'button clear scripted', href: model.basePath, hidden: isAnyCar(search) },
          'Clear all',
        ),
        button(showLabel(model), { class: 'main to-results scripted' }),
      ]),
    ],
  );
}

/** The label `Show 1,532 cars` of the button that closes the filters where they cover the results. */
function showLabel({ results }: PageModel): string {
  const total = results?.total_vehicles;
  return total === undefined
    ? 'Show results'
    : total === 0
      ? 'No car matches'
      : `Show ${pluralize(total, 'car')}`;
}

function formField(model: PageModel, field: FormField): ElementNode {
  return field.kind === 'choice'
    ? choiceField(model, field)
    : rangeField(model, field, countsOf(model, field.name));
}

/** The summary's counts of a field. The caller knows their kind from pages/view/search-fields.ts. */
function countsOf<Counts>({ summary }: PageModel, name: string): Counts | undefined {
  return (summary as (SummaryTotals & Readonly<Record<string, unknown>>) | null)?.[name] as
    Counts | undefined;
}

const MODEL = 'model';

/** Without a make only some models are counted, so the count of a box is unknown. */
function isModelOfAnyMake(name: string, { make }: SearchState): boolean {
  return name === MODEL && splitValues(make ?? '').any.length === 0;
}

/** A box for each value that the summary counts and for each other requested value. Excluded values are sent along. */
function choiceField(model: PageModel, { name, parameter, label, allowed }: ChoiceField): ElementNode {
  const { any, none } = splitValues(model.search[parameter] ?? '');
  const isAsked = (value: string): boolean => any.some((one) => equalsIgnoringCase(one, value));
  const values = isModelOfAnyMake(name, model.search)
    ? []
    : (countsOf<ValueCountsJson>(model, name)?.values ?? []);
  // Values that cannot be searched for are counted, but not offered.
  const counted = values
    .filter(({ value }) => allowed?.includes(value) ?? true)
    .map(({ value, count }) => ({
      value: formatValues(singleValue(value)),
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
