// Guesses a column's field by its values beside others of the same record: an id is in the advert's address, a model has one
// make, mileages fall with the year while prices rise. Also gives reasons against a field.
//
// A score says how likely a guess is, from 0 to 1. MIN_SCORES (evidence.ts) has what an import, a suggestion and a question need.
import { domainName, parseUrl } from '../../listing/domain-name.ts';
import { canonicalMake } from '../../vehicle/makes.ts';
import { nameModel } from '../../vehicle/model-name.ts';
import { testOf } from '../values/field-tests.ts';
import { MILEAGE_UNIT, readEngineSize, readMileage } from '../values/measures.ts';
import { isPlainNumber } from '../values/number.ts';
import { readPrice } from '../values/price.ts';
import { isIn, isRecordAddress, readPageUrl } from '../values/url.ts';
import { isPlaceName, mayFeed } from '../tables/column-path.ts';
import { partWords } from '../tables/feed-tables.ts';
import type { ColumnField } from '../tables/feed-fields.ts';
import type { Guess } from './evidence.ts';
import type { ColumnValues } from './value-evidence.ts';

export interface ColumnOfRecords {
  readonly name: string;
  /** The column's place in the feed, from 0. */
  readonly position: number;
  /** The value in each record, `''` for none. */
  readonly cells: readonly string[];
  readonly values: ColumnValues;
  /** The field that it feeds by its name; undefined if that is unknown. */
  readonly field: ColumnField | undefined;
  readonly guesses: readonly Guess[];
}

/** Returns a function with the guesses for one of the columns, by the others that are known or likely. */
export function guesserByRecords(
  columns: readonly ColumnOfRecords[],
): (column: ColumnOfRecords) => readonly Guess[] {
  const [advert, make, year] = (['advert_url', 'make', 'year'] as const).map((field) =>
    likely(field, columns),
  );
  return (column) => [
    ...idGuesses(column, advert),
    ...modelGuesses(column, make),
    ...trendGuesses(column, year),
    ...unitGuesses(column, columns),
  ];
}

