// Matches circumstances, whose numbers limit no search: how far somebody drives (`15k a year`), for how long (`for 2 years`),
// with whom (`3 kids`), how tall (`6ft 4`), and who signs.
import { classifyFuel } from '../vehicle/classify.ts';
import type { Matcher } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { PhraseReader } from './phrase-reader.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const DISTANCE_DRIVEN = 'How far you drive is not part of a listing, so it was not searched for.';

const DRIVING = new PhraseMatcher<true>([
  [
    true,
    'do, i do, we do, only do, i only do, we only do, doing, im doing, i am doing, drive, i drive, we drive, i only drive, ' +
      'driving, cover, i cover, covering, travel, i travel, travelling, commute, i commute, commuting, commute of, a commute ' +
      'of, commute is, my commute is, daily commute of, daily commute is, my daily commute is, with a commute of, have a ' +
      'commute of, i have a commute of, have a, i have a, ive got a, its a, a, an, my, annual mileage, annual mileage of, ' +
      'annual mileage is, annual milage, annual milage of, yearly mileage, yearly mileage of, mileage per year, mileage a ' +
      'year, annual miles, do about, do around, average, averaging, clock up, rack up, i clock up, i rack up',
  ],
]); // prettier-ignore
/** After these, a number is a distance driven whatever follows. */
const SURELY_DRIVING = new PhraseMatcher<true>([
  [
    true,
    'commute, i commute, commuting, commute of, a commute of, commute is, my commute is, daily commute of, daily commute ' +
      'is, my daily commute is, with a commute of, have a commute of, i have a commute of, annual mileage, annual mileage of, ' +
      'annual mileage is, annual milage, annual milage of, yearly mileage, yearly mileage of, mileage per year, mileage a ' +
      'year, annual miles',
  ],
]); // prettier-ignore
const ROUGHLY = new Set('about around roughly approx approximately circa only just maybe probably over under nearly almost like up to at least less more than is of'.split(' ')); // prettier-ignore
const MILES = new Set('k m mi mile miles mileage km kms kilometres thousand'.split(' '));
const PER_TIME = new PhraseMatcher<true>([
  [
    true,
    'a year, per year, each year, every year, a yr, per yr, yr, pa, p a, per annum, annum, annually, yearly, annual, annual ' +
      'mileage, a month, per month, each month, a week, per week, each week, every week, weekly, a day, per day, each day, ' +
      'every day, daily, a night, a weekend, each weekend, each way, every way, each direction, there and back, and back, ' +
      'round trip, roundtrip, return trip, return, return journey, commute, daily commute, commute each way, commute to work, ' +
      'commute a day, commute per day, commute each day, commute every day, trip, trips, journey, journeys, drive, drive to ' +
      'work, drive each way, drive a day, to work, to the office, to and from work, to work and back, to work each day, to ' +
      'work every day, away from work, one way, both ways, motorway commute, each way to work, a day commute, a day to work, ' +
      'round trip to work, round trip every day, round trip each day, round trip a day, round trip commute, round trip daily, ' +
      'a day round trip, a day commuting, a day on the motorway',
  ],
]); // prettier-ignore

/** Matches `I do 20,000 miles a year`. Pounds and small monthly amounts are payments. */
export const matchDistanceDriven: Matcher = (phrase, at) => {
  const reader = new PhraseReader(phrase, at);
  const surely = SURELY_DRIVING.find(phrase, at);
  const isSure = surely !== undefined && surely.length === DRIVING.find(phrase, at)?.length;
  reader.take(DRIVING);
  reader.skip(ROUGHLY, 3);
  const sign = reader.word?.gap.includes('£');
  const number = reader.takeNumeral();
  if (number === undefined || sign === true || /^(?:cc|l|bhp|mpg|plate)$/.test(number.suffix))
    return undefined;
  if (reader.key === 'to' || reader.word?.gap === '-') {
    reader.next += reader.key === 'to' ? 1 : 0;
    reader.takeNumeral();
  }
  const hasUnit = MILES.has(number.suffix) || MILES.has(reader.key);
  const isPayment = !hasUnit && !number.grouped && number.value < 2000;
  reader.skip(MILES, 2);
  const isSlashed = reader.word?.gap.trim() === '/' && SPANS.has(reader.key);
  if (isSlashed) reader.next++;
  const isTimed = isSlashed || reader.take(PER_TIME) === true;
  reader.take(PER_TIME);
  if (!isTimed && !(isSure && (hasUnit || !number.plain || number.value > 2100))) return undefined;
  if (isPayment && !isSure) return undefined;
  if (
    /^(?:tax|insurance|deposit|road|warranty|mot|old|plate|payments?|pounds?|quid|from|of|around|radius)$/.test(
      reader.key,
    )
  )
    return undefined;
  return { length: reader.length, meaning: { kind: 'unsupported', reason: DISTANCE_DRIVEN } };
};

