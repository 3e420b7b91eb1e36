// The terms of the trade as filters: body, colour, doors and the like as selects, equipment as boxes to tick, and the other words of
// `q` as keywords. Together they are `q`, so they are shown together, once they are known for the search.
import { h, type ElementNode } from '../../element.ts';
import { FORM, labelledText, option } from './form-fields.ts';
import { formatCount } from './labels.ts';
import type { PageModel } from './page-model.ts';
import { choicesQuery, TERM } from './search-state.ts';

/** Boxes that are visible before the rest is asked for. */
const FIRST_BOXES = 8;

type Group = NonNullable<PageModel['choices']>['groups'][number];

export function termFields(model: PageModel): ElementNode {
  const { choices, search } = model;
  // Until they are known, what is there stays as it is.
  if (choices?.key !== choicesQuery(search)) return h('div', { class: 'terms', 'data-own': true });
  const { words, groups } = choices;
  return h(
    'div',
    { class: 'terms' },
    groups.map((group) => (group.isMultiple ? boxes(group) : select(group))),
    labelledText({ ...model, search: { ...search, q: words } }, 'Keywords', 'q', { maxlength: 512 }),
  );
}

function select({ label, group, choices }: Group): ElementNode {
  const chosen = choices.find(({ isChosen }) => isChosen)?.term;
  return h(
    'label',
    { 'data-key': group },
    h('span', {}, label),
    h(
      'select',
      { name: TERM, form: FORM },
      option('', 'Any', chosen),
      choices.map(({ term, count }) => option(term, `${term} (${formatCount(count)})`, chosen)),
    ),
  );
}

function boxes({ label, group, choices }: Group): ElementNode {
  const box = ({ term, count, isChosen }: Group['choices'][number]): ElementNode =>
    h(
      'label',
      { class: 'tick', 'data-key': term },
      h('input', { type: 'checkbox', name: TERM, form: FORM, value: term, checked: isChosen }),
      h('span', {}, `${term} (${formatCount(count)})`),
    );
  // The chosen ones are always visible.
  const sorted = choices.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
  const rest = sorted.slice(FIRST_BOXES);
  return h(
    'fieldset',
    { 'data-key': group },
    h('legend', {}, label),
    sorted.slice(0, FIRST_BOXES).map(box),
    rest.length === 0
      ? null
      : h('details', { 'data-keeps': 'open' }, h('summary', {}, `${rest.length} more`), rest.map(box)),
  );
}
