// The meanings of a query word as query DSL: itself and its synonyms, as the last word its completions, or the words
// it is a typo of (engine/query/word-expansion.ts). Relevance is a sum of whole numbers, as in engine/query/bm25f.ts:
// each impact of a term has its own token, so a listing's score for a word is the best of a few fixed scores.
import { maxEdits } from '../engine/postings/edit-distance.ts';
import { MATCH_WEIGHTS, MAX_IMPACT } from '../engine/query/bm25f.ts';
import { onlyExact } from '../engine/postings/tokenizer.ts';
import { boolShould, type QueryDsl } from './query-dsl.ts';
import { IMPACTS, impactPrefixes, encodeTermImpact, termPrefixes, encodeTerm } from './term-encoding.ts';

/** One meaning of a word. */
export interface WordQueryDsl {
  /** Listings with any of the terms. */
  readonly filter: QueryDsl;
  /** The same listings, scored by `idf` × matchWeight × impact of their best term. */
  scored(idf: number): QueryDsl;
  /** The highest score for an `idf` of 1. */
  readonly maxScore: number;
}

/** The word, its synonyms and, as the last word, all words that begin with it. */
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

/** The words that this one may be a typo of, found by the cluster. Not for codes. */
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

/** The same with known words. */
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
  return { dis_max: { queries, tie_breaker: 0 } };
}
