// Splits texts into words, for rows and queries alike: letter case, accents and punctuation make no difference.
import { withoutAccents } from '../../accents.ts';

/** A sequence of letters and digits; a point between digits is part of a number (`2.0`). */
const WORD = /[\p{L}\p{N}]+(?:(?<=\p{N})\.(?=\p{N})[\p{L}\p{N}]+)*/gu;
// Matches only at the start of a word; otherwise a long word without a hyphen would be retried from each letter.
const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu;
const THOUSANDS_COMMA = /(?<=\p{N}),(?=\p{N}{3}(?!\p{N}))/gu;
/** Apostrophes inside a word (`driver's`) are dropped and do not split it. */
const APOSTROPHES = /(?<=\p{L})['’ʼ](?=\p{L})/gu;

// Nearly all adverts are ASCII with a few separators; for these, patterns without Unicode properties take a third of the time.
const PLAIN = /^[\x20-\x7e£€–—•…]*$/;
const PLAIN_WORD = /[a-z0-9]+(?:(?<=[0-9])\.(?=[0-9])[a-z0-9]+)*/g;
const PLAIN_THOUSANDS = /[0-9],[0-9]{3}/;
const PLAIN_COMPOUND = /(?<![a-z0-9])[a-z0-9]+(?:-[a-z0-9]+)+/g;
const INNER_HYPHEN = /[a-z0-9]-[a-z0-9]/;

/** The text in lower case, without accents and compatibility forms: `Škoda ﬁne` becomes `skoda fine`. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) {
    const lower = text.toLowerCase();
    return lower.includes("'") || PLAIN_THOUSANDS.test(lower) ? withoutInnerMarks(lower) : lower;
  }
  return withoutInnerMarks(withoutAccents(text)).replaceAll('ß', 'ss').replaceAll('ẞ', 'ss').toLowerCase();
}

function withoutInnerMarks(text: string): string {
  return text.replace(APOSTROPHES, '').replace(THOUSANDS_COMMA, '');
}

/** The words of a folded text, in order: `c-hr 2.0l, 12,000` gives `c`, `hr`, `2.0l`, `12000`. */
export function tokenize(folded: string): string[] {
  return folded.match(PLAIN.test(folded) ? PLAIN_WORD : WORD) ?? [];
}

/** Calls `onTerm` with the range of each word of the folded text, and then of each compound. Returns the number of words. */
export function forEachTermIn(
  text: string,
  onTerm: (text: string, start: number, end: number) => void,
): number {
  const folded = foldText(text);
  let words = 0;
  forEachWordIn(folded, (at, start, end) => {
    words++;
    onTerm(at, start, end);
  });
  for (const compound of compoundsOf(folded)) onTerm(compound, 0, compound.length);
  return words;
}

/** Calls `onWord` with the range of each word of a folded text. The words and their order are those of `tokenize`. */
export function forEachWordIn(
  folded: string,
  onWord: (text: string, start: number, end: number) => void,
): void {
  if (!PLAIN.test(folded)) {
    for (const word of tokenize(folded)) onWord(word, 0, word.length);
    return;
  }
  const { length } = folded;
  for (let start = 0; start < length; start++) {
    if (!isPlainLetter(folded.charCodeAt(start)) && !isDigit(folded.charCodeAt(start))) continue;
    let end = start + 1;
    for (; end < length; end++) {
      const unit = folded.charCodeAt(end);
      if (isPlainLetter(unit) || isDigit(unit)) continue;
      const joins =
        unit === POINT && isDigit(folded.charCodeAt(end - 1)) && isDigit(folded.charCodeAt(end + 1));
      if (!joins) break;
    }
    onWord(folded, start, end);
    start = end;
  }
}

const POINT = 0x2e;

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Capitals need no test: folded texts have none. */
function isPlainLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

/** The hyphenated words of a folded text, written without hyphens as searches may write them: `c-hr` gives `chr`. */
export function compoundsOf(folded: string): string[] {
  if (!folded.includes('-')) return [];
  const isPlain = PLAIN.test(folded);
  if (isPlain && !INNER_HYPHEN.test(folded)) return [];
  return (folded.match(isPlain ? PLAIN_COMPOUND : COMPOUND) ?? []).map((compound) =>
    compound.replaceAll('-', ''),
  );
}

/** Whether a term matches only itself: it is short (`kia`), has digits (`a3`, `320d`), or is a tag, which has a mark. */
export function onlyExact(term: string): boolean {
  return term.length <= 3 || NOT_ONLY_LETTERS.test(term);
}

const NOT_ONLY_LETTERS = /\p{N}|^[^\p{L}]/u;
