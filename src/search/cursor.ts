// Cursors are opaque texts that name a state of the stock and, within a cut export, the position of its next listing. A check
// digest makes a truncated or altered cursor an error instead of another state. A cursor contains no secret and grants nothing.
// The parameter `since` of changes is a cursor, or a time that the change log resolves to a state. Times are RFC 3339, dates, and
// the usual words for a past time. Days begin at midnight UTC, as in listed_days.
import { hash } from 'node:crypto';
import { parseJson } from '../json.ts';
import { oncePerObject } from '../memo.ts';
import { canonicalQuery } from '../listing/canonical-query.ts';
import type { StockState } from '../listing/listing-index.ts';
import { issueFor, type ParameterRules, type ParsedValue } from '../listing/parse-value.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { ParameterIssue } from '../problem.ts';

export interface Cursor {
  /** With `to`, `changedAt` is the time of the change `to`. It is 0 in cursors of earlier versions. */
  readonly state: StockState;
  /** The position of the rest: of a cut export or, with `to`, of the changes up to that sequence. */
  readonly next?:
    { readonly search: string; readonly position: number; readonly to?: number | undefined } | undefined;
}

/** Raise it if the members change: earlier cursors then count as expired, not as invalid. */
const VERSION = 1;
const CHECK_LENGTH = 8;
/** Longer than any cursor ever issued. */
const MAX_LENGTH = 1024;

export function formatCursor(cursor: Cursor): string {
  return formatted(cursor).text;
}

/** Cached, because all searches that waited for one change get the same cursor. */
const formatted = oncePerObject(({ state, next }: Cursor) => {
  const { storeId, sequence, changedAt, places, terms } = state;
  const { search, position, to } = next ?? {};
  const members = [VERSION, storeId, sequence, places, terms, search, position, to, changedAt];
  const text = Buffer.from(JSON.stringify(members)).toString('base64url');
  return { text: `${text}${checkOf(text)}` };
});

/** Reads a cursor; `expired` if it has another version. */
export function parseCursor(
  row: ParameterRules,
  text: string,
  rule = 'a whole cursor, exactly as a response of this service had it',
): ParsedValue<Cursor | 'expired'> {
  const body = text.slice(0, -CHECK_LENGTH);
  const isWhole = text.length <= MAX_LENGTH && body !== '' && checkOf(body) === text.slice(-CHECK_LENGTH);
  const members = isWhole ? membersOf(body) : undefined;
  if (members?.[0] !== undefined && members[0] !== VERSION) return { value: 'expired', key: text };
  const [, storeId, sequence, places, terms, search, position, to, changedAt = 0] = members ?? [];
  const isEndValid = (to === undefined || to === null || isCount(to)) && isCount(changedAt);
  const isValid = isText(storeId) && isCount(sequence) && isText(places) && isText(terms) && isEndValid;
  if (!isValid) return { issue: issueFor(row, 'invalid_cursor', text, rule) };
  const state = { storeId, sequence, changedAt, places, terms };
  if ((search ?? position ?? undefined) === undefined) return { value: { state }, key: text };
  if (!isText(search) || !isCount(position)) return { issue: issueFor(row, 'invalid_cursor', text, rule) };
  return { value: { state, next: { search, position, to: to ?? undefined } }, key: text };
}

/** Why a cursor cannot continue the export of a search: it is of a whole export, a list of changes or another search. */
export function exportCursorIssue(
  row: ParameterRules,
  cursor: Cursor,
  query: SearchQuery,
): ParameterIssue | undefined {
  const { next } = cursor;
  const issue = (rule: string) => issueFor(row, 'invalid_cursor', formatCursor(cursor), rule);
  if (next === undefined || next.to !== undefined)
    return issue(
      'from an export that ended with "more"; to list the changes since then, send it as "since" in a request for changes',
    );
  return next.search === searchKey(query) ? undefined : issue('sent with the same search as its export');
}

/** Anybody can compute the check, so the members may have any value. */
function membersOf(body: string): readonly unknown[] | undefined {
  const members = parseJson(Buffer.from(body, 'base64url').toString());
  return Array.isArray(members) ? members : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** A key that is equal for equal searches in the same order. */
export function searchKey(query: SearchQuery): string {
  return hash('sha256', canonicalQuery({ ...query, page: 1 }), 'base64url').slice(0, 16);
}

function checkOf(text: string): string {
  return hash('sha256', `forecourt cursor ${text}`, 'base64url').slice(0, CHECK_LENGTH);
}

/** A time, in milliseconds since 1970. */
interface SinceTime {
  readonly time: number;
}

export type Since = Cursor | SinceTime | 'expired';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const UNITS: Readonly<Record<string, number>> = {
  minute: MINUTE,
  hour: 60 * MINUTE,
  day: DAY,
  week: 7 * DAY,
};
/** Weekdays, numbered as by Date. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Maximum lead of clients' clocks. */
const MAX_AHEAD_MS = 5 * MINUTE;

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
  const today = Math.floor(now / DAY) * DAY;
  const past = text.replace(/^(?:since|last) /, '');
  if (past === 'today') return today;
  if (past === 'yesterday') return today - DAY;
  const weekday = WEEKDAYS.indexOf(past);
  // Today's weekday means the day a week ago.
  if (weekday !== -1) return today - (((new Date(today).getUTCDay() - weekday + 6) % 7) + 1) * DAY;
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
