// Guesses a column's field by its values: by their form, by tables, or, for plain numbers, by their ends. Guesses have reasons.
import { loadTowns } from '../../geo/towns.ts';
import {
  classifyFuel,
  classifyTransmission,
  FUELS,
  gearboxInColumn,
  isClassAlone,
} from '../../vehicle/classify.ts';
import { domainName } from '../../listing/domain-name.ts';
import { canonicalMake } from '../../vehicle/makes.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { ANY_TIME, testOf } from '../values/field-tests.ts';
import { MILEAGE_UNIT, withUnits } from '../values/measures.ts';
import { isWholePostcode } from '../values/postal-address.ts';
import { readSaleStatus, statusInRemark } from '../values/sale-status.ts';
import { PICTURE_FILE, splitUrls } from '../values/url.ts';
import type { Guess } from './evidence.ts';
import { isFactList } from './fact-lists.ts';
import { wordsFor } from '../tables/feed-tables.ts';
import type { ColumnField } from '../tables/feed-fields.ts';

export interface ColumnValues {
  /** Trimmed, without blanks. */
  readonly texts: readonly string[];
  readonly distinct: ReadonlySet<string>;
}

export function columnValues(cells: readonly string[]): ColumnValues {
  const texts = cells.filter((text) => text !== '');
  return { texts, distinct: new Set(texts) };
}

type Test = (text: string) => boolean;
type Fits = (values: ColumnValues, latestYear: number) => boolean;
type Form = readonly [field: ColumnField, score: number, reason: string, fits: Fits];

function shareOf({ texts }: ColumnValues, test: Test): number {
  return texts.filter(test).length / texts.length;
}

function is(form: RegExp): Test {
  return (text) => form.test(text);
}

function most(share: number, test: Test): Fits {
  return (values) => shareOf(values, test) >= share;
}

/** Most values are of a form, or some are and nearly all others could be. */
function mixed(share: number, test: Test, some: number, others: RegExp): Fits {
  return (values) => {
    const matching = shareOf(values, test);
    if (matching >= share) return true;
    return matching >= some && shareOf(values, (text) => test(text) || others.test(text)) >= 0.85;
  };
}

/** A few words again and again: titles and codes may contain `TFSI` or `EV`, but hardly repeat. */
function repeated(share: number, test: Test): Fits {
  return (values) => {
    const { texts, distinct } = values;
    const doRepeat = distinct.size <= 4 || distinct.size < 0.8 * texts.length;
    return doRepeat && texts.every((text) => text.length <= 40) && shareOf(values, test) >= share;
  };
}

const ENOUGH_TEXTS = 3;

/** The same word in all records may say something else, as `auto` does for a kind of page, so it scores less. `Auto Trader` is not a gearbox. */
function classes(areOne: boolean, test: Test): Fits {
  const fits = repeated(0.8, (text) => test(text) && isClassAlone(text));
  return (values, latestYear) =>
    areOne === (values.distinct.size === 1 && values.texts.length >= ENOUGH_TEXTS) &&
    fits(values, latestYear);
}

function letters(known: RegExp, one: RegExp, other: RegExp): Fits {
  return ({ texts }) => texts.every(is(known)) && texts.some(is(one)) && texts.some(is(other));
}

function areDates({ texts }: ColumnValues, from: number, to: number): boolean {
  const years = texts.filter(is(DATE)).map((text) => Number(/[0-9]{4}/.exec(text)?.[0]));
  return years.length >= 0.9 * texts.length && years.every((year) => year >= from && year <= to);
}

/** Older dates are of the registration, which gives the year. */
const areRecent: Fits = (values, latestYear) => areDates(values, latestYear - 2, latestYear);

function isDegree(field: 'latitude' | 'longitude'): Test {
  return (text) => COORDINATE.test(text) && testOf(field)?.(text, ANY_TIME) === true;
}

const DATE = /^(?:[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4})(?:[T ].*)?$/;
const COORDINATE = /^-?[0-9]{1,2}\.[0-9]{3,}$/;
const VIN = /^(?=.*[0-9])(?=.*[A-Z])[A-HJ-NPR-Z0-9]{17}$/i;
/** From 1963 on: suffix, prefix and current; Irish ones. */
const PLATE =
  /^(?:[A-Z]{2}[0-9]{2} ?[A-Z]{3}|[A-Z][0-9]{1,3} ?[A-Z]{3}|[A-Z]{3} ?[0-9]{1,3}[A-Z]|[0-9]{2}[12]?-[A-Z]{1,2}-[0-9]{1,6})$/i;