const PERSONS = new PhraseMatcher<true>([
  [
    true,
    'kids, kid, children, child, kiddies, people, persons, person, adults, adult, dogs, dog, cats, passengers, passenger, ' +
      'grandkids, grandchildren, toddlers, teenagers, teens, babies, boys, girls, sons, daughters, young kids, small kids, ' +
      'young children, small children, little ones, large dogs, big dogs, small dogs, of us, car seats, child seats, baby ' +
      'seats, isofix seats, prams, bikes, wheelchairs, friends, mates, labradors, spaniels, greyhounds, retrievers, golden ' +
      'retrievers, times, weeks pregnant, months pregnant, jobs, cars, car household, car family, in the family, adults and, ' +
      'under 5s, year old daughter, year old son, year old, year olds, years old, yrs old, years of age, yr old daughter, yr old son, year old mum, year old ' +
      'dad, year old nan, year old mother, year old father, year old boy, year old girl, year old kid, year old driver, year ' +
      'old male, year old female, yr old driver, year old lad, foot, ft, feet',
  ],
]); // prettier-ignore
const AGED = /^(?:years?|yrs?)$/;
const PERSON_IS = /^(?:mum|dad|nan|gran|mother|father|wife|husband|son|daughter|she|he|who|aunt|uncle|grandad|grandma) is$|(?:im|am|aged|hes|shes|turning|turned)$/; // prettier-ignore
const MIN_DRIVER_AGE = 16;
/** Before the age of a person. */
const BEFORE_AGE = new Set([
  'for a',
  'for an',
  'for my',
  'for our',
  'im a',
  'am a',
  'im an',
  'am an',
  'as a',
  'is a',
  'of a',
]);
const HEIGHT = /^[4-7](?:ft|foot|feet)$/;
const INCHES = new Set('in ins inch inches tall high'.split(' '));

