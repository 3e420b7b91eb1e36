// Guesses a column's field from its values: by their form, by tables, and for plain numbers by how they end. Each has a score and a reason.
import { readPostcode } from '../../geo/postcode.ts';
import { loadTowns } from '../../geo/towns.ts';
import { classifyFuel, classifyTransmission } from '../../vehicle/classify.ts';
import { domainName } from '../../listing/domain-name.ts';
import { canonicalMake } from '../../vehicle/makes.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import type { ColumnField } from '../columns/table.ts';
import { wordsFor } from '../columns/words.ts';
import { readSaleStatus } from '../values/sale-status.ts';
import { splitUrls } from '../values/url.ts';

export interface Guess {
  readonly field: ColumnField;
  /** From 0 to 1. */
  readonly score: number;
  /** For people, without a full stop: `UK postcodes`. */
  readonly reason: string;
}

export interface ColumnValues {
  /** Trimmed, without blanks. */
  readonly texts: readonly string[];
  readonly distinct: ReadonlySet<string>;
}

export function columnValues(values: readonly (string | undefined)[]): ColumnValues {
  const texts = values.flatMap((text) => (text === undefined || text === '' ? [] : [text]));
  return { texts, distinct: new Set(texts) };
}

const VIN = /^(?=.*[0-9])(?=.*[A-Z])[A-HJ-NPR-Z0-9]{17}$/i;
/** From 1963 on: suffix, prefix and current; Irish ones. */
const PLATE =
  /^(?:[A-Z]{2}[0-9]{2} ?[A-Z]{3}|[A-Z][0-9]{1,3} ?[A-Z]{3}|[A-Z]{3} ?[0-9]{1,3}[A-Z]|[0-9]{2}[12]?-[A-Z]{1,2}-[0-9]{1,6})$/i;
/** Plates that could be other codes too: Northern Ireland and cherished ones. */
const OTHER_PLATE = /^(?:[A-Z]{1,3} ?[0-9]{1,4}|[0-9]{1,4} ?[A-Z]{1,3})$/i;
const URL_START = /^(?:https?:\/\/|www\.)\S/i;
const PICTURE_FILE = /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i;
const PICTURE_HOST = /^(?:https?:\/\/)?(?:img|image|images|pic|pics|photo|photos|media|cdn)[0-9]*\./i;
const MONEY = /^(?:gbp\s*|£\s*)-?[0-9][0-9,. ]*k?\b|^[0-9][0-9,. ]*k?\s*(?:gbp|pounds)\b/i;
const DISTANCE = /^[0-9][0-9,. ]*k?\s*(?:miles|mls|mi|kms?|kilomet(?:re|er)s)\b/i;
const ENGINE =
  /^(?:[0-9](?:[.,][0-9]{1,2})?\s*(?:l|lt|ltr|litres?|liters?|t)|[0-9][0-9,]{2,5}\s*(?:cc|ccm|cm3|cm³))$/i;
