// Matches circumstances, whose numbers limit no search: how far somebody drives (`15k a year`), for how long (`for 2 years`),
// with whom (`3 kids`), how tall (`6ft 4`), and who signs.
import { classifyFuel } from '../vehicle/classify.ts';
import type { Matcher } from './match.ts';
import type { Numeral } from './numerals.ts';
import { PhraseReader } from './phrase-reader.ts';
import { COMPARATORS_AFTER, COMPARATORS_BEFORE } from './quantity-words.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { named, PHRASES, phrasesMeaning, readLists, WORDS, wordsMeaning } from './word-lists.ts';

const DISTANCE_DRIVEN = 'How far you drive is not part of a listing, so it was not searched for.';

const LISTS = readLists('circumstances', {
  /** Before a distance. After those that mean `surely`, a number is a distance driven whatever follows. */
  driving: phrasesMeaning(named('surely', 'perhaps')),
  roughly: WORDS,
  mile: WORDS,
  'per time': PHRASES,
  /** After a number that is no distance driven. */
  'not driven': WORDS,
  'unit of something else': WORDS,
  /** After the number of persons or things, or the age of a person. */
  'with a number': PHRASES,
  foot: WORDS,
  inch: WORDS,
  'before an age': WORDS,
  /** Before ages of persons, and between them. */
  aged: WORDS,
  'between ages': WORDS,
  /** Nobody limits a car by so many minutes or days: a number of a short unit is a span of time. */
  span: wordsMeaning(named('short', 'long')),
  'before a span': PHRASES,
  'after a span': PHRASES,
  /** What lasts for a time and can be asked for. */
  lasting: WORDS,
  'sign-off': PHRASES,
});

/** Matches `I do 20,000 miles a year`. Pounds and small monthly amounts are payments. */
export const matchDistanceDriven: Matcher = (phrase, at) => {
  const reader = new PhraseReader(phrase, at);
  const isSure = reader.take(LISTS.driving) === 'surely';
  // `no more than 200 miles a week`: the limit is one of the driving.
  reader.next += COMPARATORS_BEFORE.find(phrase, reader.next)?.length ?? 0;
  reader.skip(LISTS.roughly, 3);
  const sign = reader.word?.gap.includes('£');
  const number = reader.takeNumeral();
  if (number === undefined || sign === true || LISTS['unit of something else'].has(number.suffix))
    return undefined;
  if (reader.key === 'to' || reader.word?.gap === '-') {
    reader.next += reader.key === 'to' ? 1 : 0;
    reader.takeNumeral();
  }
  const hasUnit = LISTS.mile.has(number.suffix) || LISTS.mile.has(reader.key);
  const isPayment = !hasUnit && !number.grouped && number.value < 2000;
  reader.skip(LISTS.mile, 2);
  const isSlashed = reader.word?.gap.trim() === '/' && LISTS.span.has(reader.key);
  if (isSlashed) reader.next++;
  const isTimed = isSlashed || reader.take(LISTS['per time']) === true;
  reader.take(LISTS['per time']);
  if (!isTimed && !(isSure && (hasUnit || !number.plain || number.value > 2100))) return undefined;
  if (isPayment && !isSure) return undefined;
  if (LISTS['not driven'].has(reader.key)) return undefined;
  return { length: reader.length, meaning: { kind: 'unsupported', reason: DISTANCE_DRIVEN } };
};

const AGED = /^(?:years?|yrs?)$/;
const MIN_DRIVER_AGE = 16;
const HEIGHT = /^[4-7](?:ft|foot|feet)$/;

