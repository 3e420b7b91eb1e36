// Reads mileages (miles or kilometres) and engine sizes (litres or cc) among dealers' words, or within an engine's name.
import { KM_PER_MILE } from '../../geo/great-circle.ts';
import { wordsFor } from '../tables/feed-tables.ts';
import {
  amountsIn,
  hasOnlyWords,
  isFiller,
  isPlainNumber,
  readNumber,
  rounded,
  scaled,
  withThousands,
  type NumberInText,
} from './number.ts';
import { MAX_MILES, MAX_LITRES } from '../../listing/listing.ts';
import { OUT_OF_RANGE, PLACEHOLDER, UNREADABLE, type FieldValue } from './text.ts';

/** The expression with the spellings of units in place of their names in `<>`, made at its first use. */
export function withUnits(source: string, flags = ''): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= new RegExp(source.replace(/<(\w+)>/g, spellingsOf), flags));
}

function spellingsOf(_: string, unit: string): string {
  const words = Array.from(wordsFor('unit')).filter(([, means]) => means === unit);
  return `(?:${words.map(([word]) => (word.length > 1 ? `${word}s?` : word)).join('|')})`;
}

const NEGATIVE = /^-/;
const MILES = withUnits('^ ?\\(?<miles>(?![a-z])');
const KILOMETRES = withUnits('^ ?\\(?<km>(?![a-z])');
const DISTANCE = withUnits('^(?:<miles>|<km>)$');

/** Words about something else: `80,100 (timing belt done at 78,000)`. */
const NOTE = /\((?=[^()]*[a-z]{3,}[^()]* [a-z]{3,})(?![^()]*k(?:m|ilo))[^()]*\)$/;

/** An empty field of a program that fills numbers with zeros. */
const ZEROS = /^\s*0{2,}(?![0-9.,])/;

/** Whole miles. Kilometres are converted. */
export function readMileage(value: unknown): FieldValue<number> {
  if (typeof value === 'string' && ZEROS.test(value)) return PLACEHOLDER;
  return readNumber(value, inMiles, (text) => {
    if (NEGATIVE.test(text)) return isPlainNumber(text) ? OUT_OF_RANGE : UNREADABLE;
    const amounts = amountsIn(text.replace(NOTE, ''));
    const texts = amounts.flatMap(({ before, after }) => [before, after]);
    if (!texts.every((words) => hasOnlyWords(words, BESIDE_MILEAGE))) return UNREADABLE;
    const amount = only(amounts.filter(({ after }) => MILES().test(after))) ?? only(amounts);
    if (amount === undefined) return UNREADABLE;
    const figure = Number(amount.digits.replace(/[, ]/g, ''));
    // No car has gone 61,200 thousand miles.
    const isLetter = figure >= 1000 && amount.value === figure * 1000;
    const isInKilometres = isLetter || KILOMETRES().test(amount.after);
    const whole = isLetter ? { ...amount, value: figure } : amount;
    const distance = withThousands(whole, isInKilometres || MILES().test(amount.after));
    if (distance === undefined) return UNREADABLE;
    if (!isInKilometres) return inMiles(distance);
    return isFiller(distance) ? PLACEHOLDER : inMiles(distance / KM_PER_MILE);
  });
}

const BESIDE_MILEAGE = {
  has: (word: string): boolean => wordsFor('beside a mileage').has(word) || DISTANCE().test(word),
};

/** The values of columns of units. */
export const MILEAGE_UNIT = withUnits('^(?:m|k|<miles>|<km>)$', 'i');
export const ENGINE_UNIT = withUnits('^(?:<cc>|<litres>)$', 'i');

/** Abbreviations in a unit column. After a number they could mean metres and thousands. */
const UNIT_LETTERS = new Map([
  ['m', 'miles'],
  ['k', 'km'],
]);

/** `12000 km` for 12000 and `KM`, or `K`, `12k km` for `12k`, unless the number can only be thousands: 12000 for 12 and `K`. */
export function withMileageUnit(value: unknown, unit: unknown): unknown {
  const isBare = isPlainNumber(value) || /^ ?[0-9]{1,3}(?:\.[0-9])?k ?$/i.test(String(value));
  if (typeof unit !== 'string' || !isBare) return value;
  const name = unit.trim().toLowerCase();
  // `80.467` and `K` is a distance in kilometres.
  const isWhole = /\.[0-9]{3}$/.test(String(value));
  const thousands = name === 'k' && !isWhole ? scaled(value, 1000) : value;
  if (thousands !== value) return thousands;
  return `${String(value).trim()} ${UNIT_LETTERS.get(name) ?? name}`;
}

