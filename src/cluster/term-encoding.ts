// Encodes terms and keys for a cluster. It orders texts by UTF-8 bytes and counts code points, while the engine uses UTF-16 units
// for both, so units that would differ are replaced. The cluster neither splits nor folds: it receives complete tokens.
import { onlyExact } from '../engine/postings/tokenizer.ts';
import { MAX_IMPACT } from '../engine/query/bm25f.ts';

/** Maximum units of a term, because a token has at most 32,766 bytes. Queries contain no longer words. */
const MAX_TERM_LENGTH = 8000;

const SURROGATES = /[\ud800-\udfff]/g;
const PRIVATE_USE = 0xe000;

// Codes (`a3`, `320d`) have another mark, because a typing error never stands for one.
const WORD_MARK = 'w';
const CODE_MARK = 'c';
/** Impacts of words are A, B, C, …; those of codes a, b, c, …. */
const FIRST_WORD_IMPACT = 'A'.charCodeAt(0);
const FIRST_CODE_IMPACT = 'a'.charCodeAt(0);

/** Length beyond which a word is long: a cluster's fuzzy queries slow down with length, and fail at some hundreds of letters. */
const LONG_WORD_THRESHOLD = 40;
const MAX_EDITS = 2;

export const IMPACTS: readonly number[] = Array.from({ length: MAX_IMPACT }, (_, i) => i + 1);

/** The token of all listings with the term. */
export function encodeTerm(term: string): string {
  return (onlyExact(term) ? CODE_MARK : WORD_MARK) + encodeUnits(term);
}

/** The encoded word of a token. */
export function wordOfToken(token: string): string {
  return token.slice(1);
}

/** The token of listings in which the term has this impact. */
export function encodeTermImpact(term: string, impact: number): string {
  return impactMark(onlyExact(term) ? FIRST_CODE_IMPACT : FIRST_WORD_IMPACT, impact) + encodeUnits(term);
}

/** The prefixes of the tokens of all terms that begin with `beginning`. */
export function termPrefixes(beginning: string): string[] {
  return [WORD_MARK + encodeUnits(beginning), CODE_MARK + encodeUnits(beginning)];
}

/** The prefixes of the tokens of all terms that begin with `beginning` and have this impact. */
export function impactPrefixes(beginning: string, impact: number): string[] {
  return [FIRST_WORD_IMPACT, FIRST_CODE_IMPACT].map(
    (first) => impactMark(first, impact) + encodeUnits(beginning),
  );
}

function impactMark(first: number, impact: number): string {
  return String.fromCharCode(first + impact - 1);
}

/** Whether typing errors of a word are found by comparison with all long words (`longWord`). */
export function isLongWord(word: string): boolean {
  return word.length > LONG_WORD_THRESHOLD;
}

/** The encoded word, if a long word may be a misspelling of it; undefined for short words and codes. */
export function longWord(term: string): string | undefined {
  return term.length > LONG_WORD_THRESHOLD - MAX_EDITS && !onlyExact(term) ? encodeUnits(term) : undefined;
}

/** One code point per unit: surrogates become private-use characters, which occur in no word. */
function encodeUnits(term: string): string {
  return term
    .slice(0, MAX_TERM_LENGTH)
    .replace(SURROGATES, (unit) => String.fromCharCode(unit.charCodeAt(0) - 0xd800 + PRIVATE_USE));
}

/** The last unit before the surrogates. It and all later units become this unit followed by their offset from it. */
const LAST_PLAIN = 0xd7ff;
const BEYOND = /[\ud7ff-\uffff]/g;

/** A text whose UTF-8 bytes sort as the UTF-16 units of `key`. */
export function sortableKey(key: string): string {
  return key.replace(
    BEYOND,
    (unit) => String.fromCharCode(LAST_PLAIN) + String.fromCharCode(1 + unit.charCodeAt(0) - LAST_PLAIN),
  );
}
