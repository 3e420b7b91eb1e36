// The readings of a unit of a query's text as query DSL: its terms, the words that it begins, or those that it misspells
// (engine/query/word-expansion.ts). Relevance is a sum of whole numbers, as in engine/query/bm25f.ts: each impact of a term has
// its own token, so a listing's score for a unit is the best of a few fixed scores.
import { maxEdits } from '../engine/postings/edit-distance.ts';
import { MATCH_WEIGHTS, MAX_IMPACT } from '../engine/query/bm25f.ts';
import { boolFilter, boolShould, type QueryDsl } from './query-dsl.ts';
import { IMPACTS, impactPrefixes, encodeTermImpact, termPrefixes, encodeTerm } from './term-encoding.ts';

/** One reading of a unit. */
export interface WordQueryDsl {
  /** Listings with any of the terms. */
  readonly filter: QueryDsl;
  /** The same listings, scored by `idf` × matchWeight × impact of their best term. */
  scored(idf: number): QueryDsl;
  /** The highest score for an `idf` of 1. */
  readonly maxScore: number;
  /** Its terms with their weights; undefined if only the cluster can find them. */
  readonly weights?: ReadonlyMap<string, number>;
}

/** Listings with any of the terms. `weights` gives each term's match weight. */
export function termsWordQuery(weights: ReadonlyMap<string, number>): WordQueryDsl {
  const distinct = [...new Set(weights.values())];
  const termsOf = (weight: number): string[] =>
    [...weights.keys()].filter((term) => weights.get(term) === weight);
  return {
    filter: { terms: { terms: Array.from(weights.keys(), encodeTerm) } },
    scored: (idf) =>
      bestOf(
        distinct.flatMap((weight) =>
          IMPACTS.map((impact) =>
            fixedScore(
              { terms: { impacts: termsOf(weight).map((term) => encodeTermImpact(term, impact)) } },
              idf * weight * impact,
            ),
          ),
        ),
      ),
    maxScore: Math.max(0, ...distinct) * MAX_IMPACT,
    weights,
  };
}

/** Listings that match all units of an alternative, scored by the best term of all alternatives. */
export function anyWordQuery(alternatives: readonly (readonly WordQueryDsl[])[]): WordQueryDsl {
  const words = alternatives.flat();
  // Single terms become one query, because the clauses of a query are limited.
  const weights = new Map<string, number>();
  for (const [term, weight] of words.flatMap((word) => [...(word.weights ?? [])]))
    weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  const scored = [termsWordQuery(weights), ...words.filter((word) => word.weights === undefined)];
  return {
    filter: boolShould(
      alternatives.map((all) =>
        all.length === 1 ? all[0].filter : boolFilter(all.map(({ filter }) => filter)),
      ),
    ),
    scored: (idf) => bestOf(scored.map((word) => word.scored(idf))),
    maxScore: Math.max(...scored.map(({ maxScore }) => maxScore)),
  };
}

/** Listings with any word that begins with `beginning`. */
export function prefixWordQuery(beginning: string): WordQueryDsl {
  const prefixes = (tokens: readonly string[], field: string): QueryDsl[] =>
    tokens.map((value) => ({ prefix: { [field]: { value } } }));
  return {
    filter: boolShould(prefixes(termPrefixes(beginning), 'terms')),
    scored: (idf) =>
      bestOf(
        IMPACTS.flatMap((impact) =>
          prefixes(impactPrefixes(beginning, impact), 'impacts').map((clause) =>
            fixedScore(clause, idf * MATCH_WEIGHTS.prefix * impact),
          ),
        ),
      ),
    maxScore: MATCH_WEIGHTS.prefix * MAX_IMPACT,
  };
}

/** Listings with a word that `word` may be a misspelling of, found by the cluster, or with one of the tags. Not for codes. */
export function fuzzyWordQuery(word: string, tags: readonly string[]): WordQueryDsl {
  const edits = maxEdits(word);
  return {
    filter: boolShould([fuzzy('terms', encodeTerm(word), edits), { terms: { terms: tags.map(encodeTerm) } }]),
    scored: (idf) =>
      bestOf(
        IMPACTS.flatMap((impact) =>
          [
            fuzzy('impacts', encodeTermImpact(word, impact), edits),
            { terms: { impacts: tags.map((tag) => encodeTermImpact(tag, impact)) } },
          ].map((clause) => fixedScore(clause, idf * MATCH_WEIGHTS.fuzzy * impact)),
        ),
      ),
    maxScore: MATCH_WEIGHTS.fuzzy * MAX_IMPACT,
  };
}

/** The prefix must match, so only words with the same impact are found. */
function fuzzy(field: string, value: string, fuzziness: number): QueryDsl {
  return {
    fuzzy: {
      [field]: { value, fuzziness, prefix_length: 1, transpositions: true, rewrite: 'constant_score' },
    },
  };
}

function fixedScore(filter: QueryDsl, boost: number): QueryDsl {
  return { constant_score: { filter, boost } };
}

function bestOf(queries: readonly QueryDsl[]): QueryDsl {
  if (queries.length === 0) return { match_none: {} };
  return { dis_max: { queries, tie_breaker: 0 } };
}
