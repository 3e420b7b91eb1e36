// The table of words that ask for nothing or join others: what a row means, and which mistakes are refused.
import { expect, it } from 'vitest';
import { parseQueryWords, queryWordAt } from '../../src/vehicle/query-words.ts';

const parse = (rows: readonly string[]) => parseQueryWords(['meaning\twords', ...rows, ''].join('\n'));

it('has the meaning of each entry, and how many words may follow from a word', () => {
  expect(parse(['nothing\tthe | for sale', 'either\tor', 'model\tup', 'not\tnot', 'placeholder\tnull'])).toEqual({
    meanings: new Map([['the', 'nothing'], ['for sale', 'nothing'], ['or', 'either'], ['not', 'not']]),
    modelNames: new Set(['up']),
    placeholders: new Set(['null']),
    wordsFrom: new Map([['the', 1], ['for', 2], ['or', 1], ['not', 1]]),
    maxLength: 8,
  });
}); // prettier-ignore

it.each([
  ['another meaning', ['maybe\tor'], "assets/terms/query-words.tsv, line 2: 'maybe' is none of nothing, either, not, model, placeholder"],
  ['a word twice', ['nothing\tthe', 'not\tthe'], 'assets/terms/query-words.tsv, line 3: the is on line 2 too'],
  ['capitals', ['nothing\tThe'], "assets/terms/query-words.tsv, line 2: 'The' is not in lower case with single spaces"],
  ['two spaces', ['nothing\tfor  sale'], "assets/terms/query-words.tsv, line 2: 'for  sale' is not in lower case with single spaces"],
])('refuses %s', (_what, rows, message) => {
  expect(() => parse(rows)).toThrow(message);
}); // prettier-ignore

it('reads the longest entry of the shipped table at a word', () => {
  const words = ['golf', 'for', 'sale', 'or', 'not'];
  expect(words.map((_, at) => queryWordAt(words, at))).toEqual([
    undefined,
    { meaning: 'nothing', length: 2 },
    undefined,
    { meaning: 'either', length: 1 },
    { meaning: 'not', length: 1 },
  ]);
});