/** Matches `3 kids`, `a 17 year old driver`, `6ft 4`. Cars are years old too, so an age must name whose it is. */
export const matchPersons: Matcher = (phrase, at) => {
  const reader = new PhraseReader(phrase, at);
  if (HEIGHT.test(reader.key)) {
    reader.next++;
    reader.takeNumeral();
    reader.skip(INCHES, 2);
    return { length: reader.length, meaning: { kind: 'stop_words' } };
  }
  const number = reader.takeNumeral();
  if (number === undefined || number.value > 99 || number.suffix !== '') return undefined;
  const inch = reader.word;
  if (inch !== undefined && /^['’′]$/.test(inch.gap) && /^[0-9]{1,2}$/.test(inch.key)) {
    reader.next++;
    reader.skip(INCHES, 2);
    return { length: reader.length, meaning: { kind: 'stop_words' } };
  }
  const start = reader.next;
  if (reader.take(PERSONS) === undefined) return undefined;
  const last = phrase.words[reader.next - 1].key;
  const isAge = AGED.test(phrase.words[start].key) && /^olds?$/.test(last);
  if (isAge && !(number.value >= MIN_DRIVER_AGE && isPerson(keysBefore(phrase, at)))) return undefined;
  if (/^(?:foot|ft|feet)$/.test(last)) {
    if (number.value < 4 || number.value > 7) return undefined;
    reader.takeNumeral();
    reader.skip(INCHES, 2);
  }
  return { length: reader.length, meaning: { kind: 'stop_words' } };
};

function isPerson(before: string): boolean {
  return BEFORE_AGE.has(before) || PERSON_IS.test(before);
}

function keysBefore({ words }: TokenizedPhrase, at: number): string {
  return words.slice(Math.max(0, at - 2), at).map(({ key }) => key).join(' '); // prettier-ignore
}

const SPANS = new Set('second seconds minute minutes min mins hour hours hr hrs day days week weeks wk wks month months mth mths year years yr yrs'.split(' ')); // prettier-ignore
const BEFORE_SPAN = new PhraseMatcher<true>([
  [
    true,
    'for, for about, for over, for around, for at least, for the next, for the last, for the past, for another, for a few, ' +
      'for a couple of, in, in the next, in about, in a few, in a couple of, within the next, over the last, over the next, ' +
      'the last, the next, last, next, every, after, after about, about, it for, for the first, by, for nearly, for almost, a ' +
      'few, a couple of, couple of, few, few more, been, for like, within, within a, for a',
  ],
]); // prettier-ignore
const AFTER_SPAN = new PhraseMatcher<true>([
  [
    true,
    'ago, time, from now, now, or so, driving, of driving, driving experience, experience, no claims, ncb, no claims bonus, ' +
      'no claims discount, licence, license, with a licence, before, later, max, maximum, at most, or two, or less, on the ' +
      'road, behind the wheel, pregnant',
  ],
]); // prettier-ignore
/** Nobody speaks of so many minutes or days. */
const MIN_YEAR = 1930;
/** What lasts for a time and can be asked for. */
const LASTING =
  /^(?:warranty|mot|tax|service|servicing|finance|guarantee|old|free|plate|left|reg|remaining|aa|rac|breakdown)$/;

/** Matches `for 2 years`, `in 3 weeks`, `5 years no claims`, but neither `12 months MOT` nor `3 years old`. */
export const matchTimeSpan: Matcher = (phrase, at) => {
  const reader = new PhraseReader(phrase, at);
  const hasBefore = reader.take(BEFORE_SPAN) === true;
  const number = reader.takeNumeral();
  // `6k min` and `2019 min` are limits.
  const isLarge = number !== undefined && (number.grouped || number.value >= MIN_YEAR);
  if (isLarge || (number !== undefined && number.suffix !== '' && !SPANS.has(number.suffix)))
    return undefined;
  const span = number?.suffix ?? '';
  if (span === '') {
    if (!SPANS.has(reader.key)) return undefined;
    reader.next++;
  }
  const unit = span === '' ? phrase.words[reader.next - 1].key : span;
  if (LASTING.test(reader.key)) return undefined;
  const hasAfter = reader.take(AFTER_SPAN) === true;
  const isShort = !/^(?:y|month|mth)/.test(unit);
  const isSpan =
    hasAfter ||
    (hasBefore && (number !== undefined || isShort || unit.endsWith('s'))) ||
    (isShort && number !== undefined);
  if (
    !isSpan ||
    (number === undefined && !(hasBefore && (isShort || unit.endsWith('s')))) ||
    LASTING.test(reader.key)
  )
    return undefined;
  return { length: reader.length, meaning: { kind: 'stop_words' } };
};

const SIGN_OFFS = new PhraseMatcher<true>([
  [
    true,
    'regards, kind regards, best regards, warm regards, many thanks, thanks, thank you, thanks again, thanks in advance, ' +
      'cheers, best wishes, all the best, yours sincerely, yours faithfully, yours, sincerely, ta, my name is, my names, im ' +
      'called, i am called',
  ],
]); // prettier-ignore
const MAX_NAMES = 2;

/** Matches `kind regards, Dave` at the end of a text: one or two words with a capital that name no car. */
export const matchSignOff: Matcher = (phrase, at, context) => {
  const found = SIGN_OFFS.find(phrase, at);
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
