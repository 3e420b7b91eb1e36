// Remembers what was read at a word of a phrase: several matchers look the same names, numbers and places up at the same word.
import type { TokenizedPhrase } from './tokenized-phrase.ts';

/**
 * The same function, which reads each word of a phrase once. All calls for a phrase must have the same further arguments, and
 * nobody may change a result.
 */
export function oncePerWord<Rest extends readonly unknown[], Result>(
  read: (phrase: TokenizedPhrase, at: number, ...rest: Rest) => Result,
): (phrase: TokenizedPhrase, at: number, ...rest: Rest) => Result {
  const known = new WeakMap<TokenizedPhrase, Map<number, Result>>();
  return (phrase, at, ...rest) => {
    const results = known.get(phrase) ?? new Map<number, Result>();
    if (results.size === 0) known.set(phrase, results);
    const result = results.get(at);
    if (result !== undefined || results.has(at)) return result as Result;
    const made = read(phrase, at, ...rest);
    results.set(at, made);
    return made;
  };
}
