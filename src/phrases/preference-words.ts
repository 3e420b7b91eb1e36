// What somebody does not want or has no preference about, from assets/phrases/preferences.tsv.
import { named, PART, PHRASES, phrasesMeaning, readLists, WORDS } from './word-lists.ts';

export const LISTS = readLists('preferences', {
  indifferent: PHRASES,
  /** What somebody may have no preference about. `searchable`: also after `any`. */
  topic: phrasesMeaning(named('searchable', 'other')),
  any: WORDS,
  link: WORDS,
  joint: WORDS,
  unimportant: PHRASES,
  /** `any colour but`, `steer clear of`. */
  exclusion: PHRASES,
  all: PART,
  but: PART,
  negation: PHRASES,
});
