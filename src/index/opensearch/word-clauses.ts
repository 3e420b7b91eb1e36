// What a query's word stands for, in the words of the cluster: itself, its aliases, as the last word all that it begins,
// or what it misspells (engine/query/word-expansion.ts). Relevance is a sum of whole numbers, as in engine/query/bm25f.ts:
// each impact of a term is a token of its own, so what a listing gets for a word is the best of a few fixed scores.
import { maxEdits } from '../../engine/postings/edit-distance.ts';
import { MATCH_WEIGHTS, MAX_IMPACT } from '../../engine/query/bm25f.ts';
import { onlyExact } from '../../engine/postings/tokenizer.ts';
import { anyOf, type Clause } from './clauses.ts';
import { IMPACTS, impactPrefixes, impactToken, termPrefixes, termToken } from './tokens.ts';

/** One way in which a word is understood. */
export interface WordReading {
  /** Listings that have any of the terms. */
  readonly filter: Clause;
  /** The same listings, each with `rarity` × closeness × impact of its best term as its score. */
  scored(rarity: number): Clause;
  /** What `scored` gives at most for a rarity of 1. */
  readonly most: number;
}

/** The word and its aliases and, where it is the last one, all words that begin with it. */
export function literalReading(word: string, isLast: boolean, aliases: readonly string[]): WordReading {
  const terms = [word, ...aliases];
  const completed = isLast && !onlyExact(word);
  const prefixes = (tokens: readonly string[], field: string): Clause[] =>
    completed ? tokens.map((value) => ({ prefix: { [field]: { value } } })) : [];
  return {
    filter: anyOf([{ terms: { terms: terms.map(termToken) } }, ...prefixes(termPrefixes(word), 'terms')]),
    scored: (rarity) =>
      bestOf(
        IMPACTS.flatMap((impact) => [
          fixedScore(
            { terms: { impacts: terms.map((term) => impactToken(term, impact)) } },
            rarity * MATCH_WEIGHTS.exact * impact,
          ),
          ...prefixes(impactPrefixes(word, impact), 'impacts').map((clause) =>
            fixedScore(clause, rarity * MATCH_WEIGHTS.prefix * impact),
          ),
        ]),
      ),
    most: MATCH_WEIGHTS.exact * MAX_IMPACT,
  };
}

/** The words that this one misspells, found by the cluster; only for words that are no codes. */
export function mistypedReading(word: string): WordReading {
  const errors = maxEdits(word);
  return {
    filter: similar('terms', termToken(word), errors),
    scored: (rarity) =>
      bestOf(
        IMPACTS.map((impact) =>
          fixedScore(
            similar('impacts', impactToken(word, impact), errors),
            rarity * MATCH_WEIGHTS.fuzzy * impact,
          ),
        ),
      ),
    most: MATCH_WEIGHTS.fuzzy * MAX_IMPACT,
  };
}

/** The same, where the words are known. */
export function similarReading(terms: readonly string[]): WordReading {
  return {
    filter: { terms: { terms: terms.map(termToken) } },
    scored: (rarity) =>
      bestOf(
        IMPACTS.map((impact) =>
          fixedScore(
            { terms: { impacts: terms.map((term) => impactToken(term, impact)) } },
            rarity * MATCH_WEIGHTS.fuzzy * impact,
          ),
        ),
      ),
    most: MATCH_WEIGHTS.fuzzy * MAX_IMPACT,
  };
}

/** The mark in front must be the same, so only words are found, and those of the same impact. */
function similar(field: string, value: string, fuzziness: number): Clause {
  return {
    fuzzy: {
      [field]: { value, fuzziness, prefix_length: 1, transpositions: true, rewrite: 'constant_score' },
    },
  };
}

function fixedScore(filter: Clause, boost: number): Clause {
  return { constant_score: { filter, boost } };
}

function bestOf(queries: readonly Clause[]): Clause {
  return { dis_max: { queries, tie_breaker: 0 } };
}
