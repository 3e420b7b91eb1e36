// Reads instants in ISO 8601, and years from years, dates and plates, alone or in a title. Since September 2001 a British plate
// tells the half-year: 17 is from March 2017, 67 from September.
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import { wordsFor } from '../tables/feed-tables.ts';
import { readableText } from './number.ts';
import { OUT_OF_RANGE, PLACEHOLDER, UNREADABLE, type FieldValue, IN_FUTURE, givenText } from './text.ts';

/** The year of the first motor car. */
const FIRST_YEAR = 1886;
/** Years that forms and empty dates are filled with. */
const FILLER_YEARS: ReadonlySet<number> = new Set([1900, 1901]);
/** Days that computers write for no date. */
const FILLER_DATE =
  /^(?:1970[-/.]?01[-/.]?01|0?1[-/.]0?1[-/.]1970|1899[-/.]?12[-/.]?3[01]|3[01][-/.]12[-/.]1899)(?![0-9])/;

/**
 * What is behind a year or a date; another year only if it is that of an import: `2016 (XUI 4471)`, `2013 (131-LK-2210)`,
 * `2013 (here since 2020)`, `14/06/2018 (18)`.
 */
const NOTE =
  /(?<=^[0-9]{4}|[-/. ](?:[0-9]{2}|[0-9]{4})) ?\((?:(?![^()]{0,20}(?:19|20)[0-9]{2}(?![0-9]))|(?=[^()]{0,20}\b(?:here|uk|import(?:ed)?)\b))[^()]{1,30}\)$/;
