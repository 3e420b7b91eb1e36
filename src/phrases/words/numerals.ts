// Numbers as people write them: `10,000`, `10k`, `10 000`, `ten thousand`, `seven and a half`, `one point six`, `twenty
// fifteen`; and the digits of names that are said in words: `three twenty` is 320, `three thousand and eight` 3008. Units are
// read by phrases/limits/amount.ts.
import { oncePerWord, type Phrase } from './tokenized-phrase.ts';
import { NUMBERS, WORDS, readLists } from './word-lists.ts';

export interface Numeral {
  readonly value: number;
  readonly length: number;
  /** Letters that follow the digits in the same word, such as `k`, `cc` or `miles`. */
  readonly suffix: string;
  /** Digits before the point; 0 if it is not written in digits. */
  readonly digits: number;
  /** Digits after the point. */
  readonly decimals: number;
  /** A bare run of digits or a year in words: `2015`, `twenty fifteen`. */
  readonly plain: boolean;
  /** Has thousands written as no year is: `10k`, `ten thousand`, `10,000`. */
  readonly grouped: boolean;
  readonly spelt: boolean;
  /** A suffix says that it is not exact: `8kish`. */
  readonly isRough?: true;
  /** `eight and a half`, which is unlikely to be all of an amount. */
  readonly isHalf?: true;
  /** `fourteen five` for 14,500: an amount only where words say that it limits something. */
  readonly isSpokenSum?: true;
}

/** `0815` is a time or a code. */
const DIGITS = /^(?!0[0-9]{2})([0-9]{1,30}(?:\.[0-9]{1,6})?)([a-z]*)$/;

const LISTS = readLists('numbers', {
  one: NUMBERS,
  teen: NUMBERS,
  ten: NUMBERS,
  thousand: WORDS,
  'one unit': WORDS,
  'before one': WORDS,
  'before a hundred': WORDS,
  'after one year': WORDS,
  'before one unit': WORDS,
  'after a couple': WORDS,
  rough: WORDS,
  'unit with k': WORDS,
  'number alone': WORDS,
});
export const { one: ONES, 'number alone': NUMBERS_ALONE } = LISTS;
const { teen: TEENS, ten: TENS } = LISTS;
const SMALL: ReadonlyMap<string, number> = new Map([...ONES, ...TEENS]);

/** Words besides those that begin with a digit. */
const FIRST_WORDS = new Set([
  'a',
  'couple',
  'grand',
  'hundred',
  'thousand',
  'year',
  ...SMALL.keys(),
  ...TENS.keys(),
]);

/** Whether a number may begin with a word. */
export function beginsNumber(key: string): boolean {
  return (key >= '0' && key < ':') || FIRST_WORDS.has(key);
}

/** The number that begins at word `at`. `grand` multiplies it, and is left to be read as its unit. */
export const readNumeral = oncePerWord((phrase, at): Numeral | undefined => {
  const number =
    readDigits(phrase, at) ?? readDigitByDigit(phrase, at) ?? readSpelt(phrase, at) ?? readOneOf(phrase, at);
  return number === undefined ? undefined : withThousands(phrase, at, withHalf(phrase, at, number));
});

function readDigits({ words }: Phrase, at: number): Numeral | undefined {
  const word = words.at(at);
  // Most words begin with a letter.
  if (word === undefined || !(word.key < ':')) return undefined;
  const match = DIGITS.exec(word.key) ?? DIGITS.exec(withDecimals(word.key));
  if (match === null) return undefined;
  const [, written = '', letters = ''] = match;
  // `10.000 pounds`, `6.500`, but not the size of an engine: `1.598`
  const isPointed =
    written.includes('.') && /^(?:[1-9][0-9]{1,2}\.[0-9]{3}|[4-9]\.[0-9]{3}|[1-3]\.[05]00)$/.test(written);
  const digits = isPointed ? written.replace('.', '') : written;
  const rough = letters === '' ? undefined : [...LISTS.rough].find((end) => letters.endsWith(end));
  const suffix = rough === undefined ? letters : letters.slice(0, -rough.length);
  const decimals = digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0;
  const number = {
    length: 1,
    suffix,
    digits: digits.length - (decimals === 0 ? 0 : decimals + 1),
    decimals,
    spelt: false,
    ...(rough !== undefined && { isRough: true as const }),
  };
  if (suffix.startsWith('k') && !LISTS['unit with k'].has(suffix)) {
    // As one decimal text, because 2.3 * 1000 is not quite 2300.
    return { ...number, ...GROUPED, value: Number(`${digits}e3`), suffix: suffix.slice(1) };
  }
  const next = words.at(at + 1);
  if (/^[0-9]{1,3}$/.test(word.key) && next?.gap === ' ' && /^[0-9]00$/.test(next.key)) {
    return { ...number, ...GROUPED, value: Number(digits + next.key), length: 2 };
  }
  const grouped = word.text.includes(',') || isPointed;
  return { ...number, value: Number(digits), plain: suffix === '' && decimals === 0 && !grouped, grouped };
}

