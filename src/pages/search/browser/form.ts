// Turns actions in the fields and the search box into changes of the search.
import { FORM } from '../view/form-fields.ts';
import { clearedWith } from '../view/labels.ts';
import {
  isPageParameter,
  MIN_PHRASE_LENGTH,
  phraseOf,
  PLACE,
  TERM,
  withChange,
  toSearchState,
  type StateChange,
  type SearchState,
} from '../../view/search-state.ts';
import { textWithTerms } from '../../view/term-choices.ts';

/** Pause in typing before a request, in milliseconds. It is short, because results should follow the keys. */
const DEBOUNCE_MS = 20;

export interface FormHandlers {
  /** `isSameField`: the previous change was in the same field, so this one replaces the history entry. */
  readonly onChange: (search: SearchState, isSameField: boolean) => void;
  /** `isNew`: the box was emptied before, so the phrase refines what is on show, even if it looks like an edit. */
  readonly onPhrase: (phrase: string, isSameField: boolean, isNew: boolean) => void;
  readonly search: () => SearchState;
}

export function bindForm(page: HTMLElement, { onChange, onPhrase, search }: FormHandlers): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastField = '';
  let wasEmptied = false;
  const debounce = (act: () => unknown): void => {
    clearTimeout(timer);
    timer = setTimeout(act, DEBOUNCE_MS);
  };
  const change = (field: string, part: StateChange): void => {
    clearTimeout(timer);
    const next = withChange(search(), part);
    const isSameField = field === lastField;
    lastField = field;
    onChange(next, isSameField);
  };

  const say = (text: string): void => {
    clearTimeout(timer);
    const phrase = text.trim();
    // An emptied box asks for nothing: the next phrase refines what is on show.
    if (phrase === '' || (!wasEmptied && phrase === phraseOf(search()))) return;
    const isNew = wasEmptied;
    const isSameField = lastField === 'phrase' && !isNew;
    wasEmptied = false;
    lastField = 'phrase';
    onPhrase(phrase, isSameField, isNew);
  };

  page.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.id === 'phrase') {
      wasEmptied ||= target.value.trim() === '';
      return debounce(() => target.value.trim().length >= MIN_PHRASE_LENGTH && say(target.value));
    }
    const { bound } = target.dataset;
    if (bound !== undefined) return debounce(() => change(bound, boundOf(target, bound)));
    if (target.form?.id !== FORM || target.name === TERM) return;
    if (target.name === 'q') {
      const { form } = target;
      return debounce(() => change('q', { q: textFieldValue(form) }));
    }
    // An incomplete postcode would be invalid.
    if (target.name !== 'location') debounce(() => change(target.name, changeOf(target)));
  });
  page.addEventListener('change', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (!isField || target.form?.id !== FORM) return;
    if (target.name === TERM || target.name === 'q') {
      const q = textFieldValue(target.form);
      if (q !== (search().q ?? null)) change('q', { q });
      lastField = '';
      return;
    }
    if ((search()[parameterOf(target)] ?? null) !== valueOf(target)) change(target.name, changeOf(target));
    lastField = '';
  });
  page.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (!(event.target instanceof HTMLFormElement)) return;
    if (event.target.id !== FORM) {
      say(page.querySelector<HTMLInputElement>('#phrase')?.value ?? '');
      lastField = '';
      return;
    }
    const form = [...new FormData(event.target)];
    const fields = form.flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    const next = toSearchState(fields);
    const { location, [PLACE]: place } = search();
    // The field shows the name of the place.
    const isSame = next.location === (place ?? location);
    onChange(isSame ? { ...next, location, [PLACE]: place } : next, false);
  });
}

function boundOf(thumb: HTMLInputElement, parameter: string): StateChange {
  const other = Array.from(thumb.parentElement?.querySelectorAll('input') ?? []).find((one) => one !== thumb);
  if (other !== undefined) {
    const limit = Number(other.value);
    const passes = parameter.endsWith('_min') ? Number(thumb.value) > limit : Number(thumb.value) < limit;
    if (passes) thumb.value = other.value;
  }
  return { [parameter]: thumb.value === thumb.dataset['end'] ? null : thumb.value };
}

function textFieldValue(form: HTMLFormElement): string | null {
  const terms = textsIn(form, TERM).filter((term) => term !== '');
  return textWithTerms(textsIn(form, 'q').join(' '), terms) ?? null;
}

function textsIn(form: HTMLFormElement, name: string): string[] {
  return new FormData(form).getAll(name).flatMap((one) => (typeof one === 'string' ? [one.trim()] : []));
}

type Field = HTMLInputElement | HTMLSelectElement;

function parameterOf({ name }: Field): string {
  if (!isPageParameter(name)) throw new Error(`${name} is no parameter`);
  return name;
}

function changeOf(field: Field): StateChange {
  const parameter = parameterOf(field);
  return { ...clearedWith(parameter), [parameter]: valueOf(field) };
}

/** All values of a box's name: those ticked, and the excluded ones that the form also sends. */
function valueOf({ type, name, value, form }: Field): string | null {
  const all = type === 'checkbox' && form !== null ? textsIn(form, name) : [value.trim()];
  return all.join(',') || null;
}
