// Words that look like names or terms and are others, and words beside names, from assets/phrases/names.tsv.
import { named, PAIRS, readLists, WORDS, wordsMeaning } from './word-lists.ts';

export const NAME_LISTS = readLists('names', {
  /** After a make that is also an ordinary word. */
  'after a make': WORDS,
  /** Between a car and the name of another make: whether that is an alternative, or a part of its description. */
  'before another make': wordsMeaning(named('alternative', 'joint', 'part', 'perhaps part')),
  'before a road': WORDS,
  /**
   * Words that are one edit away from a make or a model, or sound like one: of the 38,000 most frequent English words those that would
   * be read as misspelt names. Right after a make most of them can be misspelt all the same.
   */
  'not misspelt': wordsMeaning(named('ever', 'without a make')),
  /** Before an exclamation mark, `up!` is a car after these only. */
  'before up': WORDS,
  /** After these words, `note` and other names are ordinary words. */
  'before an ordinary word': WORDS,
  /** Before these words, a name that is a number is no model. */
  'after an ordinary number': WORDS,
  /** Letters before digits that are also words. */
  'letters and a word': WORDS,
  'before a spoken name': WORDS,
  /** After a number, these make it one of something. */
  counted: WORDS,
  /** These begin no term of several words: `I drive` is not BMW's iDrive. */
  'before no term': WORDS,
  /** Words with a meaning of their own, whatever the terms of the trade are. */
  'no term': WORDS,
  /** Body types that people write in the plural, unlike listings. */
  'plural of a body': PAIRS,
  /** Abbreviations before a point. */
  'no domain': WORDS,
});
