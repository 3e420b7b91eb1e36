// How text becomes words, for rows and queries alike: letter case, accents and punctuation make no difference.

/** Letters and digits in a row; a point between digits keeps a number whole (`2.0`). */
const WORD = /[\p{L}\p{N}]+(?:(?<=\p{N})\.(?=\p{N})[\p{L}\p{N}]+)*/gu;
// Only from the start of a word on: or a long word without a hyphen would be tried again from each of its letters.
const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu;
const THOUSANDS_COMMA = /(?<=\p{N}),(?=\p{N}{3}(?!\p{N}))/gu;
const MARKS = /\p{M}+/gu;
/** Apostrophes inside a word (`driver's`) vanish; they do not split it. */
const APOSTROPHES = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
const ASCII_ONLY = /^[\x20-\x7e]*$/;

/** Lower case, compatibility forms and accents resolved: `Škoda ﬁne` becomes `skoda fine`. */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return withoutInnerMarks(text.toLowerCase());
  return withoutInnerMarks(text.normalize('NFKD').replace(MARKS, ''))
    .replaceAll('ß', 'ss')
    .replaceAll('ẞ', 'ss')
    .toLowerCase();
}

function withoutInnerMarks(text: string): string {
  return text.replace(APOSTROPHES, '').replace(THOUSANDS_COMMA, '');
}

/** The words of a folded text, in order: `c-hr 2.0l, 12,000` gives `c`, `hr`, `2.0l`, `12000`. */
export function wordsOf(folded: string): string[] {
  return folded.match(WORD) ?? [];
}

/** Hyphenated words of a folded text written as one, as searchers may: `c-hr` gives `chr`. */
export function compoundsOf(folded: string): string[] {
  if (!folded.includes('-')) return [];
  return (folded.match(COMPOUND) ?? []).map((compound) => compound.replaceAll('-', ''));
}

/** Whether a word is too short, or too much of a code, to be anything but itself: `a3`, `320d`, `kia`. */
export function onlyExact(word: string): boolean {
  return word.length <= 3 || /\p{N}/u.test(word);
}
