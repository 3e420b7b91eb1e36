// By what a vehicle is known at every place that advertises it: its number plate and its chassis number. What could be
// a placeholder (`UNREG`, seventeen noughts) is no mark: it would make one vehicle of many.
import { isNothing, isPlaceholder } from './read-text.ts';
import { NOT_GIVEN, UNREADABLE, type Reading } from './reading.ts';

const REGISTRATION = /^(?=[A-Z0-9]{2,8}$)(?=.*[A-Z])(?=.*[1-9])/;
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;

/** Reads a number plate: `AB12CDE` for `ab12 cde`. */
export function readRegistration(value: unknown): Reading<string> {
  return readMark(value, (mark) => REGISTRATION.test(mark));
}

/** Reads the 17 characters of a chassis number. */
export function readVin(value: unknown): Reading<string> {
  return readMark(value, (mark) => VIN.test(mark) && new Set(mark).size > 3);
}

function readMark(value: unknown, isMark: (mark: string) => boolean): Reading<string> {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return UNREADABLE;
  const text = value.trim();
  if (isNothing(text)) return null;
  if (isPlaceholder(text)) return NOT_GIVEN;
  const mark = text.length > 40 ? '' : text.toUpperCase().replace(/[\s.-]+/g, '');
  return isMark(mark) ? mark : UNREADABLE;
}
