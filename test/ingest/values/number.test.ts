import { describe, expect, it } from 'vitest';
import {
  readDegrees,
  readEngineSize,
  readMileage,
  readPrice,
  readYear,
} from '../../../src/ingest/values/number.ts';
import { InvalidValue, type FieldValue } from '../../../src/ingest/values/field-value.ts';

function valueOf(fieldValue: FieldValue<number>): number | string | null {
  return fieldValue instanceof InvalidValue ? fieldValue.reason : fieldValue;
}

const NO_VALUE: [unknown, null][] = [
  [null, null],
  [undefined, null],
  ['', null],
  [' \t ', null],
  ['null', null],
  ['NULL', null],
];

const NO_NUMBER: [unknown, string][] = [
  ['N/A', 'not_given'],
  ['n/a', 'not_given'],
  ['-', 'not_given'],
  ['–', 'not_given'],
  ['POA', 'not_given'],
  ['P.O.A.', 'not_given'],
  ['TBC', 'not_given'],
  ['Call for price', 'not_given'],
  ['abc', 'unreadable'],
  ['NaN', 'unreadable'],
  ['Infinity', 'unreadable'],
  ['0x10', 'unreadable'],
  ['1.2.3', 'unreadable'],
  ['1,23', 'unreadable'],
  ['12,3456', 'unreadable'],
  [',123', 'unreadable'],
  ['12 345', 'unreadable'],
  ['٤٥', 'unreadable'],
  ['9'.repeat(41), 'unreadable'],
  [true, 'unreadable'],
  [[1], 'unreadable'],
  [{ amount: 1 }, 'unreadable'],
];

describe('a price', () => {
  it.each([
    ...NO_VALUE,
    ...NO_NUMBER,
    [9995, 9995],
    ['9995', 9995],
    ['9995.5', 9995.5],
    ['£9,995', 9995],
    ['£ 9,995.00', 9995],
    ['9995.00 GBP', 9995],
    ['GBP 9,995', 9995],
    ['gbp9995', 9995],
    ['9,995£', 9995],
    ['9995 pounds', 9995],
    ['\u00a39,995\u00a0', 9995],
    ['1,234,567', 1234567],
    ['12k', 12000],
    ['£12.5K', 12500],
    ['9995.0000', 9995],
    [9995.999, 9996],
    [0.01, 0.01],
    [99999999.99, 99999999.99],
    [0, 'out_of_range'],
    ['0.00', 'out_of_range'],
    [0.004, 'out_of_range'],
    [-5, 'out_of_range'],
    ['-£5', 'out_of_range'],
    ['£-5', 'out_of_range'],
    ['-£-5', 'out_of_range'],
    [100_000_000, 'out_of_range'],
    [99_999_999.999, 'out_of_range'],
    [1e308, 'out_of_range'],
    [Infinity, 'out_of_range'],
    ['€9995', 'not_gbp'],
    ['9995 EUR', 'not_gbp'],
    ['EUR9995', 'not_gbp'],
    ['9995 euros', 'not_gbp'],
    ['$9,995', 'not_gbp'],
    ['US$9995', 'not_gbp'],
    ['9995 usd', 'not_gbp'],
    ['¥9995', 'not_gbp'],
    ['9.995', 'unreadable'],
    ['£9.995', 'unreadable'],
    ['9995 + VAT', 'unreadable'],
    ['from 9995', 'unreadable'],
    ['1e4', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readPrice(value))).toBe(expected);
  });
});

describe('a mileage', () => {
  it.each([
    ...NO_VALUE,
    ...NO_NUMBER,
    [0, 0],
    [-0, 0],
    [12000, 12000],
    [12000.5, 12001],
    ['12000', 12000],
    ['12,000 miles', 12000],
    ['12,000mi', 12000],
    ['1 mile', 1],
    ['12k', 12000],
    ['12K miles', 12000],
    ['12.5k', 12500],
    ['19,312 km', 12000],
    ['19312km', 12000],
    ['19312 Kilometres', 12000],
    ['19.312k km', 'unreadable'],
    ['12km', 7],
    [2_000_000, 2_000_000],
    [2_000_001, 'out_of_range'],
    ['3219000 km', 'out_of_range'],
    [-1, 'out_of_range'],
    [-0.4, 'out_of_range'],
    ['-5', 'out_of_range'],
    ['12.000', 'unreadable'],
    ['12000 m', 'unreadable'],
    ['12000 hours', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readMileage(value))).toBe(expected);
  });
});

describe('an engine size', () => {
  it.each([
    ...NO_VALUE,
    ...NO_NUMBER,
    [2, 2],
    [1.4, 1.4],
    ['1.4', 1.4],
    ['2.0L', 2],
    ['2.0 litres', 2],
    ['1.0T', 1],
    ['1.5 Turbo', 1.5],
    ['1.4L T', 1.4],
    ['1998 c.c.', 2],
    ['1.998', 1.998],
    [1.99849, 1.998],
    ['1998cc', 2],
    ['1,998 cc', 2],
    ['999CC', 1],
    ['1595 ccm', 1.6],
    [20, 20],
    [20.001, 'out_of_range'],
    [0, 'out_of_range'],
    ['0.0', 'out_of_range'],
    ['40cc', 'out_of_range'],
    ['1998', 'out_of_range'],
    [1998, 'out_of_range'],
    [-1, 'out_of_range'],
    ['2.0 TDI', 'unreadable'],
    ['2k', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readEngineSize(value))).toBe(expected);
  });
});

describe('a year', () => {
  it.each([
    ...NO_VALUE,
    ...NO_NUMBER,
    [2019, 2019],
    ['2019', 2019],
    [' 2019 ', 2019],
    ['2019.0', 2019],
    ['2019 (69)', 2019],
    ['2019 (69 reg)', 2019],
    ['2019(69)', 2019],
    ['2019/69', 2019],
    ['2019 69 plate', 2019],
    [1886, 1886],
    [2027, 2027],
    [1885, 'out_of_range'],
    [2028, 'out_of_range'],
    ['2060', 'out_of_range'],
    [0, 'out_of_range'],
    ['19', 'out_of_range'],
    [2019.5, 'unreadable'],
    ['2019.5', 'unreadable'],
    ['2019/2020', 'unreadable'],
    ['69 plate', 'unreadable'],
    ['-2019', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readYear(value, 2027))).toBe(expected);
  });
});

describe('degrees', () => {
  it.each([
    ...NO_VALUE,
    ...NO_NUMBER,
    [51.5, 51.5],
    ['51.5', 51.5],
    ['-0.1278', -0.1278],
    ['+51.5073509', 51.507351],
    ['-5.3e-05', -0.000053],
    [-0, 0],
    [90, 90],
    [-90, -90],
    [90.000001, 'out_of_range'],
    ['-91', 'out_of_range'],
    ['51.5N', 'unreadable'],
    ['51,5', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readDegrees(value, 90))).toBe(expected);
  });
});
