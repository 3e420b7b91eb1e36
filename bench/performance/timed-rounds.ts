// How every engine is timed, Forecourt's too: all classes once to warm up, then each class in rounds. In a round each query
// runs twice in a row, and the second time counts. A query's time is the median of its rounds, so that percentiles are those
// of queries: single runs have a p99 that is mostly other processes, the same few milliseconds for every engine.
import type { SearchQuery } from '../../src/query/search-query.ts';
import { median, percentilesOf, type Percentiles } from '../harness/statistics.ts';

export const TIMING = {
  /** Rounds over a class's queries. */
  rounds: 5,
  /** The time limit of a class, for its warm-up and again for its rounds. */
  secondsPerClass: 15,
};

type Search = (query: SearchQuery) => unknown;

/** Milliseconds of queries by class; undefined for a class without any. A limit that is reached leaves at least one time. */
export async function timeClasses(
  search: Search,
  classes: readonly (readonly SearchQuery[])[],
  { rounds, secondsPerClass }: typeof TIMING = TIMING,
): Promise<(Percentiles | undefined)[]> {
  for (const queries of classes) {
    const isOver = deadline(secondsPerClass);
    for (const query of queries) {
      if (isOver()) break;
      await search(query);
    }
  }
  const times: (Percentiles | undefined)[] = [];
  for (const queries of classes) times.push(await timeQueries(search, queries, rounds, secondsPerClass));
  return times;
}

async function timeQueries(search: Search, queries: readonly SearchQuery[], rounds: number, seconds: number) {
  const times: number[][] = [];
  const isOver = deadline(seconds);
  for (let round = 1; round <= rounds; round++) {
    for (const [index, query] of queries.entries()) {
      if (times.length > 0 && isOver()) break;
      await search(query);
      const start = performance.now();
      await search(query);
      (times[index] ??= []).push(performance.now() - start);
    }
  }
  return times.length === 0 ? undefined : percentilesOf(times.map(median));
}

function deadline(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
}
