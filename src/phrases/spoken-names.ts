// Matches models whose digits are said in words: `audi a three`, `i ten`, `peugeot one oh eight`, `bmw three twenty d`.
import { matchBadge } from './make-and-model.ts';
import { makeJustBefore, type Match, type MatchContext, type Matcher } from './match.ts';
import { NAME_LISTS } from './name-words.ts';
import { spokenDigitsAt } from './numerals.ts';
import { QUANTITIES } from './quantity-words.ts';
import { joinedKeys, keyAt, type TokenizedPhrase } from './tokenized-phrase.ts';

const MAX_PREFIX_WORDS = 2;
const MAX_WORDS_AFTER = 2;
export const matchSpokenName: Matcher = (phrase, at, context, previous) => {
  const make = makeJustBefore(previous, at);
  let prefix = '';
  for (let words = 0; words <= MAX_PREFIX_WORDS; words++) {
    const found = matchDigits(phrase, at, words, prefix, make, context, previous);
    if (found !== undefined) return found;
    const word = phrase.words.at(at + words);
    if (word === undefined || (words > 0 && !word.joins) || !/^[a-z]{1,10}$/.test(word.key)) return undefined;
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
  const isNamed =
    make !== undefined || (at > 0 && NAME_LISTS['before a spoken name'].has(phrase.words[at - 1].key));
  if (NAME_LISTS['letters and a word'].has(prefix) && !isNamed) return undefined;
  for (const { digits, length } of spokenDigitsAt(phrase, at + words)) {
    const end = at + words + length;
    const badge = badgeAt(phrase, end, prefix + digits, context, previous);
    if (badge !== undefined) return { length: badge.end - at, meaning: badge.meaning };
    const longer = longerName(phrase, end, prefix + digits, make, context);
    if (longer !== undefined) return { length: longer.end - at, meaning: longer.meaning };
    const models = context.vocabulary.models(prefix + digits, make);
    const own = models.filter((model) => make === undefined || model.make === make);
    if (own.length > 0 && !isCount(phrase, end))
      return { length: end - at, meaning: { kind: 'model', models: own } };
  }
  return undefined;
}

/** `320d` for `three twenty d`, `c220` for `c two twenty`: the word at `at` may be its last letter. */
function badgeAt(
  phrase: TokenizedPhrase,
  at: number,
  name: string,
  context: MatchContext,
  previous: Match | undefined,
) {
  const letter = phrase.words.at(at);
  const hasLetter = letter?.joins === true && /^[deit]$/.test(letter.key);
  if (!hasLetter && (/^[0-9]/.test(name) || isCount(phrase, at))) return undefined;
  const text = hasLetter ? name + letter.key : name;
  const word = { ...phrase.words[at - 1], text, key: text };
  const read = matchBadge({ text, words: [word] }, 0, context, previous && { ...previous, to: 0 });
  if (read?.meaning.kind !== 'model') return undefined;
  return { end: hasLetter ? at + 1 : at, meaning: read.meaning };
}

/** `C3 Picasso` for `c three picasso`. */
function longerName(
  phrase: TokenizedPhrase,
  at: number,
  name: string,
  make: string | undefined,
  { vocabulary }: MatchContext,
) {
  const keys = joinedKeys(phrase, at, MAX_WORDS_AFTER);
  if (phrase.words.at(at)?.joins !== true) return undefined;
  for (let length = keys.length; length > 0; length--) {
    const models = vocabulary
      .models(name + keys[length - 1], make)
      .filter((model) => make === undefined || model.make === make);
    if (models.length > 0) return { end: at + length, meaning: { kind: 'model', models } as const };
  }
  return undefined;
}

/** `mazda two litre`, `c four doors`. */
function isCount(phrase: TokenizedPhrase, at: number): boolean {
  const key = keyAt(phrase, at);
  if (key === '' || key === 'engine') return false;
  return NAME_LISTS.counted.has(key) || QUANTITIES.unit.find(phrase, at) !== undefined;
}
