// Cursors: opaque texts that name a state of the stock and, within an export that was cut, the position of its next listing. A
// cursor is checked, so a truncated or altered one is an error instead of another state. It holds no secret and gives no right.
import { hash } from 'node:crypto';
import { canonicalQuery } from '../listing/canonical-query.ts';
import type { StockState } from '../listing/listing-index.ts';
import { issueFor, type ParameterRules, type ParsedValue } from '../listing/parse-value.ts';
import type { SearchQuery } from '../listing/search-query.ts';
import type { ParameterIssue } from '../problem.ts';

export interface Cursor {
  /** With `to`, `changedAt` is the time of that change; 0 in cursors of earlier versions. */
  readonly state: StockState;
  /** The rest of an export that was cut, or, with `to`, of the changes up to that sequence. */
  readonly next?:
    { readonly search: string; readonly position: number; readonly to?: number | undefined } | undefined;
}

/** Raise it if the members change: earlier cursors are then expired, not invalid. */
const VERSION = 1;
const CHECK_LENGTH = 8;
/** Beyond every cursor that was ever given. */
const MAX_LENGTH = 1024;

export function formatCursor({ state, next }: Cursor): string {
  const { storeId, sequence, changedAt, places, terms } = state;
  const { search, position, to } = next ?? {};
  const members = [VERSION, storeId, sequence, places, terms, search, position, to, changedAt];
  const text = Buffer.from(JSON.stringify(members)).toString('base64url');
  return `${text}${checkOf(text)}`;
}

/** `expired`: it is of another version of cursors. */
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

/** Why a cursor does not continue the export of a search: it is from a whole export or a list of changes, or from another search. */
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

/** Anybody can compute the check, so the members may be anything. */
function membersOf(body: string): readonly unknown[] | undefined {
  try {
    const members = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown;
    return Array.isArray(members) ? members : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Equal for equal searches in the same order. */
export function searchKey(query: SearchQuery): string {
  return hash('sha256', canonicalQuery({ ...query, page: 1 }), 'base64url').slice(0, 16);
}

function checkOf(text: string): string {
  return hash('sha256', `forecourt cursor ${text}`, 'base64url').slice(0, CHECK_LENGTH);
}
