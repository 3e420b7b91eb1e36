// What a query's word stands for, in the words of the cluster: itself, its aliases, as the last word all that it begins,
// or what it misspells (engine/query/word-expansion.ts). Relevance is a sum of whole numbers, as in engine/query/bm25f.ts:
// each impact of a term is a token of its own, so what a listing gets for a word is the best of a few fixed scores.
import { maxEdits } from '../engine/postings/edit-distance.ts';
import { MATCH_WEIGHTS, MAX_IMPACT } from '../engine/query/bm25f.ts';
import { onlyExact } from '../engine/postings/tokenizer.ts';
import { boolShould, type QueryDsl } from './query-dsl.ts';
import { IMPACTS, impactPrefixes, encodeTermImpact, termPrefixes, encodeTerm } from './term-encoding.ts';

/** One way in which a word is understood. */
export interface WordQueryDsl {
  /** Listings that have any of the terms. */
  readonly filter: QueryDsl;
  /** The same listings, each with `idf` × closeness × impact of its best term as its score. */
  scored(idf: number): QueryDsl;
  /** What `scored` gives at most for a rarity of 1. */
  readonly maxScore: number;
}

/** The word and its aliases and, where it is the last one, all words that begin with it. */
export function exactWordQuery(word: string, isLast: boolean, synonyms: readonly string[]): WordQueryDsl {
  const terms = [word, ...synonyms];
  const completed = isLast && !onlyExact(word);
  const prefixes = (tokens: readonly string[], field: string): QueryDsl[] =>
    completed ? tokens.map((value) => ({ prefix: { [field]: { value } } })) : [];
  return {
    filter: boolShould([
      { terms: { terms: terms.map(encodeTerm) } },
      ...prefixes(termPrefixes(word), 'terms'),
    ]),
    scored: (idf) =>
      bestOf(
        IMPACTS.flatMap((impact) => [
          fixedScore(
            { terms: { impacts: terms.map((term) => encodeTermImpact(term, impact)) } },
            idf * MATCH_WEIGHTS.exact * impact,
          ),
          ...prefixes(impactPrefixes(word, impact), 'impacts').map((clause) =>
            fixedScore(clause, idf * MATCH_WEIGHTS.prefix * impact),
          ),
        ]),
      ),
    maxScore: MATCH_WEIGHTS.exact * MAX_IMPACT,
  };
}

/** The words that this one misspells, found by the cluster; only for words that are no codes. */
export function fuzzyWordQuery(word: string): WordQueryDsl {
  const edits = maxEdits(word);
  return {
    filter: fuzzy('terms', encodeTerm(word), edits),
    scored: (idf) =>
      bestOf(
        IMPACTS.map((impact) =>
          fixedScore(
            fuzzy('impacts', encodeTermImpact(word, impact), edits),
            idf * MATCH_WEIGHTS.fuzzy * impact,
          ),
        ),
      ),
    maxScore: MATCH_WEIGHTS.fuzzy * MAX_IMPACT,
  };
}

/** The same, where the words are known. */
export function termsWordQuery(terms: readonly string[]): WordQueryDsl {
  return {
    filter: { terms: { terms: terms.map(encodeTerm) } },
    scored: (idf) =>
      bestOf(
        IMPACTS.map((impact) =>
          fixedScore(
            { terms: { impacts: terms.map((term) => encodeTermImpact(term, impact)) } },
            idf * MATCH_WEIGHTS.fuzzy * impact,
          ),
        ),
      ),
    maxScore: MATCH_WEIGHTS.fuzzy * MAX_IMPACT,
  };
}

/** The mark in front must be the same, so only words are found, and those of the same impact. */
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
  return { dis_max: { queries, tie_breaker: 0 } };
}
