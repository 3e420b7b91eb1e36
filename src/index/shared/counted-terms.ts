// The terms of the trade that summaries count. Each is counted by its tag, and has a text that finds that term and nothing else.
import { oncePerObject } from '../../memo.ts';
import { getParameter } from '../../query/parameters.ts';
import { COUNTED_GROUPS, type CountedGroup, type StockSummary, type TermCount } from '../../query/summary.ts';
import type { TradeTerm } from '../../vehicle/parse-trade-terms.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';
import { LISTING_SCHEMA } from './listing-schema.ts';
import { termTag } from '../words/tags.ts';

interface CountedTerm {
  readonly group: CountedGroup;
  readonly label: string;
  readonly q: string;
  /** The term of the index for all listings that contain this trade term. */
  readonly tag: string;
}

/**
 * The counted terms of some groups, in the order of the tables. Read lazily: an operator's terms are known only after the
 * start.
 */
export const countedTerms = oncePerObject((groups: readonly CountedGroup[]): readonly CountedTerm[] =>
  tradeTerms().terms.flatMap((term) => (groups.includes(term.group) ? countedTerm(term) : [])),
);

/** The tags of the counted terms. Always the same list, so that an index resolves it once. */
export const countedTags = oncePerObject((groups: readonly CountedGroup[]): readonly string[] =>
  countedTerms(groups).map(({ tag }) => tag),
);

function countedTerm(term: TradeTerm): CountedTerm[] {
  const group = COUNTED_GROUPS.find((one) => one === term.group);
  if (group === undefined) return [];
  const tag = termTag(term);
  const q = term.spellings.find((spelling) => isReadAs(spelling, tag));
  return q === undefined ? [] : [{ group, label: term.name, q, tag }];
}

/** Whether a query of this text finds the listings with the tag: not if it also names a fuel or gearbox (`electric`). */
function isReadAs(text: string, tag: string): boolean {
  if (text.length > (getParameter('q').maxLength ?? 0)) return false;
  const { units } = LISTING_SCHEMA.readText(text, () => true);
  return units.length === 1 && units[0].terms.size === 1 && units[0].terms.has(tag);
}

/** Counted terms by group, as summaries have them. `counts` are parallel to `terms`. */
export function groupTerms(terms: readonly CountedTerm[], counts: readonly number[]): StockSummary['terms'] {
  const counted: (TermCount & { readonly group: CountedGroup })[] = [];
  for (const [i, { group, label, q }] of terms.entries())
    if (counts[i] > 0) counted.push({ group, label, q, count: counts[i] });
  counted.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  const groups = new Map<CountedGroup, TermCount[]>(COUNTED_GROUPS.map((group) => [group, []]));
  for (const { group, ...term } of counted) groups.get(group)?.push(term);
  return Object.fromEntries(groups);
}
