// Matches the patterns of assets/phrases/: rows of words, lists and slots that are one of a few classes of meaning. Each class is a rule.
// Slots are placeholders for words that no list can have, such as numbers. The README there explains each.
import { STOP_WORDS, type Matcher, type Meaning, type Knowledge } from './words/match.ts';
import { PhraseMatcher } from './words/phrase-matcher.ts';
import { NO_LIMIT, RUNNING_COST } from './limits/resolve-quantity.ts';
import { PHRASES, phrasesMeaning, readLists, rowsMeaning } from './words/word-lists.ts';
import { classifyFuel } from '../vehicle/classify.ts';
import { readAmount } from './limits/amount.ts';
import { beginsNumber, readNumeral, type Numeral } from './words/numerals.ts';
import { PhraseReader } from './names/phrase-reader.ts';
import { QUANTITIES, comparatorSign } from './limits/quantity-words.ts';
import type { SlotKind } from './words/row-language.ts';
import { placeNameAt } from './places/place-name.ts';
import { readSecond } from './limits/second-amount.ts';
import { isTerm, termLengthAt } from './terms/term.ts';
import { flowsAt, type Phrase } from './words/tokenized-phrase.ts';

/** A number that `accepts`, without a pound sign, with a unit of the list in the same word or behind it. */
function number(accepts: (numeral: Numeral) => boolean): SlotKind {
  return ({ min, max } = { min: 0, max: Infinity }, unit) => ({
    mayBegin: beginsNumber,
    end(phrase, at) {
      const found = readNumeral(phrase, at);
      if (found === undefined || found.value < min || found.value > max || !accepts(found)) return undefined;
      if (phrase.words[at].gap.includes('£')) return undefined;
      const next = at + found.length;
      if (unit === undefined) return found.suffix === '' ? next : undefined;
      if (found.suffix !== '') return unit.get(found.suffix) === undefined ? undefined : next;
      return flowsAt(phrase, next) ? endOf(unit, phrase, next) : undefined;
    },
  });
}

function endOf(list: PhraseMatcher<unknown> | undefined, phrase: Phrase, at: number) {
  const found = list?.find(phrase, at);
  return found && at + found.length;
}

/** The first words of the list make others unlikely to be as long. */
const MAX_PHRASE = 4;

/** Matches behind a phrase of the list, with no words or up to `max` between; of the same clause, or of any. */
function after(isOfClause: boolean): SlotKind {
  return ({ max } = { min: 0, max: 0 }, list) => ({
    crosses: true,
    end(phrase, at) {
      for (let from = at - 1; from >= Math.max(0, at - max - MAX_PHRASE); from--) {
        if (isOfClause && !flowsAt(phrase, from + 1)) return undefined;
        const end = endOf(list, phrase, from) ?? Infinity;
        if (end <= at && at - end <= max) return at;
      }
      return undefined;
    },
  });
}

/** Matches before a phrase of the list, with no words or up to `max` between; of the same clause, or of any. */
function before(isOfClause: boolean): SlotKind {
  return ({ max } = { min: 0, max: 0 }, list) => ({
    crosses: true,
    end(phrase, at) {
      for (let from = at; from <= at + max && (!isOfClause || flowsAt(phrase, from)); from++)
        if (endOf(list, phrase, from) !== undefined) return at;
      return undefined;
    },
  });
}

/** Words whose text has a form; of the list, if the row has one. */
function word(form: RegExp, mayBegin: (key: string) => boolean = () => true): SlotKind {
  return (_, list) => ({
    mayBegin,
    end(phrase, at) {
      if (!form.test(phrase.words[at].text)) return undefined;
      return list === undefined ? at + 1 : endOf(list, phrase, at);
    },
  });
}

/** A letter and digits that are a road, unless they are a model behind its make: `BMW M3`. */
function roadAt({ words }: Phrase, at: number, { vocabulary }: Knowledge): number | undefined {
  const { key, flows } = words[at];
  const make = at > 0 && flows ? vocabulary.make(words[at - 1].key) : undefined;
  const isModel = make !== undefined && vocabulary.models(key, make).some((model) => model.make === make);
  return /^(?:[am][0-9]{1,4}m?|b[0-9]{4})$/.test(key) && !isModel ? at + 1 : undefined;
}

