// Guesses from values of one record: an id is in the advert's address, a model has one make, mileages fall with the year while prices rise. Checks guesses.
import { canonicalMake } from '../../vehicle/makes.ts';
import { nameModel } from '../../vehicle/model-name.ts';
import type { SampledRecord } from './feed-profile.ts';
import type { ColumnField } from '../columns/table.ts';
import { isIn } from '../values/url.ts';
import type { ColumnValues, Guess } from './guess-by-values.ts';
import { mayFeed } from '../columns/column-path.ts';
import { partWords } from '../columns/words.ts';
import { readEngineSize, readMileage } from '../values/measures.ts';
import { testOf } from '../values/field-tests.ts';
import { readPrice } from '../values/price.ts';
import { isPlainNumber } from '../values/number.ts';

export interface CandidateColumn {
  readonly name: string;
  /** Its place in the feed, from 0. */
  readonly position: number;
  readonly values: ColumnValues;
  readonly field: ColumnField | undefined;
  readonly guesses: readonly Guess[];
}

export function guessByRecords(
  columns: readonly CandidateColumn[],
  records: readonly SampledRecord[],
): ReadonlyMap<string, readonly Guess[]> {
  const likely = (field: ColumnField): CandidateColumn | undefined =>
    columns.find((column) => column.field === field) ??
    columns
      .filter(({ guesses: [best] }) => best?.field === field)
      .sort((a, b) => (b.guesses[0]?.score ?? 0) - (a.guesses[0]?.score ?? 0))[0];
  const [advert, make, year] = [likely('advert_url'), likely('make'), likely('year')];
  return new Map(
    columns.map((column): [string, Guess[]] => {
      const rows = rowsOf(column, records);
      return [
        column.name,
        [
          ...idGuesses(column, rows, advert),
          ...modelGuesses(column, rows, make),
          ...trendGuesses(column, rows, year),
        ],
      ];
    }),
  );
}

type Rows = readonly { readonly record: SampledRecord; readonly text: string }[];

function rowsOf({ name }: CandidateColumn, records: readonly SampledRecord[]): Rows {
  return records.map((record) => ({ record, text: textOf(record, name) })).filter(({ text }) => text !== '');
}

function textOf(record: SampledRecord, name: string): string {
  return record.get(name) ?? '';
}

const ID = /^(?=.*[0-9])[A-Z0-9][A-Z0-9._/-]{0,29}$/i;
const DATE = /^[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}/;

function idGuesses(
  { name, position, values, guesses }: CandidateColumn,
  rows: Rows,
  advert?: CandidateColumn,
): Guess[] {
  if (rows.length === 0 || values.distinct.size < rows.length) return [];
  if (rows.filter(({ text }) => ID.test(text) && !DATE.test(text)).length < 0.95 * rows.length) return [];
  if (advert !== undefined && advert.name !== name) {
    const within = rows.filter(({ record, text }) => isIn(textOf(record, advert.name), text)).length;
    const isOther = guesses.some(({ field }) => field === 'registration' || field === 'vin');
    if (within >= 0.9 * rows.length)
      return [{ field: 'id', score: isOther ? 0.5 : 0.95, reason: 'each is in the address of its advert' }];
  }
  const numbers = rows.map(({ text }) => Number(text));
  const isRising = numbers.length >= 3 && numbers.every((n, at) => at === 0 || n > (numbers[at - 1] ?? n));
  if (isCounter(values.texts))
    return [{ field: 'id', score: 0.4, reason: 'numbers of the rows, which change with the file' }];
  const isFirst = position === 0 ? 0.1 : 0;
  if (isRising) return [{ field: 'id', score: 0.8 + isFirst, reason: 'rising numbers' }];
  if (numbers.every((number) => !Number.isNaN(number)))
    return [{ field: 'id', score: 0.3 + 2 * isFirst, reason: 'numbers, each once' }];
  return [{ field: 'id', score: (isCodes(rows) ? 0.75 : 0.55) + isFirst, reason: 'short codes, each once' }];
}

/** Whether all are of one form with a number, such as `V-881`. */
function isCodes(rows: Rows): boolean {
  const forms = new Set(rows.map(({ text }) => text.replace(/[0-9]+/g, '#').toUpperCase()));
  return rows.length >= 3 && forms.size === 1 && [...forms][0] !== '#';
}

function modelGuesses(
  { position, values, guesses }: CandidateColumn,
  rows: Rows,
  make?: CandidateColumn,
): Guess[] {
  if (make === undefined) {
    const titles = rows.filter(({ text }) => (nameModel(null, text)?.make ?? null) !== null).length;
    const isTitle = rows.length > 0 && titles >= 0.6 * rows.length;
    return isTitle ? [{ field: 'title', score: 0.9, reason: 'makes with their models' }] : [];
  }
  if (make.position === position) return [];
  const isKnown = ({ record, text }: Rows[number]): boolean =>
    nameModel(canonicalMake(textOf(record, make.name)) ?? null, text) !== undefined;
  const known = rows.filter(isKnown).length;
  const isName = rows.every(({ text }) => text.length <= 40);
  if (rows.length > 0 && known >= 0.7 * rows.length && isName)
    return [{ field: 'model', score: 0.95, reason: 'models of their makes' }];
  const isShort = values.texts.every((text) => text.length <= 40 && text.split(/\s+/).length <= 5);
  const isOther = guesses.some(({ field, score }) => field !== 'model' && score >= 0.7);
  if (!isShort || isOther || isCodes(rows) || values.distinct.size < make.values.distinct.size) return [];
  const makes = new Map<string, string>();
  for (const { record, text } of rows) {
    const own = textOf(record, make.name);
    if ((makes.get(text) ?? own) !== own) return [];
    makes.set(text, own);
  }
  if (rows.every(({ text }) => /^[0-9.,]+$/.test(text))) return [];
  const isBeside = Math.abs(position - make.position) === 1;
  return [{ field: 'model', score: isBeside ? 0.75 : 0.5, reason: 'names that belong to one make each' }];
}

/** How plain numbers change with the year tells prices from mileages. */
function trendGuesses({ name, guesses }: CandidateColumn, rows: Rows, year?: CandidateColumn): Guess[] {
  if (year === undefined || year.name === name || rows.length < 4) return [];
  if (!guesses.some(({ field }) => field === 'price' || field === 'mileage')) return [];
  const pairs = rows.map(({ record, text }) => ({
    year: Number(/[12][0-9]{3}/.exec(textOf(record, year.name))?.[0]),
    number: Number(text.replace(/[^0-9.]/g, '')),
  }));
  let sum = 0;
  let count = 0;
  for (const [n, a] of pairs.entries()) {
    for (const b of pairs.slice(n + 1, n + 50)) {
      const sign = Math.sign(a.year - b.year) * Math.sign(a.number - b.number);
      if (Number.isNaN(sign) || sign === 0) continue;
      sum += sign;
      count += 1;
    }
  }
  if (count < 4) return [];
  const trend = sum / count;
  if (trend >= 0.3) return [{ field: 'price', score: 0.72, reason: 'newer cars have more of it' }];
  if (trend <= -0.3) return [{ field: 'mileage', score: 0.72, reason: 'newer cars have less of it' }];
  return [];
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
/** Records from which on an equal value in each says nothing of a car. */
const ENOUGH_RECORDS = 3;

/** Why a column's values are hardly those of the field, for people; undefined if nothing speaks against it. */
export function doubtOf(
  field: ColumnField,
  name: string,
  { texts, distinct }: ColumnValues,
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
  if (!partWords(name).every((word) => mayFeed(field, [word], '')))
    return 'its name says that it is of something else';
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
