// Matches words that are neither names nor numbers: stop words (`looking for a`), slang for cars (`whip`), and requests that no search
// supports (`reliable`). The words are in assets/phrases/talk.tsv; a word that can describe a car is no small talk.
import type { Matcher } from './match.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { PHRASES, WORDS, named, phrasesMeaning, readLists } from './word-lists.ts';

const LISTS = readLists('talk', {
  /** Slang for a car. */
  car: PHRASES,
  /** Before `wheels` that are a car. */
  'before wheels': WORDS,
  /** Requests that no search supports, with the reason. */
  unsupported: phrasesMeaning({
    'no such order': 'There is no such order.',
    'running cost': 'Running costs are not part of a listing.',
    'no value': 'This names a property without saying what it should be.',
    opinion: "We can't search for this.",
    where: 'Tell us a town or postcode.',
    service: 'Ask the dealer about this: a search cannot answer it.',
    gas: 'It could be petrol or LPG: say which.',
  }),
  ignored: phrasesMeaning(named('function word', 'small talk', 'joins', 'anywhere')),
});

export const matchStopWords: Matcher = (phrase, at, _context, previous) => {
  const found = LISTS.ignored.find(phrase, at);
  const isJoint = phrase.words[at].key === 'plus' && previous?.meaning.kind === 'range';
  if (found === undefined && (isJoint || isKiss(phrase, at)))
    return { length: 1, meaning: { kind: 'stop_words' } };
  if (found === undefined || isPartOfWord(phrase, at)) return undefined;
  const { length, meaning } = found;
  if (meaning === 'anywhere') return { length, meaning: { kind: 'anywhere' } };
  return {
    length,
    meaning: meaning === 'joins' ? { kind: 'stop_words', joins: true } : { kind: 'stop_words' },
  };
};

/** An x as the last word. */
function isKiss({ words }: TokenizedPhrase, at: number): boolean {
  return at === words.length - 1 && words[at].key === 'x' && words[at].gap !== '-';
}

/** The `i` of `i-DTEC` is not the pronoun. */
function isPartOfWord({ words }: TokenizedPhrase, at: number): boolean {
  return words[at].key.length === 1 && words.at(at + 1)?.gap === '-';
}

export const matchUnsupported: Matcher = (phrase, at) => {
  const found = LISTS.unsupported.find(phrase, at);
  return found === undefined
    ? undefined
    : { length: found.length, meaning: { kind: 'unsupported', reason: found.meaning } };
};

export const matchSlang: Matcher = (phrase, at) => {
  const car = LISTS.car.find(phrase, at);
  if (car !== undefined) return { length: car.length, meaning: { kind: 'stop_words' } };
  if (phrase.words[at].key === 'wheels' && (at === 0 || LISTS['before wheels'].has(phrase.words[at - 1].key)))
    return { length: 1, meaning: { kind: 'stop_words' } };
  return undefined;
};
