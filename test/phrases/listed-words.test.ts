// Each word that a table lists, in a sentence of its kind: the search is the one that the list stands for. Without the word's row it is another.
import { describe, expect, it } from 'vitest';
import { CHANGING_WORDS, SEARCH_BEFORE, WORDS } from '../fixtures/phrases-by-word.ts';
import { interpretHere } from './interpret-here.ts';
import { refine } from './refine-here.ts';

/** `make=Volkswagen; model=Golf | We can't search for this.`: the parameters, and the reasons for what is not searched for. */
function outcomeOf({ parameters, unsupported }: ReturnType<typeof interpretHere>): string {
  const search = Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('; ');
  return [search, ...new Set(unsupported.map(({ why }) => why).sort())].join(' | ');
}

/** The sentences that are understood otherwise, with what was understood. */
function misses(
  sentence: string,
  words: string,
  expected: string,
  read: (text: string) => ReturnType<typeof interpretHere>,
): string[] {
  return words
    .trim()
    .split(/\s*\|\s*/)
    .flatMap((word) => {
      const text = sentence.replace('…', word);
      const found = outcomeOf(read(text));
      return found === expected.replace('…', word) ? [] : [`${text}: ${found}`];
    });
}

describe('the words of a table', () => {
  it.each(WORDS)('%s: %s', (sentence, expected, words) => {
    expect(misses(sentence, words, expected, interpretHere)).toEqual([]);
  });

  it.each(CHANGING_WORDS)('beside a search, %s: %s', (sentence, expected, words) => {
    expect(misses(sentence, words, expected, (text) => refine(SEARCH_BEFORE, text))).toEqual([]);
  });
});
