// Matches the patterns of assets/phrases/: rows of words, lists and slots that are one of a few classes of meaning. Each class
// is a rule. Slots are placeholders for words that no list can have, such as numbers. The README there explains each.
import { STOP_WORDS, type Matcher, type Meaning, type PhraseContext } from './words/match.ts';
import { PhraseMatcher } from './words/phrase-matcher.ts';
import { readLists, rowsMeaning } from './words/word-lists.ts';
import { classifyFuel } from '../vehicle/classify.ts';
import { AMOUNT_SLOTS } from './limits/amount-slots.ts';
import { REFERENCE } from './limits/bare-amount.ts';
import { ASIDE, LIMIT_PATTERNS } from './limits/later-limit.ts';
import { PhraseReader } from './names/phrase-reader.ts';
import { NO_PLACE } from './places/build-location.ts';
import { placeNameAt } from './places/place-name.ts';
import { isTerm, termLengthAt } from './terms/term.ts';
import { OTHER_MONEY, OWNED } from './unwanted/other-amounts.ts';
import type { SlotKind } from './words/row-language.ts';
import { after, before, hasDigit, mark, slot, word } from './words/slots.ts';
import { flowsAt, type Phrase } from './words/tokenized-phrase.ts';
import { isNameKey } from './words/vocabulary.ts';

/** A letter and digits that are a road, unless they are a model behind its make: `BMW M3`. */
function roadAt({ words }: Phrase, at: number, { vocabulary }: PhraseContext): number | undefined {
  const { key, flows } = words[at];
  const make = at > 0 && flows ? vocabulary.make(words[at - 1].key) : undefined;
  const isModel = make !== undefined && vocabulary.models(key, make).some((model) => model.make === make);
  return /^(?:[am][0-9]{1,4}m?|b[0-9]{4})$/.test(key) && !isModel ? at + 1 : undefined;
}

function placeAt(phrase: Phrase, at: number, context: PhraseContext): number | undefined {
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
function registrationAt({ words }: Phrase, at: number, { vocabulary }: PhraseContext): number | undefined {
  const letters = words.at(at + 1);
  if (!/^[A-Z]{2}[0-9]{2}$/.test(words[at].text) || !/^[A-Z]{3}$/.test(letters?.text ?? '')) return undefined;
  const { key, text, gap } = letters ?? words[at];
  return gap === ' ' && !isNameKey(key, vocabulary) && !isTerm(text) ? at + 2 : undefined;
}

const MAX_NAMES = 2;

/** One or two words with a capital that end the text and name no vehicle. */
function signatureAt(phrase: Phrase, at: number, context: PhraseContext): number | undefined {
  const rest = phrase.words.slice(at);
  const areNames = rest.every(
    ({ text }) => /^\p{Lu}\p{Ll}*$|^x+$/u.test(text) && classifyFuel(text) === undefined,
  );
  const isVehicle = rest.length > 0 && new PhraseReader(phrase, at).takeName(context);
  return rest.length === 0 || rest.length > MAX_NAMES || !areNames || isVehicle
    ? undefined
    : phrase.words.length;
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

export const SLOTS: ReadonlyMap<string, SlotKind> = new Map<string, SlotKind>([
  ...AMOUNT_SLOTS,
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
  ['junction', word(/^j[0-9]{1,2}$/i, hasDigit)],
  ['road', slot(roadAt, hasDigit)],
  ['place', slot(placeAt)],
  ['telephone', slot(telephoneAt, hasDigit)],
  ['registration', slot(registrationAt, hasDigit)],
  [
    'signature',
    () => ({
      crosses: true,
      end: (phrase, at, context) => signatureAt(phrase, at, context as PhraseContext),
    }),
  ],
]);

const REASONS: Readonly<Record<string, string>> = {
  'distance driven': 'How far you drive is not part of a listing, so it was not searched for.',
  owned: OWNED,
  registration: 'Adverts cannot be found by their registration number.',
  'other money': OTHER_MONEY,
  'rough money': 'This could mean several amounts: give one in pounds.',
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

const UNSUPPORTED = rowsMeaning<Meaning>(
  Object.fromEntries(
    Object.entries(REASONS).map(([name, reason]) => [name, { kind: 'unsupported', reason } as const]),
  ),
);

const CLASSES = { aside: ASIDE, unsupported: UNSUPPORTED };

const CIRCUMSTANCES = readLists('circumstances', CLASSES, SLOTS);
const OTHER_NUMBERS = readLists('other-numbers', CLASSES, SLOTS);
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
