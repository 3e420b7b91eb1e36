// Words around what somebody asks for, from assets/phrases/asking.tsv: they ask (`looking for`), join, or refer to the search before. A
// first search needs them to tell talk from what is asked for, and a refining phrase to tell what it does.
import { PHRASES, WORDS, named, phrasesMeaning, readLists } from './word-lists.ts';

export const ASKING_LISTS = readLists('asking', {
  filler: PHRASES,
  request: PHRASES,
  noun: PHRASES,
  pronoun: PHRASES,
  conjunction: phrasesMeaning(named('joins', 'adds')),
  replace: PHRASES,
  'replace after': PHRASES,
  add: PHRASES,
  'add after': PHRASES,
  only: PHRASES,
  must: PHRASES,
  article: WORDS,
  degree: phrasesMeaning(named('small', 'large', 'none')),
});
