// Relevance to very long texts. A cluster adds scores up as numbers of 24 bits, and takes a bounded number of conditions:
// so the words are asked about in groups, whose scores are exact, and added up here. Every match is walked over, in the
// order that breaks ties; but few listings have all of so many words.
import type { EngineQuery } from '../../engine/schema.ts';
import { LISTING_SCHEMA } from '../listing-schema.ts';
import type { Clause } from './clauses.ts';
import type { ClusterView, Found, SortValue } from './cluster-view.ts';
import type { FoundPage } from './found-page.ts';
import type { ShownListing } from './listing-document.ts';
import { sortClauses } from './sort-clauses.ts';
import type { MatchedWord } from './view-words.ts';

/** Whole numbers up to here are exact in 24 bits. */
const EXACT_SCORE = 2 ** 24;
/** A word takes 45 conditions at most, of the 1,024 that a cluster allows. Each scores 1.4 million at most. */
const MOST_WORDS = 10;
const STEP = 5000;

interface Scored {
  readonly id: string;
  score: number;
}

/** Whether the words are too many to be scored at once. */
export function isLongText(words: readonly MatchedWord[]): boolean {
  return words.length > MOST_WORDS || highestScore(words) >= EXACT_SCORE;
}

export async function findByLongText(
  view: Pick<ClusterView, 'search'>,
  filters: readonly Clause[],
  words: readonly MatchedWord[],
  { offset, limit }: Pick<EngineQuery, 'offset' | 'limit'>,
): Promise<FoundPage> {
  const matching = [...filters, ...words.map(({ reading }) => reading.filter)];
  let total = 0;
  let best: readonly Scored[] = [];
  for await (const step of scoredSteps(view, matching, groupsOf(words))) {
    total += step.length;
    // The sort is stable, so equal scores stay in the order of the walk.
    best = [...best, ...step].sort((a, b) => b.score - a.score).slice(0, offset + limit);
  }
  const ids = best.slice(offset).map(({ id }) => id);
  return { total, listings: await listingsOf(view, ids) };
}

/** All matches with their scores, in the order that breaks ties. */
async function* scoredSteps(
  view: Pick<ClusterView, 'search'>,
  filter: readonly Clause[],
  groups: readonly (readonly MatchedWord[])[],
): AsyncIterable<Scored[]> {
  const sort = sortClauses(
    { sortOrder: { by: 'number', field: LISTING_SCHEMA.tieBreaker, direction: 'ascending' } },
    LISTING_SCHEMA,
  );
  for (let after: readonly SortValue[] | undefined; ;) {
    const answers = await Promise.all(
      groups.map((group) =>
        view.search({
          query: {
            bool: { filter, must: group.map(({ reading, rarity }) => reading.scored(rarity)) },
          },
          sort,
          track_scores: true,
          track_total_hits: false,
          _source: false,
          size: STEP,
          ...(after !== undefined && { search_after: after }),
        }),
      ),
    );
    const [first, ...others] = answers.map(({ hits }) => hits.hits);
    const step = first.map((hit): Scored => ({ id: hit._id, score: scoreOf(hit) }));
    for (const hits of others) {
      step.forEach((scored, i) => {
        if (hits[i]?._id !== scored.id) throw new Error('two groups of words found different listings');
        scored.score += scoreOf(hits[i]);
      });
    }
    yield step;
    if (step.length < STEP) return;
    after = first.at(-1)?.sort;
  }
}

function groupsOf(words: readonly MatchedWord[]): readonly (readonly MatchedWord[])[] {
  return Array.from({ length: Math.ceil(words.length / MOST_WORDS) }, (_, i) =>
    words.slice(i * MOST_WORDS, (i + 1) * MOST_WORDS),
  );
}

function highestScore(words: readonly MatchedWord[]): number {
  return words.reduce((sum, { reading, rarity }) => sum + rarity * reading.most, 0);
}

function scoreOf({ _id, _score }: Found): number {
  if (typeof _score !== 'number') throw new Error(`the document ${_id} came back without its score`);
  return _score;
}

async function listingsOf(
  view: Pick<ClusterView, 'search'>,
  ids: readonly string[],
): Promise<readonly ShownListing[]> {
  if (ids.length === 0) return [];
  const { hits } = await view.search<ShownListing>({ query: { ids: { values: ids } }, size: ids.length });
  const byId = new Map(hits.hits.map(({ _id, _source }) => [_id, _source?.shown]));
  return ids.map((id) => {
    const shown = byId.get(id);
    if (shown === undefined) throw new Error(`the document ${id} was found, and then was not`);
    return shown;
  });
}
