// Matches numbers that say nothing of the vehicle that is wanted: telephone numbers, times of day, house numbers, years of a life (`born in
// 1985`), and money that is no price (`I paid 9k for my last one`). The words are in assets/phrases/other-numbers.tsv.
import { readAmount } from './amount.ts';
import type { Matcher } from './match.ts';
import { readNumeral } from './numerals.ts';
import { PhraseReader } from './phrase-reader.ts';
import { EXTRAS } from './quantity-words.ts';
import { isTerm } from './term.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';
import { PHRASES, WORDS, readLists } from './word-lists.ts';

const LISTS = readLists('other-numbers', {
  'before an hour': PHRASES,
  hour: WORDS,
  'part of an hour': WORDS,
  past: WORDS,
  /** After an hour that nothing else shows to be one. */
  day: PHRASES,
  street: WORDS,
  /** Before the number of a house. */
  'before a house number': PHRASES,
  /** Before a number that is a name. */
  'before a label': PHRASES,
  /** Before the number of an order or the like. */
  'before a reference': PHRASES,
  month: WORDS,
  /** Before a date that is one of the vehicle. */
  'before a registration': WORDS,
  'before a year of a life': PHRASES,
  /** What somebody did in a year that is none of the vehicle: `moved house in 2019`. */
  'verb of a life': WORDS,
  /** After `since` and a year: what somebody has had since. */
  'since then': WORDS,
  /** In the clause before such a `since`. */
  'until now': PHRASES,
  /** Before money that was paid or is asked for something else. */
  'before other money': PHRASES,
  /** A few words after it: it is the price all the same. */
  'is the budget': PHRASES,
  roughly: WORDS,
  'after other money': PHRASES,
  /** When it was paid. */
  when: PHRASES,
});

type Read = { readonly length: number } | undefined;

export const OTHER_MONEY = 'This is not what you want to pay, so it does not limit the search.';

export const matchOtherNumber: Matcher = (phrase, at, context) => {
  const found =
    telephoneAt(phrase, at) ?? shareAt(phrase, at) ?? dateAt(phrase, at) ?? timeOfDayAt(phrase, at) ?? houseAt(phrase, at) ?? labelAt(phrase, at) ?? yearOfLifeAt(phrase, at); // prettier-ignore
  if (found !== undefined) return { length: found.length, meaning: { kind: 'stop_words' } };
  if (isRegistration(phrase, at, context))
    return { length: 2, meaning: { kind: 'unsupported', reason: REGISTRATION } };
  const money = otherMoneyAt(phrase, at);
  return money && { length: money.length, meaning: { kind: 'unsupported', reason: OTHER_MONEY } };
};

/** `6.9%` */
function shareAt(phrase: TokenizedPhrase, at: number): Read {
  const { text, words } = phrase;
  return /^[0-9.]+$/.test(words[at].key) && /^ ?%/.test(text.slice(words[at].end, words[at].end + 2)) ? { length: 1 } : undefined; // prettier-ignore
}

const REGISTRATION = 'Adverts cannot be found by their registration number.';

/** `AB12 CDE`, but not the postcode district of `SW11 BMW`. */
function isRegistration(
  { words }: TokenizedPhrase,
  at: number,
  { vocabulary }: Parameters<Matcher>[2],
): boolean {
  const letters = words.at(at + 1);
  if (!/^[A-Z]{2}[0-9]{2}$/.test(words[at].text) || !/^[A-Z]{3}$/.test(letters?.text ?? '')) return false;
  const { key, text, gap } = letters ?? words[at];
  const isName = vocabulary.make(key) !== undefined || vocabulary.models(key, undefined).length > 0;
  return gap === ' ' && !isName && !isTerm(text);
}

const DAY = /^(?:[1-9]|[12][0-9]|3[01])(st|nd|rd|th)?$/;

