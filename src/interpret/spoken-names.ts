// Matches models whose digits are said in words: `audi a three`, `i ten`, `peugeot one oh eight`, `bmw three twenty d`.
import { matchBadge } from './make-and-model.ts';
import type { Match, MatchContext, Matcher } from './match.ts';
import { spokenDigitsAt } from './spoken-digits.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { UNITS } from './units.ts';

const MAX_PREFIX_WORDS = 2;
/** Letters before digits that are also words. */
const WORDS = new Set(['a', 'i', 'is']);
const ARTICLES = new Set(['a', 'an', 'the', 'any', 'some']);
/** After a number, these make it one of something. */
const COUNTED = /^(?:thousand|grand|hundred|point|k|and|or|to|seater|seaters|star|of)$/;

export const matchSpokenName: Matcher = (phrase, at, context, previous) => {
  const make = previous?.meaning.kind === 'make' && previous.to === at ? previous.meaning.make : undefined;
  let prefix = '';
  for (let words = 0; words <= MAX_PREFIX_WORDS; words++) {
    const found = matchDigits(phrase, at, words, prefix, make, context, previous);
    if (found !== undefined) return found;
    const word = phrase.words.at(at + words);
    if (word === undefined || (words > 0 && !word.joins) || !/^[a-z]{1,6}$/.test(word.key)) return undefined;
    prefix += word.key;
  }
  return undefined;
};

/** The model of the letters `prefix`, which are `words` words, and the digits that follow. */
function matchDigits(
  phrase: TokenizedPhrase,
  at: number,
  words: number,
  prefix: string,
  make: string | undefined,
  context: MatchContext,
  previous: Match | undefined,
): ReturnType<Matcher> {
  // `under two`, `a seven seater`: digits alone need a make, and words need a make or an article.
  if (words === 0 && make === undefined) return undefined;
  const isNamed = make !== undefined || (at > 0 && ARTICLES.has(phrase.words[at - 1].key));
  if (WORDS.has(prefix) && !isNamed) return undefined;
  for (const { digits, length } of spokenDigitsAt(phrase, at + words)) {
    const end = at + words + length;
    const badge = prefix === '' ? badgeAt(phrase, end, digits, context, previous) : undefined;
    if (badge !== undefined) return { length: end + 1 - at, meaning: badge };
    const models = context.vocabulary.models(prefix + digits, make);
    const own = models.filter((model) => make === undefined || model.make === make);
    if (own.length > 0 && !isCount(phrase, end))
      return { length: end - at, meaning: { kind: 'model', models: own } };
  }
  return undefined;
}

/** `320d` for `three twenty d`, whose letter is the word at `at`. */
function badgeAt(
  phrase: TokenizedPhrase,
  at: number,
  digits: string,
  context: MatchContext,
  previous: Match | undefined,
) {
  const letter = phrase.words.at(at);
  if (letter?.joins !== true || !/^[deit]$/.test(letter.key)) return undefined;
  const text = digits + letter.key;
  const word = { ...phrase.words[at], text, key: text };
  const read = matchBadge({ text, words: [word] }, 0, context, previous && { ...previous, to: 0 });
  return read?.meaning.kind === 'model' ? { ...read.meaning, as: text } : undefined;
}

/** `mazda two litre`, `c four doors`. */
function isCount(phrase: TokenizedPhrase, at: number): boolean {
  const next = phrase.words.at(at);
  return (
    next?.flows === true &&
    next.key !== 'engine' &&
    (COUNTED.test(next.key) || UNITS.find(phrase, at) !== undefined)
  );
}
