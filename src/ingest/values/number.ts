// What the readers of numbers share: a fast path for clean numbers, nearly all, and amounts in the ways that dealers write them.
import { wordsFor } from '../tables/feed-tables.ts';
import { NOT_GIVEN, OUT_OF_RANGE, UNREADABLE, type FieldValue, givenText } from './text.ts';

/** Maximum text length of a number; keeps long texts from the expressions of the readers. */
const MAX_LENGTH = 80;

const CLEAN_NUMBER = /^[0-9]{1,9}(?:\.[0-9]{1,2})?$/;
const DEGREES = /^[+-]?[0-9]{1,3}(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,3})?$/i;
const NO_NUMBER =
  /^(?:p\.?o\.?a\.?|(?:price )?on (?:application|request)|call(?: us)?(?: for price)?|enquire|t\.?b\.?[ac]\.?|unknown|not known|(?:preis )?auf anfrage)$/i;

export function readWholeNumber(
  value: unknown,
  [min, max]: readonly [min: number, max: number],
): FieldValue<number> {
  const check = (number: number): FieldValue<number> => {
    if (!Number.isInteger(number)) return Number.isFinite(number) ? UNREADABLE : OUT_OF_RANGE;
    return number >= min && number <= max ? number : OUT_OF_RANGE;
  };
  return readNumber(value, check, (text) => (/^[+-]?[0-9]+$/.test(text) ? check(Number(text)) : UNREADABLE));
}

export function readDegrees(value: unknown, limit: number): FieldValue<number> {
  const toDegrees = (degrees: number): FieldValue<number> =>
    Math.abs(degrees) <= limit ? rounded(degrees, 6) : OUT_OF_RANGE;
  return readNumber(value, toDegrees, (text) => (DEGREES.test(text) ? toDegrees(Number(text)) : UNREADABLE));
}

/** A number from a JSON number, a clean text, or a text that `interpret` parses: in lower case, white space as single spaces. */
export function readNumber(
  value: unknown,
  check: (value: number) => FieldValue<number>,
  interpret: (text: string) => FieldValue<number>,
): FieldValue<number> {
  if (typeof value === 'number') return check(value);
  if (typeof value === 'string' && CLEAN_NUMBER.test(value)) return check(Number(value));
  const text = readableText(value);
  return typeof text === 'string'
    ? interpret(withDecimalPoints(inDigits(text.replace(FRACTION, (sign) => DECIMALS.get(sign) ?? sign))))
    : text;
}

const DECIMALS: ReadonlyMap<string, string> = new Map([
  ['¼', '.25'],
  ['½', '.5'],
  ['¾', '.75'],
]);
/** `1½ litres`, `£12½k`. */
const FRACTION = /(?<=[0-9])[¼½¾]/g;

/** `12500 pounds` for `twelve thousand five hundred pounds`; the same text if it has digits, or words that are not one number. */
function inDigits(text: string): string {
  const numbers = wordsFor('number word');
  const words = text.match(/[a-z]+/g) ?? [];
  const first = words.findIndex((word) => numbers.has(word));
  if (first === -1 || /[0-9]/.test(text)) return text;
  const others = words.slice(first);
  const end = others.findIndex((word) => word !== 'and' && !numbers.has(word));
  const said = others.slice(0, end === -1 ? undefined : end);
  const [before, last] = said.slice(-2).map((word) => Number(numbers.get(word)));
  // `nine thousand five` is 9,500 to most people.
  if (before >= 100 && last < 10) return text;
  let [thousands, rest] = [0, 0];
  for (const word of said.filter((one) => one !== 'and')) {
    const value = Number(numbers.get(word));
    const isOne = value < 10 ? rest % 10 === 0 && rest % 100 !== 10 : rest % 100 === 0;
    if (value === 1000 && thousands === 0 && rest > 0) [thousands, rest] = [rest * 1000, 0];
    else if (value === 100 && rest > 0 && rest < 100) rest *= 100;
    else if (value < 100 && isOne) rest += value;
    else return text;
  }
  const after = end === -1 ? [] : others.slice(end);
  return [...words.slice(0, first), thousands + rest, ...after].join(' ');
}

export function readableText(value: unknown): FieldValue<string> {
  const text = givenText(value);
  if (typeof text !== 'string') return text;
  if (NO_NUMBER.test(text)) return NOT_GIVEN;
  return text.length > MAX_LENGTH ? UNREADABLE : text.toLowerCase().replace(/\s+/g, ' ');
}