/** `the 15th of March 2026`, `March 15th`, `2026-03-15`, `15/03/2026`: a day, unless a vehicle was registered then. */
function dateAt({ words }: TokenizedPhrase, at: number): Read {
  if (!/^[0-9]/.test(words[at].key) && !LISTS.month.has(words[at].key)) return undefined;
  if (at > 0 && LISTS['before a registration'].has(words[at - 1].key)) return undefined;
  const [first, second, third] = [0, 1, 2].map((step) => words.at(at + step));
  const digits = [first, second, third].map((word) => word?.key ?? '').join(' ');
  const isOneSign = second !== undefined && /^[-/.]$/.test(second.gap) && third?.gap === second.gap;
  if (
    isOneSign &&
    /^(?:(?:19|20)[0-9]{2} [0-9]{1,2} [0-9]{1,2}|[0-9]{1,2} [0-9]{1,2} (?:[0-9]{2}){1,2})$/.test(digits)
  )
    return { length: 3 };
  let next = at;
  const keyAt = (index: number): string => (index === at || words.at(index)?.flows === true ? (words.at(index)?.key ?? '') : ''); // prettier-ignore
  const day = DAY.exec(keyAt(next));
  if (day !== null) {
    next++;
    if (keyAt(next) === 'of') next++;
    if (!LISTS.month.has(keyAt(next))) return undefined;
    next++;
  } else {
    if (!LISTS.month.has(keyAt(next)) || DAY.exec(keyAt(next + 1))?.[1] === undefined) return undefined;
    next += 2;
  }
  const hasYear = /^20[0-9]{2}$/.test(words.at(next)?.key ?? '') && /^,?\s/.test(words.at(next)?.gap ?? '');
  // `10 may be too many`
  if (day !== null && day[1] === undefined && !hasYear) return undefined;
  return { length: next + (hasYear ? 1 : 0) - at };
}

const MIN_DIGITS = 10;
const MAX_DIGITS = 13;

/** Groups of digits that begin with a 0 or the code of a country. */
function telephoneAt({ words }: TokenizedPhrase, at: number): Read {
  const isInternational = words[at].gap.endsWith('+') && words[at].key === '44';
  if (!isInternational && !/^0[0-9]{2,}$/.test(words[at].key)) return undefined;
  let digits = 0;
  let next = at;
  for (; next < words.length && (next === at || /^[\s()-]*$/.test(words[next].gap)); next++) {
    if (!/^[0-9]+$/.test(words[next].key) || digits + words[next].key.length > MAX_DIGITS) break;
    digits += words[next].key.length;
  }
  return digits >= MIN_DIGITS ? { length: next - at } : undefined;
}

const MAX_HOUR = 12;

/** `after 6pm`, `10:30`, `half past ten`, `at 3 on Saturday`. */
function timeOfDayAt(phrase: TokenizedPhrase, at: number): Read {
  const reader = new PhraseReader(phrase, at);
  const isLed = reader.take(LISTS['before an hour']) === true;
  const start = reader.next;
  if (LISTS['part of an hour'].has(reader.key)) reader.next++;
  else if (reader.takeNumeral() === undefined) return undefined;
  if (LISTS.past.has(reader.key)) {
    // `10 to 12 grand` is a range.
    const isPart = LISTS['part of an hour'].has(phrase.words[start].key);
    if (!isPart && reader.key === 'to') return undefined;
    reader.next++;
    const hour = reader.takeNumeral();
    if (hour === undefined || hour.value > MAX_HOUR || hour.grouped) return undefined;
    return endOfTime(reader);
  }
  const { key, gap } = phrase.words[start];
  const minutes = phrase.words.at(start + 1);
  if (/^[0-9]{1,2}$/.test(key) && minutes?.gap === ':' && /^[0-5][0-9](?:[ap]m)?$/.test(minutes.key)) {
    reader.next = start + 2;
    return endOfTime(reader);
  }
  const number = readNumeral(phrase, start);
  if (number === undefined || number.value > MAX_HOUR + 1 || number.grouped || gap.includes('£'))
    return undefined;
  if (LISTS.hour.has(number.suffix) || (number.suffix === '' && LISTS.hour.has(reader.key)))
    return endOfTime(reader);
  return isLed && number.suffix === '' && reader.take(LISTS.day) === true
    ? { length: reader.length }
    : undefined;
}

function endOfTime(reader: PhraseReader): Read {
  reader.skip(LISTS.hour, 1);
  reader.take(LISTS.day);
  return { length: reader.length };
}

const MAX_STREET_WORDS = 2;

