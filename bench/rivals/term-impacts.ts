// What each term of a listing is worth there, for engines that are given an inverted index ready made: the weights of its
// fields added up and saturated as BM25 does it, as a whole number from 1 to 255.
import { impactOf } from '../../src/engine/text/relevance.ts';
import { TEXT_FIELDS } from './stock-row.ts';

/** `words` runs parallel to TEXT_FIELDS. Each word once. */
export function termImpacts(words: readonly (readonly string[])[]): Map<string, number> {
  const weights = new Map<string, number>();
  words.forEach((field, index) => {
    const { weight } = TEXT_FIELDS[index];
    for (const word of field) weights.set(word, (weights.get(word) ?? 0) + weight);
  });
  for (const [word, weight] of weights) weights.set(word, impactOf(weight));
  return weights;
}
