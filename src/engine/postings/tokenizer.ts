// How text becomes words, for rows and queries alike: letter case, accents and punctuation make no difference.

/** Letters and digits in a row; a point between digits keeps a number whole (`2.0`). */
const WORD = /[\p{L}\p{N}]+(?:(?<=\p{N})\.(?=\p{N})[\p{L}\p{N}]+)*/gu;
// Only from the start of a word on: or a long word without a hyphen would be tried again from each of its letters.
const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu;
const THOUSANDS_COMMA = /(?<=\p{N}),(?=\p{N}{3}(?!\p{N}))/gu;
const MARKS = /\p{M}+/gu;
/** Apostrophes inside a word (`driver's`) vanish; they do not split it. */
const APOSTROPHES = /(?<=\p{L})['’ʼ](?=\p{L})/gu;

// Nearly every advert is of these characters alone: ASCII and a few signs that separate words whatever is done to them.
// For them there is nothing to resolve, and patterns without Unicode properties do in a third of the time.
const PLAIN = /^[\x20-\x7e£€–—•…]*$/;
const PLAIN_WORD = /[a-z0-9]+(?:(?<=[0-9])\.(?=[0-9])[a-z0-9]+)*/g;
const PLAIN_THOUSANDS = /[0-9],[0-9]{3}/;
const PLAIN_COMPOUND = /(?<![a-z0-9])[a-z0-9]+(?:-[a-z0-9]+)+/g;
const INNER_HYPHEN = /[a-z0-9]-[a-z0-9]/;

/** Lower case, compatibility forms and accents resolved: `Škoda ﬁne` becomes `skoda fine`. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) {
    const lower = text.toLowerCase();
    return lower.includes("'") || PLAIN_THOUSANDS.test(lower) ? withoutInnerMarks(lower) : lower;
  }
  return withoutInnerMarks(text.normalize('NFKD').replace(MARKS, ''))
    .replaceAll('ß', 'ss')
    .replaceAll('ẞ', 'ss')
    .toLowerCase();
}

function withoutInnerMarks(text: string): string {
  return text.replace(APOSTROPHES, '').replace(THOUSANDS_COMMA, '');
}

/** The words of a folded text, in order: `c-hr 2.0l, 12,000` gives `c`, `hr`, `2.0l`, `12000`. */
export function tokenize(folded: string): string[] {
  return folded.match(PLAIN.test(folded) ? PLAIN_WORD : WORD) ?? [];
}

/**
 * Calls back with where each word of a text stands once it is folded, and then with its compounds. Returns the number of
 * words.
 */
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

/** Calls back with where each word of a folded text stands, in the order of `tokenize`, which it agrees with. */
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

/** Of a folded text: there are no capitals left. */
function isPlainLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

/** Hyphenated words of a folded text written as one, as searchers may: `c-hr` gives `chr`. */
export function compoundsOf(folded: string): string[] {
  if (!folded.includes('-')) return [];
  const isPlain = PLAIN.test(folded);
  if (isPlain && !INNER_HYPHEN.test(folded)) return [];
  return (folded.match(isPlain ? PLAIN_COMPOUND : COMPOUND) ?? []).map((compound) =>
    compound.replaceAll('-', ''),
  );
}

/** Whether a word is too short, or too much of a code, to be anything but itself: `a3`, `320d`, `kia`. */
export function onlyExact(word: string): boolean {
  return word.length <= 3 || /\p{N}/u.test(word);
}
