// Estimates the tokens of a text for a language model, without a tokenizer's vocabulary of megabytes. A text is cut as by
// o200k_base: into words with the space or mark before them, groups of up to three digits, runs of marks, and white space. All
// parts but words are nearly always one token. The cost of a word depends on the character before it, its length, and its letter
// pairs that are rare in English: names of dealers cost more than prose.
//
// The weights of words minimise the largest error over results of the tools on three stocks, URLs with hashes, and prose in
// eighteen languages, as far as random letters are not underestimated. test/mcp/tokens.test.ts tests them.

/** Limits of a result's structured content and of its text. Despite the error of estimates both take at most 20,000 tokens. */
export const MAX_CONTENT_TOKENS = 9000;
export const MAX_TEXT_TOKENS = 9000;

/** Kinds of the character directly before a word, to which the tokenizer joins a space or a single mark. */
const NO_CHARACTER = 0;
const BLANK = 1;
/** For example the point of `.example`, which tokenizers often join to the word. */
const CHEAP_MARK = 2;
const OTHER_MARK = 3;

/** Tokens per word, and per letter pair that is rare in English, by the character before the word. */
const WORD: readonly number[] = [1.1, 1.03, 1, 1.85];
const RARE_PAIR: readonly number[] = [0.8, 0.33, 0.05, 0.4];
/** Words of up to three letters are one token; after a mark, only single letters are. */
const SHORT = 3;
/** For a word directly after another, as in `EcoBoost`. */
const HUMP = 0.7;
/** For each letter beyond seven, or beyond three in words of capitals. */
const LONG = 0.3;
/** For each letter beyond eight of a word with rare pairs, in addition. */
const LONG_RARE = 0.2;
/** For each mark of a run beyond three. */
const LONG_MARKS = 0.2;

/** For each letter from a to z, the letters that often follow it in English. */
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

/** Tokens per character of other scripts, by ranges of code points. */
const SCRIPTS: readonly (readonly [from: number, to: number, tokens: number])[] = [
  [0x370, 0x3ff, 0.4], // Greek
  [0x400, 0x52f, 0.31], // Cyrillic
  [0x590, 0x5ff, 0.42], // Hebrew
  [0x600, 0x6ff, 0.4], // Arabic
  [0x900, 0x97f, 0.37], // Devanagari
  [0x980, 0xdff, 0.62], // other scripts of India
  [0xe00, 0xe7f, 0.39], // Thai
  [0x2000, 0x206f, 1], // punctuation
  [0x2070, 0x2bff, 1.2], // symbols
  [0x3000, 0x303f, 1],
  [0x3040, 0x30ff, 0.66], // Japanese
  [0x4e00, 0x9fff, 0.82], // Chinese
  [0xac00, 0xd7af, 0.8], // Korean
  [0xfe00, 0xfe0f, 0.5], // variation selectors
  [0xff00, 0xffef, 1],
  [0x1f000, 0x1faff, 1.9], // emoji
];

const END = -1;
const OTHER = 0;
const SPACE = 1;
const DIGIT = 2;
const UPPER = 3;
const LOWER = 4;
const ACCENTED = 5;
const MARK = 6;

const CHEAP_MARKS = '._\'"(';

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
  if (at < 0 || at >= text.length) return END;
  const code = text.charCodeAt(at);
  if (code < KINDS.length) return KINDS[code];
  return code >= 0x1e00 && code <= 0x1eff ? ACCENTED : OTHER;
}

