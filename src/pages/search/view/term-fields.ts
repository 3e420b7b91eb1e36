// The terms of the trade as filters: body, colour, doors and the like as selects, equipment as boxes to tick, and the other words of
// `q` as keywords. Together they are `q`.
import { h, type ElementNode } from '../../element.ts';
import { FORM, labelledText, option, tickBoxes } from './form-fields.ts';
import { formatCount } from '../../../api/format.ts';
import type { PageModel } from './page-model.ts';
import type { TermChoiceGroup } from './term-choices.ts';
import { TERM } from './search-state.ts';

export function termFields(model: PageModel): ElementNode {
  const { search } = model;
  const { words, groups } = model.choices;
  return h('div', { class: 'terms' }, [
    groups.map((group) => (group.isMultiple ? boxes(group) : select(group))),
    labelledText({ ...model, search: { ...search, q: words } }, 'Keywords', 'q', { maxlength: 512 }),
  ]);
}

function select({ name, label, choices }: TermChoiceGroup): ElementNode {
  const chosen = choices.find(({ isChosen }) => isChosen)?.q;
  return h('label', { 'data-key': name }, [
    h('span', {}, label),
    h('select', { name: TERM, form: FORM }, [
      option('', 'Any', chosen),
      choices.map(({ label, q, count }) => option(q, `${label} (${formatCount(count)})`, chosen)),
    ]),
  ]);
}

function boxes({ name, label, choices }: TermChoiceGroup): ElementNode {
  // The chosen ones are always visible.
  const sorted = choices.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
  const each = sorted.map(({ label, q, count, isChosen }) => ({
    value: q,
    label: `${label} (${formatCount(count)})`,
    isTicked: isChosen,
  }));
  return tickBoxes(TERM, { key: name, label, boxes: each });
}
