// The terms of the trade by which a search of the page can be refined, with counts from its summary. Chosen terms are in `q`.
import type { SummaryTotals } from '../../api/responses.ts';
import { readClauses, type QueryClause } from '../../query/query-runs.ts';
import type { SummaryParts, TermCount } from '../../stock/summary.ts';
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
} from '../view/term-choices.ts';
import { TERM_GROUPS } from '../view/search-fields.ts';
import type { SearchState } from '../view/search-state.ts';

const GROUP_NAMES = Object.keys(GROUP_BY_NAME);

interface Term extends TermCount {
  readonly group: string;
}

const ALL = TERM_GROUPS.flatMap(({ from }) => from);
/** The terms that the page offers for any search, which are a tenth of their groups'. */
const OFFERED = TERM_GROUPS.flatMap(({ from, labels }) =>
  labels === undefined ? [] : from.map((group) => ({ group, labels })),
);
/** The same, and all terms of the groups that are offered for one model: the trims, of which there are hundreds. */
const OFFERED_FOR_MODEL = [
  ...OFFERED,
  ...TERM_GROUPS.flatMap(({ from, labels }) => (labels === undefined ? from : [])),
];

/** The terms that the choices for a search need. Any may be among the words of a search. */
export function groupsFor(search: SearchState): SummaryParts['groups'] {
  if (wordsBeside(search.q) !== undefined) return ALL;
  return isOneModel(search) ? OFFERED_FOR_MODEL : OFFERED;
}

function isOneModel({ make, model }: SearchState): boolean {
  return make !== undefined && model !== undefined;
}

const MAX_TRIMS = 30;
const MAX_TERM_WORDS = 6;

/**
 * The choices for a search, from its summary. In a group of which one term can be chosen and one is, the other terms are counted
 * without it: `summarize` returns the summary of that other search, or undefined, which leaves these terms out.
 */
export async function findTermChoices(
  search: SearchState,
  summary: SummaryTotals,
  summarize: (search: SearchState) => Promise<SummaryTotals | undefined>,
): Promise<TermChoices> {
  const total = summary.total_vehicles;
  // If nothing matches, the terms are those of all cars that contain the words.
  const isTextAlone = Object.keys(search).every((name) => name === 'q');
  const named = total > 0 || isTextAlone ? summary : await summarize({ q: search.q });
  const terms = termsOf(named ?? summary);
  const isHidden = hidesWriteOffs(search);
  const { chosen, words } = readTerms(wordsBeside(search.q) ?? '', terms, named ?? summary);

  /** The terms of a group that are counted instead of its chosen term, or beside it. */
  const offered = async (name: string): Promise<readonly Term[]> => {
    const { labels, isMultiple = false } = GROUP_BY_NAME[name];
    const isOffered = labels !== undefined || isOneModel(search);
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
 * Splits a text, the longest from the left, into terms of the page's groups and other words. A term that the page does not offer,
 * or a second one of a group of which one can be chosen, is among the other words.
 */
function readTerms(
  q: string,
  terms: readonly Term[],
  { total_vehicles: total, terms: all }: SummaryTotals,
): { chosen: readonly Term[]; words: string } {
  // All matches contain a term that was searched for.
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
    // A function word belongs to the clause after it.
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

/** Whether a clause neither excludes nor has alternatives. */
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
