// Words around what somebody asks for, from assets/phrases/asking.tsv: they ask (`looking for`), join, or refer to the search before. A
// first search needs them to tell talk from what is asked for, and a refining phrase to tell what it does.
import { PHRASES, WORDS, named, phrasesMeaning, readLists } from './word-lists.ts';

export const ASKING_LISTS = readLists('asking', {
  /** Ask for nothing, at the start or the end. */
  filler: PHRASES,
  /** A search for something: with what follows it may be a whole request. */
  request: PHRASES,
  /** A car in general: with what is said of it, a request of its own. */
  noun: PHRASES,
  /** Mean the cars of the search before, if the phrase has named none. */
  pronoun: PHRASES,
  conjunction: phrasesMeaning(named('joins', 'adds')),
  replace: PHRASES,
  'replace after': PHRASES,
  add: PHRASES,
  'add after': PHRASES,
  only: PHRASES,
  /** Words that make what is beside them a condition. */
  must: PHRASES,
  article: WORDS,
  degree: phrasesMeaning(named('small', 'large', 'none')),
});
