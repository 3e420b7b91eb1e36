// Text from outside, trimmed, and as messages quote it: short, and without characters that could forge a line. Words as a shell
// reads them.

const WHITE_SPACE = /[\s\u0085\u200b\u2060]/;

/**
 * Trims more than String.trim, which leaves the next-line and zero-width characters. A loop, because a regular expression
 * anchored at the end takes quadratic time on long runs.
 */
export function trimWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++;
  while (start < end && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const MAX_ECHO_LENGTH = 64;

/** `value` as quoted in a sentence: at most 64 characters, control characters escaped. */
export function quoted(value: string): string {
  const characters = firstCharacters(value);
  const cut = characters.length > MAX_ECHO_LENGTH ? '…' : '';
  return `'${withoutControls(characters.slice(0, MAX_ECHO_LENGTH).join(''))}${cut}'`;
}

const MAX_PATH_LENGTH = 200;

/** A path as quoted in a sentence: whole up to 200 characters, control characters escaped. */
export function quotedPath(path: string): string {
  const isLong = path.length > MAX_PATH_LENGTH;
  return `'${withoutControls(isLong ? `${path.slice(0, 60)}…${path.slice(-40)}` : path)}'`;
}

/** Matches text of at most MAX_ECHO_LENGTH characters without any to escape. */
const SHORT_ASCII = /^[ -~]{0,64}$/;

/** Shortens and escapes a value that is echoed back: at most 64 characters. */
export function echoed(value: string): string {
  if (SHORT_ASCII.test(value)) return value;
  return withoutControls(firstCharacters(value).slice(0, MAX_ECHO_LENGTH).join(''));
}

/** The first `limit` characters, and one more if there is one. Each is at most two code units, so the rest need not be read. */
function firstCharacters(value: string, limit = MAX_ECHO_LENGTH): string[] {
  return Array.from(value.slice(0, 2 * limit + 1));
}

/** The text with control, line-breaking, zero-width and bidirectional characters escaped: they could forge or reorder it. */
export function withoutControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** At most `maxLength` characters; a longer text ends in an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = firstCharacters(text, maxLength);
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** A word of a command line, quoted for a shell if need be. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(word) ? word : quotedWord(word);
}

export function quotedWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
