// Values that every reader of numbers reads alike.
import { InvalidValue, type FieldValue } from '../../../src/ingest/values/text.ts';

export function valueOf(fieldValue: FieldValue<number>): number | string | null {
  return fieldValue instanceof InvalidValue ? fieldValue.reason : fieldValue;
}

export const NO_VALUE: [unknown, null][] = [
  [null, null],
  [undefined, null],
  ['', null],
  [' \t ', null],
  ['null', null],
  ['NULL', null],
];

export const NO_NUMBER: [unknown, string][] = [
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
  ['٤٥', 'unreadable'],
  ['9'.repeat(81), 'unreadable'],
  [true, 'unreadable'],
  [[1], 'unreadable'],
  [{ amount: 1 }, 'unreadable'],
];