function withDecimals(key: string): string {
  return key.replace(/½/, '.5').replace(/¼/, '.25').replace(/¾/, '.75');
}

function readDigitByDigit({ words }: Phrase, at: number): Numeral | undefined {
  let end = at;
  while (end < words.length && (end === at || words[end].flows) && (ONES.get(words[end].key) ?? 10) < 10)
    end++;
  const digits = words
    .slice(at, end)
    .map(({ key }) => ONES.get(key))
    .join('');
  const isNumber = /^[1-9][0-9]{3,4}$/.test(digits);
  return isNumber ? { ...SPELT, value: Number(digits), length: end - at, grouped: true } : undefined;
}

const GROUPED = { plain: false, grouped: true } as const;
const SPELT = { suffix: '', digits: 0, decimals: 0, plain: false, grouped: false, spelt: true } as const;

function readSpelt({ words }: Phrase, at: number): Numeral | undefined {
  let i = at;
  const keyAt = (index: number): string | undefined =>
    index === at || words.at(index)?.flows === true ? words.at(index)?.key : undefined;
  /** Below a hundred. */
  const readSmall = (): number | undefined => {
    const key = keyAt(i) ?? '';
    const tens = TENS.get(key);
    if (tens === undefined) {
      const small = SMALL.get(key);
      if (small !== undefined) i++;
      return small;
    }
    i++;
    const ones = SMALL.get(keyAt(i) ?? '');
    if (ones === undefined || ones === 0 || ones > 9) return tens;
    i++;
    return tens + ones;
  };
  /** `a hundred`; the article may have been read before. */
  const readOneHundred = (): number | undefined => {
    const article = keyAt(at) === 'a' ? 1 : 0;
    const before = words.at(at - 1)?.key ?? '';
    const hasArticle = article === 1 || (at > 0 && (before === 'a' || LISTS['before a hundred'].has(before)));
    if (!hasArticle || keyAt(at + article) !== 'hundred') return undefined;
    i += article;
    return 1;
  };
  const first = readSmall() ?? readOneHundred();
  if (first === undefined) return undefined;
  if (keyAt(i) === 'point') {
    const digit = /^oh?$/.test(keyAt(i + 1) ?? '') ? 0 : SMALL.get(keyAt(i + 1) ?? '');
    if (digit !== undefined && digit < 10) {
      return { ...SPELT, value: Number(`${first}.${digit}`), length: i + 2 - at, decimals: 1 };
    }
  }
  if (keyAt(i) === 'hundred') {
    i++;
    if (keyAt(i) === 'and') i++;
    const mark = i;
    const rest = readSmall();
    if (rest === undefined && keyAt(mark - 1) === 'and') i = mark - 1;
    return { ...SPELT, value: first * 100 + (rest ?? 0), length: i - at };
  }
  if (first === 19 || first === 20) {
    const mark = i;
    // `twenty oh nine`
    if (/^oh?$/.test(keyAt(i) ?? '')) i++;
    const isTens = i === mark;
    const rest = readSmall();
    if (rest !== undefined && rest >= 10 === isTens && (isTens || rest > 0))
      return { ...SPELT, value: first * 100 + rest, length: i - at, plain: true };
    i = mark;
  }
  if (first === 2 && keyAt(i) === 'thousand') {
    const mark = i;
    i += keyAt(i + 1) === 'and' ? 2 : 1;
    const rest = readSmall();
    if (rest !== undefined && keyAt(i) !== 'hundred')
      return { ...SPELT, value: 2000 + rest, length: i - at, plain: true };
    i = mark;
  }
  return { ...SPELT, value: first, length: i - at };
}

