// Reads numbers as dealers write them: with currency signs, thousands commas and units. Ambiguous texts (`9.995`) are
// unreadable. Clean numbers, nearly all, take a fast path.
import type { ColumnUnit } from '../layouts/layout.ts';
import { isBlankValue, isPlaceholder } from './text.ts';
import { NOT_GBP, NOT_GIVEN, OUT_OF_RANGE, UNREADABLE, type FieldValue } from './field-value.ts';

const KM_PER_MILE = 1.609344;
const MAX_PRICE_GBP = 100_000_000;
const MAX_MILES = 2_000_000;
const MAX_LITRES = 20;
/** The year of the first motor car. */
const FIRST_YEAR = 1886;

/** Maximum text length of a number; keeps long texts from the expressions below. */
const MAX_LENGTH = 40;

const CLEAN_NUMBER = /^[0-9]{1,9}(?:\.[0-9]{1,2})?$/;
const AMOUNT = String.raw`([+-]?[0-9][0-9,]*(?:\.[0-9]+)?)`;
const PRICE = new RegExp(String.raw`^(-?)(?:£|gbp)? ?${AMOUNT} ?(k?) ?(?:£|gbp|pounds)?$`, 'i');
const MILEAGE = new RegExp(
  String.raw`^${AMOUNT} ?(k?) ?(?:(miles?|mls|mi)|(kms?|kilomet(?:re|er)s?))?$`,
  'i',
);
const ENGINE = new RegExp(
  String.raw`^${AMOUNT} ?(?:(cc|ccm|cm3|c\.c\.)|(?:l|lt|lts|ltrs?|litres?|liters?)? ?(?:t|turbo)?)?$`,
  'i',
);
const YEAR =
  /^([0-9]{1,6})(?:\.0+)?(?: ?(?:\( ?[0-9]{2}(?: ?(?:reg|plate))? ?\)|[/ ][0-9]{2}(?: ?(?:reg|plate))?))?$/i;
const DEGREES = /^[+-]?[0-9]{1,3}(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,3})?$/i;

const FOREIGN_CURRENCY = /(?!£)\p{Sc}|(?:^|[^a-z])(?:eur|euros?|usd|dollars?|chf|aed|jpy|pln)(?:[^a-z]|$)/iu;
const NO_NUMBER =
  /^(?:p\.?o\.?a\.?|price on (?:application|request)|call(?: us)?(?: for price)?|enquire|t\.?b\.?[ac]\.?|unknown|not known)$/i;

/** Pounds, rounded to the penny. */
export function readPrice(value: unknown): FieldValue<number> {
  return readNumber(value, inPounds, (text) => {
    if (FOREIGN_CURRENCY.test(text)) return NOT_GBP;
    const [, minus, amount = '', thousands] = PRICE.exec(text) ?? [];
    const pounds = numberOf(amount, thousands);
    if (pounds === undefined || isPerhapsThousands(amount)) return UNREADABLE;
    return inPounds(minus === '-' ? -Math.abs(pounds) : pounds);
  });
}

/** Whole miles. Kilometres are converted. */
export function readMileage(value: unknown): FieldValue<number> {
  return readNumber(value, inMiles, (text) => {
    const [, amount = '', thousands, , km] = MILEAGE.exec(text) ?? [];
    const distance = numberOf(amount, thousands);
    if (distance === undefined || isPerhapsThousands(amount)) return UNREADABLE;
    return inMiles(km === undefined ? distance : distance / KM_PER_MILE);
  });
}

/** Litres with at most three decimals. Cubic centimetres are converted to litres with one decimal. */
export function readEngineSize(value: unknown): FieldValue<number> {
  return readNumber(value, inLitres, (text) => {
    const [, amount = '', cc] = ENGINE.exec(text) ?? [];
    const size = numberOf(amount, undefined);
    if (size === undefined) return UNREADABLE;
    return inLitres(cc === undefined ? size : rounded(size / 1000, 1));
  });
}

/** A year of manufacture, from 1886 to `latest`. */
export function readYear(value: unknown, latest: number): FieldValue<number> {
  const toYear = (year: number): FieldValue<number> => {
    if (!Number.isInteger(year)) return Number.isFinite(year) ? UNREADABLE : OUT_OF_RANGE;
    return year >= FIRST_YEAR && year <= latest ? year : OUT_OF_RANGE;
  };
  return readNumber(value, toYear, (text) => {
    const digits = YEAR.exec(text)?.[1];
    return digits === undefined ? UNREADABLE : toYear(Number(digits));
  });
}

