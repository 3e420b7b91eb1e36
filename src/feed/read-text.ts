// Texts as dealers paste them: tidied, never reworded. Characters that nobody sees and that could hide or reorder others
// are dropped. What is HTML in a description is made plain first.
import { plainText } from './plain-text.ts';
import { NOT_GIVEN, TOO_LONG, UNREADABLE, type Reading } from './reading.ts';

// Everything outside letters, digits, signs and single spaces that need no tidying.
const MAY_NEED_TIDYING = /[^\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u20ac]/;

/** Controls, zero-width, bidirectional and unpaired surrogate characters; not those that are white space. */
const INVISIBLE = /(?![\t\n\v\f\r\x85])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const WHITE_SPACE = /[\s\x85]+/g;

/** Without invisible characters, and with single spaces for white space of any kind and length. */
export function tidy(text: string): string {
  const isTidy = !MAY_NEED_TIDYING.test(text) && !text.includes('  ') && !text.startsWith(' ');
  if (isTidy && !text.endsWith(' ')) return text;
  return text.replace(INVISIBLE, '').replace(WHITE_SPACE, ' ').trim();
}

/** The longest name, of a model or a town. */
export const LONGEST_WORD = 200;

/** A text that may be HTML, tidied. Lines end where HTML ends them; a text without markup is one line. */
export function tidyPlain(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return tidy(text);
  const plain = plainText(text);
  return plain === text ? tidy(text) : tidyLines(plain);
}

/** The lines that hold something, each tidied. */
export function tidyLines(text: string): string {
  const lines = text.split('\n').map(tidy);
  return lines.filter((line) => line !== '').join('\n');
}

/** Reads a word or a few, of at most `longest` characters. A number is a text too: a model may be 500. */
export function readText(value: unknown, longest: number): Reading<string> {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return UNREADABLE;
  const text = value.includes('&') ? tidy(plainText(value)) : tidy(value);
  if (isNothing(text)) return null;
  if (isPlaceholder(text)) return NOT_GIVEN;
  return text.length > longest ? TOO_LONG : text;
}

// How far before its limit a text may end so that its last word is whole, and how much of it is looked at for that.
const LONGEST_TAIL = 100;

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The beginning of a text, of at most `longest` UTF-16 code units. It ends with a whole word if one ends near the limit,
 * else with a whole character, accents and all. It may end with white space.
 */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  if (/\s/.test(text.charAt(longest))) return text.slice(0, longest);
  const start = longest - LONGEST_TAIL;
  const tail = text.slice(start, longest);
  const space = Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\n'));
  if (space >= 0) return text.slice(0, start + space);
  const around = CHARACTERS.segment(text.slice(start, longest + LONGEST_TAIL));
  return text.slice(0, start + (around.containing(LONGEST_TAIL)?.index ?? LONGEST_TAIL));
}

/** Whether a tidy text is no value at all: blank, or the word that some exports write for none. */
export function isNothing(text: string): boolean {
  return text === '' || (text.length === 4 && text.toLowerCase() === 'null');
}

/** `N/A` and dashes, with which people say that there is nothing to say. */
export function isPlaceholder(text: string): boolean {
  return text.length <= 5 && /^(?:n\/a|[-–—]+)$/i.test(text);
}
