// The words around vehicles that somebody has, had or gives up, from assets/phrases/own-vehicle.tsv.
import { PART, PHRASES, WORDS, named, phrasesMeaning, readLists } from './word-lists.ts';

/** How surely an act is about a car that somebody has. */
export type Act = 'strong' | 'definite' | 'weak';

export const LISTS = readLists('own-vehicle', {
  /**
   * What is done with a car that one has. A name follows, perhaps after `my`. Others do some too: `definite` ones (`sold`) count only if
   * the car has an owner or a definite article, `weak` ones (`have you got a Golf`) only with an owner or an ending.
   */
  act: phrasesMeaning<Act>({ '': 'strong', definite: 'definite', weak: 'weak' }),
  former: PART,
  mine: PART,
  car: PART,
  whose: PART,
  relative: PART,
  has: PHRASES,
  px: PART,
  moving: PART,
  up: PART,
  using: PART,
  'fed up': PART,
  giving: PART,
  formerly: PART,
  /** Somebody else, and what he does with his car. */
  person: PHRASES,
  possessive: PHRASES,
  must: PART,
  it: PART,
  /** After a car that is ruled out: `but it's too` small. */
  objection: PHRASES,
  /** `done`: nobody says it of a car that they look for. */
  'with its mileage': phrasesMeaning({ '': 'with', done: 'done' }),
  /** Before a car that is left for another: `out of a manual and into an automatic`. */
  source: PHRASES,
  /** Before the first of a range of cars: `anything from a Golf to a Passat`. */
  'before a range': WORDS,
  /** Between the car that somebody gives up and the one that follows it: words, and the last of them. */
  'on the way': WORDS,
  target: WORDS,
  /** After a name: somebody who has such a car. */
  holder: WORDS,
  /** Before the car that it is about: `the lease on`. */
  agreement: PHRASES,
  /** Verbs of which others may be the subject. */
  having: WORDS,
  'asked before': WORDS,
  /** What somebody would pay for it: `been offered £2,200 for my Micra`. */
  offered: PHRASES,
  been: PART,
  owner: WORDS,
  "relative's": WORDS,
  article: WORDS,
  /** Before a name: `heap of a`. */
  'like an adjective': PHRASES,
  heap: PART,
  /** Words between the owner and the name. */
  adjective: WORDS,
  /** These end the description, and so does the end of a clause. */
  'end of the description': WORDS,
  /** After these, a description is of another car. */
  'start of another': WORDS,
  'its mileage': PHRASES,
  mile: PART,
  'on it': PART,
  valued: WORDS,
  roughly: WORDS,
  money: WORDS,
  /** What became of it, or when it was. */
  ending: PHRASES,
  /** After a name that is a clause: the car goes. */
  returned: PHRASES,
  /** `verb`: sufficient alone. `participle`: needs a verb before it. `test`: needs a verb, or an article before the car. */
  fate: phrasesMeaning(named('verb', 'participle', 'test')),
  /** Between a car and its fate. */
  verb: WORDS,
  adverb: WORDS,
  when: PHRASES,
  /** What breaks, up to the car that it belongs to. */
  part: PHRASES,
  breaks: PHRASES,
  definite: WORDS,
  /** Words that begin a statement. */
  opening: WORDS,
});
