// Texts as dealers paste them: tidied, never reworded. Characters that nobody sees and that could hide or reorder others
// are dropped. What is HTML in a description is made plain first.
import { htmlToText } from './html-to-text.ts';
import { NOT_GIVEN, TOO_LONG, UNREADABLE, type FieldValue } from './field-value.ts';

// Everything outside letters, digits, signs and single spaces that need no tidying.
const MAY_NEED_CLEANING = /[^\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u20ac]/;

/** Controls, zero-width, bidirectional and unpaired surrogate characters; not those that are white space. */
const INVISIBLE = /(?![\t\n\v\f\r\x85])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const WHITE_SPACE = /[\s\x85]+/g;

/** Without invisible characters, and with single spaces for white space of any kind and length. */
export function cleanText(text: string): string {
  const isClean = !MAY_NEED_CLEANING.test(text) && !text.includes('  ') && !text.startsWith(' ');
  if (isClean && !text.endsWith(' ')) return text;
  return text.replace(INVISIBLE, '').replace(WHITE_SPACE, ' ').trim();
}

/** The longest name, of a model or a town. */
export const MAX_WORD_LENGTH = 200;

/** A text that may be HTML, tidied. Lines end where HTML ends them; a text without markup is one line. */
export function cleanHtml(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return cleanText(text);
  const converted = htmlToText(text);
  return converted === text ? cleanText(text) : cleanLines(converted);
}

/** The lines that hold something, each tidied. */
export function cleanLines(text: string): string {
  const lines = text.split('\n').map(cleanText);
  return lines.filter((line) => line !== '').join('\n');
}

/** Reads a word or a few, of at most `maxLength` characters. A number is a text too: a model may be 500. */
export function readText(value: unknown, maxLength: number): FieldValue<string> {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return UNREADABLE;
  const text = value.includes('&') ? cleanText(htmlToText(value)) : cleanText(value);
  if (isBlankValue(text)) return null;
  if (isPlaceholder(text)) return NOT_GIVEN;
  return text.length > maxLength ? TOO_LONG : text;
}

// How far before its limit a text may end so that its last word is whole, and how much of it is looked at for that.
const MAX_TAIL_LENGTH = 100;

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The beginning of a text, of at most `maxLength` UTF-16 code units. It ends with a whole word if one ends near the limit,
 * else with a whole character, accents and all. It may end with white space.
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

/** Whether a tidy text is no value at all: blank, or the word that some exports write for none. */
export function isBlankValue(text: string): boolean {
  return text === '' || (text.length === 4 && text.toLowerCase() === 'null');
}

/** `N/A` and dashes, with which people say that there is nothing to say. */
export function isPlaceholder(text: string): boolean {
  return text.length <= 5 && /^(?:n\/a|[-–—]+)$/i.test(text);
}
