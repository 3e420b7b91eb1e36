// The search box, the active filters as chips, and notes on the interpretation of the last phrase.
import { addToList } from '../../../lists-by-key.ts';
import { h, type Child, type ElementNode } from '../../element.ts';
import type { FieldSummaries, InterpretationResponse } from '../../../api/responses.ts';
import type { PageModel, PageState } from './page-model.ts';
import type { PageUrls } from '../../site-frame.ts';
import { formatCount } from '../../../format.ts';
import { formatValues, singleValue } from '../../../query/parameter-text.ts';
import {
  isAnyCar,
  lastingSettings,
  phraseOf,
  phraseUrl,
  searchPageUrl,
  withChange,
  PHRASE_NAME,
  type SearchState,
} from '../../view/search-state.ts';
import { activeFilters, filtersByValue } from './labels.ts';
import { capitalized } from '../../view/vehicle-words.ts';
import { nameKey } from '../../../vehicle/name-key.ts';
import { FORM_FIELDS } from '../../view/search-fields.ts';

/** Id of the box's own form. Without script, a phrase is a new search, so no filter is sent with it. */
const BOX = 'search';

export function searchBox({ basePath, search }: Pick<PageModel, 'basePath' | 'search'>): ElementNode {
  return h(
    'form',
    { id: BOX, class: 'box', role: 'search', action: basePath, method: 'get', autocomplete: 'off' },
    [
      h('label', { for: 'phrase', class: 'unseen' }, 'What are you looking for?'),
      h('input', {
        id: 'phrase',
        name: PHRASE_NAME,
        type: 'search',
        value: phraseOf(search) ?? '',
        maxlength: 512,
        enterkeyhint: 'search',
        placeholder: 'under £10k near Leeds',
        'aria-describedby': 'hint',
        // Attributes that script sets for the combobox.
        'data-keeps': 'role aria-autocomplete aria-controls aria-expanded aria-activedescendant',
      }),
      h('div', { id: 'suggest', class: 'suggest', 'data-own': true }),
      h('button', { type: 'submit' }, 'Search'),
      h('p', { id: 'hint', class: 'unseen' }, [
        'In your own words. How they were read is shown below, and can be removed there.',
      ]),
    ],
  );
}

/** Percentile of prices that examples use. */
const CHEAP = '25';

/** Fields, and which of their most common values are examples. The most common fuel and gearbox would narrow little. */
const EXAMPLES = [
  ['make', 0, 2],
  ['fuel_type', -1, undefined],
  ['transmission', -1, undefined],
] as const;

/** Searches that find something in this stock. Each has one filter, so its count is known. */
function examples(summary: PageModel['summary']): readonly (readonly [label: string, search: SearchState])[] {
  const counts: Partial<FieldSummaries> = summary ?? {};
  const cheap = counts.price?.percentiles[CHEAP] ?? null;
  const found = EXAMPLES.flatMap(([name, from, to]) => {
    const field = FORM_FIELDS.find((one) => one.name === name);
    const allowed = field?.kind === 'choice' ? field.allowed : undefined;
    return (counts[name]?.values ?? [])
      .filter(({ value }) => allowed?.includes(value) ?? true)
      .slice(from, to)
      .map(({ value }): readonly [string, SearchState] => [
        value,
        { [name]: formatValues(singleValue(value)) },
      ]);
  });
  if (cheap !== null) {
    const price_max = String(Math.ceil(cheap / 1000) * 1000);
    found.push([`Under £${formatCount(Number(price_max))}`, { price_max }]);
  }
  return found;
}

export function chips({ basePath, search, summary }: PageModel): ElementNode {
  const filters = activeFilters(search, filtersByValue);
  if (filters.length === 0) {
    const tries = examples(summary).map(([label, example]) =>
      h('li', { 'data-key': label }, [
        h('a', { class: 'chip', href: searchPageUrl(basePath, example) }, label),
      ]),
    );
    return h('ul', { class: 'chips examples', 'aria-label': 'For example' }, tries);
  }
  const each = filters.map(({ label, removed }) =>
    h('li', { 'data-key': label }, [
      h(
        'a',
        {
          class: 'chip',
          href: searchPageUrl(basePath, withChange(search, removed)),
          'aria-label': `Remove: ${label}`,
        },
        [label, h('span', { 'aria-hidden': 'true' }, ' ×')],
      ),
    ]),
  );
  const all = h('li', { 'data-key': 'all' }, h('a', { class: 'chip all', href: basePath }, 'Clear all'));
  return h('ul', { class: 'chips', 'aria-label': 'What you asked for' }, [
    each,
    filters.length > 1 ? all : null,
  ]);
}

