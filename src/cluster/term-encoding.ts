// How words and keys are written in a cluster's index, where texts are compared by their UTF-8 bytes and counted in code
// points. The engine does both in UTF-16 units, and so must what is found: so units that would make a difference are
// written as others. The cluster splits and folds nothing: it gets every token ready.
import { onlyExact } from '../engine/postings/tokenizer.ts';
import { MAX_IMPACT } from '../engine/query/bm25f.ts';

/** A token takes at most 32,766 bytes. No query holds so long a word, so that what is cut off makes no difference. */
const MAX_TERM_LENGTH = 8000;

const SURROGATES = /[\ud800-\udfff]/g;
const PRIVATE_USE = 0xe000;

// A code (`a3`, `320d`) is never what a mistyped word stands for: its mark keeps it apart.
const WORD_MARK = 'w';
const CODE_MARK = 'c';
/** Impacts of words are A, B, C …; those of codes a, b, c …. */
const FIRST_WORD_IMPACT = 'A'.charCodeAt(0);
const FIRST_CODE_IMPACT = 'a'.charCodeAt(0);

/** A cluster's search for typing errors takes longer the longer a word is, and gives up at some hundreds of letters. */
const LONG_WORD_THRESHOLD = 40;
const MAX_EDITS = 2;

export const IMPACTS: readonly number[] = Array.from({ length: MAX_IMPACT }, (_, i) => i + 1);

/** The token that every listing with the term has. */
export function encodeTerm(term: string): string {
  return (onlyExact(term) ? CODE_MARK : WORD_MARK) + encodeUnits(term);
}

/** The word of a token, as tokens spell it. */
export function wordOfToken(token: string): string {
  return token.slice(1);
}

/** The token of listings in which the term has this impact. */
export function encodeTermImpact(term: string, impact: number): string {
  return impactMark(onlyExact(term) ? FIRST_CODE_IMPACT : FIRST_WORD_IMPACT, impact) + encodeUnits(term);
}

/** What the tokens of all terms with this beginning begin with. */
export function termPrefixes(beginning: string): string[] {
  return [WORD_MARK + encodeUnits(beginning), CODE_MARK + encodeUnits(beginning)];
}

/** The same, of those with this impact. */
export function impactPrefixes(beginning: string, impact: number): string[] {
  return [FIRST_WORD_IMPACT, FIRST_CODE_IMPACT].map(
    (first) => impactMark(first, impact) + encodeUnits(beginning),
  );
}

function impactMark(first: number, impact: number): string {
  return String.fromCharCode(first + impact - 1);
}

/** Whether typing errors in a word are found by comparing it with all long words (`longWord`). */
export function isLongWord(word: string): boolean {
  return word.length > LONG_WORD_THRESHOLD;
}

/** The word, as tokens spell it, if a long word may be a typing error of it; codes are none. */
export function longWord(term: string): string | undefined {
  return term.length > LONG_WORD_THRESHOLD - MAX_EDITS && !onlyExact(term) ? encodeUnits(term) : undefined;
}

/** One code point a unit: halves of pairs become private characters, which are in no word. */
function encodeUnits(term: string): string {
  return term
    .slice(0, MAX_TERM_LENGTH)
    .replace(SURROGATES, (unit) => String.fromCharCode(unit.charCodeAt(0) - 0xd800 + PRIVATE_USE));
}

/** The last unit before the surrogates. It and all after it are written as itself and how far they are from it. */
const LAST_PLAIN = 0xd7ff;
const BEYOND = /[\ud7ff-\uffff]/g;

/** A text whose UTF-8 bytes order as the units of `key` do. */
export function sortableKey(key: string): string {
  return key.replace(
    BEYOND,
    (unit) => String.fromCharCode(LAST_PLAIN) + String.fromCharCode(1 + unit.charCodeAt(0) - LAST_PLAIN),
  );
}
