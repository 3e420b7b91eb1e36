// The spellings in a text, with those within others.
import { expect, it } from 'vitest';
import { TextTerms } from '../../../src/engine/postings/text-terms.ts';
import { SpelledText, SpelledWords } from '../../../src/index/words/spelled-words.ts';
import { sampleSpellings } from './sample-terms.ts';

const terms = new TextTerms();
const words = new SpelledWords(sampleSpellings, terms.dictionary);
const text = new SpelledText(words);

/** Where each spelling begins and ends, and its words without anything between. */
function spelledIn(read: string): string[] {
  const count = terms.read(read);
  text.read(terms.found.subarray(0, count));
  return Array.from(
    { length: text.found },
    (_, i) => `${text.starts[i]}-${text.ends[i]} ${words.spellings.textAt(text.spellings[i])}`,
  );
}

it.each([
  ['a car with sat nav', ['3-5 satnav']],
  ['sat nav', ['0-2 satnav']],
  ['nav sat', []],
  ['a car with sat-nav and satnav', ['3-5 satnav', '6-7 satnav']],
  ['', []],
])('are found in %j', (read, found) => {
  expect(spelledIn(read)).toEqual(found);
});

it('are found anew in another text of as many words, and the same in the same text', () => {
  expect(spelledIn('clean sat nav')).toEqual(['1-3 satnav']);
  expect(spelledIn('sat nav clean')).toEqual(['0-2 satnav']);
  expect(spelledIn('sat nav clean')).toEqual(['0-2 satnav']);
});
