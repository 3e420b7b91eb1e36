// Cursors are opaque texts that name a state of the stock and, within a cut export, the position of its next listing. A check
// digest makes a truncated or altered cursor an error instead of another state. A cursor contains no secret and grants nothing.
// That of a cut export is good until the stock changes; the others are while the past that the stock keeps reaches back to their
// state.
import { hash } from 'node:crypto';
import { parseJson } from '../json.ts';
import { oncePerObject } from '../memo.ts';
import { canonicalQuery } from '../query/canonical-query.ts';
import type { StockState } from '../stock/stock-changes.ts';
import { issueFor, type ParameterRules, type ParsedValue } from '../query/parse-value.ts';
import type { SearchQuery } from '../query/search-query.ts';
import type { ParameterIssue } from '../problem.ts';

export interface Cursor {
  /** With `to`, `changedAt` is the time of the change `to`. It is 0 in cursors that were issued without it. */
  readonly state: StockState;
  /** The position of the rest: of a cut export or, with `to`, of the changes up to that sequence. */
  readonly next?:
    { readonly search: string; readonly position: number; readonly to?: number | undefined } | undefined;
}

/**
 * Raise it if earlier cursors can no longer be read: they then count as expired, not as invalid. A member added at the end needs
 * no new version, if a cursor without it is still understood.
 */
const VERSION = 1;
const CHECK_LENGTH = 8;
/** Longer than any cursor ever issued. */
const MAX_LENGTH = 1024;

export function formatCursor(cursor: Cursor): string {
  return formatted(cursor).text;
}

/** Cached, because all searches that waited for one change get the same cursor. */
const formatted = oncePerObject(({ state, next }: Cursor) => {
  const { storeId, sequence, changedAt, placesVersion, indexFormat } = state;
  const { search, position, to } = next ?? {};
  const members = [VERSION, storeId, sequence, placesVersion, indexFormat, search, position, to, changedAt];
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
  const [, storeId, sequence, placesVersion, indexFormat, search, position, to, changedAt = 0] =
    members ?? [];
  const isEndValid = (to === undefined || to === null || isCount(to)) && isCount(changedAt);
  const isValid =
    isText(storeId) && isCount(sequence) && isText(placesVersion) && isText(indexFormat) && isEndValid;
  if (!isValid) return { issue: issueFor(row, 'invalid_cursor', text, rule) };
  const state = { storeId, sequence, changedAt, placesVersion, indexFormat };
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