function placeAt(phrase: Phrase, at: number, context: Knowledge): number | undefined {
  const found = placeNameAt(phrase, at, context);
  return found && at + found.length;
}

const MIN_DIGITS = 10;
const MAX_DIGITS = 13;

/** Groups of digits that begin with a 0 or the code of a country. */
function telephoneAt({ words }: Phrase, at: number): number | undefined {
  const isInternational = words[at].gap.endsWith('+') && words[at].key === '44';
  if (!isInternational && !/^0[0-9]{2,}$/.test(words[at].key)) return undefined;
  let digits = 0;
  let next = at;
  for (; next < words.length && (next === at || /^[\s()-]*$/.test(words[next].gap)); next++) {
    if (!/^[0-9]+$/.test(words[next].key) || digits + words[next].key.length > MAX_DIGITS) break;
    digits += words[next].key.length;
  }
  return digits >= MIN_DIGITS ? next : undefined;
}

/** `AB12 CDE`, but not the postcode district of `SW11 BMW`. */
function registrationAt({ words }: Phrase, at: number, { vocabulary }: Knowledge): number | undefined {
  const letters = words.at(at + 1);
  if (!/^[A-Z]{2}[0-9]{2}$/.test(words[at].text) || !/^[A-Z]{3}$/.test(letters?.text ?? '')) return undefined;
  const { key, text, gap } = letters ?? words[at];
  const isName = vocabulary.make(key) !== undefined || vocabulary.models(key, undefined).length > 0;
  return gap === ' ' && !isName && !isTerm(text) ? at + 2 : undefined;
}

/**
 * An amount or a range of them, in bounds: of money too, or of something else. A plate, an age or an engine's size is one of the vehicle.
 */
function amount(mayBeMoney: boolean): SlotKind {
  return ({ min, max } = { min: 0, max: Infinity }) => ({
    mayBegin: beginsAmount,
    end(phrase, at, context) {
      const first = readAmount(phrase, at);
      if (first === undefined) return undefined;
      const { number: numeral, pound, unit } = first.amount;
      const isMoney = pound || unit === 'pounds' || numeral.grouped;
      const isSmall = unit === 'litres' && numeral.value < MAX_ENGINE;
      if (unit === 'plate' || unit === 'cc' || unit === 'age' || isSmall) return undefined;
      if (numeral.value < min || numeral.value > max || (isMoney && !mayBeMoney)) return undefined;
      const between = at > 0 ? QUANTITIES['limit before'].find(phrase, at - 1)?.meaning : undefined;
      return (readSecond(phrase, first, between, (context as Knowledge).thisYear) ?? first).next;
    },
  });
}

/** In litres. */
const MAX_ENGINE = 20;

const MIN_MONEY = 100;

/** An amount of pounds, or a number that is as large as one. */
function moneyAt(phrase: Phrase, at: number): number | undefined {
  const read = readAmount(phrase, at);
  if (read === undefined) return undefined;
  const { unit, pound, number: numeral } = read.amount;
  const isLarge = unit === undefined && (numeral.grouped || numeral.value >= MIN_MONEY);
  return pound || unit === 'pounds' || isLarge ? read.next : undefined;
}

const MAX_NAMES = 2;

/** One or two words with a capital that end the text and name no vehicle. */
function signatureAt(phrase: Phrase, at: number, context: Knowledge): number | undefined {
  const rest = phrase.words.slice(at);
  const areNames = rest.every(
    ({ text }) => /^\p{Lu}\p{Ll}*$|^x+$/u.test(text) && classifyFuel(text) === undefined,
  );
  const isVehicle = rest.length > 0 && new PhraseReader(phrase, at).takeName(context);
  return rest.length === 0 || rest.length > MAX_NAMES || !areNames || isVehicle
    ? undefined
    : phrase.words.length;
}

/** A slot without numbers and units. */
function slot(
  end: (phrase: Phrase, at: number, context: Knowledge) => number | undefined,
  mayBegin?: (key: string) => boolean,
): SlotKind {
  // Safe: the matchers of slots are looked up with a context.
  return () => ({
    end: (phrase, at, context) => end(phrase, at, context as Knowledge),
    ...(mayBegin && { mayBegin }),
  });
}

