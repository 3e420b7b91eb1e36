// Checks a guess against the values that it would give: whether the field's reader takes them, whether they are in the range of cars on
// sale, and whether they change between records as they would. What fails is a question to the operator, and no part of a mapping.
import { readPostcode } from '../../geo/postcode.ts';
import { canonicalMake } from '../../vehicle/makes.ts';
import { classifyFuel, classifyTransmission } from '../../vehicle/classify.ts';
import type { ColumnField } from '../columns/column-fields.ts';
import { mayFeed } from '../columns/parents.ts';
import { partWords } from '../columns/name-parts.ts';
import { readEngineSize } from '../values/engine-size.ts';
import type { FieldValue } from '../values/field-value.ts';
import { readInstant } from '../values/instant.ts';
import { readMileage, withMileageUnit } from '../values/mileage.ts';
import { readPrice, readVatStatus } from '../values/price.ts';
import { readCondition, readFlag, readSaleStatus } from '../values/sale-status.ts';
import { splitUrls, normalizeHttpUrl } from '../values/url.ts';
import { readRegistration, readVin } from '../values/vehicle-identifiers.ts';
import { readYear } from '../values/year.ts';
import { isPlainNumber } from '../values/number.ts';
import type { ColumnValues } from './guess-by-values.ts';

/** Numbers of most cars on sale: half of a column's values are within. */
const USUAL: Readonly<Record<string, readonly [min: number, max: number, unit: string]>> = {
  price: [300, 150_000, 'pounds'],
  mileage: [500, 250_000, 'miles'],
  engine_size: [0.6, 8.5, 'litres'],
};

type Test = (text: string, now: number) => boolean;

const isFlag: Test = (text) =>
  (readFlag(text) ?? readSaleStatus(text)) !== undefined && !/^[0-9]{2,}|^[2-9]$/.test(text);
/** `P`, `HE`: abbreviations of classes. */
const isLetters = (text: string): boolean => /^[a-z]{1,2}$/i.test(text);
const isNumber = (value: FieldValue<number>): boolean => typeof value === 'number';
const isText = (value: FieldValue<string>): boolean => typeof value === 'string';
const isAddress: Test = (text) => /^\/[^/]/.test(text) || normalizeHttpUrl(text) !== undefined;
const areAddresses: Test = (text) => {
  const list = splitUrls(text);
  return Array.isArray(list) && list.some((one) => typeof one === 'string' && isAddress(one, 0));
};

/** What a value of the field is. Fields that are missing take any text. */
const TESTS: Readonly<Record<ColumnField, Test>> = {
  price: (text) => isNumber(readPrice(text, { vat: 'add' })),
  price_ex_vat: (text) => isNumber(readPrice(text, { vat: 'add' })),
  mileage: (text) => isNumber(readMileage(text)),
  engine_size: (text) => isNumber(readEngineSize(text)),
  year: (text, now) => isNumber(readYear(text, new Date(now).getUTCFullYear() + 1)),
  arrived_at: (text, now) => typeof readInstant(text, now) === 'number',
  make: (text) => canonicalMake(text) !== undefined,
  fuel_type: (text) => classifyFuel(text) !== undefined || isLetters(text),
  transmission: (text) => classifyTransmission(text) !== undefined || isLetters(text),
  status: (text) => readSaleStatus(text) !== undefined,
  channel_status: (text) => readSaleStatus(text) !== undefined,
  condition: (text) => readCondition(text) !== undefined,
  vat: (text) => readVatStatus(text) !== undefined,
  postcode: (text) => /[0-9]/.test(text) && readPostcode(text) !== undefined,
  registration: (text) => isText(readRegistration(text)),
  vin: (text) => isText(readVin(text)),
  advert_url: isAddress,
  images: areAddresses,
  thumbnail: areAddresses,
  latitude: (text) => Number(text) >= 49 && Number(text) <= 61,
  longitude: (text) => Number(text) >= -9 && Number(text) <= 2,
  currency: (text) => /^(?:£|[a-z]{3})$/i.test(text),
  mileage_unit: (text) => isNumber(readMileage(withMileageUnit('1000', text))),
  engine_unit: (text) => /^(?:cc|cm3|l|lit(?:re|er)s?)$/i.test(text),
  gears: (text) => /[1-9]/.test(text) || classifyTransmission(text) !== undefined,
  keywords: (text) => /\p{L}/u.test(text) || /^[0-9]$/.test(text),
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

/** Whether the field's values can be told from those of others. */
export function isTelling(field: ColumnField): boolean {
  return (Object.hasOwn(TESTS, field) && field !== 'keywords') || UNIQUE.includes(field);
}

/** Why a column's values are hardly those of the field, for people; undefined if nothing speaks against it. */
export function doubtOf(
  field: ColumnField,
  name: string,
  { texts, distinct }: ColumnValues,
  now: number,
): string | undefined {
  if (texts.length === 0) return 'it has no values';
  const test = TESTS[field] ?? (/^(?:is_|plus_|includes_)/.test(field) ? isFlag : undefined);
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
  if (Object.hasOwn(USUAL, field) && !partWords(name).every((word) => mayFeed(field, [word], '')))
    return 'its name says that it is another amount';
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

/** Whether the values are 1, 2, 3 and so on. */
export function isCounter(texts: readonly string[]): boolean {
  const first = Number(texts[0]);
  return (
    texts.length >= ENOUGH_RECORDS &&
    first <= 1 &&
    texts.every((text, at) => isPlainNumber(text) && Number(text) === first + at)
  );
}
