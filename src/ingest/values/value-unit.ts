// Numbers of one column and their unit from another, from the column's name or from the settings, joined to the text that
// the readers of numbers understand. A text that has a unit of its own keeps it.
import type { ColumnUnit } from '../layouts/layout.ts';

const NUMBER = /^\s*[+-]?[0-9][0-9,]*(?:\.[0-9]+)?\s*$/;

/** No engine of a vehicle for the road has fifty litres, or less than fifty cubic centimetres. */
const MIN_CC = 50;

/** `12000 km` for 12000 and `KM`. */
export function withMileageUnit(value: unknown, unit: unknown): unknown {
  if (typeof unit !== 'string' || !isNumber(value)) return value;
  const name = unit.trim().toLowerCase();
  // A column of units says M for miles; in a number's own text it could be metres.
  return `${String(value).trim()} ${name === 'm' || name === 'mls' ? 'miles' : name}`;
}

/** `1998 cc` for 1998: what is too large for litres is in cubic centimetres. */
export function withEngineUnit(value: unknown, unit: ColumnUnit | undefined): unknown {
  if (!isNumber(value)) return value;
  if (unit === 'cc') return `${String(value).trim()} cc`;
  if (unit === 'litres') return value;
  return Number(String(value).replaceAll(',', '')) >= MIN_CC ? `${String(value).trim()} cc` : value;
}

/** `9995 EUR` for 9995 and `EUR`. */
export function withCurrency(value: unknown, currency: unknown): unknown {
  return typeof currency === 'string' && isNumber(value)
    ? `${String(value).trim()} ${currency.trim()}`
    : value;
}

function isNumber(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value));
}