/** Takes time linear in the text's length. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let before = NO_CHARACTER;
  for (let start = 0; start < text.length;) {
    const kind = kindAt(text, start);
    let end = start + 1;
    let next = NO_CHARACTER;
    if (isLetter(kind)) {
      end = endOfWord(text, start);
      tokens += wordTokens(text, start, end, before);
    } else if (kind === OTHER) {
      const point = text.codePointAt(start) ?? 0;
      if (point > 0xffff) end += 1;
      tokens += scriptTokens(point);
    } else {
      while (kindAt(text, end) === kind) end += 1;
      if (kind === DIGIT) tokens += Math.ceil((end - start) / 3);
      else if (kind === SPACE) {
        if (isJoined(text, end)) next = BLANK;
        tokens += spaceTokens(text, start, next === BLANK ? end - 1 : end);
      } else if (end - start === 1 && before !== BLANK && isLetter(kindAt(text, end)))
        next = CHEAP_MARKS.includes(text.charAt(start)) ? CHEAP_MARK : OTHER_MARK;
      else tokens += 1 + LONG_MARKS * Math.max(0, end - start - 3);
    }
    before = next;
    start = end;
  }
  return Math.ceil(tokens);
}

function isLetter(kind: number): boolean {
  return kind >= UPPER && kind <= ACCENTED;
}

/** Whether the blank before `end` belongs to the word or mark at `end`. */
function isJoined(text: string, end: number): boolean {
  const next = kindAt(text, end);
  return text.charCodeAt(end - 1) === 32 && next !== DIGIT && next !== END;
}

/** Line ends are one token, which includes marks before them. White space after them is one token. */
function spaceTokens(text: string, start: number, end: number): number {
  const afterLines = text.slice(start, end).lastIndexOf('\n') + 1;
  const rest = end - start > afterLines ? 1 : 0;
  return rest + (afterLines === 0 || kindAt(text, start - 1) === MARK ? 0 : 1);
}

/** The end of a word, which is capitals, then other letters: `iPhone` is two. */
function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && kindAt(text, end) === UPPER) end += 1;
  for (; end < text.length; end += 1) {
    const kind = kindAt(text, end);
    if (kind !== LOWER && kind !== ACCENTED) break;
  }
  return end;
}

function wordTokens(text: string, start: number, end: number, before: number): number {
  let rarePairs = 0;
  let last = -1;
  for (let at = start; at < end; at += 1) {
    // In lower case.
    const letter = (text.charCodeAt(at) | 0x20) - A;
    const isPlain = letter >= 0 && letter < ALPHABET;
    if (isPlain && last >= 0) rarePairs += 1 - IS_COMMON_PAIR[last * ALPHABET + letter];
    last = isPlain ? letter : -1;
  }
  const length = end - start;
  const isShort = length <= (before <= BLANK ? SHORT : 1);
  const isCapitals = length > 1 && kindAt(text, end - 1) === UPPER;
  const isHump = before === NO_CHARACTER && isLetter(kindAt(text, start - 1));
  return (
    (isShort ? 1 : WORD[before]) +
    (isHump ? HUMP : 0) +
    RARE_PAIR[before] * rarePairs +
    LONG * Math.max(0, length - (isCapitals ? 3 : 7)) +
    (rarePairs < 2 ? 0 : LONG_RARE * Math.max(0, length - 8))
  );
}

function scriptTokens(point: number): number {
  const script = SCRIPTS.find(([from, to]) => point >= from && point <= to);
  // Characters of rare scripts take a token for each byte of UTF-8.
  return script?.[2] ?? (point > 0xffff ? 4 : point > 0x7ff ? 3 : 2);
}

/** Whether the estimate is at most `tokens`. */
export function hasAtMostTokens(text: string, tokens: number): boolean {
  return isShort(text, tokens) || estimateTokens(text) <= tokens;
}

/** Whether a text, however divided, is at most `tokens` by the estimates of its parts. Most texts need no other test. */
export function isShort(text: string, tokens: number): boolean {
  return text.length * (OTHER_SCRIPT.test(text) ? MAX_PER_UNIT : MAX_PER_LATIN) <= tokens;
}

/** A character of the kind OTHER, or accented. */
const OTHER_SCRIPT = /[^\0-\u024f]/;
/** Tokens per UTF-16 unit: those of single letters directly behind others, and of rare scripts. */
const MAX_PER_LATIN = 2;
const MAX_PER_UNIT = 3;

/** Whether it is short enough for a result's structured content. */
export function fitsContent(content: object): boolean {
  return hasAtMostTokens(JSON.stringify(content), MAX_CONTENT_TOKENS);
}
