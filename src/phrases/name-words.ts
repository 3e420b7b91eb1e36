// Words that look like names or terms and are others, and words beside names, from assets/phrases/names.tsv.
import { named, PAIRS, readLists, WORDS, wordsMeaning } from './word-lists.ts';

export const NAME_LISTS = readLists('names', {
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
