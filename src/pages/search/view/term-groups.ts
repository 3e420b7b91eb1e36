// The groups of terms of the trade that buyers choose by as filters, and how their terms are words of `q`.
import { nameKey } from '../../../vehicle/name-key.ts';
import { TERM_GROUPS, type PageTermGroup } from './search-fields.ts';

/** In the order of the page. */
export const GROUP_NAMES = TERM_GROUPS.map(({ name }) => name);

export const GROUP_BY_NAME: Readonly<Record<string, PageTermGroup>> = Object.fromEntries(
  TERM_GROUPS.map((group) => [group.name, group]),
);

/** In this order few terms are one with the next: `Leather Black`, because `black leather` is another term. Trims come first. */
const TEXT_ORDER: readonly string[] = ['doors', 'seats', 'owners', 'equipment', 'colour', 'body'];

/** The `q` of a search for the words and all of the terms; undefined without any. The words stay last, because the last one is completed. */
export function textWithTerms(words: string, terms: readonly string[]): string | undefined {
  const inOrder = [...new Set(terms)].toSorted((a, b) => textRank(a) - textRank(b));
  const text = [...inOrder, words].filter((part) => part !== '').join(' ');
  return text === '' ? undefined : text;
}

function textRank(term: string): number {
  const key = nameKey(term);
  return TEXT_ORDER.findIndex((name) => GROUP_BY_NAME[name].labels?.some((label) => nameKey(label) === key));
}