/** `at 42 Acacia Road`, `42 Acacia Road`. */
function houseAt(phrase: TokenizedPhrase, at: number): Read {
  const { words } = phrase;
  const reader = new PhraseReader(phrase, at);
  const isLed = reader.take(LISTS['before a house number']) === true;
  const number = reader.word;
  if (number === undefined || !/^[0-9]{1,4}[a-d]?$/.test(number.key)) return undefined;
  reader.next++;
  const first = reader.next;
  for (let i = 0; i < MAX_STREET_WORDS; i++) {
    if (reader.word === undefined || !/^\p{L}+$/u.test(reader.word.text)) return undefined;
    reader.next++;
    const street = reader.word;
    if (street === undefined || !LISTS.street.has(street.key)) continue;
    const areNames = words.slice(first, reader.next + 1).every(({ text }) => /^\p{Lu}/u.test(text));
    if (!isLed && !areNames) return undefined;
    reader.next++;
    return { length: reader.length };
  }
  return undefined;
}

/** `number 10`, `junction 21`. */
function labelAt(phrase: TokenizedPhrase, at: number): Read {
  const reader = new PhraseReader(phrase, at);
  if (reader.take(LISTS['before a reference']) !== undefined && /^[a-z]{0,3}[0-9]{2,10}$/.test(reader.key))
    return { length: reader.length + 1 };
  reader.next = at;
  if (reader.take(LISTS['before a label']) === undefined || !/^[0-9]{1,3}[a-d]?$/.test(reader.key))
    return undefined;
  return { length: reader.length + 1 };
}

const MIN_YEAR = 1920;
const MAX_YEAR = 2100;

function yearOfLifeAt(phrase: TokenizedPhrase, at: number): Read {
  const reader = new PhraseReader(phrase, at);
  if (reader.key === 'in' && (isOfALife(phrase, at) || isLifeAfter(phrase, at + 2))) reader.next++;
  else if (reader.take(LISTS['before a year of a life']) === undefined) return undefined;
  const number = reader.takeNumeral();
  const isYear = number?.plain === true && number.value >= MIN_YEAR && number.value < MAX_YEAR;
  if (!isYear) return undefined;
  const next = phrase.words.at(reader.next);
  const isSinceThen = next?.flows === true && LISTS['since then'].has(next.key);
  const isOfVehicle = phrase.words[at].key === 'since' && !isSinceThen;
  // `we've bought two since 2009`
  const clause = phrase.words.findLastIndex(({ flows }, i) => i <= at && !flows);
  const isUntilNow = phrase.words.slice(0, at).some((_, i) => i >= clause && LISTS['until now'].find(phrase, i) !== undefined); // prettier-ignore
  return isOfVehicle && !isUntilNow ? undefined : { length: reader.length };
}

const MAX_WORDS_AFTER_A_VERB = 4;

/** `in 2019 I bought`, behind the year. */
function isLifeAfter({ words }: TokenizedPhrase, at: number): boolean {
  return words.slice(at, at + 2).some(({ key, flows }) => flows && LISTS['verb of a life'].has(key));
}

function isOfALife({ words }: TokenizedPhrase, at: number): boolean {
  for (let i = at; i > 0 && at - i < MAX_WORDS_AFTER_A_VERB && words[i].flows; i--)
    if (LISTS['verb of a life'].has(words[i - 1].key)) return true;
  return false;
}

/** `I was quoted £900 for repairs`, `1k for repairs`. */
function otherMoneyAt(phrase: TokenizedPhrase, at: number): Read {
  const reader = new PhraseReader(phrase, at);
  const isSign = at > 0 && phrase.words[at].gap.includes('+');
  if (reader.key === 'plus' || isSign) {
    if (!isSign) reader.next++;
    const isOnTop = reader.take(EXTRAS) === true;
    reader.take(LISTS['after other money']);
    if (isOnTop) return { length: reader.length };
    reader.next = at;
  }
  const isLed = reader.take(LISTS['before other money']) === true;
  reader.skip(LISTS.roughly, 2);
  const amount = reader.word === undefined ? undefined : readAmount(phrase, reader.next);
  if (amount === undefined) return undefined;
  const { unit, pound, number } = amount.amount;
  const isMoney =
    pound || unit === 'pounds' || (unit === undefined && (number.grouped || number.value >= 100));
  if (!isMoney) return undefined;
  reader.next = amount.next;
  const isFor = reader.take(LISTS['after other money']) === true;
  if (!isLed && !isFor) return undefined;
  if ([0, 1, 2].some((words) => LISTS['is the budget'].find(phrase, reader.next + words))) return undefined;
  reader.take(LISTS.when);
  return { length: reader.length };
}