/** Groups notes by their words, which may mean several parameters, without what a change, a chip or the notice already says. */
function notesByWords(
  search: SearchState,
  { understood, changes, notice }: InterpretationResponse,
): ReadonlyMap<string, string[]> {
  const sentences = [notice ?? '', ...changes.map(({ sentence }) => sentence)];
  const keys = [...sentences, ...activeFilters(search).map(({ label }) => label)].map(nameKey);
  const notes = new Map<string, string[]>();
  for (const { words, note } of understood) {
    if (note === undefined || keys.some((key) => key.includes(nameKey(note)))) continue;
    const sentence = capitalized(note.endsWith('.') ? note : `${note}.`);
    addToList(notes, words, sentence);
  }
  return notes;
}

/** Whether a phrase asked for nothing that can be searched for: the headline says so. */
export function isUnread({ interpretation, results }: PageState): boolean {
  // Without a match, the headline says that.
  if (interpretation === null || results?.total_vehicles === 0) return false;
  const { refines, changes, parameters, not_understood, questions } = interpretation;
  const isIdle = refines ? changes.length === 0 : Object.keys(parameters).length === 0;
  return isIdle && not_understood.length > 0 && questions.length === 0;
}

/** What the phrase did with the search before it, and the way back; if it did nothing, that is said first. */
function refinementNote({ interpretation, search, before, basePath }: PageUrls & PageState): Child[] {
  if (interpretation === null || isAnyCar(before)) return [];
  const { text, refines, changes } = interpretation;
  if (refines && changes.length === 0) return [h('li', {}, 'The search is as it was before.')];
  const said = changes.map(({ sentence }) => `${sentence} `);
  if (!refines) said.push('New search. ');
  const undo = h('a', { href: searchPageUrl(basePath, { ...before, phrase: undefined }) }, 'Undo');
  const again = h('a', { href: phraseUrl(basePath, text, lastingSettings(search)) }, 'Start again instead');
  return [h('li', {}, [said, undo, ...(refines ? [' · ', again] : [])])];
}

/** The changes of the last phrase, notes on its ambiguous words, and on words that no parameter can express. */
export function interpretationNotes(model: PageUrls & PageState): ElementNode {
  const { basePath, search, interpretation, placeNote } = model;
  // A new search has its way back, even if nothing of it was understood.
  const lines = isUnread(model) && model.interpretation?.refines === true ? [] : refinementNote(model);
  const { notice = null, refines = false, not_understood = [], questions = [] } = interpretation ?? {};
  // Words that ask for everything, such as "start again", are understood too.
  const isAnswered = lines.length > 0 && (refines || not_understood.length === 0);
  const isRepeated = isUnread(model) || isAnswered || not_understood.some(({ why }) => why === notice);
  for (const line of [isRepeated ? null : notice, placeNote])
    if (line !== null) lines.push(h('li', {}, line));
  for (const [words, notes] of interpretation === null ? [] : notesByWords(search, interpretation)) {
    lines.push(h('li', { class: 'read' }, [h('q', {}, words), `: ${notes.join(' ')}`]));
  }
  for (const { words, why, needs } of not_understood) {
    // Links to the field that the words need.
    const way = needs === undefined ? why : h('a', { href: `#${needs}` }, why);
    lines.push(h('li', {}, ['Left out ', h('q', {}, words), ': ', way]));
  }
  for (const { words, question, choices } of questions) {
    const links = choices.flatMap(({ label, parameters }) => [
      ' ',
      h('a', { href: searchPageUrl(basePath, withChange(search, parameters)) }, label),
    ]);
    lines.push(h('li', {}, [h('q', {}, words), `: ${question}`, links]));
  }
  const list = lines.length === 0 ? null : h('ul', {}, lines);
  return h('div', { class: 'heard', role: 'status', 'aria-label': 'How your words were read' }, list);
}
