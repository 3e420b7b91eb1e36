// Tests whether a text is a value of a field, by the field's own reader, for guesses about columns and for facts within texts.
import { readPostcode } from '../../geo/postcode.ts';
import { normalizeHttpUrl } from '../../listing/http-url.ts';
import { gearboxInColumn } from '../../vehicle/classify.ts';
import { SCALED_FIELDS, WORD_READERS, type ColumnField } from '../tables/feed-fields.ts';
import { ENGINE_UNIT, readEngineSize, readMileage, withMileageUnit } from './measures.ts';
import { isPlainNumber } from './number.ts';
import type { FieldValue } from './text.ts';
import { readInstant, readYear } from './year.ts';
import { readPrice, readVatStatus } from './price.ts';
import { readCondition, readFlag, readSaleStatus } from './sale-status.ts';
import { splitUrls, readRegistration, readVin } from './url.ts';

/** `now` is in milliseconds since 1970. */
export type FieldTest = (text: string, now: number) => boolean;

/** The time to pass if only the form of a value counts. */
export const ANY_TIME = Date.UTC(9000, 0);

const isFlag: FieldTest = (text) =>
  (readFlag(text) ?? readSaleStatus(text)) !== undefined && !/^[0-9]{2,}|^[2-9]$/.test(text);
/** `P`, `HE`: abbreviations of classes. */
const isLetters = (text: string): boolean => /^[a-z]{1,2}$/i.test(text);
const isNumber = (value: FieldValue<number>): boolean => typeof value === 'number';
const isText = (value: FieldValue<string>): boolean => typeof value === 'string';
const isAddress: FieldTest = (text) => /^\/[^/]/.test(text) || normalizeHttpUrl(text) !== undefined;
const areAddresses: FieldTest = (text) => {
  const list = splitUrls(text);
  return Array.isArray(list) && list.some((one) => typeof one === 'string' && isAddress(one, 0));
};

const WORD_TESTS = WORD_READERS.map(({ field, isClass, read }): readonly [ColumnField, FieldTest] => [
  field,
  (text) => read(text) !== undefined || (isClass && isLetters(text)),
]);

const TESTS: Readonly<Record<ColumnField, FieldTest>> = {
  ...Object.fromEntries(WORD_TESTS),
  price: (text) => isNumber(readPrice(text, { vat: 'add' })),
  price_ex_vat: (text) => isNumber(readPrice(text, { vat: 'add' })),
  mileage: (text) => isNumber(readMileage(text)),
  engine_size: (text) => isNumber(readEngineSize(text)),
  year: (text, now) => isNumber(readYear(text, new Date(now).getUTCFullYear() + 1)),
  arrived_at: (text, now) => typeof readInstant(text, now) === 'number',
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
  engine_unit: (text) => ENGINE_UNIT().test(text),
  gears: (text) => /[1-9]/.test(text) || gearboxInColumn(text) !== undefined,
  keywords: (text) => /\p{L}/u.test(text) || /^[0-9]$/.test(text),
};

/** The test of a field's values; undefined for one that takes any text. */
export function testOf(field: ColumnField): FieldTest | undefined {
  const byName = /^(?:is_|plus_|includes_)/.test(field) ? isFlag : undefined;
  return TESTS[field] ?? (SCALED_FIELDS.includes(field) ? isPlainNumber : byName);
}
