// When a listing's make or model is the one that was asked for. Both sides become keys without case, accents and
// punctuation, and are compared for equality, so that an index can hold the keys as values.
// An asked text whose key is empty (`!!!`) matches nothing: no listing ever has an empty key.
import { nameKey } from './name-key.ts';
import { canonicalMake } from './makes.ts';

/** The key of a make, asked or listed: equal for all spellings and aliases of one make. `volkswagen` for `VW`. */
export function makeKey(text: string): string {
  return nameKey(canonicalMake(text) ?? text);
}

/** The key of a model as it is asked for: `3series` for `3-series` and for `3 Series`. */
export function modelQueryKey(model: string): string {
  return nameKey(model);
}

/**
 * The keys that a listing's model answers to, one for each number of its first words: `3`, `3series`, `3series320d`
 * for `3 Series 320d`. So whole words asked find it, and `XJ` does not find `XJS`.
 */
export function modelPrefixKeys(model: string): string[] {
  const keys: string[] = [];
  let key = '';
  for (const word of model.split(/\s+/)) {
    const folded = nameKey(word);
    if (folded === '') continue;
    key += folded;
    keys.push(key);
  }
  return keys;
}
