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
