// The words by which a phrase changes the search before it, from assets/phrases/refinements.tsv, and what is read with them.
import {
  AMOUNT_MEASURES,
  BOUND_PAIRS,
  COMPARATIVE_NAMES,
  MEASURE_NAMES,
  MEASURES,
  type Bound,
  type Measure,
} from './measures.ts';
import { ASKING, PHRASES, WORDS, named, phrasesMeaning, readLists } from '../words/word-lists.ts';
import { flowsAt, type Phrase } from '../words/tokenized-phrase.ts';

/** Topics that are not a measure: a parameter, terms of the trade of a group in `q`, or several limits. */
const OTHER_TOPICS = [
  'colour',
  'body',
  'doors',
  'seats',
  'owners',
  'equipment',
  'history',
  'trim',
  'fuel_type',
  'transmission',
  'make',
  'model',
  'dealer',
  'place',
  'sort',
  'q',
  'limits',
  'lower limits',
  'upper limits',
] as const;

/** What a removal or a change may be about. */
export type Topic = Measure | Bound | (typeof OTHER_TOPICS)[number];

const TOPICS: readonly Topic[] = [...MEASURE_NAMES, ...BOUND_PAIRS.flat(), ...OTHER_TOPICS];

interface AmountDirection {
  readonly sign: 1 | -1;
  /** Says nothing of its own: `knock 500 off`. */
  readonly isOfVerb?: true;
  readonly measure?: Measure;
}

const BY_AFTER: Readonly<Record<string, AmountDirection>> = {
  more: { sign: 1 },
  less: { sign: -1 },
  off: { sign: -1, isOfVerb: true },
  ...Object.fromEntries(
    AMOUNT_MEASURES.flatMap((measure): [string, AmountDirection][] => {
      const { more, less } = MEASURES[measure];
      if (more === undefined || less === undefined) return [];
      return [
        [more, { sign: 1, measure }],
        [less, { sign: -1, measure }],
      ];
    }),
  ),
};

export const REFINEMENTS = readLists('refinements', {
  same: PHRASES,
  'of a statement': WORDS,
  correction: PHRASES,
  remove: phrasesMeaning(named('anything', 'cars', 'topic', 'limit', 'to the end')),
  'all of a kind': PHRASES,
  'leave out': PHRASES,
  limit: WORDS,
  topic: phrasesMeaning(named(...TOPICS)),
  comparative: phrasesMeaning(named(...COMPARATIVE_NAMES)),
  'before what is fine': WORDS,
  direction: phrasesMeaning(named('up', 'down', 'move')),
  aux: WORDS,
  exchange: phrasesMeaning({ '': 'exchange for', preferred: 'preferred to' } as const),
  'exchange for': WORDS,
  'preferred to': WORDS,
  than: PHRASES,
  first: PHRASES,
  factor: phrasesMeaning({ half: 0.5, twice: 2, 'three times': 3, 'four times': 4 }),
  'as much': phrasesMeaning(named('price', 'mileage', 'distance')),
  'that much': PHRASES,
  'by before': phrasesMeaning({ more: 1, less: -1 }),
  'by after': phrasesMeaning(BY_AFTER),
  'by what': WORDS,
  'ruled out': phrasesMeaning(named('max', 'min')),
  split: WORDS,
  reset: PHRASES,
  page: phrasesMeaning(named('next', 'previous', 'first')),
  'page number': PHRASES,
});

/**
 * Words that remove what follows. `not only petrol` does only if nothing but that follows: `not only petrol but diesel` keeps
 * both.
 */
export function removalAt(phrase: Phrase, at: number) {
  const found = REFINEMENTS.remove.find(phrase, at);
  const from = at + (found?.length ?? 0);
  const goesOn = (_: unknown, i: number): boolean =>
    !flowsAt(phrase, from + i) || ASKING.conjunction.find(phrase, from + i) !== undefined;
  return found?.meaning === 'to the end' && phrase.words.slice(from).some(goesOn) ? undefined : found;
}

