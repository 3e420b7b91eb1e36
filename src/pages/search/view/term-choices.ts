// The terms of the trade that a search can be refined by, with the counts of its summary. Chosen terms are words of `q`, and so is the
// exclusion of adverts that say in any spelling that the car was written off: a box to tick and a chip of its own.
import { nameKey } from '../../../vehicle/name-key.ts';
import type { SummaryTotals } from '../../../api/responses.ts';
import { TERM_GROUPS, WRITE_OFFS, type PageTermGroup } from './search-fields.ts';

export interface TermChoice {
  /** As the trade writes it: `Sat nav`. */
  readonly label: string;
  readonly q: string;
  /**
   * Matches of the search that say it: in place of the group's other terms, or beside them if several can be chosen. The search that it
   * leads to finds exactly these, unless its words and the next ones of `q` are one term: `Black` before the visitor's `roof`.
   */
  readonly count: number;
  readonly isChosen: boolean;
}

export interface TermChoiceGroup {
  readonly name: string;
  readonly label: string;
  /** Whether several can be chosen, of which a listing has all. Otherwise at most one. */
  readonly isMultiple: boolean;
  /** Those that some match has, and the chosen ones. */
  readonly choices: readonly TermChoice[];
}

export interface TermChoices {
  /** The words of `q` that are none of these terms. */
  readonly words: string;
  readonly groups: readonly TermChoiceGroup[];
}

interface Term {
  readonly group: string;
  readonly label: string;
  readonly q: string;
  readonly count: number;
}

type Search = Readonly<Partial<Record<string, string>>>;

const MAX_TRIMS = 30;
const MAX_TERM_WORDS = 6;

/**
 * What the search can be refined by, from its summary. If a group of which one term can be chosen has a chosen one, its other terms are counted without that: `summarize`
 * returns the summary of another search, or undefined, and then these terms are left out.
 */
export async function findTermChoices(
  search: Search,
  summary: SummaryTotals,
  summarize: (search: Search) => Promise<SummaryTotals | undefined>,
): Promise<TermChoices> {
  const total = summary.total_vehicles;
  // Where nothing matches, the terms are those of all cars that say the words.
  const isTextAlone = Object.keys(search).every((name) => name === 'q');
  const named = total > 0 || isTextAlone ? summary : await summarize({ q: search.q });
  const terms = termsOf(named ?? summary);
  const isHidden = hidesWriteOffs(search);
  const { chosen, words } = readTerms(wordsBeside(search.q) ?? '', terms, named ?? summary);

  /** The terms of a group that are counted in place of its chosen one, or beside it. */
  const offered = async (name: string): Promise<readonly Term[]> => {
    const { labels, isMultiple = false } = GROUP_BY_NAME[name];
    const isOffered = labels !== undefined || (search['make'] !== undefined && search['model'] !== undefined);
    if (total === 0 || !isOffered) return [];
    if (isMultiple || !chosen.some(({ group }) => group === name)) return terms;
    const others = chosen.filter(({ group }) => group !== name).map(({ q }) => q);
    const without = await summarize({ ...search, q: withWords(textWithTerms(words, others), isHidden) });
    return without === undefined ? [] : termsOf(without);
  };
  const groups = GROUP_NAMES.map(async (name): Promise<TermChoiceGroup> => {
    const { label, isMultiple = false } = GROUP_BY_NAME[name];
    const own = chosen.filter(({ group }) => group === name);
    const others = (await offered(name)).filter(
      (term) => term.group === name && !own.some((one) => one.label === term.label),
    );
    const choices = [
      ...own.map((term) => toChoice(term, total, true)),
      ...others.map((term) => toChoice(term, term.count, false)),
    ];
    return { name, label, isMultiple, choices: inOrder(name, choices) };
  });
  return { words, groups: (await Promise.all(groups)).filter(({ choices }) => choices.length > 0) };
}

function toChoice({ label, q }: Term, count: number, isChosen: boolean): TermChoice {
  return { label, q, count, isChosen };
}

function termsOf({ terms }: SummaryTotals): readonly Term[] {
  return GROUP_NAMES.flatMap((group) => {
    const { from, labels } = GROUP_BY_NAME[group];
    return from
      .flatMap((name) => terms[name] ?? [])
      .filter(({ label }) => labels?.includes(label) ?? true)
      .map(({ label, q, count }) => ({ group, label, q, count }));
  });
}

/**
 * The terms of the page's groups among the words of a text, the longest from the left, and the other words: also terms that the page
 * does not offer, and a second one of a group of which one can be chosen.
 */
function readTerms(
  q: string,
  terms: readonly Term[],
  { total_vehicles: total, terms: all }: SummaryTotals,
): { chosen: readonly Term[]; words: string } {
  // All matches say a term that they were searched by.
  const said = [...Object.values(all).flatMap((group = []) => group), ...terms].filter(
    ({ count }) => count === total,
  );
  const keys = new Set(said.flatMap(({ label, q }) => [nameKey(label), nameKey(q)]));
  const words = q.split(/\s+/).filter((word) => word !== '');
  const chosen: Term[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length;) {
    const keyOf = (length: number): string => nameKey(words.slice(at, at + length).join(''));
    let length = Math.min(MAX_TERM_WORDS, words.length - at);
    while (length > 1 && !keys.has(keyOf(length))) length--;
    const key = keyOf(length);
    const term = terms.find(
      (one) => one.count === total && (nameKey(one.label) === key || nameKey(one.q) === key),
    );
    const rival = chosen.find(({ group }) => group === term?.group && !GROUP_BY_NAME[group].isMultiple);
    if (term !== undefined && (rival === undefined || rival === term)) chosen.push(term);
    else rest.push(...words.slice(at, at + length));
    at += length;
  }
  return { chosen: [...new Set(chosen)], words: rest.join(' ') };
}

function inOrder(name: string, choices: readonly TermChoice[]): readonly TermChoice[] {
  const { labels = [], isOrdered = false } = GROUP_BY_NAME[name];
  if (isOrdered) return choices.toSorted((a, b) => labels.indexOf(a.label) - labels.indexOf(b.label));
  return choices
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    .filter(({ isChosen }, i) => i < MAX_TRIMS || isChosen);
}

const GROUP_NAMES = TERM_GROUPS.map(({ name }) => name);

const GROUP_BY_NAME: Readonly<Record<string, PageTermGroup>> = Object.fromEntries(
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

export const NO_WRITE_OFFS = WRITE_OFFS.map((words) => `-"${words}"`).join(' ');

export function hidesWriteOffs({ q = '' }: Search): boolean {
  return q.toLowerCase().includes(NO_WRITE_OFFS.toLowerCase());
}

/** The other words of `q`; undefined if there are none. */
export function wordsBeside(q = ''): string | undefined {
  const at = q.toLowerCase().indexOf(NO_WRITE_OFFS.toLowerCase());
  const words = at < 0 ? q : `${q.slice(0, at).trim()} ${q.slice(at + NO_WRITE_OFFS.length).trim()}`.trim();
  return words === '' ? undefined : words;
}

/** The `q` of these words that hides them, or does not. */
export function withWords(words: string | undefined, isHidden: boolean): string | undefined {
  const text = [isHidden ? NO_WRITE_OFFS : '', words ?? ''].filter((part) => part !== '').join(' ');
  return text === '' ? undefined : text;
}
