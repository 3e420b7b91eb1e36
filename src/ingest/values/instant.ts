// Reads instants in ISO 8601. Without a zone they are UTC.
import { isBlankValue, isPlaceholder } from './text.ts';
import { IN_FUTURE, NOT_GIVEN, UNREADABLE, type FieldValue } from './field-value.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const ISO_8601 =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$/;

/** As JavaScript writes instants: nearly all in feeds with a time. */
const CANONICAL = /^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

/** The instant in milliseconds since 1970, UTC. Up to a day after `now` is allowed, because clocks and zones differ. */
export function readInstant(value: unknown, now: number): FieldValue<number> {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return UNREADABLE;
  const text = value.trim();
  if (isBlankValue(text)) return null;
  if (isPlaceholder(text)) return NOT_GIVEN;
  const instant = tryParseIso(text);
  if (instant === undefined) return UNREADABLE;
  return instant > now + DAY_MS ? IN_FUTURE : instant;
}

function tryParseIso(text: string): number | undefined {
  if (CANONICAL.test(text)) {
    const instant = new Date(text);
    // 30 February would be 2 March, and 24:00 the next day.
    if (instant.getUTCDate() === Number(text.slice(8, 10))) return instant.getTime();
  }
  const match = ISO_8601.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (!isDay(new Date(midnight), Number(year), Number(month), Number(day))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = offsetMinutes(zone);
  if (offset === undefined) return undefined;
  const seconds = (Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second);
  return midnight + seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

// Date.UTC turns 30 February into 2 March, and the year 99 into 1999.
function isDay(date: Date, year: number, month: number, day: number): boolean {
  return date.getUTCDate() === day && date.getUTCMonth() === month - 1 && date.getUTCFullYear() === year;
}

function offsetMinutes(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
