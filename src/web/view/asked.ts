// The search box, and what was asked so far: chips that can be taken away, and what of a phrase could not be understood.
import { h, type Child, type ElementNode } from './element.ts';
import { FORM } from './filters.ts';
import type { Model } from './model.ts';
import { addressOf, changed, PHRASE } from './search.ts';
import { askedBy } from './words.ts';

export function searchBox({ root }: Model): ElementNode {
  return h(
    'form',
    { id: FORM, class: 'box', role: 'search', action: root, method: 'get', autocomplete: 'off' },
    h('label', { for: 'phrase', class: 'unseen' }, 'What are you looking for?'),
    h('input', {
      id: 'phrase',
      name: PHRASE,
      type: 'search',
      maxlength: 512,
      enterkeyhint: 'search',
      placeholder: 'diesel estate under £10k near Leeds',
      'aria-describedby': 'hint',
    }),
    h('button', { type: 'submit' }, 'Search'),
    h(
      'p',
      { id: 'hint', class: 'unseen' },
      'Say it in your own words. What is understood is shown below and can be taken away.',
    ),
  );
}

/** Shown where nothing was asked yet: what can be said at all. */
const EXAMPLES = [
  'diesel estate under £10k near Leeds',
  'electric, 2021 or newer',
  'cheap automatic with one owner',
];

export function chips({ root, search }: Model): ElementNode {
  const asked = askedBy(search);
  if (asked.length === 0) {
    const tries = EXAMPLES.map((phrase) => {
      const query = new URLSearchParams({ [PHRASE]: phrase }).toString();
      return h('li', { 'data-key': phrase }, h('a', { href: `${root}?${query}` }, phrase));
    });
    return h('ul', { class: 'chips', 'aria-label': 'For example' }, tries);
  }
  const each = asked.map(({ words, without }) =>
    h(
      'li',
      { 'data-key': words },
      h(
        'a',
        {
          class: 'chip',
          href: addressOf(root, changed(search, without)),
          'aria-label': `Take away: ${words}`,
        },
        words,
        h('span', { 'aria-hidden': 'true' }, ' ×'),
      ),
    ),
  );
  const all = h('li', { 'data-key': 'all' }, h('a', { class: 'chip all', href: root }, 'Clear all'));
  return h('ul', { class: 'chips', 'aria-label': 'What you asked for' }, each, asked.length > 1 ? all : null);
}

/** How the last phrase was read, where it could be read otherwise or not at all. */
export function heard({ reading }: Model): ElementNode {
  const lines: Child[] = [];
  for (const { words, note } of reading?.understood ?? []) {
    if (note !== undefined) lines.push(h('li', {}, h('q', {}, words), `: ${note}.`));
  }
  for (const { words, why } of reading?.not_understood ?? []) {
    lines.push(h('li', {}, 'Left out ', h('q', {}, words), `: ${why}`));
  }
  const list = lines.length === 0 ? null : h('ul', {}, lines);
  return h('div', { class: 'heard', role: 'status', 'aria-label': 'How your words were read' }, list);
}
