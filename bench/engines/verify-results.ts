// Compares an engine's results with Forecourt's before its times count. The strictness depends on the query: filters and
// orders have one meaning, relevance has not.
import { canonicalQuery } from '../../src/query/canonical-query.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import type { Comparable, EngineResult, OpenEngine, OtherEngine } from './engine.ts';
import type { Expected } from './forecourt.ts';

export interface Agreement {
  /** Queries that were compared; the others are unsupported, or nothing is expected of them. */
  readonly compared: number;
  /** Each reason once. */
  readonly unsupported: readonly string[];
  /** One sentence for each result that differs. */
  readonly disagreements: readonly string[];
}

/** Runs the queries, and compares each result with the one that is expected. */
export async function verifyResults(
  engine: OtherEngine,
  open: OpenEngine,
  expect: (query: SearchQuery) => Expected,
  queries: readonly SearchQuery[],
): Promise<Agreement> {
  const unsupported = new Set<string>();
  const disagreements: string[] = [];
  let compared = 0;
  for (const query of queries) {
    const reason = engine.unsupported(query);
    if (reason !== undefined) {
      unsupported.add(reason);
      continue;
    }
    const expected = expect(query);
    const strictness = [comparableOf(query, expected), engine.comparable?.(query) ?? 'page'];
    if (strictness.includes('nothing')) continue;
    compared += 1;
    const difference = differenceOf(await open.search(query), expected, strictness.includes('total'));
    if (difference !== undefined)
      disagreements.push(`${engine.name}: ${canonicalQuery(query)}: ${difference}`);
  }
  return { compared, unsupported: [...unsupported], disagreements };
}

/** Engines may differ in what they find relevant, and in what a mistyped word was meant to be. */
function comparableOf(query: SearchQuery, { hasEveryWord }: Expected): Comparable {
  if (query.q === undefined) return 'page';
  if (!hasEveryWord) return 'nothing';
  return query.sort === 'relevance' ? 'total' : 'page';
}

function differenceOf(result: EngineResult, right: EngineResult, totalOnly: boolean): string | undefined {
  if (result.total !== right.total) return `finds ${result.total} listings instead of ${right.total}`;
  if (result.ids.length !== right.ids.length) {
    return `shows ${result.ids.length} listings on the page instead of ${right.ids.length}`;
  }
  const at = result.ids.findIndex((id, place) => id !== right.ids[place]);
  if (totalOnly || at < 0) return undefined;
  return `shows '${result.ids[at]}' in place ${at + 1} instead of '${right.ids[at]}'`;
}
