// Words that no listing of a cluster has, from the counts of one request.
import { expect, test } from 'vitest';
import { findMissingClusterWords } from '../../src/cluster/cluster-missing-words.ts';
import type { QueryDsl } from '../../src/cluster/query-dsl.ts';

/** A cluster that counts as many listings for the words of a request, in order. */
function clusterOf(...counts: readonly number[]) {
  const requests: QueryDsl[] = [];
  return {
    requests,
    pit: {
      async search(body: QueryDsl) {
        requests.push(body);
        const buckets = counts.map((doc_count) => ({ doc_count }));
        return { hits: { total: { value: 9 }, hits: [] }, aggregations: { words: { buckets } } };
      },
    },
  };
}

test('a piece is missing if one of its words is in no listing', async () => {
  const { pit, requests } = clusterOf(4, 0, 7);
  const pieces = ['sat nav', 'black'].map((text) => ({ text, mayBeMisspelt: false }));
  expect(await findMissingClusterWords(pit as never, pieces)).toEqual(new Set(['sat nav']));
  expect(requests).toHaveLength(1);
});

test('only words that may be misspelt are counted by their corrections, and only the last by its completions', async () => {
  const { pit, requests } = clusterOf(1, 1);
  const pieces = [
    { text: 'urgent', mayBeMisspelt: false },
    { text: 'sunrof', mayBeMisspelt: true },
  ];
  expect(await findMissingClusterWords(pit as never, pieces)).toEqual(new Set());
  const { filters } = (requests[0] as { aggs: { words: { filters: { filters: unknown[] } } } }).aggs.words
    .filters;
  const [urgent, sunrof] = filters.map((filter) => JSON.stringify(filter));
  expect([urgent.includes('fuzzy'), urgent.includes('prefix"')]).toEqual([false, false]);
  expect([sunrof.includes('fuzzy'), sunrof.includes('prefix"')]).toEqual([true, true]);
});

test('a cluster is not asked about no words', async () => {
  const { pit, requests } = clusterOf();
  expect(await findMissingClusterWords(pit as never, [])).toEqual(new Set());
  expect(requests).toEqual([]);
});