function only(amounts: readonly NumberInText[]): NumberInText | undefined {
  return amounts.length === 1 ? amounts[0] : undefined;
}

function inMiles(value: number): FieldValue<number> {
  const miles = rounded(value, 0);
  if (isFiller(miles)) return PLACEHOLDER;
  return value >= 0 && miles <= MAX_MILES ? miles : OUT_OF_RANGE;
}

/** Numbers from here on are cubic centimetres, below litres: no road vehicle has a 50-litre or a 49 cc engine. */
const MIN_CC = 50;
/** Whole numbers without a unit, within a name, that can be cubic centimetres. Smaller ones are horsepower. */
const MIN_NAMED_CC = 600;

const CC = withUnits('^ ?-?(?:<cc>|c\\.c\\.?|cubic cent)(?![a-z])');
const LITRES = withUnits('^ ?-?<litres>(?![a-z])');
/** `2,0`. */
const DECIMAL_COMMA = /^([0-9]),([0-9])(?![0-9.,])/;
/** Words after a number that is not an engine size: power, torque, battery, valves and so on. */
const OTHER_UNIT =
  /^ ?-?(?:k?wh?|b?hp|ps|cv|nm|v|valves?|cyl|cylinders?|speed|spd|mpg|g\/km|dr|doors?|volts?|x|%)(?![a-z0-9])/;

/** Litres with at most three decimals. Cubic centimetres are converted to litres with one decimal. */
export function readEngineSize(value: unknown): FieldValue<number> {
  return readNumber(value, sizeOf, (text) => {
    if (text.startsWith('-') && isPlainNumber(text)) return OUT_OF_RANGE;
    return engineSizeIn(text.replace(DECIMAL_COMMA, '$1.$2')) ?? UNREADABLE;
  });
}

/** The engine size that a text in lower case names; undefined if it names none or several. */
function engineSizeIn(text: string): FieldValue<number> | undefined {
  if (/[0-9] ?k(?![a-z-])/.test(text)) return undefined;
  const amounts = amountsIn(text.replace(/(?<=[0-9])(?=[a-z])/g, ' '));
  const inUnit = (unit: RegExp): number[] =>
    amounts.filter(({ after }) => unit.test(after)).map(({ value }) => value);
  // `1.968 cc`, with a point for thousands, and `1.6 cc`, which means litres.
  const [cc] = inUnit(CC()).map((size) => (size < MIN_CC ? size * 1000 : size));
  if (cc !== undefined) return inLitres(rounded(cc / 1000, 1), cc);
  const [litres] = inUnit(LITRES());
  if (litres !== undefined) return inLitres(litres);
  const bare = amounts.filter(({ digits, after }) => !digits.includes(' ') && !OTHER_UNIT.test(after));
  const isAlone = amounts.length === 1 && /^[ ()]*$/.test(text.replace(/[0-9.,]/g, ''));
  const named = bare.filter(
    ({ digits, value }) => digits.includes('.') || isAlone || (value >= MIN_NAMED_CC && value < 10_000),
  );
  const decimals = named.filter(({ digits }) => digits.includes('.'));
  const [size, ...others] = decimals.length > 0 ? decimals : named;
  return size === undefined || others.length > 0 ? undefined : sizeOf(size.value);
}

function sizeOf(value: number): FieldValue<number> {
  return value >= MIN_CC && Number.isInteger(value)
    ? inLitres(rounded(value / 1000, 1), value)
    : inLitres(value);
}

function withEngineUnit(value: unknown, unit: unknown): unknown {
  return typeof unit === 'string' && isPlainNumber(value) ? `${String(value).trim()} ${unit.trim()}` : value;
}

/** The values of fields with a unit in a column of its own, with that unit. */
export const WITH_UNIT: Readonly<Partial<Record<string, (value: unknown, unit: unknown) => unknown>>> = {
  mileage: withMileageUnit,
  engine_size: withEngineUnit,
};

function inLitres(value: number, cc = 0): FieldValue<number> {
  const litres = rounded(value, 3);
  if (litres === 9.9 || litres === 9.99 || litres === 9.999 || cc === 9999 || cc === 1111) return PLACEHOLDER;
  return litres > 0 && litres <= MAX_LITRES ? litres : OUT_OF_RANGE;
}
