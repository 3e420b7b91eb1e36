// The words by which a phrase refers to the search before it, from assets/phrases/refinements.tsv.
import { PHRASES, WORDS, named, phrasesMeaning, readLists } from '../word-lists.ts';

/** What a removal may be about: the parameters of that name, or terms of the trade of a group in `q`. */
export const TOPICS = [
  'colour', 'body', 'doors', 'seats', 'owners', 'equipment', 'trim', 'price', 'mileage', 'year', 'engine', 'fuel_type',
  'transmission', 'make', 'model', 'dealer', 'place', 'distance', 'order', 'words', 'limits', 'least price', 'highest price', 'highest mileage', 'earliest year', 'latest year',
] as const; // prettier-ignore
export type Topic = (typeof TOPICS)[number];

export const COMPARATIVES = [
  'cheaper', 'dearer', 'newer', 'older', 'fewer miles', 'more miles', 'closer', 'further', 'bigger engine', 'smaller engine',
] as const; // prettier-ignore
export type Comparative = (typeof COMPARATIVES)[number];

export const LISTS = readLists('refinements', {
  /** Ask for nothing, at the start or the end. */
  filler: PHRASES,
  /** Ask for nothing, and say nothing to the interpreter. */
  discourse: PHRASES,
  /** A search for something: with what follows it may be a whole request. */
  request: PHRASES,
  /** A car in general: with what is said of it, a request of its own. */
  noun: PHRASES,
  /** Mean the cars of the search before, if the phrase has named none. */
  pronoun: PHRASES,
  /** The same in part: `under the same money`. */
  same: PHRASES,
  /** Before a value that takes the place of the last one. */
  correction: PHRASES,
  conjunction: phrasesMeaning(named('joins', 'adds')),
  replace: PHRASES,
  'replace after': PHRASES,
  add: PHRASES,
  'add after': PHRASES,
  only: PHRASES,
  /** `topic`, `limit`: only before one. */
  remove: phrasesMeaning(named('anything', 'topic', 'limit')),
  /** After what is no longer wanted. */
  'remove after': PHRASES,
  unimportant: PHRASES,
  article: WORDS,
  limit: WORDS,
  topic: phrasesMeaning(named(...TOPICS)),
  comparative: phrasesMeaning(named(...COMPARATIVES)),
  degree: phrasesMeaning(named('small', 'large', 'none')),
  /** After a comparative: what it compares with. */
  than: PHRASES,
  reset: PHRASES,
  page: phrasesMeaning(named('next', 'previous', 'first')),
  'page number': PHRASES,
});