export function endOfFillers(phrase: Phrase, from: number): number {
  let at = from;
  for (;;) {
    const filler = at < phrase.words.length ? ASKING.filler.find(phrase, at) : undefined;
    if (filler === undefined) return at;
    at += filler.length;
  }
}

/**
 * The end of words from `from` on by which a comparative asks for an order and moves no limit: `closer ones first`, `cheaper at
 * the top`.
 */
export function orderEnd(phrase: Phrase, from: number): number | undefined {
  const at = from + ((ASKING.pronoun.next(phrase, from) ?? ASKING.noun.next(phrase, from))?.length ?? 0);
  const first = REFINEMENTS.first.next(phrase, at);
  return first && at + first.length;
}

interface NamedTopics {
  readonly found: Topic[];
  readonly end: number;
  /** Whether they are called limits, or can only be meant as such. */
  readonly isLimit: boolean;
}

/** Topics that are limits by their names. */
const IS_LIMIT = /limits$|_(?:min|max)$/;

/** What every car has: nobody asks for one without a colour. */
const OF_EVERY_CAR: ReadonlySet<Topic> = new Set([
  'colour',
  'body',
  'price',
  'mileage',
  'year',
  'fuel_type',
  'make',
  'model',
  'place',
  'sort',
]);

type IsFree = (from: number, to: number) => boolean;

/** Topics up to the first whose words mean something else: `the location and sort by price`. */
export function topicsAt(phrase: Phrase, from: number, isFree: IsFree = () => true): NamedTopics {
  const { found, end, isLimit } = readTopics(phrase, from, isFree);
  const isWhole = !flowsAt(phrase, end) || ASKING.conjunction.find(phrase, end) !== undefined;
  // `no colour`
  return { found, end, isLimit: isLimit || (isWhole && found.every((topic) => OF_EVERY_CAR.has(topic))) };
}

function readTopics(phrase: Phrase, from: number, isFree: IsFree): NamedTopics {
  const isWord = (words: ReadonlySet<string>, at: number, isFirst: boolean): boolean => {
    const word = phrase.words.at(at);
    return word !== undefined && (isFirst || word.flows) && words.has(word.key);
  };
  const isComma = (at: number): boolean => /^\s*,\s*$/.test(phrase.words.at(at)?.gap ?? '');
  const found: Topic[] = [];
  let end = from;
  let isLimit = false;
  for (let at = from; ;) {
    while (isWord(ASKING.article, at, at === from)) at++;
    const continues = at === from || phrase.words.at(at)?.flows === true || isComma(at);
    const topic = continues ? REFINEMENTS.topic.find(phrase, at) : undefined;
    const isOther = topic !== undefined && found.length > 0 && !isFree(at, at + topic.length);
    if (topic === undefined || isOther) return { found, end, isLimit };
    found.push(topic.meaning);
    at += topic.length;
    while (isWord(REFINEMENTS.limit, at, false)) [isLimit, at] = [true, at + 1];
    isLimit ||= IS_LIMIT.test(topic.meaning);
    end = at;
    const joint = ASKING.conjunction.find(phrase, at);
    // `all filters except price`
    if (joint?.meaning === 'excepts' && topicsAt(phrase, at + joint.length).found.length > 0)
      return { found: [], end: from, isLimit: false };
    if (joint !== undefined) at += joint.length;
    else if (!isComma(at)) return { found, end, isLimit };
  }
}

/** The end of a pronoun at word `at` that continues a clause: `skip that`, `include those`. */
export function pronounEnd(phrase: Phrase, at: number): number | undefined {
  const that = REFINEMENTS['that much'].next(phrase, at) ?? ASKING.pronoun.next(phrase, at);
  return that && at + that.length;
}

/** Whether a phrase does nothing but begin a new search. */
export function onlyResets(phrase: Phrase): boolean {
  const from = endOfFillers(phrase, 0);
  const found = REFINEMENTS.reset.find(phrase, from);
  return found !== undefined && endOfFillers(phrase, from + found.length) === phrase.words.length;
}
