// The parameter `since` of changes is a cursor, or a time that the change log resolves to a state. Times are RFC 3339, dates, and
// the usual words for a past time. Days begin at midnight UTC, as in listed_days.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { issueFor, type ParameterRules, type ParsedValue } from '../query/parse-value.ts';
import { parseCursor, type Cursor } from './cursor.ts';

/** A time, in milliseconds since 1970. */
interface SinceTime {
  readonly time: number;
}

export type Since = Cursor | SinceTime | 'expired';

const UNITS: Readonly<Record<string, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
/** Weekdays, numbered as by Date. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Maximum lead of clients' clocks. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;

const RULE =
  'a whole cursor, exactly as a response of this service had it, or a time such as 2026-11-20T08:00:00Z, yesterday or 3 days ago';

/** `now` is in milliseconds since 1970. */
export function parseSince(row: ParameterRules, text: string, now = Date.now()): ParsedValue<Since> {
  const time = parseTime(text.toLowerCase(), now);
  if (time === undefined)
    return TIMESTAMP.test(text)
      ? { issue: issueFor(row, 'out_of_range', text, 'a date and a time that exist') }
      : parseCursor(row, text, RULE);
  if (time > now + MAX_AHEAD_MS) return { issue: issueFor(row, 'out_of_range', text, 'a time in the past') };
  return { value: { time }, key: time };
}

function parseTime(text: string, now: number): number | undefined {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const past = text.replace(/^(?:since|last) /, '');
  if (past === 'today') return today;
  if (past === 'yesterday') return today - DAY_MS;
  const weekday = WEEKDAYS.indexOf(past);
  // Today's weekday means the day a week ago.
  if (weekday !== -1) return today - (((new Date(today).getUTCDay() - weekday + 6) % 7) + 1) * DAY_MS;
  const [, count, unit] = /^(?:(an?|\d{1,6}) )?(minute|hour|day|week)s?(?: ago)?$/.exec(past) ?? [];
  if (unit !== undefined)
    return now - (count === undefined || count.startsWith('a') ? 1 : Number(count)) * UNITS[unit];
  return parseTimestamp(text);
}

/** Matches a date, or a date and a time. In a URL the plus sign of an offset may have become a blank. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)(?:[t ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(?:z|([-+ ]\d\d):?(\d\d))?)?$/i;

function parseTimestamp(text: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, date, minutes = '00:00', seconds = ':00', hours = '+00', offset = '00'] = match;
  // Date.parse reads 30 February as 2 March.
  if (new Date(`${date}T00:00Z`).toJSON()?.startsWith(date) !== true) return undefined;
  const time = Date.parse(`${date}T${minutes}${seconds}${hours.replace(' ', '+')}:${offset}`);
  return Number.isNaN(time) ? undefined : time;
}
