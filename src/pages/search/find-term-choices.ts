// The terms of the trade that a search of the page can be refined by, with the counts of its summary. Chosen terms are words of `q`.
import type { SummaryTotals } from '../../api/responses.ts';
import { readClauses, type QueryClause } from '../../listing/query-runs.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import {
  GROUP_BY_NAME,
  hidesWriteOffs,
  textWithTerms,
  withWords,
  wordsBeside,
  type TermChoice,
  type TermChoiceGroup,
  type TermChoices,
} from './view/term-choices.ts';
import type { SearchState } from './view/search-state.ts';

const GROUP_NAMES = Object.keys(GROUP_BY_NAME);

interface Term {
  readonly group: string;
  readonly label: string;
  readonly q: string;
  readonly count: number;
}

const MAX_TRIMS = 30;
const MAX_TERM_WORDS = 6;

/**
 * What the search can be refined by, from its summary. If a group of which one term can be chosen has a chosen one, its other terms are
 * counted without that: `summarize` returns the summary of another search, or undefined, and then these terms are left out.
 */
export async function findTermChoices(
  search: SearchState,
  summary: SummaryTotals,
  summarize: (search: SearchState) => Promise<SummaryTotals | undefined>,
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
  const clauses = readClauses(q);
  const chosen: Term[] = [];
  const rest: string[] = [];
  for (let at = 0; at < clauses.length;) {
    if (!isPlain(clauses[at])) {
      rest.push(clauses[at].typed);
      at++;
      continue;
    }
    // A word that asks for nothing belongs to the clause behind it.
    const keyOf = (length: number): string => {
      const [first, ...others] = clauses.slice(at, at + length);
      return others.every(isPlain)
        ? nameKey([...first.words, ...others.map(({ typed }) => typed)].join(''))
        : '';
    };
    let length = Math.min(MAX_TERM_WORDS, clauses.length - at);
    while (length > 1 && !keys.has(keyOf(length))) length--;
    const key = keyOf(length);
    const term = terms.find(
      (one) => one.count === total && (nameKey(one.label) === key || nameKey(one.q) === key),
    );
    const rival = chosen.find(({ group }) => group === term?.group && !GROUP_BY_NAME[group].isMultiple);
    if (term !== undefined && (rival === undefined || rival === term)) chosen.push(term);
    else rest.push(...clauses.slice(at, at + length).map(({ typed }) => typed));
    at += length;
  }
  return { chosen: [...new Set(chosen)], words: rest.join(' ') };
}

/** Whether a clause is neither an exclusion nor has alternatives. */
function isPlain({ words, isExcluded }: QueryClause): boolean {
  return !isExcluded && words.length === 1;
}

function inOrder(name: string, choices: readonly TermChoice[]): readonly TermChoice[] {
  const { labels = [], isOrdered = false } = GROUP_BY_NAME[name];
  if (isOrdered) return choices.toSorted((a, b) => labels.indexOf(a.label) - labels.indexOf(b.label));
  return choices
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    .filter(({ isChosen }, i) => i < MAX_TRIMS || isChosen);
}
