// Estimates how many tokens a text costs a language model, without a tokenizer's vocabulary of megabytes. It counts what
// tokenizers cut a text into: words, groups of digits, runs of punctuation, and the characters of other scripts. Dealers may write
// texts that cost more than language does, so letter pairs that English hardly has count too.
//
// The weights are a least-squares fit to o200k_base, over adverts, JSON, URLs, prose in eighteen languages and random letters.
// test/mcp/tokens.test.ts holds estimates to that tokenizer.

/** Limits of a result's structured content and of its text. With the error of estimates, both take 20,000 tokens at most. */
export const MAX_CONTENT_TOKENS = 9000;
export const MAX_TEXT_TOKENS = 9000;

/** A word that follows a space: tokenizers have most of them whole. */
const SPACED_WORD = 1.09;
/** Any other word, such as one in a URL. */
const JOINED_WORD = 1.37;
/** Words of capitals, and each letter of them beyond three. */
const CAPITALS = 0.4;
const LONG_CAPITALS = 0.6;
const RARE_PAIR = 0.37;
/** Each letter beyond eight of a word with rare pairs, or beyond thirteen of any other. */
const LONG_RARE_WORD = 0.62;
const LONG_WORD = 0.4;
const ACCENT = 0.25;
/** Up to three digits. */
const DIGITS = 1.42;
const PUNCTUATION = 0.78;
/** Each character beyond two. */
const LONG_PUNCTUATION = 0.19;
const WHITE_SPACE = 0.4;

/** For each letter from a to z, those that often follow it in English. */
const FOLLOWERS =
  'bcdgiklmnprstuvxy aeilmnoruy aehiklorstuy adegilorsuv acdefghilmnpqrstvwxy aefiortu aehilors adeiortuy acdefglmnoprstvxz ' +
  'aeou eins adefgiklostuy abdegimopsw acdegiklmnostuyz abcdefgiklmnoprstuvwxy aeghiloprstu u abcdefghiklmnoprstuvy ' +
  'acdehikmopstuw abcehiloprstuwy acdegilmnprstx aeio aehinors aceht belops e';

const ALPHABET = 26;
const A = 97;

const IS_COMMON_PAIR = new Uint8Array(ALPHABET * ALPHABET);
FOLLOWERS.split(' ').forEach((followers, letter) => {
  for (const follower of followers) IS_COMMON_PAIR[letter * ALPHABET + follower.charCodeAt(0) - A] = 1;
});

/** Tokens per character of other scripts: from and to a code point. */
const SCRIPTS: readonly (readonly [from: number, to: number, tokens: number])[] = [
  [0x370, 0x3ff, 0.4], // Greek
  [0x400, 0x52f, 0.33], // Cyrillic
  [0x590, 0x5ff, 0.42], // Hebrew
  [0x600, 0x6ff, 0.4], // Arabic
  [0x900, 0x97f, 0.37], // Devanagari
  [0x980, 0xdff, 0.62], // other scripts of India
  [0xe00, 0xe7f, 0.39], // Thai
  [0x2000, 0x206f, 1], // punctuation
  [0x2070, 0x27bf, 1.6], // symbols
  [0x3000, 0x303f, 1],
  [0x3040, 0x30ff, 0.66], // Japanese
  [0x4e00, 0x9fff, 0.82], // Chinese
  [0xac00, 0xd7af, 0.8], // Korean
  [0xfe00, 0xfe0f, 0.5], // variation selectors
  [0xff00, 0xffef, 1],
  [0x1f000, 0x1faff, 1.6], // emoji
];

const OTHER = 0;
const SPACE = 1;
const DIGIT = 2;
const UPPER = 3;
const LOWER = 4;
const ACCENTED = 5;
const MARK = 6;

/** Kinds of the characters below 0x250. */
const KINDS = Uint8Array.from({ length: 0x250 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return SPACE;
  if (/[0-9]/.test(character)) return DIGIT;
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[a-z]/.test(character)) return LOWER;
  return /\p{L}/u.test(character) ? ACCENTED : MARK;
});

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < KINDS.length) return KINDS[code];
  return code >= 0x1e00 && code <= 0x1eff ? ACCENTED : OTHER;
}

/** Takes time linear in the text's length. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let isSpaced = false;
  for (let start = 0; start < text.length;) {
    const kind = kindAt(text, start);
    let end = start + 1;
    let isGlued = false;
    if (kind >= UPPER && kind <= ACCENTED) {
      end = endOfWord(text, start);
      tokens += wordTokens(text, start, end, isSpaced);
    } else if (kind === OTHER) {
      const point = text.codePointAt(start) ?? 0;
      if (point > 0xffff) end += 1;
      tokens += scriptTokens(point);
    } else {
      while (end < text.length && kindAt(text, end) === kind) end += 1;
      const next = end < text.length ? kindAt(text, end) : SPACE;
      const isBeforeWord = next >= UPPER && next <= ACCENTED;
      if (kind === DIGIT) tokens += DIGITS * Math.ceil((end - start) / 3);
      else if (kind === SPACE) {
        // A space belongs to the word or punctuation behind it.
        isGlued = text.charCodeAt(end - 1) === 32 && next !== SPACE && next !== DIGIT;
        if (end - start > (isGlued ? 1 : 0)) tokens += WHITE_SPACE;
      } else if (end - start > 1 || isSpaced || !isBeforeWord)
        tokens += PUNCTUATION + LONG_PUNCTUATION * Math.max(0, end - start - 2);
    }
    isSpaced = isGlued;
    start = end;
  }
  return Math.ceil(tokens);
}

/** A word is capitals, then other letters: `iPhone` is two. */
function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && kindAt(text, end) === UPPER) end += 1;
  for (; end < text.length; end += 1) {
    const kind = kindAt(text, end);
    if (kind !== LOWER && kind !== ACCENTED) break;
  }
  return end;
}

function wordTokens(text: string, start: number, end: number, isSpaced: boolean): number {
  let accents = 0;
  let rarePairs = 0;
  let before = -1;
  for (let at = start; at < end; at += 1) {
    // In lower case.
    const letter = (text.charCodeAt(at) | 0x20) - A;
    const isPlain = letter >= 0 && letter < ALPHABET;
    if (!isPlain) accents += 1;
    else if (before >= 0) rarePairs += 1 - IS_COMMON_PAIR[before * ALPHABET + letter];
    before = isPlain ? letter : -1;
  }
  const length = end - start;
  const isCapitals = length > 1 && kindAt(text, end - 1) === UPPER;
  const word = isCapitals
    ? CAPITALS + LONG_CAPITALS * Math.max(0, length - 3)
    : isSpaced
      ? SPACED_WORD
      : JOINED_WORD;
  const long =
    rarePairs < 2 ? LONG_WORD * Math.max(0, length - 13) : LONG_RARE_WORD * Math.max(0, length - 8);
  return word + RARE_PAIR * rarePairs + ACCENT * accents + long;
}

function scriptTokens(point: number): number {
  const script = SCRIPTS.find(([from, to]) => point >= from && point <= to);
  // Characters of rare scripts take a token for each byte of UTF-8.
  return script?.[2] ?? (point > 0xffff ? 4 : point > 0x7ff ? 3 : 2);
}

/** Whether it is short enough for a result's structured content. */
export function fitsContent(content: object): boolean {
  return estimateTokens(JSON.stringify(content)) <= MAX_CONTENT_TOKENS;
}
