// Fields of the form of filters: options, and texts with what is wrong with them.
import { fieldError } from './field-errors.ts';
import { h, type ElementNode } from '../../element.ts';
import type { PageModel } from './page-model.ts';

/** Id of the form that the filters belong to. */
export const FORM = 'refine';

export function option(value: string, label: string, chosen: string | undefined): ElementNode {
  return h('option', { value, selected: equalsIgnoringCase(value, chosen ?? '') }, label);
}

export function equalsIgnoringCase(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
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
  return h(
    'div',
    {},
    h(
      'label',
      {},
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
    ),
    error === undefined ? null : h('p', { class: 'error', id: errorId }, error),
  );
}
