// The terms of the trade that summaries count. Each is counted by its tag, and has a text that finds that term and nothing else.
import { oncePerObject } from '../../memo.ts';
import { getParameter } from '../../query/parameters.ts';
import { COUNTED_GROUPS, type StockSummary, type SummaryParts, type TermCount } from '../../stock/summary.ts';
import type { TradeTerm } from '../../vehicle/parse-trade-terms.ts';
import type { TermGroup } from '../../vehicle/term-groups.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';
import { LISTING_SCHEMA } from './listing-schema.ts';
import { termTag } from '../words/tags.ts';

interface CountedTerm {
  readonly group: TermGroup;
  readonly label: string;
  readonly q: string;
  /** The term of the index for all listings that contain this trade term. */
  readonly tag: string;
}

/**
 * The counted terms of some groups, in the order of the tables. Read lazily: an operator's terms are known only after the
 * start.
 */
export const countedTerms = oncePerObject((groups: SummaryParts['groups']): readonly CountedTerm[] => {
  const isCounted = ({ group, name }: TradeTerm): boolean =>
    groups.some(
      (one) => one === group || (typeof one === 'object' && one.group === group && one.labels.includes(name)),
    );
  return tradeTerms().terms.flatMap((term) => (isCounted(term) ? countedTerm(term) : []));
});

/** The tags of all counted terms. Always the same list, so that an index resolves it once. */
export const countedTags = (): readonly string[] => tagsOf(countedTerms(COUNTED_GROUPS));

const tagsOf = oncePerObject((terms: readonly CountedTerm[]) => terms.map(({ tag }) => tag));

/** The indices in `countedTags` of the terms of some groups. */
export const countedIndices = oncePerObject((groups: SummaryParts['groups']): readonly number[] =>
  countedTerms(groups).map(({ tag }) => countedTags().indexOf(tag)),
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
  const groups = new Map<TermGroup, TermCount[]>(COUNTED_GROUPS.map((group) => [group, []]));
  terms.forEach(({ group, label, q }, i) => {
    if (counts[i] > 0) groups.get(group)?.push({ label, q, count: counts[i] });
  });
  for (const group of groups.values())
    group.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  return Object.fromEntries(groups);
}