/** Reads a whole number within inclusive bounds. */
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

/** Reads degrees between `-limit` and `limit`, with at most six decimals. */
export function readDegrees(value: unknown, limit: number): FieldValue<number> {
  const toDegrees = (degrees: number): FieldValue<number> =>
    Math.abs(degrees) <= limit ? rounded(degrees, 6) : OUT_OF_RANGE;
  return readNumber(value, toDegrees, (text) => (DEGREES.test(text) ? toDegrees(Number(text)) : UNREADABLE));
}

/** A number from a JSON number, a clean text, or a text that `interpret` parses. */
function readNumber(
  value: unknown,
  check: (value: number) => FieldValue<number>,
  interpret: (text: string) => FieldValue<number>,
): FieldValue<number> {
  if (typeof value === 'number') return check(value);
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return UNREADABLE;
  if (CLEAN_NUMBER.test(value)) return check(Number(value));
  const text = value.trim();
  if (isBlankValue(text)) return null;
  if (isPlaceholder(text) || NO_NUMBER.test(text)) return NOT_GIVEN;
  return text.length > MAX_LENGTH ? UNREADABLE : interpret(text.replace(/\s+/g, ' '));
}

function inPounds(value: number): FieldValue<number> {
  const pounds = rounded(value, 2);
  return pounds > 0 && pounds < MAX_PRICE_GBP ? pounds : OUT_OF_RANGE;
}

function inMiles(value: number): FieldValue<number> {
  const miles = rounded(value, 0);
  return value >= 0 && miles <= MAX_MILES ? miles : OUT_OF_RANGE;
}

function inLitres(value: number): FieldValue<number> {
  const litres = rounded(value, 3);
  return litres > 0 && litres <= MAX_LITRES ? litres : OUT_OF_RANGE;
}

/** The value of digits with commas at the thousands; undefined if commas are elsewhere. */
function numberOf(amount: string, thousands: string | undefined): number | undefined {
  if (amount.includes(',') && !/^[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.|$)/.test(amount)) return undefined;
  if (amount === '') return undefined;
  return Number(amount.replaceAll(',', '')) * (thousands === 'k' || thousands === 'K' ? 1000 : 1);
}

/** Whether the point may separate thousands, as in much of Europe: `9.995`. */
function isPerhapsThousands(amount: string): boolean {
  return /^[+-]?[0-9]{1,3}\.[0-9]{3}$/.test(amount);
}

/** Adding zero turns -0 into 0. */
function rounded(value: number, decimals: number): number {
  const power = 10 ** decimals;
  return Math.round(value * power) / power + 0;
}

const NUMBER = /^\s*[+-]?[0-9][0-9,]*(?:\.[0-9]+)?\s*$/;

/** Engine sizes from here on are cubic centimetres, below litres: no road vehicle has a 50-litre or a 49 cc engine. */
const MIN_CC = 50;

/** `12000 km` for 12000 and `KM`. */
export function withMileageUnit(value: unknown, unit: unknown): unknown {
  if (typeof unit !== 'string' || !isNumber(value)) return value;
  const name = unit.trim().toLowerCase();
  // In a unit column `M` means miles; after a number it could mean metres.
  return `${String(value).trim()} ${name === 'm' || name === 'mls' ? 'miles' : name}`;
}

/** `1998 cc` for 1998, which is too large for litres. */
export function withEngineUnit(value: unknown, unit: ColumnUnit | undefined): unknown {
  if (!isNumber(value)) return value;
  if (unit === 'cc') return `${String(value).trim()} cc`;
  if (unit === 'litres') return value;
  return Number(String(value).replaceAll(',', '')) >= MIN_CC ? `${String(value).trim()} cc` : value;
}

/** `9995 EUR` for 9995 and `EUR`. */
export function withCurrency(value: unknown, currency: unknown): unknown {
  return typeof currency === 'string' && isNumber(value)
    ? `${String(value).trim()} ${currency.trim()}`
    : value;
}

function isNumber(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value));
}