/** A number in a text, and the text before it, from the end of the last one. */
export interface NumberInText {
  readonly value: number;
  /** The digits as written, without `k`. */
  readonly digits: string;
  readonly before: string;
  readonly after: string;
}

// Thousands are separated by commas or by spaces. A number that is part of a longer one or of a word (`1.2.3`, `v8`) is none.
const AMOUNT =
  /(?<![0-9.,a-z])([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,3}(?: [0-9]{3})+|[0-9]+)(\.[0-9]+)?(?![0-9]|[.,][0-9])(?: ?(k|thousand)(?![a-z]))?/g;

export function amountsIn(text: string): NumberInText[] {
  const matches = [...text.matchAll(AMOUNT)];
  let end = 0;
  return matches.map(({ 0: whole, 1: integer = '', 2: decimals = '', 3: thousands, index }, n) => {
    const value = Number(integer.replace(/[, ]/g, '') + decimals) * (thousands === undefined ? 1 : 1000);
    const before = text.slice(end, index);
    end = index + whole.length;
    return { value, digits: integer + decimals, before, after: text.slice(end, matches[n + 1]?.index) };
  });
}

/** Numbers as in much of Europe, `5.299,00`, with points before their decimals. `8,49` may lack a figure. */
function withDecimalPoints(text: string): string {
  if (!text.includes(',') && !text.includes('.')) return text;
  return text
    .replace(/(?<![0-9.,])[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{1,2}(?![0-9.,])/g, swapped)
    .replace(/(?<![0-9.,])[0-9]{1,3}(?:\.[0-9]{3}){2,}(?![0-9.,])/g, (digits) => digits.replaceAll('.', ''))
    .replace(/(?<![0-9.,])[0-9]{4,},[0-9]{2}(?![0-9.,])/g, swapped)
    .replace(/(?<![0-9.,]|[0-9] )[0-9]{1,3}(?: [0-9]{3})+,[0-9]{2}(?![0-9.,])/g, swapped);
}

function swapped(digits: string): string {
  return digits.replace(/[. ]/g, '').replace(',', '.');
}

/**
 * An amount of which three decimals mean nothing, with `9.995` as 9,995. Undefined if that is not certain: `995.000` may be 995,
 * hardly with a unit.
 */
export function withThousands(
  { value, digits }: Pick<NumberInText, 'value' | 'digits'>,
  hasUnit = false,
): number | undefined {
  if (!/^[+-]?[0-9]{1,3}\.[0-9]{3}$/.test(digits)) return value;
  const isWritten = hasUnit || !digits.endsWith('.000');
  const isCertain = isWritten && !digits.startsWith('0') && Number(digits) === value;
  return isCertain ? rounded(value * 1000, 0) : undefined;
}

/** Whether a number only fills a form: 999,999, 1,234,567 and so on. Smaller ones (111,111, 123,456) occur on real cars. */
export function isFiller(number: number): boolean {
  if (number < 333_333) return false;
  const digits = String(Math.trunc(number));
  return /^([0-9])\1+$/.test(digits) || '123456789'.startsWith(digits);
}

/** Adding zero turns -0 into 0. */
export function rounded(value: number, decimals: number): number {
  const power = 10 ** decimals;
  return Math.round(value * power) / power + 0;
}

const NUMBER = /^\s*[+-]?(?:[0-9]{1,3}(?:\s[0-9]{3})+|[0-9][0-9,]*)(?:\.[0-9]+)?\s*$/;

export function isPlainNumber(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value));
}

/** A plain number times the scale of its column; one that is larger than a scale of thousands was written out: `84,000`. */
export function scaled(value: unknown, scale: number | undefined): unknown {
  if (scale === undefined || !isPlainNumber(value)) return value;
  const text = withDecimalPoints(String(value).trim()).replace(/^([0-9]+),([0-9]{1,2})$/, '$1.$2');
  const number = Number(text.replace(/[,\s]/g, ''));
  return scale > 1 && number >= scale ? value : rounded(number * scale, 3);
}

/** Whether a text consists of these words; punctuation does not count. */
export function hasOnlyWords(text: string, words: Pick<ReadonlySet<string>, 'has'>): boolean {
  return (text.match(/[^\s.,;:!()*"'~+/\\|\u2010-\u2015-]+/g) ?? []).every((word) => words.has(word));
}
