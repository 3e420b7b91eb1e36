// The result of reading a value: the value, null if the feed has none, or why it is invalid. Cleans texts without rewording them:
// white space, HTML, and invisible characters, which could hide or reorder others.
import { htmlToText } from './html-to-text.ts';
import type { ValueIssueReason, ValueIssue } from './record-result.ts';
import type { RecordField } from '../tables/feed-fields.ts';
import { quoted } from '../../quoted-text.ts';

// Matches characters that may be invisible or white space; texts without them skip cleaning.
const MAY_NEED_CLEANING = /[^\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u20ac]/;

/** Control, zero-width, bidirectional and unpaired surrogate characters, except white space. */
const INVISIBLE = /(?![\t\n\v\f\r\x85])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const WHITE_SPACE = /[\s\x85]+/g;

/** The text as one line: without invisible characters, white space collapsed to single spaces, trimmed. */
export function cleanText(text: string): string {
  const isClean = !MAY_NEED_CLEANING.test(text) && !text.includes('  ') && !text.startsWith(' ');
  if (isClean && !text.endsWith(' ')) return text;
  return text.replace(INVISIBLE, '').replace(WHITE_SPACE, ' ').trim();
}

/** Maximum length of a model's or a town's name. */
export const MAX_WORD_LENGTH = 200;

/** A cleaned text that may be HTML. HTML blocks become lines; a text without markup becomes one line. */
export function cleanHtml(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return cleanText(text);
  const converted = htmlToText(text);
  return converted === text ? cleanText(text) : cleanLines(converted);
}

export function cleanLines(text: string): string {
  const lines = text.split('\n').map(cleanText);
  return lines.filter((line) => line !== '').join('\n');
}

/** One line of at most `maxLength` characters. Numbers are accepted: a model may be 500. */
export function readText(value: unknown, maxLength: number): FieldValue<string> {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return UNREADABLE;
  const text = value.includes('&') ? cleanText(htmlToText(value)) : cleanText(value);
  if (isBlankValue(text)) return null;
  if (isPlaceholder(text)) return NOT_GIVEN;
  return text.length > maxLength ? TOO_LONG : text;
}

// How far before the limit a text may be cut to keep its last word whole.
const MAX_TAIL_LENGTH = 100;

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The start of a text, at most `maxLength` UTF-16 code units: to the end of a word near the limit, else of a grapheme. It may end
 * with white space.
 */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  if (/\s/.test(text.charAt(maxLength))) return text.slice(0, maxLength);
  const start = maxLength - MAX_TAIL_LENGTH;
  const tail = text.slice(start, maxLength);
  const space = Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\n'));
  if (space >= 0) return text.slice(0, start + space);
  const around = CHARACTERS.segment(text.slice(start, maxLength + MAX_TAIL_LENGTH));
  return text.slice(0, start + (around.containing(MAX_TAIL_LENGTH)?.index ?? MAX_TAIL_LENGTH));
}

/** The trimmed text; null if the feed has none. */
export function givenText(value: unknown): FieldValue<string> {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return UNREADABLE;
  const text = value.trim();
  if (isBlankValue(text)) return null;
  return isPlaceholder(text) ? NOT_GIVEN : text;
}

/** Whether a cleaned text means no value: blank, or the `null` of some exports. */
export function isBlankValue(text: string): boolean {
  return text === '' || (text.length === 4 && text.toLowerCase() === 'null');
}

/** Whether a sent value is absent or blank. */
export function isMissing(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** As `isMissing`, and also for the `null` of some exports and for lists of such values. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.every(isEmptyValue);
  return typeof value === 'string' && isBlankValue(value.trim());
}

export function isPlaceholder(text: string): boolean {
  return text.length <= 5 && /^(?:n\/a|[-–—]+)$/i.test(text);
}

export type FieldValue<T> = T | null | InvalidValue;

export class InvalidValue {
  readonly reason: ValueIssueReason;

  constructor(reason: ValueIssueReason) {
    this.reason = reason;
  }
}

export const UNREADABLE = new InvalidValue('unreadable');
export const OUT_OF_RANGE = new InvalidValue('out_of_range');
export const NOT_GIVEN = new InvalidValue('not_given');
export const PLACEHOLDER = new InvalidValue('placeholder');
export const NOT_GBP = new InvalidValue('not_gbp');
export const WITHOUT_VAT = new InvalidValue('without_vat');
export const TOO_LONG = new InvalidValue('too_long');
export const IN_FUTURE = new InvalidValue('in_future');

const NONE: readonly ValueIssue[] = [];

export class ValueIssues {
  list: readonly ValueIssue[] = NONE;

  take<T>(field: RecordField, value: unknown, fieldValue: FieldValue<T>): T | null {
    if (!(fieldValue instanceof InvalidValue)) return fieldValue;
    this.add(field, fieldValue.reason, value);
    return null;
  }

  add(field: RecordField, reason: ValueIssueReason, value: unknown, count = 1): void {
    this.list = [...this.list, { field, reason, value: sample(value), count }];
  }
}

/** A value as a report shows it. Objects are not spelled out: they may be nested to any depth. */
export function sample(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  return value === null ? 'null' : 'an object';
}

/** `SoldOut` for `https://schema.org/SoldOut`. */
export function withoutNamespace(text: string): string {
  return /^(?:https?:\/\/)?(?:www\.)?schema\.org\/(.*)$/i.exec(text.trim())?.[1] ?? text;
}
