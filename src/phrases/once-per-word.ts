// Remembers what was read at a word of a phrase: several matchers look the same names, numbers and places up at the same word.
import type { TokenizedPhrase } from './tokenized-phrase.ts';

/**
 * The same function, which reads each word of a phrase once. All calls for a phrase must have the same further arguments, and
 * nobody may change a result. Phrases are read one after the other, so only the last one is remembered.
 */
export function oncePerWord<Rest extends readonly unknown[], Result>(
  read: (phrase: TokenizedPhrase, at: number, ...rest: Rest) => Result,
): (phrase: TokenizedPhrase, at: number, ...rest: Rest) => Result {
  let last: TokenizedPhrase | undefined;
  let results: ({ readonly result: Result } | undefined)[] = [];
  return (phrase, at, ...rest) => {
    if (phrase !== last) [last, results] = [phrase, []];
    const known = results[at];
    if (known !== undefined) return known.result;
    const own = results;
    const result = read(phrase, at, ...rest);
    own[at] = { result };
    return result;
  };
}
