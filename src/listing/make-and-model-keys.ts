// Matches requested makes and models with listed ones by equal keys, without case, accents and punctuation, so an index can
// hold the keys as terms. A requested text with an empty key (`!!!`) matches nothing: no listing has an empty key.
import { nameKey } from './name-key.ts';
import { canonicalMake } from './makes.ts';

/** The key of a make, requested or listed: `volkswagen` for `VW`. Equal for all spellings and aliases of a make. */
export function makeKey(text: string): string {
  return nameKey(canonicalMake(text) ?? text);
}

/** The key of a requested model: `3series` for `3-series` and for `3 Series`. */
export function modelQueryKey(model: string): string {
  return nameKey(model);
}

/**
 * The keys that match a listed model, one for each prefix of its words: `3`, `3series`, `3series320d` for
 * `3 Series 320d`. So `XJ` does not find `XJS`.
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