/** The plate behind a month or a date with its year: `Sept 2016 / 66`, `14/03/2019, 19 plate`. */
const PLATE_BEHIND = /(?<=[-/. '][0-9]{4}) ?[/,| -] ?'?[0-9]{2}[12]?'?(?:[- ]?(?:reg|plate|registered)\.?)?$/;
const ABOUT =
  /^(?:c\.? ?|circa |about |approx\.? |early |mid |late |my ?|q[1-4] |reg(?:d|istered)?\.? )(?=[0-9]{4}(?![0-9]))/;
const CLEAN_YEAR = /^[0-9]{4}$/;
const TIME =
  /(?:t| |, ?)[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)? ?(?:z|am|pm|utc|gmt|bst|[+-][0-9]{2}:?[0-9]{2})?$/;

/** `2019`, `2019 (69)`, `2019/69`, `2019.0`, `2019 model`, `2019 reg`. */
const YEAR =
  /^([0-9]{1,6})(?:\.0+)?(?: ?(?:my|model(?: year)?|reg(?:d|istered)?\.?))?(?: ?[(/ '-] ?'?[0-9]{1,2}[12]?'?(?:[- ]?(?:reg|plate|registered)\.?)? ?\)?)?$/;
const PLATE = /^[('"]?([0-9]{2})['")]?(?:[- ]?(?:reg|plate|registered)\.?)?$/;
/** The half-year of an Irish plate, since 2013: 182 is the second of 2018. */
const IRISH_PLATE = /^(1[3-9]|[2-9][0-9])[12](?:[- ]?(?:reg|plate|registered)\.?)?$/;
const PLATE_AND_YEAR = /^([0-9]{2})(?:[- ]?(?:reg|plate|registered)\.?)? ?[(/ -] ?([0-9]{4})\)?$/;
/** Registrations have letters. */
const YEAR_ALONE = /^(?:19[5-9]|20[0-4])[0-9](?: ?[(/] ?[0-9]{2}[12]?\)?)?$/;
const PAIR = /^([0-9]{2}) ?[(/ -] ?([0-9]{2})(?:[- ]?(?:reg|plate|registered)\.?)?\)?$/;
const YEAR_FIRST = /^([0-9]{4})([-/.]?)([0-9]{1,2})\2([0-9]{1,2})$/;
const YEAR_LAST = /^([0-9]{1,2})([-/. ])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})$/;
const YEAR_LAST_JOINED = /^([0-9]{2})()([0-9]{2})([0-9]{4})$/;
const YEAR_AND_MONTH = /^([0-9]{4})[-/.]?([0-9]{2})$/;
/** `Mar-17`, `1st March 2017`, `March 1, 2017`, `12. Okt. 2017`. */
const MONTH_AND_YEAR =
  /^(?:[0-9]{1,2}(?:st|nd|rd|th)?(?:\. |[-/. ])?(?:of )?)?(\p{L}{3,10})\.?[-/, ]?(?:[0-9]{1,2}(?:st|nd|rd|th)?, ?)?'?([0-9]{4}|[0-9]{2})$/u;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** A year of manufacture, from 1886 to `latest`. */
export function readYear(value: unknown, latest: number): FieldValue<number> {
  if (typeof value === 'string' && CLEAN_YEAR.test(value)) return inYears(Number(value), latest);
  const text = readableText(typeof value === 'number' && Number.isFinite(value) ? String(value) : value);
  if (typeof text !== 'string') return text;
  if (typeof value === 'number' && value < 10) return Number.isInteger(value) ? OUT_OF_RANGE : UNREADABLE;
  if (FILLER_DATE.test(text)) return PLACEHOLDER;
  const year = yearIn(
    [TIME, NOTE, PLATE_BEHIND, ABOUT].reduce((rest, form) => rest.replace(form, ''), text),
    latest,
  );
  return year === undefined ? UNREADABLE : inYears(year, latest);
}

/**
 * Whether a value is the age identifier of a plate alone, perhaps with its year, or a year: `67`, `17 plate (2017)`, `182`,
 * `2016`.
 */
export function saysYear(value: unknown): boolean {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return [PLATE, IRISH_PLATE, PLATE_AND_YEAR, YEAR_ALONE].some((form) => form.test(text));
}

/** A year in a title counts at either end, with its plate, or alone in parentheses: a `Peugeot 2008` is not a car of 2008. */
export const YEARS_IN_TITLE: readonly RegExp[] = [
  /(?<![\w£,.])((?:19[3-9]|20[0-4])[0-9]) ?(?:\([0-9]{2}[12]?(?:[ -]?(?:plate|reg))?\)|\/ ?[0-9]{2}[12]?(?:[ -]?(?:plate|reg))?(?!\w)|- ?[0-9]{2}[12]? ?(?:plate|reg))/gi,
  /\(((?:19[3-9]|20[0-4])[0-9])(?:[ /-]{1,3}[0-9]{2}[12]?(?:[ -]?(?:plate|reg))?)?\)/gi,
  /^(?:(?:used|nearly new) )?((?:19[3-9]|20[0-4])[0-9])(?= )/gi,
  /((?:19[3-9]|20[0-4])[0-9])(?<= \S{1,40}[ ,|-]{1,3}[0-9]{4})(?<![0-9]{2}[ -]{1,3}[0-9]{4})$/gi,
  // After a make and a model, and not before a unit: `Ducati Monster 803cc 2016 with full history`.
  // (The text before a year is matched after its digits: matching it first took 1,000 times as long on a line of hyphens.)
  /((?:19[3-9]|20[0-4])[0-9])(?<= \S{1,40}[ ,|-]{1,3}[0-9]{4})(?<![0-9]{2}[ -]{1,3}[0-9]{4})(?=[ ,|]|\.(?: |$))(?! ?(?:cc|kg|mm|k|miles|mls|km|px|bhp|hp|rpm)(?![a-z]))/gi,
];
/** A plate within a title: `Ford Fiesta 67 plate`. */
export const PLATE_IN_TITLE = /(?<![\w£,.])([0-9]{2})[ -]?(?:plate|reg)(?![a-z])/gi;
/** The year at the start of a title, before the name. */
export const YEAR_AT_START =
  /^(?:(?:used|new|nearly new) )?(?:\(?(?:19|20)[0-9]{2}(?: ?[(/][0-9]{2}[12]?\)?)?\)? )?/i;
/** The year after a name, which with a make alone is a model: `Peugeot 2008`. */
export const YEAR_AT_END = /^(.*\S) \(?(?:19|20)[0-9]{2}(?: ?[(/][0-9]{2}[12]?\)?)?\)?$/;
/** The age identifier of a plate, British or Irish, at the start of a title: `67 Ford Fiesta`, `182 Toyota Yaris`. */
const PLATE_AT_START =
  /^(?:(?:used|nearly new) )?['(]?([0-7][0-9]|(?:1[3-9]|2[0-9])[12])['")]?(?:[- ]?(?:plate|reg))? (?=\p{L})/iu;

export interface PlatedName {
  readonly plate: string;
  readonly name: string;
}

/** The plate that a title begins with, and the text after it. */
export function plateAtStart(title: string): PlatedName | undefined {
  const [start, plate] = PLATE_AT_START.exec(title) ?? [];
  return start === undefined || plate === undefined ? undefined : { plate, name: title.slice(start.length) };
}

/** Irish registrations, which stay with their vehicle: `151-C-8123`, `08 D 1234`. */
const IRISH_REGISTRATION = /^([0-9]{2})[12]?[ -]?[a-z]{1,2}[ -]?[0-9]{1,6}$/i;

/** A registration that says the year: an Irish one, or a year or an age identifier in its place. */
export function yearOfRegistration(value: unknown): unknown {
  const isIrish = typeof value === 'string' && IRISH_REGISTRATION.test(value.trim());
  return isIrish || saysYear(value) ? value : undefined;
}

function inYears(year: number, latest: number): FieldValue<number> {
  if (FILLER_YEARS.has(year)) return PLACEHOLDER;
  return year >= FIRST_YEAR && year <= latest ? year : OUT_OF_RANGE;
}

function yearIn(text: string, latest: number): number | undefined {
  const [, plate] = PLATE.exec(text) ?? [];
  if (plate !== undefined) return yearOfPlate(Number(plate), latest);
  const [, irish] = IRISH_PLATE.exec(text) ?? [];
  if (irish !== undefined && 2000 + Number(irish) <= latest) return 2000 + Number(irish);
  const [, registered] = IRISH_REGISTRATION.exec(text) ?? [];
  if (registered !== undefined) return Number(registered) + (Number(registered) > 80 ? 1900 : 2000);
  const [, first, second] = PAIR.exec(text) ?? [];
  if (first !== undefined && second !== undefined) return yearOfPair(Number(first), Number(second), latest);
  return (
    yearOfDate(text, latest) ??
    yearFrom(PLATE_AND_YEAR.exec(text)?.[2], latest) ??
    yearOfMonth(text, latest) ??
    numberFrom(YEAR.exec(text)?.[1])
  );
}

function yearOfDate(text: string, latest: number): number | undefined {
  const [, yearFirst, , month = '', day = ''] = YEAR_FIRST.exec(text) ?? [];
  if (yearFirst !== undefined && isMonth(month) && isDay(day)) return yearFrom(yearFirst, latest);
  const [, a = '', , b = '', yearLast] = YEAR_LAST.exec(text) ?? YEAR_LAST_JOINED.exec(text) ?? [];
  // Whether the day or the month comes first makes no difference to the year.
  if ((isDay(a) && isMonth(b)) || (isMonth(a) && isDay(b))) return yearFrom(yearLast, latest);
  const [, year, only = ''] = YEAR_AND_MONTH.exec(text) ?? [];
  return isMonth(only) ? yearFrom(year, latest) : undefined;
}

function yearOfMonth(text: string, latest: number): number | undefined {
  const [, month = '', year] = MONTH_AND_YEAR.exec(text.normalize('NFC')) ?? [];
  return wordsFor('month').has(month) ? yearFrom(year, latest) : undefined;
}

function isMonth(digits: string): boolean {
  return digits !== '' && Number(digits) >= 1 && Number(digits) <= 12;
}

function isDay(digits: string): boolean {
  return digits !== '' && Number(digits) >= 1 && Number(digits) <= 31;
}

/** The year of a plate's two digits; undefined if no plate has them yet. 01 is not a plate, but can only mean 2001. */
function yearOfPlate(plate: number, latest: number): number | undefined {
  const year = plate > 50 ? 1950 + plate : 2000 + plate;
  return plate > 0 && year <= latest ? year : undefined;
}

/** `17/67` is a year and its plate, `03/17` a month and its year. */
function yearOfPair(first: number, second: number, latest: number): number | undefined {
  const year = 2000 + first;
  const plated = yearOfPlate(second, latest);
  // Plates of September are still issued in the following January and February.
  if (year <= latest && (plated === year || (second > 50 && plated === year - 1))) return year;
  // The plate first: `67/17`.
  if (first > 50 && yearOfPlate(first, latest) === 2000 + second) return 2000 + second;
  return first >= 1 && first <= 12 ? fullYear(second, latest) : undefined;
}

function yearFrom(digits: string | undefined, latest: number): number | undefined {
  const year = numberFrom(digits);
  return year !== undefined && digits?.length === 2 ? fullYear(year, latest) : year;
}

function numberFrom(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function fullYear(digits: number, latest: number): number {
  return 2000 + digits <= latest ? 2000 + digits : 1900 + digits;
}

/** Databases write a space for the T, as RFC 3339 allows. */
const ISO_8601 =
  /^((?!00)[0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$/;

/** `Mon, 16 Nov 2026 09:00:00 +0000`, as in feeds of news (RFC 822). */
const RFC_822 =
  /^(?:[a-z]{3}, )?([0-9]{1,2}) ([a-z]{3}) ([0-9]{4}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) (?:(gmt|ut|z)|([+-][0-9]{4}))$/i;

function inIso(text: string): string {
  const match = RFC_822.exec(text);
  if (match === null) return text;
  const [, day, month, year, time, , zone = 'Z'] = match;
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}T${time}${zone}`;
}

/** The instant in milliseconds since 1970, UTC. Up to a day after `now` is allowed, because clocks and zones differ. */
export function readInstant(value: unknown, now: number): FieldValue<number> {
  const text = givenText(value);
  if (typeof text !== 'string') return text;
  const instant = tryParseIso(inIso(text));
  if (instant === undefined) return UNREADABLE;
  return instant > now + DAY_MS ? IN_FUTURE : instant;
}

function tryParseIso(text: string): number | undefined {
  const match = ISO_8601.exec(text);
  if (match === null) return undefined;
  const [, day, time = '00:00', second = '00', fraction = '', zone = 'Z'] = match;
  const iso = `${day}T${time}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const instant = new Date(iso);
  // 30 February would be 2 March, and 24:00 the next day.
  if (instant.getUTCDate() !== Number(day.slice(-2))) return undefined;
  if (zone === 'Z') return instant.getTime();
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (hours > 23 || minutes > 59) return undefined;
  return instant.getTime() - (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}