/** A slot that may come where a clause ends, and has no words. */
function mark(isHere: (phrase: Phrase, at: number) => boolean): SlotKind {
  return () => ({ crosses: true, end: (phrase, at) => (isHere(phrase, at) ? at : undefined) });
}

function ofList(list: PhraseMatcher<unknown>): SlotKind {
  return slot((phrase, at) => endOf(list, phrase, at), list.mayBegin);
}

function beginsAmount(key: string): boolean {
  return beginsNumber(key) || QUANTITIES['part of a year'].mayBegin(key);
}

/** The number of an order or the like, also behind the point of `no. 4471` and in parts: `VT/30912`. */
const referenceNumber: SlotKind = () => ({
  crosses: true,
  end(phrase, at) {
    const { words } = phrase;
    const word = words.at(at);
    if (word === undefined) return undefined;
    const isLong = /^\s*,\s*$/.test(word.gap) && /^[0-9]{5,}$/.test(word.key);
    if (!isLong && !/^[\s.:#]*$/.test(word.gap)) return undefined;
    const end = endOfCode(phrase, at);
    return end > at + 1 || CODE.test(word.text) ? end : undefined;
  },
});

const CODE = /^[a-z]{0,3}[0-9]{2,}$/i;

/** Where the parts of a code that begins at word `at` end. */
function endOfCode({ words }: Phrase, at: number): number {
  const isPart = (index: number): boolean =>
    /^(?:[A-Z]{1,4}|[A-Z]{0,4}[0-9]+[A-Za-z]?)$/.test(words.at(index)?.text ?? '');
  let end = at + 1;
  while (isPart(at) && isPart(end) && /^[-/]$/.test(words[end].gap)) end++;
  return words.slice(at, end).some(({ key }) => hasDigit(key)) ? end : at + 1;
}

/** Letters and digits in parts that are no name: `CC-88213`, `FL/2019/080`. */
function codeAt(phrase: Phrase, at: number): number | undefined {
  const parts = phrase.words.slice(at, endOfCode(phrase, at));
  const hasNumber = parts.some(({ key }) => /^[0-9]{4,}$/.test(key) && !/^(?:19|20)[0-9]{2}$/.test(key));
  const isCode = /^[A-Z]+$/.test(parts[0].text) && (parts.length > 2 || hasNumber);
  return isCode && parts.length > 1 ? at + parts.length : undefined;
}

function hasDigit(key: string): boolean {
  return /[0-9]/.test(key);
}

/** `1990s`, `90s` */
export const DECADE = /^(19|20)?([0-9])0s$/;

export const SLOTS: ReadonlyMap<string, SlotKind> = new Map<string, SlotKind>([
  ['number', number(() => true)],
  ['digits', number(({ plain }) => plain)],
  ['whole', number(({ decimals }) => decimals === 0)],
  ['thousands', number(({ grouped }) => grouped)],
  ['money', slot(moneyAt, beginsAmount)],
  ['sum', amount(true)],
  ['amount', amount(false)],
  ['signed', mark(({ words }, at) => comparatorSign(words.at(at)?.gap ?? '') !== undefined)],
  ['comparator', ofList(QUANTITIES['limit before'])],
  ['comparator after', ofList(QUANTITIES['limit after'])],
  ['extra', ofList(QUANTITIES['on top'])],
  ['after', after(true)],
  ['earlier', after(false)],
  ['before', before(true)],
  ['later', before(false)],
  ['start', mark(({ words }, at) => at === 0 || words.at(at)?.flows === false)],
  ['before a term', mark((phrase, at) => flowsAt(phrase, at) && termLengthAt(phrase, at) > 0)],
  ['end', mark(({ words }, at) => at === words.length)],
  ['word', word(/^\p{L}+$/u)],
  ['capital', word(/^\p{Lu}\p{L}*$/u)],
  ['reference', referenceNumber],
  ['code', slot(codeAt, (key) => key.length <= 4)],
  ['hour', word(/^(?:[01][0-9]|2[0-3])[0-5][0-9]$/, hasDigit)],
  ['decade', word(DECADE, hasDigit)],
  ['junction', word(/^j[0-9]{1,2}$/i, hasDigit)],
  ['road', slot(roadAt, hasDigit)],
  ['place', slot(placeAt)],
  ['telephone', slot(telephoneAt, hasDigit)],
  ['registration', slot(registrationAt, hasDigit)],
  [
    'signature',
    () => ({ crosses: true, end: (phrase, at, context) => signatureAt(phrase, at, context as Knowledge) }),
  ],
]);

export const NO_PLACE = 'Tell us a town or postcode.';
export const OTHER_MONEY = 'This is not what you want to pay, so it does not limit the search.';

export const REFERENCE = 'This looks like a reference number. If it is an amount, say pounds or miles.';
export const OWNED = 'This describes a vehicle that somebody has, so it does not limit the search.';

const REASONS: Readonly<Record<string, string>> = {
  'distance driven': 'How far you drive is not part of a listing, so it was not searched for.',
  owned: OWNED,
  registration: 'Adverts cannot be found by their registration number.',
  'other money': OTHER_MONEY,
  elsewhere:
    'This was read as a place to go to or from, not as the place to search near: say near and the place if it is.',
  road: 'This was read as a road, so it was not searched for.',
  'no such order': 'There is no such order.',
  'running cost': 'Running costs are not part of a listing.',
  'no value': 'This names a property without saying what it should be.',
  opinion: "We can't search for this.",
  where: NO_PLACE,
  service: 'Ask the dealer about this: a search cannot answer it.',
  gas: 'It could be petrol or LPG: say which.',
  reference: REFERENCE,
};

const IN_TIME =
  "Distances are measured in miles or kilometres, not in time: say a distance, such as 'within 20 miles'.";

const UNSUPPORTED = rowsMeaning<Meaning>({
  ...Object.fromEntries(
    Object.entries(REASONS).map(([name, reason]) => [name, { kind: 'unsupported', reason } as const]),
  ),
  instalment: RUNNING_COST,
  'no limit': NO_LIMIT,
  'in time': { kind: 'unsupported', reason: IN_TIME, isDistance: true },
});
const ASIDE = rowsMeaning<Meaning>({ '': STOP_WORDS });

const CLASSES = { aside: ASIDE, unsupported: UNSUPPORTED };

const CIRCUMSTANCES = readLists('circumstances', CLASSES, SLOTS);
const OTHER_NUMBERS = readLists('other-numbers', CLASSES, SLOTS);
export const LIMIT_PATTERNS = readLists(
  'limits',
  {
    ...CLASSES,
    'counted back': phrasesMeaning({ '': 0, 1: 1, 2: 2, 3: 3, 10: 10 }),
    decade: PHRASES,
    ceiling: PHRASES,
  },
  SLOTS,
);
const JOURNEYS = readLists('journeys', { unsupported: UNSUPPORTED }, SLOTS);
const TALK = readLists(
  'talk',
  {
    car: ASIDE,
    unsupported: UNSUPPORTED,
    ignored: rowsMeaning<Meaning>({
      'function word': STOP_WORDS,
      'small talk': STOP_WORDS,
      joins: { kind: 'stop_words', joins: true },
      anywhere: { kind: 'anywhere' },
    }),
  },
  SLOTS,
);

/** What says nothing of the vehicle: `3 kids`, `for 2 years`. */
export const matchAside = matcherOf(CIRCUMSTANCES.aside, OTHER_NUMBERS.aside, LIMIT_PATTERNS.aside);
/** What no search can limit: `15k a year`. */
export const matchUnlimited = matcherOf(
  CIRCUMSTANCES.unsupported,
  OTHER_NUMBERS.unsupported,
  LIMIT_PATTERNS.unsupported,
  JOURNEYS.unsupported,
);
/** Slang for a car: `whip`. */
export const matchSlang = matcherOf(TALK.car);
/** What no search supports, unless adverts have its words: `reliable`. */
export const matchUnsupported = matcherOf(TALK.unsupported);
/** What asks for nothing: `looking for a`. A word that can describe a car is no small talk. */
export const matchStopWords = matcherOf(TALK.ignored);

function matcherOf(...rows: readonly ConstructorParameters<typeof PhraseMatcher<Meaning>>[0][]): Matcher {
  const matcher = new PhraseMatcher(rows.flatMap((own) => [...own]));
  return (phrase, at, context) => matcher.find(phrase, at, context);
}
