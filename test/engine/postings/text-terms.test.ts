import { expect, it } from 'vitest';
import { TextTerms } from '../../../src/engine/postings/text-terms.ts';

function wordsOf(terms: TextTerms, text: string): string[] {
  const words = terms.read(text);
  return Array.from(terms.found.subarray(0, words), (term) => terms.dictionary.textOf(term));
}

it('reads a text that another reader has just read', () => {
  const one = new TextTerms();
  const other = new TextTerms();
  expect(wordsOf(other, 'grey')).toEqual(['grey']);
  expect(wordsOf(one, 'blue estate')).toEqual(['blue', 'estate']);
  expect(wordsOf(other, 'blue estate')).toEqual(['blue', 'estate']);
  expect(wordsOf(other, 'Citroën')).toEqual(['citroen']);
  expect(wordsOf(one, 'Citroën')).toEqual(['citroen']);
  expect(wordsOf(one, '')).toEqual([]);
});

it.each([
  ['A Focus. Red.', 2],
  ['A 1.0 Focus, 12,000 miles! Red', 5],
  ['A Focus\nRed', 2],
  ['A Focus.Red', 3],
  ['A Citroën C3. Rouge.', 3],
  [`${'tidy '.repeat(39)}clean Sportback`, 40],
  [`${'tidy '.repeat(39)}Škoda Sportback`, 40],
  [`${'tidy '.repeat(38)}Škoda, a Sportback`, 40],
  [`${'tidy '.repeat(38)}grey clean– Sportback`, 40],
  [`${'tidy '.repeat(39)}Sportback`, 39],
  [`Škoda ${'tidy '.repeat(38)}Sportback`, 39],
  ['', 0],
])('counts the words of the first sentence of %j', (text, words) => {
  const terms = new TextTerms();
  terms.read(text);
  expect(terms.sentence).toBe(words);
});
