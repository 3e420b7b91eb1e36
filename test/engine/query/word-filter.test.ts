import { buildInvertedIndex } from '../builders.ts';
import { describe, it } from 'vitest';
import { InvertedIndex } from '../../../src/engine/postings/inverted-index.ts';
import { WordFilter } from '../../../src/engine/query/word-filter.ts';
import { expectKeeps } from './compiled-filter-contract.ts';
import { textRow, untagged } from '../sample-rows.ts';

/** Row n has the word `all`, and `by2`, `by3`, … `by12` if n is divisible by that. */
const divisors = Array.from({ length: 11 }, (_, i) => i + 2);
const rows = Array.from({ length: 150 }, (_, n) => {
  const words = divisors.filter((divisor) => n % divisor === 0).map((divisor) => `by${divisor}`);
  return textRow(`all ${words.join(' ')}`);
});
const column = new InvertedIndex(buildInvertedIndex(rows, untagged), rows.length);

const filterOf = (...words: string[]): WordFilter =>
  new WordFilter(
    column,
    words.map((word) => ({ term: column.find(word) })),
  );

describe('WordFilter', () => {
  it.each<[string[], (n: number) => boolean]>([
    [[], () => false],
    [['all'], () => true],
    [['by2'], (n) => n % 2 === 0],
    [['by7'], (n) => n % 7 === 0],
    [['by2', 'by3'], (n) => n % 2 === 0 || n % 3 === 0],
    [['by11', 'by12', 'by10'], (n) => n % 11 === 0 || n % 12 === 0 || n % 10 === 0],
    [divisors.slice(3, 10).map((d) => `by${d}`), (n) => divisors.slice(3, 10).some((d) => n % d === 0)],
    [divisors.slice(3).map((d) => `by${d}`), (n) => divisors.slice(3).some((d) => n % d === 0)],
    [['all', ...divisors.map((d) => `by${d}`)], () => true],
  ])('keeps the rows that have any of the terms %j', (words, has) => {
    expectKeeps(filterOf(...words), 150, [...rows.keys()].filter(has));
  });
});