function likely(field: ColumnField, columns: readonly ColumnOfRecords[]): ColumnOfRecords | undefined {
  const scoreOf = ({ field: known, guesses: [best] }: ColumnOfRecords): number =>
    known === field ? 2 : best?.field === field ? best.score : 0;
  const scored = columns.map((column) => ({ column, score: scoreOf(column) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .at(0)?.column;
}

const FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|pdf|mp4|mov|webm)$/i;

/** Whether the cells are pages on the sites of the records' dealers, another in each record. */
export function pageGuesses(
  cells: readonly string[],
  dealers: readonly (string | undefined)[],
  ids: readonly string[],
): readonly Guess[] {
  const filled = [...cells.keys()].filter((row) => cells[row] !== '');
  const pages = filled.map((row) => pageOf(cells[row], dealers[row]));
  if (pages.length * 2 <= cells.length || new Set(pages).size < pages.length || pages.includes(undefined))
    return [];
  if (filled.every((row, n) => isIn(pages[n] ?? '', ids[row])))
    return [{ field: 'advert_url', score: 0.99, reason: "the dealer's pages, with the ids" }];
  return pages.length > 1 ? [{ field: 'advert_url', score: 0.95, reason: "the dealer's pages" }] : [];
}

/** The address of a page on the dealer's site, other than its first page; undefined if the value is none. */
function pageOf(value: string, dealer: string | undefined): string | undefined {
  // A bar separates the addresses of a list.
  const isOne = dealer !== undefined && !value.includes('|');
  const url = isOne ? parseUrl(readPageUrl(value, dealer) ?? '') : undefined;
  if (url === undefined || FILE.test(url.pathname)) return undefined;
  if ((url.pathname === '/' && url.search === '') || isRecordAddress(url.href)) return undefined;
  const host = domainName(url.hostname) ?? '';
  return host === dealer || host.endsWith(`.${dealer}`) ? url.href : undefined;
}

const ID = /^(?=.*[0-9])[A-Z0-9][A-Z0-9._/-]{0,29}$/i;
const DATE = /^[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}/;

const ID_SCORES = {
  inAdverts: 0.95,
  /** Registrations and VINs are in addresses of adverts too. */
  otherInAdverts: 0.5,
  risingNumbers: 0.8,
  /** Such as `V-881`. */
  codesOfOneForm: 0.75,
  codes: 0.55,
  rowNumbers: 0.4,
  /** They may count anything. */
  numbers: 0.3,
} as const;
/** Added to the score of ids in the first column, where they mostly are; twice to that of plain numbers. */
const FIRST_COLUMN = 0.1;

function idGuesses(
  { position, cells, values: { texts, distinct }, guesses }: ColumnOfRecords,
  advert: ColumnOfRecords | undefined,
): readonly Guess[] {
  const guess = (score: number, reason: string): Guess[] => [{ field: 'id', score, reason }];
  const ids = texts.filter((text) => ID.test(text) && !DATE.test(text));
  if (texts.length === 0 || distinct.size < texts.length || ids.length < 0.95 * texts.length) return [];
  const within = cells.filter((text, row) => text !== '' && isIn(advert?.cells[row] ?? '', text));
  const isOther = guesses.some(({ field }) => field === 'registration' || field === 'vin');
  if (advert?.position !== position && within.length >= 0.9 * texts.length)
    return guess(ID_SCORES[isOther ? 'otherInAdverts' : 'inAdverts'], 'each is in the address of its advert');
  if (isCounter(texts)) return guess(ID_SCORES.rowNumbers, 'numbers of the rows, which change with the file');
  const numbers = texts.map(Number);
  const added = position === 0 ? FIRST_COLUMN : 0;
  if (numbers.length >= 3 && numbers.every((n, at) => at === 0 || n > (numbers[at - 1] ?? n)))
    return guess(ID_SCORES.risingNumbers + added, 'rising numbers');
  if (!numbers.some(Number.isNaN)) return guess(ID_SCORES.numbers + 2 * added, 'numbers, each once');
  return guess(ID_SCORES[areCodes(texts) ? 'codesOfOneForm' : 'codes'] + added, 'short codes, each once');
}

/** Whether all are of one form with a number, such as `V-881`. */
function areCodes(texts: readonly string[]): boolean {
  const forms = new Set(texts.map((text) => text.replace(/[0-9]+/g, '#').toUpperCase()));
  return texts.length >= 3 && forms.size === 1 && !forms.has('#');
}

function modelGuesses(
  { position, cells, values: { texts, distinct }, guesses }: ColumnOfRecords,
  make: ColumnOfRecords | undefined,
): readonly Guess[] {
  if (texts.length === 0 || make?.position === position) return [];
  if (make === undefined) {
    const titles = texts.filter((text) => (nameModel(null, text)?.make ?? null) !== null).length;
    return titles >= 0.6 * texts.length
      ? [{ field: 'title', score: 0.9, reason: 'makes with their models' }]
      : [];
  }
  const pairs = cells.map((text, row) => [text, make.cells[row]] as const).filter(([text]) => text !== '');
  const isShort = texts.every((text) => text.length <= 40);
  const known = pairs.filter(([text, own]) => nameModel(canonicalMake(own) ?? null, text) !== undefined);
  if (isShort && known.length >= 0.7 * texts.length)
    return [{ field: 'model', score: 0.95, reason: 'models of their makes' }];
  const isOther = guesses.some(({ field, score }) => field !== 'model' && score >= 0.7);
  const areNames = isShort && texts.every((text) => text.split(/\s+/).length <= 5) && !areCodes(texts);
  const areNumbers = texts.every((text) => /^[0-9.,]+$/.test(text));
  if (!areNames || areNumbers || isOther || distinct.size < make.values.distinct.size) return [];
  const makes = new Map(pairs);
  if (pairs.some(([text, own]) => makes.get(text) !== own)) return [];
  const isBeside = Math.abs(position - make.position) === 1;
  return [{ field: 'model', score: isBeside ? 0.75 : 0.5, reason: 'names that belong to one make each' }];
}

const MIN_PAIRS = 4;
const MIN_TREND = 0.3;

/** How plain numbers change with the year tells prices from mileages. */
function trendGuesses(
  { position, cells, guesses }: ColumnOfRecords,
  year: ColumnOfRecords | undefined,
): readonly Guess[] {
  if (year === undefined || year.position === position) return [];
  if (!guesses.some(({ field }) => field === 'price' || field === 'mileage')) return [];
  const points = cells.flatMap((text, row) => {
    const made = Number(/[12][0-9]{3}/.exec(year.cells[row])?.[0]);
    return text === '' ? [] : [{ made, number: Number(text.replace(/[^0-9.]/g, '')) }];
  });
  const signs = points.flatMap((a, n) =>
    points.slice(n + 1).map((b) => Math.sign(a.made - b.made) * Math.sign(a.number - b.number)),
  );
  const ordered = signs.filter((sign) => sign === 1 || sign === -1);
  const trend = ordered.reduce((sum, sign) => sum + sign, 0) / ordered.length;
  if (points.length < MIN_PAIRS || ordered.length < MIN_PAIRS || Math.abs(trend) < MIN_TREND) return [];
  return trend > 0
    ? [{ field: 'price', score: 0.72, reason: 'newer cars have more of it' }]
    : [{ field: 'mileage', score: 0.72, reason: 'newer cars have less of it' }];
}

/** One letter is a unit only beside the mileages. */
function unitGuesses(
  { position, values: { texts } }: ColumnOfRecords,
  columns: readonly ColumnOfRecords[],
): readonly Guess[] {
  const isBeside = [position - 1, position + 1].some((at) => columns[at]?.field === 'mileage');
  if (!isBeside || texts.length === 0 || !texts.every((text) => MILEAGE_UNIT().test(text))) return [];
  return [{ field: 'mileage_unit', score: 0.97, reason: 'units beside the mileages' }];
}

/** Numbers of most cars on sale: half of a column's values are within. */
const USUAL: Readonly<Record<string, readonly [min: number, max: number, unit: string]>> = {
  price: [300, 150_000, 'pounds'],
  mileage: [500, 250_000, 'miles'],
  engine_size: [0.6, 8.5, 'litres'],
};

/** Fields of which not all cars of a stock have one value. */
const CHANGING: readonly ColumnField[] = [
  ...['price', 'mileage', 'engine_size', 'full_description', 'title', 'make_model', 'variant', 'keywords'],
];
const UNIQUE: readonly ColumnField[] = ['id', 'registration', 'vin', 'advert_url'];
const MIN_SHARE = 0.7;
/** Minimum number of records for which a value that all share says nothing about a car. */
const ENOUGH_RECORDS = 3;

/** Why a column's values are hardly those of the field, for people; undefined if nothing speaks against it. */
export function doubtOf(
  field: ColumnField,
  { name, values: { texts, distinct } }: Pick<ColumnOfRecords, 'name' | 'values'>,
  now: number,
): string | undefined {
  if (texts.length === 0) return 'it has no values';
  const test = testOf(field);
  const fitting = test === undefined ? texts : texts.filter((text) => test(text, now));
  if (fitting.length < MIN_SHARE * texts.length) return `most values are not a ${field}`;
  if (UNIQUE.includes(field) && distinct.size < 0.9 * texts.length) return 'several records have one value';
  if (Object.hasOwn(USUAL, field)) {
    const [min, max, unit] = USUAL[field];
    const middle = middleOf(field, fitting);
    const other = `${unit}: in another unit, or no ${field}`;
    if (middle < min) return `half of the values are below ${min} ${other}`;
    if (middle > max) return `half of the values are above ${max} ${other}`;
  }
  // A column named like a place may hold statuses: `Position` with `Sold - awaiting collection`.
  const isOf = (word: string): boolean =>
    mayFeed(field, [word], '') || (field === 'status' && isPlaceName(word));
  if (!partWords(name).every(isOf)) return 'its name says that it is of something else';
  if (CHANGING.includes(field) && distinct.size === 1 && texts.length >= ENOUGH_RECORDS)
    return 'all records have one value';
  return field === 'id' && isCounter(texts) ? 'it numbers the rows, which change with the file' : undefined;
}

function middleOf(field: ColumnField, texts: readonly string[]): number {
  const read = field === 'mileage' ? readMileage : readEngineSize;
  const numbers = texts.map((text) => (field === 'price' ? readPrice(text, { vat: 'add' }) : read(text)));
  const known = numbers.filter((number) => typeof number === 'number').sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? 0;
}

/** Whether the values are 1, 2, 3 and so on, between labels such as those of sections. */
function isCounter(texts: readonly string[]): boolean {
  const numbers = texts.filter(isPlainNumber).map(Number);
  const [first = 0] = numbers;
  const isMost = numbers.length >= ENOUGH_RECORDS && numbers.length * 2 > texts.length;
  return isMost && first <= 1 && numbers.every((number, at) => number === first + at);
}
