// The terms of the trade by which a search can be refined, and the text of a search with the chosen ones. The exclusion of
// written-off cars consists of such words too, and has its own box and chip.
import { nameKey } from '../../vehicle/name-key.ts';
import { TERM_GROUPS, WRITE_OFF, WRITE_OFF_KEYS, type PageTermGroup } from './search-fields.ts';

export interface TermChoice {
  /** The label as the trade writes it: `Sat nav`. */
  readonly label: string;
  readonly q: string;
  /**
   * Matches of the search with this term instead of the group's other terms, or beside them if several can be chosen. Its own
   * search finds exactly these, unless its words and the next ones of `q` form one term: `Black` before the visitor's `roof`.
   */
  readonly count: number;
  readonly isChosen: boolean;
}

export interface TermChoiceGroup {
  readonly name: string;
  readonly label: string;
  /** Whether several can be chosen, all of which a listing must have. Otherwise at most one. */
  readonly isMultiple: boolean;
  /** The terms of any match, and the chosen ones. */
  readonly choices: readonly TermChoice[];
}

export interface TermChoices {
  /** The words of `q` that are none of these terms. */
  readonly words: string;
  readonly groups: readonly TermChoiceGroup[];
}

export const GROUP_BY_NAME: Readonly<Record<string, PageTermGroup>> = Object.fromEntries(
  TERM_GROUPS.map((group) => [group.name, group]),
);

/** Terms of these come last, where they rarely join the next: `Leather Black`, because `black leather` is another. */
const LAST = ['colour', 'body'];
/** Trims come first. */
const TEXT_ORDER = Object.keys(GROUP_BY_NAME).toSorted((a, b) => LAST.indexOf(a) - LAST.indexOf(b));

/** The `q` with the words and all terms; undefined if there are none. The last word is completed, so the words come last. */
export function textWithTerms(words: string, terms: readonly string[]): string | undefined {
  const inOrder = [...new Set(terms)].toSorted((a, b) => textRank(a) - textRank(b));
  const text = [...inOrder, words].filter((part) => part !== '').join(' ');
  return text === '' ? undefined : text;
}

function textRank(term: string): number {
  const key = nameKey(term);
  return TEXT_ORDER.findIndex((name) => GROUP_BY_NAME[name].labels?.some((label) => nameKey(label) === key));
}

export const NO_WRITE_OFFS = `-"${WRITE_OFF}"`;

/** The exclusion of write-offs in `q`, in any of their spellings, such as `-"written off"`. */
function exclusionIn(q: string): RegExpMatchArray | undefined {
  const exclusions = Array.from(q.matchAll(/(?<![^\s(,;])[-‐−–](?:"([^"]*)"|([^\s,;]+))/g));
  return exclusions.find(([, quoted, word = '']) => WRITE_OFF_KEYS.includes(nameKey(quoted ?? word)));
}

export function hidesWriteOffs({ q = '' }: { readonly q?: string | undefined }): boolean {
  return exclusionIn(q) !== undefined;
}

/** The words of `q` besides the exclusion of write-offs; undefined if there are none. */
export function wordsBeside(q = ''): string | undefined {
  const { 0: excluded = '', index = 0 } = exclusionIn(q) ?? {};
  const parts = [q.slice(0, index), q.slice(index + excluded.length)].map((part) => part.trim());
  return parts.join(' ').trim() || undefined;
}

/** The `q` of these words, with or without the exclusion of write-offs. */
export function withWords(words: string | undefined, isHidden: boolean): string | undefined {
  const text = [isHidden ? NO_WRITE_OFFS : '', words ?? ''].filter((part) => part !== '').join(' ');
  return text === '' ? undefined : text;
}