const ONE = { ...SPELT, value: 1 };

/** Reads `a grand`, `a couple of miles`, `half a mile`; the article may have been read before. */
function readOneOf({ words }: Phrase, at: number): Numeral | undefined {
  const keyAt = (index: number): string => words.at(index)?.key ?? '';
  const article = keyAt(at) === 'a' ? 1 : 0;
  const first = at + article;
  const hasArticle = article === 1 || (at > 0 && LISTS['before one'].has(keyAt(at - 1)));
  const isThousand = (index: number): boolean => LISTS.thousand.has(keyAt(index)) && keyAt(index).length > 1;
  if (keyAt(first) === 'half') {
    const length = keyAt(first + 1) === 'a' ? 2 : 1;
    const isHalf = isThousand(first + length) || LISTS['one unit'].has(keyAt(first + length));
    return isHalf ? { ...ONE, value: 0.5, length: article + length } : undefined;
  }
  if (keyAt(first) === 'couple') {
    const length = keyAt(first + 1) === 'of' ? 2 : 1;
    const isCouple = isThousand(first + length) || LISTS['after a couple'].has(keyAt(first + length));
    return isCouple ? { ...ONE, value: 2, length: article + length } : undefined;
  }
  if (!hasArticle) return undefined;
  // `a grand and a half`
  const keys = [0, 1, 2, 3].map((step) => keyAt(first + step)).join(' ');
  if (/^(?:grand|thousand) and a half$/.test(keys))
    return { ...ONE, value: 1500, length: article + 4, grouped: true };
  if (isThousand(first)) return { ...ONE, length: article };
  // `less than a year old`, `a year newer`, `within a mile`
  const isAge = keyAt(first) === 'year' && LISTS['after one year'].has(keyAt(first + 1));
  const isOneUnit = LISTS['one unit'].has(keyAt(first)) && LISTS['before one unit'].has(keyAt(first - 2));
  return isAge || isOneUnit ? { ...ONE, length: article } : undefined;
}

const PARTS: ReadonlyMap<string, number> = new Map([
  ['a half', 0.5],
  ['a quarter', 0.25],
  ['three quarters', 0.75],
  ['three quarter', 0.75],
]);

/** Reads the half of `seven and a half`. */
function withHalf({ words }: Phrase, at: number, number: Numeral): Numeral {
  const next = at + number.length;
  // `six an a half`
  const isJoint = words.at(next)?.key === 'and' || words.at(next)?.key === 'an';
  const after = [1, 2].map((step) => words.at(next + step)?.key ?? '');
  // `three and half k`
  const isBare = after[0] === 'half' && LISTS.thousand.has(after[1]);
  const part = isJoint ? (isBare ? 0.5 : PARTS.get(after.join(' '))) : undefined;
  if (part === undefined || number.suffix !== '' || number.decimals > 0) return number;
  const length = number.length + (isBare ? 2 : 3);
  return { ...number, value: number.value + part, length, plain: false, isHalf: true };
}

function withThousands(phrase: Phrase, at: number, number: Numeral): Numeral {
  const next = phrase.words.at(at + number.length);
  if (number.suffix === 'thou' || number.suffix === 'grand')
    return withHundreds(phrase, at, {
      ...number,
      ...GROUPED,
      value: number.value * 1000,
      suffix: number.suffix === 'thou' ? '' : number.suffix,
    });
  if (number.suffix !== '' || number.grouped || next === undefined || !next.flows) return number;
  // `85 hundred`
  if (next.key === 'hundred' && number.plain && !number.spelt && number.value > 10 && number.value < 100)
    return { ...number, ...GROUPED, value: number.value * 100, length: number.length + 1 };
  if (!LISTS.thousand.has(next.key)) return number;
  const value = Math.round(number.value * 1000);
  const thousands = { ...number, ...GROUPED, value, length: number.length + 1, decimals: 0 };
  const whole = withHundreds(phrase, at, thousands);
  // `grand` is left to be read as the unit.
  return whole === thousands && next.key === 'grand' ? { ...thousands, length: number.length } : whole;
}

