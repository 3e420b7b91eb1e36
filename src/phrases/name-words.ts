// Lists of words that several files read: words that look like names or terms and are others, and words beside names (assets/phrases/
// names.tsv); words around what somebody asks for (assets/phrases/asking.tsv), by which a first search tells talk from what is asked for,
// and a refining phrase what it does.
import { named, PAIRS, readLists, WORDS, wordsMeaning, PHRASES, phrasesMeaning } from './word-lists.ts';

export const NAMES = readLists('names', {
  'after a make': WORDS,
  'before another make': wordsMeaning(named('alternative', 'joint', 'part', 'perhaps part')),
  'before a road': WORDS,
  'not misspelt': wordsMeaning(named('ever', 'without a make')),
  'before up': WORDS,
  'before an ordinary word': WORDS,
  'after an ordinary number': WORDS,
  'letters and a word': WORDS,
  'before a spoken name': WORDS,
  counted: WORDS,
  'before no term': WORDS,
  'no term': WORDS,
  'plural of a body': PAIRS,
  'no domain': WORDS,
});

export const ASKING = readLists('asking', {
  filler: PHRASES,
  request: PHRASES,
  noun: PHRASES,
  pronoun: PHRASES,
  conjunction: phrasesMeaning(named('joins', 'lists', 'adds')),
  replace: PHRASES,
  'replace after': PHRASES,
  add: PHRASES,
  'add after': phrasesMeaning({ '': 'adds', permits: 'permits' }),
  only: PHRASES,
  must: PHRASES,
  article: WORDS,
  degree: phrasesMeaning(named('small', 'large', 'none')),
});