/** Plates that could be other codes too: Northern Ireland and cherished ones. */
const OTHER_PLATE = /^(?:[A-Z]{1,3} ?[0-9]{1,4}|[0-9]{1,4} ?[A-Z]{1,3})$/i;
const DOMAIN = /^[a-z0-9.-]+\.[a-z]{2,}$/i;
/** `2 Mill Road, Stockport SK1 2AB`, `Newry BT34 2EX`. */
const ADDRESS = /^[^,]*(?:,.*|[a-z]{3} )\b[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$/i;
const URL_START = /^(?:https?:\/\/|www\.)\S/i;
const PICTURE_PATH = /^\/[^/\s|]\S*\.(?:jpe?g|png|webp|gif|avif)$/i;
const PICTURE_HOST = /^(?:https?:\/\/)?(?:img|image|images|pic|pics|photo|photos|media|cdn)[0-9]*\./i;
const MONEY = /^(?:gbp\s*|£\s*)-?[0-9][0-9,. ]*k?\b|^[0-9][0-9,. ]*k?\s*(?:gbp|pounds)\b/i;
const DISTANCE = withUnits('^[0-9][0-9,. ]*k?\\s*(?:<miles>|<km>)\\b', 'i');
const ENGINE = withUnits('^(?:[0-9](?:[.,][0-9]{1,2})?\\s*(?:<litres>|t)|[0-9][0-9,]{2,5}\\s*<cc>)$', 'i');
const YEAR = /^(?:19[5-9]|20[0-9])[0-9]\b/;
const YEAR_AND_PLATE = /^(?:19[5-9]|20[0-9])[0-9] ?[(/] ?[0-9A-Z]{1,2}\b/i;
const VARIANT = /\b[0-9]\.[0-9]\b|\b[2-5] ?dr\b/i;
const SMALL_DECIMAL = /^[0-8]\.[0-9]{1,2}$/;
const PLAIN_NUMBER = /^(?:[0-9]+|[0-9]{1,3}(?:[, ][0-9]{3})+)(?:\.0{1,2})?$/;

const FORMS: readonly Form[] = [
  ['full_description', 0.97, 'lists of facts', areFactLists],
  ['vin', 0.97, 'vehicle identification numbers', most(0.8, is(VIN))],
  ['registration', 0.95, 'registrations', mixed(0.65, is(PLATE), 0.5, OTHER_PLATE)],
  ['postcode', 0.95, 'UK postcodes', most(0.8, isWholePostcode)],
  ['images', 0.95, 'addresses of pictures', arePictures],
  [
    ...(['thumbnail', 0.96, 'addresses of small pictures'] as const),
    (values) => arePictures(values) && /thumb|small|_s\./i.test(addressesOf(values)[0] ?? ''),
  ],
  ['advert_url', 0.93, 'a web address for each car', areOwnAddresses],
  ['dealer', 0.9, 'domains', most(0.9, (text) => DOMAIN.test(text) && domainName(text) !== undefined)],
  ['fuel_type', 0.93, 'fuels', classes(false, isFuel)],
  ['fuel_type', 0.7, 'one fuel', classes(true, isFuel)],
  ['transmission', 0.93, 'gearboxes', classes(false, isGearbox)],
  ['transmission', 0.7, 'one gearbox', classes(true, isGearbox)],
  ['fuel_type', 0.7, 'P for petrol and D for diesel', letters(/^(?:[PDHEB]|HE|PH)$/i, /^P$/i, /^D$/i)],
  ['transmission', 0.7, 'M for manual and A for automatic', letters(/^[MA]$/i, /^M$/i, /^A$/i)],
  ['currency', 0.9, 'a currency', most(1, (text) => wordsFor('currency').has(text.toLowerCase()))],
  // One letter may be a gearbox or a colour too.
  ['mileage_unit', 0.9, 'units of distance', most(1, (text) => text.length > 1 && MILEAGE_UNIT().test(text))],
  ['price', 0.96, 'amounts in pounds', mixed(0.7, is(MONEY), 0.2, PLAIN_NUMBER)],
  ['mileage', 0.96, 'distances', mixed(0.7, (text) => DISTANCE().test(text), 0.2, PLAIN_NUMBER)],
  ['engine_size', 0.94, 'engine sizes', mixed(0.7, (text) => ENGINE().test(text), 0.2, PLAIN_NUMBER)],
  ['engine_size', 0.75, 'numbers like litres', most(0.8, is(SMALL_DECIMAL))],
  ['year', 0.94, 'years', mixed(0.9, is(YEAR_AND_PLATE), 0.2, YEAR)],
  ['latitude', 0.9, 'latitudes in the UK', most(0.9, isDegree('latitude'))],
  ['longitude', 0.9, 'longitudes in the UK', most(0.9, isDegree('longitude'))],
  ['arrived_at', 0.7, 'dates of the last years', areRecent],
  [
    ...(['year', 0.5, 'dates, perhaps of the registration'] as const),
    (values, latestYear) => areDates(values, 1950, latestYear) && !areRecent(values, latestYear),
  ],
];

type Group = ReturnType<typeof tradeTerms>['terms'][number]['group'];

const LOOKS: readonly Group[] = ['colour', 'body', 'drivetrain', 'equipment', 'doors'];
const TRIMS: readonly Group[] = ['trim'];

/** Forms of texts, of which the first that fits counts. */
const TEXTS: readonly Form[] = [
  ['status', 0.9, 'remarks against a sale', areRemarks],
  // `Active` and `Live` are trims too: only a name makes it sure.
  ['status', 0.6, 'statuses', repeated(0.9, (text) => readSaleStatus(text) !== undefined)],
  ['make', 0.96, 'makes', most(0.8, (text) => canonicalMake(text) !== undefined)],
  ['address', 0.9, 'addresses with a postcode', most(0.7, is(ADDRESS))],
  ['title', 0.9, 'titles that begin with a make', most(0.7, isTitle)],
  ['full_description', 0.9, 'long texts', areLong],
  ['loc', 0.85, 'towns', most(0.7, (text) => text.length >= 3 && loadTowns().find(text) !== undefined)],
  [
    'variant',
    0.9,
    'engines, trims and doors',
    most(0.5, (text) => VARIANT.test(text) && /[a-z]{2}/i.test(text)),
  ],
  ['keywords', 0.85, 'colours, bodies or equipment', most(0.6, isTerm(LOOKS))],
  ['variant', 0.85, 'trims', most(0.6, isTerm(TRIMS))],
  ['full_description', 0.6, 'texts of several words', areSeveralWords],
];

/** The fields that the values look like, best first; empty if they look like none. `now` is in milliseconds since 1970. */
export function guessByValues(values: ColumnValues, now: number): Guess[] {
  const { texts } = values;
  if (texts.length === 0) return [];
  const latestYear = new Date(now).getUTCFullYear();
  const fitting = (forms: readonly Form[]): Guess[] =>
    forms
      .filter(([, , , fits]) => fits(values, latestYear))
      .map(([field, score, reason]) => ({ field, score, reason }));
  const areNumbers = shareOf(values, is(PLAIN_NUMBER)) >= 0.85;
  const isText = !areNumbers && !URL_START.test(texts[0] ?? '');
  return [
    ...fitting(FORMS),
    ...(areNumbers ? numberGuesses(values, latestYear + 1) : []),
    ...(isText ? fitting(TEXTS).slice(0, 1) : []),
  ].sort((a, b) => b.score - a.score);
}

export function areFactLists(values: ColumnValues): boolean {
  return shareOf(values, isFactList) >= 0.7;
}

/** Whether they are statuses, some of which say that a vehicle is gone: `SOLD`, `Reduced`, `New in`. */
export function areRemarks({ texts }: ColumnValues): boolean {
  const isKnown = (text: string): boolean => isAgainstSale(text) || readSaleStatus(text) === 'listed';
  return texts.some(isAgainstSale) && texts.every(isKnown);
}

function isAgainstSale(text: string): boolean {
  return statusInRemark(text).length > 0;
}

function isFuel(text: string): boolean {
  const isShort = text.length > 2 && FUELS.abbreviations.has(text.toLowerCase());
  return isShort || (!/[0-9]{2}/.test(text) && classifyFuel(text) !== undefined);
}

function isGearbox(text: string): boolean {
  return (text.length > 2 ? gearboxInColumn : classifyTransmission)(text) !== undefined;
}

/** The addresses of the values; none if too few are addresses. */
function addressesOf(values: ColumnValues): readonly string[] {
  if (shareOf(values, (text) => URL_START.test(text) || PICTURE_PATH.test(text)) < 0.8) return [];
  return values.texts.flatMap((text) => [splitUrls(text)].flat().map(String));
}

function arePictures(values: ColumnValues): boolean {
  const addresses = addressesOf(values);
  const pictures = addresses.filter((url) => PICTURE_FILE.test(url) || PICTURE_HOST.test(url)).length;
  return pictures > 0 && pictures >= 0.7 * addresses.length;
}

/** One address for all cars is that of a site, a branch or a logo. */
function areOwnAddresses(values: ColumnValues): boolean {
  const { texts, distinct } = values;
  const addresses = addressesOf(values);
  const areOne = addresses.length > 0 && addresses.length <= texts.length && !arePictures(values);
  return areOne && distinct.size >= 0.9 * texts.length && (distinct.size > 1 || texts.length === 1);
}

/** The last two figures of asking prices; mileages end in any. */
const CHARM_ENDINGS: readonly number[] = [49, 90, 94, 95, 98, 99];
const PRICE_ENDINGS: readonly number[] = [0, 45, 50, 75, ...CHARM_ENDINGS];

function numberGuesses({ texts, distinct }: ColumnValues, latestYear: number): Guess[] {
  // Zero means an unknown size or price.
  const numbers = texts.map((text) => Number(text.replace(/[, ]/g, ''))).filter((number) => number > 0);
  if (numbers.length === 0) return [];
  const share = (test: (number: number) => boolean): number => numbers.filter(test).length / numbers.length;
  const areYears = share((number) => number >= 1950 && number <= latestYear) >= 0.9;
  if (areYears && share((number) => number >= 1990) >= 0.5)
    return [{ field: 'year', score: 0.92, reason: 'years' }];
  const engines = share((number) => wordsFor('engine size').has(String(number)));
  if (engines >= 0.6 && share((number) => number >= 500 && number <= 8500) >= 0.9)
    return [{ field: 'engine_size', score: 0.88, reason: 'cubic centimetres of engines' }];
  const middle = [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  if (middle < 300 || middle > 500_000 || distinct.size === 1) return [];
  const endings = share((number) => PRICE_ENDINGS.includes(number % 100));
  if (share((number) => CHARM_ENDINGS.includes(number % 100)) >= 0.4)
    return [{ field: 'price', score: 0.85, reason: 'numbers that end as prices do' }];
  if (endings >= 0.8)
    return [
      { field: 'price', score: 0.6, reason: 'round numbers' },
      { field: 'mileage', score: 0.55, reason: 'round numbers' },
    ];
  return [{ field: 'mileage', score: endings <= 0.5 ? 0.7 : 0.55, reason: 'numbers that end in any figure' }];
}

function spacedWords(text: string): string[] {
  return text.split(/\s+/);
}

/** Longer than names, and not one text for all, which is not about the car. */
function areLong(values: ColumnValues): boolean {
  const { texts, distinct } = values;
  const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const isBoilerplate = distinct.size === 1 && texts.length > 1;
  return length >= 60 && shareOf(values, (text) => spacedWords(text).length >= 5) >= 0.6 && !isBoilerplate;
}

function areSeveralWords(values: ColumnValues): boolean {
  const { texts, distinct } = values;
  return (
    shareOf(values, (text) => spacedWords(text).length >= 5) >= 0.5 && distinct.size > 0.5 * texts.length
  );
}

/** `2019 Ford Fiesta 1.0`. */
function isTitle(text: string): boolean {
  const words = spacedWords(text.replace(/^(?:19|20)[0-9]{2} /, ''));
  if (words.length < 2 || words.length > 14 || canonicalMake(words.join(' ')) !== undefined) return false;
  return [1, 2].some((length) => canonicalMake(words.slice(0, length).join(' ')) !== undefined);
}

let groups: ReadonlyMap<string, Group> | undefined;

function isTerm(known: readonly Group[]): Test {
  return (text) => {
    groups ??= new Map(tradeTerms().terms.flatMap(({ keys, group }) => keys.map((key) => [key, group])));
    const group = groups.get(nameKey(text)) ?? groups.get(nameKey(text.split(/[\s/]+/).at(-1) ?? ''));
    return group !== undefined && known.includes(group);
  };
}
