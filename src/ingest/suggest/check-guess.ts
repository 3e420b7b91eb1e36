// Checks a guess against the values that it would give: of the field, usual for cars, changing between records. What fails is a question.
import type { ColumnField } from '../columns/column-fields.ts';
import { mayFeed } from '../columns/parents.ts';
import { partWords } from '../columns/name-words.ts';
import { readEngineSize, readMileage } from '../values/measures.ts';
import { testOf } from '../values/field-tests.ts';
import { readPrice } from '../values/price.ts';
import { isPlainNumber } from '../values/number.ts';
import type { ColumnValues } from './guess-by-values.ts';

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
/** Share of the values that must be of the field. */
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
export function isCounter(texts: readonly string[]): boolean {
  const numbers = texts.filter(isPlainNumber).map(Number);
  const [first = 0] = numbers;
  const isMost = numbers.length >= ENOUGH_RECORDS && numbers.length * 2 > texts.length;
  return isMost && first <= 1 && numbers.every((number, at) => number === first + at);
}