const YEAR = /^(?:19[5-9]|20[0-9])[0-9]\b/;
const YEAR_AND_PLATE = /^(?:19[5-9]|20[0-9])[0-9] ?[(/] ?[0-9A-Z]{1,2}\b/i;
const SMALL_DECIMAL = /^[0-8]\.[0-9]{1,2}$/;
const PLAIN_NUMBER = /^(?:[0-9]+|[0-9]{1,3}(?:[, ][0-9]{3})+)(?:\.0{1,2})?$/;
const COORDINATE = /^-?[0-9]{1,2}\.[0-9]{3,}$/;
const DATE =
  /^(?:([0-9]{4})[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.]([0-9]{4}))(?:[T ].*)?$/;
const MILEAGE_UNIT = /^(?:mi|miles?|mls|kms?|kilomet(?:re|er)s?)$/i;

/** The last two figures of asking prices; mileages end in any. */
const PRICE_ENDINGS = new Set([0, 45, 49, 50, 75, 90, 94, 95, 98, 99]);

const MIN_LONG_TEXT = 60;
const MIN_WORDS = 5;

/** The fields that the values look like, best first; empty if they look like none. `now` is in milliseconds since 1970. */
export function guessByValues(values: ColumnValues, now: number): Guess[] {
  const { texts, distinct } = values;
  if (texts.length === 0) return [];
  const share = (test: (text: string) => boolean): number =>
    texts.reduce((count, text) => count + (test(text) ? 1 : 0), 0) / texts.length;
  const guesses: Guess[] = [];
  const guess = (field: ColumnField, isMost: boolean, score: number, reason: string): void => {
    if (isMost) guesses.push({ field, score, reason });
  };

  const plates = share((text) => PLATE.test(text));
  guess('vin', share((text) => VIN.test(text)) >= 0.8, 0.97, 'vehicle identification numbers');
  const others = share((text) => !PLATE.test(text) && OTHER_PLATE.test(text));
  const isPlates = plates >= 0.65 || (plates >= 0.5 && plates + others >= 0.85);
  guess('registration', isPlates, 0.95, 'registrations');
  guess('postcode', share(isWholePostcode) >= 0.8, 0.95, 'UK postcodes');
  guesses.push(...addressGuesses(values, share((text) => URL_START.test(text)) >= 0.8));
  guess('dealer', share(isDomain) >= 0.9, 0.9, 'domains');
  // Titles and codes may contain `TFSI` or `EV`, but hardly repeat.
  const fuels = share((text) => !/[0-9]{2}/.test(text) && classifyFuel(text) !== undefined);
  guess('fuel_type', fuels >= 0.8 && isClass(values), 0.93, 'fuels');
  const gearboxes = share((text) => classifyTransmission(text) !== undefined);
  guess('transmission', gearboxes >= 0.8 && isClass(values), 0.93, 'gearboxes');
  guesses.push(...letterGuesses(distinct));
  guess('currency', share((text) => wordsFor('currency').has(text.toLowerCase())) === 1, 0.9, 'a currency');
  guess('mileage_unit', share((text) => MILEAGE_UNIT.test(text)) === 1, 0.9, 'units of distance');
  // Of a mixed column, most values are plain numbers, and some say what they are.
  const numbers = share((text) => PLAIN_NUMBER.test(text));
  const says = (form: RegExp): boolean => {
    const matches = share((text) => form.test(text));
    return matches >= 0.7 || (matches >= 0.2 && matches + numbers >= 0.85);
  };
  guess('price', says(MONEY), 0.96, 'amounts in pounds');
  guess('mileage', says(DISTANCE), 0.96, 'distances');
  guess('engine_size', says(ENGINE), 0.94, 'engine sizes');
  guess(
    'year',
    share((text) => YEAR_AND_PLATE.test(text)) >= 0.2 && share((text) => YEAR.test(text)) >= 0.9,
    0.94,
    'years',
  );
  guess('engine_size', share((text) => SMALL_DECIMAL.test(text)) >= 0.8, 0.75, 'numbers like litres');
  guesses.push(...coordinateGuesses(values));
  guesses.push(...dateGuesses(values, now));
  if (numbers >= 0.85) guesses.push(...numberGuesses(values, now));
  else guesses.push(...textGuesses(values));
  return guesses.sort((a, b) => b.score - a.score);
}

function isClass({ texts, distinct }: ColumnValues): boolean {
  return (
    texts.every((text) => text.length <= 40) && (distinct.size <= 4 || distinct.size < 0.8 * texts.length)
  );
}

function isWholePostcode(text: string): boolean {
  return readPostcode(text)?.kind === 'unit' && /[A-Z]/i.test(text.slice(-2));
}

function isDomain(text: string): boolean {
  return /^[a-z0-9.-]+\.[a-z]{2,}$/i.test(text) && domainName(text) !== undefined;
}

function addressGuesses({ texts, distinct }: ColumnValues, areAddresses: boolean): Guess[] {
  if (!areAddresses) return [];
  const lists = texts.map((text) => {
    const list = splitUrls(text);
    return Array.isArray(list) ? list.map(String) : [String(list)];
  });
  const addresses = lists.flat();
  const pictures = addresses.filter((url) => PICTURE_FILE.test(url) || PICTURE_HOST.test(url)).length;
  if (pictures >= 0.7 * addresses.length) {
    const isThumb = /thumb|small|_s\./i.test(addresses[0] ?? '');
    return [
      { field: 'images', score: 0.95, reason: 'addresses of pictures' },
      ...(isThumb ? [{ field: 'thumbnail', score: 0.96, reason: 'addresses of small pictures' }] : []),
    ];
  }
  if (addresses.length > texts.length) return [];
  // One address for all cars is that of a site, a branch or a logo.
  const isOwn = distinct.size >= 0.9 * texts.length && (distinct.size > 1 || texts.length === 1);
  return isOwn ? [{ field: 'advert_url', score: 0.93, reason: 'a web address for each car' }] : [];
}

/** Letters for fuels and gearboxes are never sure. */
function letterGuesses(distinct: ReadonlySet<string>): Guess[] {
  const letters = new Set([...distinct].map((text) => text.toUpperCase()));
  const within = (known: string): boolean =>
    [...letters].every((letter) => known.split(' ').includes(letter));
  if (letters.size >= 2 && letters.has('P') && letters.has('D') && within('P D H E B HE PH'))
    return [{ field: 'fuel_type', score: 0.7, reason: 'P for petrol and D for diesel' }];
  if (letters.size === 2 && within('M A'))
    return [{ field: 'transmission', score: 0.7, reason: 'M for manual and A for automatic' }];
  return [];
}

function coordinateGuesses({ texts }: ColumnValues): Guess[] {
  const numbers = texts.filter((text) => COORDINATE.test(text)).map(Number);
  if (numbers.length < 0.9 * texts.length) return [];
  if (numbers.every((degrees) => degrees >= 49.8 && degrees <= 61))
    return [{ field: 'latitude', score: 0.9, reason: 'latitudes in the UK' }];
  if (numbers.every((degrees) => degrees >= -8.7 && degrees <= 2))
    return [{ field: 'longitude', score: 0.9, reason: 'longitudes in the UK' }];
  return [];
}

/** Dates of the last three years are arrivals; older ones are of the registration, which gives the year. */
function dateGuesses({ texts }: ColumnValues, now: number): Guess[] {
  const years = texts.flatMap((text) => {
    const [, first, last] = DATE.exec(text) ?? [];
    return first === undefined && last === undefined ? [] : [Number(first ?? last)];
  });
  if (years.length < 0.9 * texts.length) return [];
  const latest = new Date(now).getUTCFullYear();
  if (years.every((year) => year <= latest && year >= latest - 2))
    return [{ field: 'arrived_at', score: 0.7, reason: 'dates of the last years' }];
  const isPast = years.every((year) => year <= latest && year >= 1950);
  return isPast ? [{ field: 'year', score: 0.5, reason: 'dates, perhaps of the registration' }] : [];
}

function numberGuesses({ texts, distinct }: ColumnValues, now: number): Guess[] {
  // Zero stands for an unknown size or price.
  const numbers = texts.map((text) => Number(text.replace(/[, ]/g, ''))).filter((number) => number > 0);
  if (numbers.length === 0) return [];
  const share = (test: (number: number) => boolean): number => numbers.filter(test).length / numbers.length;
  const latest = new Date(now).getUTCFullYear() + 1;
  const years = share((number) => number >= 1950 && number <= latest);
  if (years >= 0.9 && share((number) => number >= 1990) >= 0.5)
    return [{ field: 'year', score: 0.92, reason: 'years' }];
  const engines = share((number) => wordsFor('engine size').has(String(number)));
  if (engines >= 0.6 && share((number) => number >= 500 && number <= 8500) >= 0.9)
    return [{ field: 'engine_size', score: 0.88, reason: 'cubic centimetres of engines' }];
  const middle = [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  if (middle < 300 || middle > 500_000 || distinct.size === 1) return [];
  const endings = share((number) => PRICE_ENDINGS.has(number % 100));
  const charm = share((number) => [49, 90, 94, 95, 98, 99].includes(number % 100));
  if (charm >= 0.4) return [{ field: 'price', score: 0.85, reason: 'numbers that end as prices do' }];
  if (endings >= 0.8)
    return [
      { field: 'price', score: 0.6, reason: 'round numbers' },
      { field: 'mileage', score: 0.55, reason: 'round numbers' },
    ];
  return [{ field: 'mileage', score: endings <= 0.5 ? 0.7 : 0.55, reason: 'numbers that end in any figure' }];
}

function textGuesses(values: ColumnValues): Guess[] {
  const { texts, distinct } = values;
  const share = (test: (text: string) => boolean): number => texts.filter(test).length / texts.length;
  const guesses: Guess[] = [];
  if (URL_START.test(texts[0] ?? '')) return guesses;
  // `Active` and `Live` are trims too: only a name makes it sure.
  if (share((text) => readSaleStatus(text) !== undefined) >= 0.9 && isClass(values))
    return [{ field: 'status', score: 0.6, reason: 'statuses' }];
  if (share((text) => canonicalMake(text) !== undefined) >= 0.8)
    guesses.push({ field: 'make', score: 0.96, reason: 'makes' });
  if (share(isAddress) >= 0.7) return [{ field: 'address', score: 0.9, reason: 'addresses with a postcode' }];
  if (share(isTitle) >= 0.7) return [{ field: 'title', score: 0.9, reason: 'titles that begin with a make' }];
  const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const sentences = share((text) => text.split(/\s+/).length >= MIN_WORDS);
  if (length >= MIN_LONG_TEXT && sentences >= 0.6) {
    // The same text in all records is not about the car.
    const isBoilerplate = distinct.size === 1 && texts.length > 1;
    return isBoilerplate ? [] : [{ field: 'full_description', score: 0.9, reason: 'long texts' }];
  }
  const towns = loadTowns();
  if (share((text) => text.length >= 3 && towns.find(text) !== undefined) >= 0.7)
    guesses.push({ field: 'loc', score: 0.85, reason: 'towns' });
  if (share((text) => /\b[0-9]\.[0-9]\b|\b[2-5] ?dr\b/i.test(text) && /[a-z]{2}/i.test(text)) >= 0.5)
    guesses.push({ field: 'variant', score: 0.9, reason: 'engines, trims and doors' });
  else if (share((text) => isTerm(text, LOOKS)) >= 0.6)
    guesses.push({ field: 'keywords', score: 0.85, reason: 'colours, bodies or equipment' });
  else if (share((text) => isTerm(text, ['trim'])) >= 0.6)
    guesses.push({ field: 'variant', score: 0.85, reason: 'trims' });
  else if (sentences >= 0.5 && distinct.size > 0.5 * texts.length)
    guesses.push({ field: 'full_description', score: 0.6, reason: 'texts of several words' });
  return guesses;
}

/** `2 Mill Road, Stockport SK1 2AB`, `Newry BT34 2EX`. */
function isAddress(text: string): boolean {
  return /^[^,]*(?:,.*|[a-z]{3} )\b[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$/i.test(text);
}

/** `2019 Ford Fiesta 1.0`. */
function isTitle(text: string): boolean {
  const words = text.replace(/^(?:19|20)[0-9]{2} /, '').split(/\s+/);
  if (words.length < 2 || words.length > 14 || canonicalMake(words.join(' ')) !== undefined) return false;
  return (
    canonicalMake(words[0] ?? '') !== undefined || canonicalMake(words.slice(0, 2).join(' ')) !== undefined
  );
}

type Group = ReturnType<typeof tradeTerms>['terms'][number]['group'];

const LOOKS: readonly Group[] = ['colour', 'body', 'drivetrain', 'equipment', 'doors'];

let groups: ReadonlyMap<string, Group> | undefined;

function isTerm(text: string, known: readonly Group[]): boolean {
  groups ??= new Map(tradeTerms().terms.flatMap(({ keys, group }) => keys.map((key) => [key, group])));
  const group = groups.get(nameKey(text)) ?? groups.get(nameKey(text.split(/[\s/]+/).at(-1) ?? ''));
  return group !== undefined && known.includes(group);
}
