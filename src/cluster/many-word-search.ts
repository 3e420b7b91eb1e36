// Relevance for long texts. A cluster sums scores as 24-bit numbers and limits the clauses of a query, so words are queried in
// groups whose scores are exact, and summed here. All matches are read, in the order that breaks ties of relevance, because few
// listings match so many words.
import type { EngineQuery } from '../engine/schema.ts';
import { sortDsl, type QueryDsl } from './query-dsl.ts';
import type { ClusterHit, SortValue, Searchable } from './point-in-time.ts';
import type { ClusterPage, SourceListing } from './listing-document.ts';
import type { ClusterText, ClusterWord } from './word-cache.ts';

/** Whole numbers up to this are exact in 24 bits. */
const EXACT_SCORE = 2 ** 24;
/** A word takes up to 45 of the 1,024 clauses that a cluster allows, and scores up to 1.4 million. */
const MAX_WORDS = 10;
const BATCH_SIZE = 5000;

interface Scored {
  readonly id: string;
  score: number;
}

/** Listings that pass all filters, scored by the words they contain. */
export function scoredBool(filter: readonly QueryDsl[], words: readonly ClusterWord[]): QueryDsl {
  return { bool: { filter, should: words.map(({ query, idf }) => query.scored(idf)) } };
}

/** A filter for each required word, and one for each exclusion. */
export function textFilters({ words, excluding }: ClusterText): QueryDsl[] {
  return [...words.filter(({ isRequired }) => isRequired).map(({ query }) => query.filter), ...excluding];
}

/** Whether one query cannot score all words exactly. */
export function hasManyWords(words: readonly ClusterWord[]): boolean {
  return words.length > MAX_WORDS || highestScore(words) >= EXACT_SCORE;
}

export async function searchManyWords(
  pit: Searchable,
  filters: readonly QueryDsl[],
  text: ClusterText,
  { offset, limit }: Pick<EngineQuery, 'offset' | 'limit'>,
): Promise<ClusterPage> {
  const { total, ids } = await rankManyWords(pit, filters, text, offset + limit);
  return { total, listings: await listingsOf(pit, ids.slice(offset)) };
}

/** The documents of the first `limit` matches, the best first. */
export async function rankManyWords(
  pit: Searchable,
  filters: readonly QueryDsl[],
  text: ClusterText,
  limit: number,
): Promise<{ readonly total: number; readonly ids: readonly string[] }> {
  const matching = [...filters, ...textFilters(text)];
  let total = 0;
  let best: readonly Scored[] = [];
  for await (const step of scoredSteps(pit, matching, groupsOf(text.words))) {
    total += step.length;
    // Sorting is stable, so ties stay in the order in which they were read.
    best = [...best, ...step].sort((a, b) => b.score - a.score).slice(0, limit);
  }
  return { total, ids: best.map(({ id }) => id) };
}

/** All matches with their scores, in the order that breaks ties. */
async function* scoredSteps(
  pit: Searchable,
  filter: readonly QueryDsl[],
  groups: readonly (readonly ClusterWord[])[],
): AsyncIterable<Scored[]> {
  const [, ...sort] = sortDsl({ by: 'relevance' });
  for (let after: readonly SortValue[] | undefined; ;) {
    const responses = await Promise.all(
      groups.map((group) =>
        pit.search({
          query: scoredBool(filter, group),
          sort,
          track_scores: true,
          track_total_hits: false,
          _source: false,
          size: BATCH_SIZE,
          ...(after !== undefined && { search_after: after }),
        }),
      ),
    );
    const [first, ...others] = responses.map(({ hits }) => hits.hits);
    const step = first.map((hit): Scored => ({ id: hit._id, score: scoreOf(hit) }));
    for (const hits of others) {
      step.forEach((scored, i) => {
        if (hits[i]?._id !== scored.id) throw new Error('two groups of words found different listings');
        scored.score += scoreOf(hits[i]);
      });
    }
    yield step;
    if (step.length < BATCH_SIZE) return;
    after = first.at(-1)?.sort;
  }
}

function groupsOf(words: readonly ClusterWord[]): readonly (readonly ClusterWord[])[] {
  return Array.from({ length: Math.ceil(words.length / MAX_WORDS) }, (_, i) =>
    words.slice(i * MAX_WORDS, (i + 1) * MAX_WORDS),
  );
}

function highestScore(words: readonly ClusterWord[]): number {
  return words.reduce((sum, { query, idf }) => sum + idf * query.maxScore, 0);
}

function scoreOf({ _id, _score }: ClusterHit): number {
  if (typeof _score !== 'number') throw new Error(`the document ${_id} came back without its score`);
  return _score;
}

/** The listings of at most ten thousand documents, in the order of their ids. */
export async function listingsOf(pit: Searchable, ids: readonly string[]): Promise<readonly SourceListing[]> {
  if (ids.length === 0) return [];
  const { hits } = await pit.search<SourceListing>({ query: { ids: { values: ids } }, size: ids.length });
  const byId = new Map(hits.hits.map(({ _id, _source }) => [_id, _source?.source]));
  return ids.map((id) => {
    const source = byId.get(id);
    if (source === undefined) throw new Error(`the document ${id} was found, but not returned`);
    return source;
  });
}