/** Matches `3 kids`, `a 17 year old driver`, `6ft 4`. Cars are years old too, so an age must name whose it is. */
export const matchPersons: Matcher = (phrase, at) => {
  const reader = new PhraseReader(phrase, at);
  if (HEIGHT.test(reader.key)) {
    reader.next++;
    reader.takeNumeral();
    reader.skip(LISTS.inch, 2);
    return { length: reader.length, meaning: { kind: 'stop_words' } };
  }
  const ages = agesAt(phrase, at);
  if (ages !== undefined) return { length: ages, meaning: { kind: 'stop_words' } };
  const number = reader.takeNumeral();
  if (number === undefined || number.value > 99 || number.suffix !== '') return undefined;
  const inch = reader.word;
  if (inch !== undefined && /^['’′]$/.test(inch.gap) && /^[0-9]{1,2}$/.test(inch.key)) {
    reader.next++;
    reader.skip(LISTS.inch, 2);
    return { length: reader.length, meaning: { kind: 'stop_words' } };
  }
  const start = reader.next;
  if (reader.take(LISTS['with a number']) === undefined) return undefined;
  const last = phrase.words[reader.next - 1].key;
  const isAge = AGED.test(phrase.words[start].key) && /^olds?$/.test(last);
  if (isAge && !(number.value >= MIN_DRIVER_AGE && isPersonBefore(phrase, at))) return undefined;
  if (LISTS.foot.has(last)) {
    if (number.value < 4 || number.value > 7) return undefined;
    reader.takeNumeral();
    reader.skip(LISTS.inch, 2);
  }
  return { length: reader.length, meaning: { kind: 'stop_words' } };
};

/** The number of words of `aged 4 and 7`; a limit such as `aged 4 or newer` is one of the vehicle. */
function agesAt(phrase: TokenizedPhrase, at: number): number | undefined {
  const reader = new PhraseReader(phrase, at);
  if (!LISTS.aged.has(reader.key)) return undefined;
  let length = 0;
  do {
    reader.next++;
    if (!isAge(reader.takeNumeral())) break;
    ({ length } = reader);
  } while (LISTS['between ages'].has(reader.key));
  const isLimit = phrase.words.at(at + length)?.flows === true && COMPARATORS_AFTER.find(phrase, at + length) !== undefined; // prettier-ignore
  return length === 0 || isLimit ? undefined : length;
}

function isAge(number: Numeral | undefined): boolean {
  return number !== undefined && number.plain && number.value < 100;
}

function isPersonBefore({ words }: TokenizedPhrase, at: number): boolean {
  const [last = '', before = ''] = [words.at(at - 1)?.key, words.at(at - 2)?.key];
  return (
    at > 0 &&
    (LISTS['before an age'].has(last) || (at > 1 && LISTS['before an age'].has(`${before} ${last}`)))
  );
}

const MIN_YEAR = 1930;

/** Matches `for 2 years`, `in 3 weeks`, `5 years no claims`, but neither `12 months MOT` nor `3 years old`. */
export const matchTimeSpan: Matcher = (phrase, at) => {
  const reader = new PhraseReader(phrase, at);
  const hasBefore = reader.take(LISTS['before a span']) === true;
  const number = reader.takeNumeral();
  // `6k min` and `2019 min` are limits.
  const isLarge = number !== undefined && (number.grouped || number.value >= MIN_YEAR);
  if (isLarge || (number !== undefined && number.suffix !== '' && !LISTS.span.has(number.suffix)))
    return undefined;
  const span = number?.suffix ?? '';
  if (span === '') {
    if (!LISTS.span.has(reader.key)) return undefined;
    reader.next++;
  }
  const unit = span === '' ? phrase.words[reader.next - 1].key : span;
  if (LISTS.lasting.has(reader.key)) return undefined;
  const hasAfter = reader.take(LISTS['after a span']) === true;
  const isShort = LISTS.span.get(unit) === 'short';
  const isSpan =
    hasAfter ||
    (hasBefore && (number !== undefined || isShort || unit.endsWith('s'))) ||
    (isShort && number !== undefined);
  if (
    !isSpan ||
    (number === undefined && !(hasBefore && (isShort || unit.endsWith('s')))) ||
    LISTS.lasting.has(reader.key)
  )
    return undefined;
  return { length: reader.length, meaning: { kind: 'stop_words' } };
};

const MAX_NAMES = 2;

/** Matches `kind regards, Dave` at the end of a text: one or two words with a capital that name no car. */
export const matchSignOff: Matcher = (phrase, at, context) => {
  const found = LISTS['sign-off'].find(phrase, at);
  if (found === undefined) return undefined;
  const first = at + found.length;
  const isFirst = at === 0 || !phrase.words[at].flows || phrase.words[first]?.flows === false;
  const rest = phrase.words.slice(first);
  if (!isFirst || rest.length === 0 || rest.length > MAX_NAMES) return undefined;
  const areNames = rest.every(
    ({ text }) => /^\p{Lu}\p{Ll}*$|^x+$/u.test(text) && classifyFuel(text) === undefined,
  );
  if (!areNames || new PhraseReader(phrase, first).takeName(context)) return undefined;
  return { length: found.length + rest.length, meaning: { kind: 'stop_words' } };
};