/** Reads the rest of `eight thousand two hundred and fifty` and of `6 thousand 500`. */
function withHundreds(phrase: Phrase, at: number, number: Numeral): Numeral {
  const { words } = phrase;
  let next = at + number.length;
  // `eight thousand, seven hundred`
  const isGrouped = number.spelt && words.at(next)?.gap === ', ' && words.at(next + 1)?.key === 'hundred';
  if (number.value % 1000 !== 0 || (words.at(next)?.flows !== true && !isGrouped)) return number;
  if (words[next].key === 'and' && words.at(next + 1)?.flows === true) next++;
  const isAfterAnd = next > at + number.length;
  const rest =
    /^[1-9](?:00|50)$/.test(words[next].key) && !isAfterAnd
      ? readDigits(phrase, next)
      : readHundreds(phrase, next);
  if (rest === undefined) return number;
  return { ...number, value: number.value + rest.value, length: next + rest.length - at };
}

/** `two hundred and fifty`, but no other number. */
function readHundreds(phrase: Phrase, at: number): Numeral | undefined {
  const { words } = phrase;
  const isHundreds = words.at(at + 1)?.key === 'hundred' && words[at + 1].flows;
  const found = isHundreds ? readSpelt(phrase, at) : undefined;
  // `between eight thousand nine hundred and ten thousand`
  const isNext =
    found !== undefined && found.length > 2 && LISTS.thousand.has(words.at(at + found.length)?.key ?? '');
  if (isNext) return { ...found, value: found.value - (found.value % 100), length: 2 };
  if (found !== undefined) return found.value < 1000 ? found : undefined;
  // `6 thousand 5 hundred`
  const digit = isHundreds && /^[1-9]$/.test(words[at].key) ? readDigits(phrase, at) : undefined;
  return digit && { ...digit, value: digit.value * 100, length: 2 };
}

const MAX_PARTS = 4;

interface Digits {
  readonly digits: string;
  readonly length: number;
}

/** The digits of the first words from `at` on, of more words first. */
export const spokenDigitsAt = oncePerWord((phrase, at): readonly Digits[] => {
  const found: Digits[] = [];
  let digits = '';
  let next = at;
  for (let parts = 0; parts < MAX_PARTS; parts++) {
    const part = partAt(phrase, next);
    if (part === undefined) break;
    digits += part.digits;
    next += part.length;
    found.unshift({ digits, length: next - at });
  }
  return found;
});

const PLURALS: ReadonlyMap<string, string> = new Map(
  [...SMALL.keys(), ...TENS.keys()].map((word) => [`${word}s`, word] as const),
);

function partAt({ words }: Phrase, at: number): Digits | undefined {
  // `q fives`
  const keyAt = (index: number): string => {
    const key = words.at(index)?.joins === true ? words[index].key : '';
    return PLURALS.get(key) ?? key;
  };
  const first = keyAt(at);
  if (first === 'oh' || first === 'o') return { digits: '0', length: 1 };
  const teen = TEENS.get(first);
  if (teen !== undefined) return { digits: String(teen), length: 1 };
  const one = ONES.get(first) ?? -1;
  const second = keyAt(at + 1);
  if (one > 0 && second === 'hundred') return { digits: `${one}00`, length: 2 };
  if (one > 0 && second === 'thousand' && keyAt(at + 2) === 'and') {
    const last = ONES.get(keyAt(at + 3)) ?? 0;
    return last > 0 ? { digits: `${one}00${last}`, length: 4 } : undefined;
  }
  if (one >= 0) return { digits: String(one), length: 1 };
  if (first === 'double' && (second === 'oh' || second === 'o')) return { digits: '00', length: 2 };
  const ten = TENS.get(first);
  const unit = ONES.get(second) ?? 0;
  if (ten === undefined) return undefined;
  return { digits: String(ten + unit), length: unit > 0 ? 2 : 1 };
}
