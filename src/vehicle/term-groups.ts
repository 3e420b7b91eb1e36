// The groups of the trade's terms, read from assets/terms/groups.tsv: their subjects, and where each is counted, suggested or
// offered.
import { listOf, mistake, oneOf, parseTable, readTable, UniqueNames } from '../tables.ts';

export type TermGroup = string;

/** How the search page offers terms. */
export interface PageGroup {
  readonly name: TermGroup;
  /** Position on the page, from 1. */
  readonly place: number;
  readonly label: string;
  /** The groups whose terms it offers: its own, then those offered with it. */
  readonly from: readonly TermGroup[];
  readonly choice: (typeof CHOICES)[number];
  /** Names of the offered terms; empty offers all, but for one model only, because there are hundreds. */
  readonly offered: readonly string[];
}

export interface TermGroupTable {
  /** All groups, in the order of the table. */
  readonly all: readonly TermGroup[];
  /** Groups of classes: if a listing's own class is known, its texts do not count. */
  readonly classes: readonly TermGroup[];
  /** Groups whose terms summaries count, by which buyers choose besides the fields. */
  readonly counted: readonly TermGroup[];
  /** Groups whose terms describe a car that somebody looks for. */
  readonly suggested: readonly TermGroup[];
  /** The groups in the order of the page. */
  readonly onPage: readonly PageGroup[];
}

const WHAT = 'assets/terms/groups.tsv';
const COLUMNS = ['group', 'kind', 'summaries', 'suggestions', 'page', 'label', 'choice', 'offered'];
const CHOICES = ['one', 'one in order', 'several'] as const;

/** Throws an error with the line of the first mistake. */
export function parseTermGroups(text: string): TermGroupTable {
  const unique = new UniqueNames(WHAT);
  const rows = parseTable(WHAT, COLUMNS, text).map(({ line, cells }) => {
    const [group, kind, summaries, suggestions, page, label, choice, offered] = cells;
    unique.add(group, line);
    return {
      group,
      isClass: oneOf(['', 'class'], kind, WHAT, line) !== '',
      isCounted: oneOf(['', 'yes'], summaries, WHAT, line) !== '',
      isSuggested: oneOf(['', 'yes'], suggestions, WHAT, line) !== '',
      page,
      label,
      choice: choice === '' ? undefined : oneOf(CHOICES, choice, WHAT, line),
      offered: listOf(offered),
      line,
    };
  });
  const onPage = rows.flatMap(({ group, page, label, choice, offered, line, isCounted }): PageGroup[] => {
    const hasPlace = /^[1-9]$/.test(page);
    if (page !== '' && !isCounted) throw mistake(WHAT, line, `${group} is on the page, and not in summaries`);
    if (hasPlace !== (label !== '' && choice !== undefined) || (!hasPlace && offered.length > 0))
      throw mistake(WHAT, line, `${group} needs a place on the page, a label and a choice, or none of them`);
    if (!hasPlace || choice === undefined) {
      if (page !== '' && !rows.some((row) => row.group === page && /^[1-9]$/.test(row.page)))
        throw mistake(WHAT, line, `${page} is no group with a place on the page`);
      return [];
    }
    unique.add(`place ${page}`, line);
    const others = rows.filter((row) => row.page === group).map((row) => row.group);
    return [{ name: group, place: Number(page), label, from: [group, ...others], choice, offered }];
  });
  const groupsOf = (wanted: readonly (typeof rows)[number][]): TermGroup[] =>
    wanted.map(({ group }) => group);
  return {
    all: groupsOf(rows),
    classes: groupsOf(rows.filter(({ isClass }) => isClass)),
    counted: groupsOf(rows.filter(({ isCounted }) => isCounted)),
    suggested: groupsOf(rows.filter(({ isSuggested }) => isSuggested)),
    onPage: onPage.toSorted((a, b) => a.place - b.place),
  };
}

export const { rows: TERM_GROUPS } = readTable('terms/groups.tsv', parseTermGroups);
