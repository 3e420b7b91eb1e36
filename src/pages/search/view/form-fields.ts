// Fields of the form of filters: options, boxes to tick, texts with what is wrong with them, and the terms of the trade: body, colour and the
// like as selects, equipment as boxes, and the other words of `q` as keywords.
import { fieldError } from './field-errors.ts';
import { h, type Child, type ElementNode } from '../../element.ts';
import type { PageModel } from './page-model.ts';
import { formatCount } from '../../../api/format.ts';
import type { TermChoiceGroup } from './term-choices.ts';
import { TERM } from './search-state.ts';

export const FORM = 'refine';

export function option(value: string, label: string, chosen: string | undefined): ElementNode {
  return h('option', { value, selected: equalsIgnoringCase(value, chosen ?? '') }, label);
}

export function equalsIgnoringCase(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

export interface TickBox {
  readonly value: string;
  readonly label: string;
  readonly isTicked: boolean;
}

/** Boxes that are visible before the rest is asked for. */
const FIRST_BOXES = 8;

/** Boxes of one name, and more fields of it. A ticked one keeps its place, because the focus would not follow it to another. */
export function tickBoxes(
  name: string,
  { key, label, boxes, more = null }: { key: string; label: string; boxes: readonly TickBox[]; more?: Child },
): ElementNode {
  const box = ({ value, label, isTicked }: TickBox): ElementNode =>
    h('label', { class: 'tick', 'data-key': value }, [
      h('input', { type: 'checkbox', name, form: FORM, value, checked: isTicked }),
      h('span', { dir: 'auto' }, label),
    ]);
  const rest = boxes.slice(FIRST_BOXES);
  const isOpen = rest.some(({ isTicked }) => isTicked);
  return h('fieldset', { 'data-key': key }, [
    h('legend', {}, label),
    boxes.slice(0, FIRST_BOXES).map(box),
    rest.length === 0
      ? null
      : h('details', { 'data-keeps': 'open', open: isOpen }, [
          h('summary', {}, `${rest.length} more`),
          rest.map(box),
        ]),
    more,
  ]);
}

/** What is wrong with the value stands below the field, beside its label. */
export function labelledText(
  { search, problem }: Pick<PageModel, 'search' | 'problem'>,
  label: string,
  name: string,
  more: Readonly<Record<string, string | number>>,
): ElementNode {
  const error = fieldError(problem, name);
  const errorId = `error-${name}`;
  return h('div', {}, [
    h('label', {}, [
      h('span', {}, label),
      h('input', {
        type: 'text',
        name,
        form: FORM,
        value: search[name] ?? '',
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-invalid': error === undefined ? null : 'true',
        'aria-describedby': error === undefined ? null : errorId,
        ...more,
      }),
    ]),
    error === undefined ? null : h('p', { class: 'error', id: errorId }, error),
  ]);
}

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
