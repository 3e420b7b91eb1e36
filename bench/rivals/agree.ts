// Are a rival's answers the answers? A comparison of times says nothing before this is known. What can be expected
// depends on the question: filters and orders mean one thing only, relevance does not.
import { canonicalQuery } from '../../src/listing/canonical-query.ts';
import type { SearchQuery } from '../../src/listing/search-query.ts';
import type { Comparable, OpenRival, Rival, RivalAnswer } from './rival.ts';

/** Whoever knows the right answers. */
export interface Reference {
  ask(query: SearchQuery): RivalAnswer | Promise<RivalAnswer>;
  /** Whether no word of the query is a typing error in this stock. */
  hasEveryWord(query: SearchQuery): boolean;
}

/** Engines may differ in what they find relevant, and in what a mistyped word was meant to be. */
function expectedOf(query: SearchQuery, reference: Pick<Reference, 'hasEveryWord'>): Comparable {
  if (query.q === undefined) return 'page';
  if (!reference.hasEveryWord(query)) return 'nothing';
  return query.sort === 'relevance' ? 'total' : 'page';
}

const LOOSEST_FIRST: readonly Comparable[] = ['nothing', 'total', 'page'];

function looser(one: Comparable, other: Comparable): Comparable {
  return LOOSEST_FIRST.find((comparable) => comparable === one || comparable === other) ?? 'page';
}

export interface Agreement {
  /** Questions that were compared; the others were refused, or nothing is expected of them. */
  readonly compared: number;
  /** Each reason once. */
  readonly refusals: readonly string[];
  /** One sentence for each question that was answered otherwise. */
  readonly disagreements: readonly string[];
}

/** Asks both sides, one question after the other. */
export async function compareAnswers(
  rival: Rival,
  open: OpenRival,
  reference: Reference,
  queries: readonly SearchQuery[],
): Promise<Agreement> {
  const refusals = new Set<string>();
  const disagreements: string[] = [];
  let compared = 0;
  for (const query of queries) {
    const refusal = rival.refuses(query);
    if (refusal !== undefined) {
      refusals.add(refusal);
      continue;
    }
    const expected = looser(expectedOf(query, reference), rival.comparable?.(query) ?? 'page');
    if (expected === 'nothing') continue;
    compared += 1;
    const difference = differenceOf(await open.ask(query), await reference.ask(query), expected);
    if (difference !== undefined)
      disagreements.push(`${rival.name}: ${canonicalQuery(query)}: ${difference}`);
  }
  return { compared, refusals: [...refusals], disagreements };
}

function differenceOf(answer: RivalAnswer, right: RivalAnswer, expected: Comparable): string | undefined {
  if (answer.total !== right.total) return `finds ${answer.total} listings instead of ${right.total}`;
  if (answer.ids.length !== right.ids.length) {
    return `shows ${answer.ids.length} listings on the page instead of ${right.ids.length}`;
  }
  if (expected === 'total') return undefined;
  const at = answer.ids.findIndex((id, place) => id !== right.ids[place]);
  return at < 0 ? undefined : `shows '${answer.ids[at]}' in place ${at + 1} instead of '${right.ids[at]}'`;
}
