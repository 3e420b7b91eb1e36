// Encodes terms and keys for a cluster, which orders texts by UTF-8 bytes and counts code points, while the engine
// uses UTF-16 units for both. Units that would differ are replaced. The cluster neither splits nor folds: it receives
// complete tokens.
import { onlyExact } from '../engine/postings/tokenizer.ts';
import { MAX_IMPACT } from '../engine/query/bm25f.ts';

/** A token takes at most 32,766 bytes. Queries cannot contain words this long, so truncation has no effect. */
const MAX_TERM_LENGTH = 8000;

const SURROGATES = /[\ud800-\udfff]/g;
const PRIVATE_USE = 0xe000;

// Typos never stand for codes (`a3`, `320d`), so these have another prefix.
const WORD_MARK = 'w';
const CODE_MARK = 'c';
/** Impacts of words are A, B, C, …; those of codes a, b, c, …. */
const FIRST_WORD_IMPACT = 'A'.charCodeAt(0);
const FIRST_CODE_IMPACT = 'a'.charCodeAt(0);

/** A cluster's fuzzy queries slow down with the length of the word, and fail at some hundreds of letters. */
const LONG_WORD_THRESHOLD = 40;
const MAX_EDITS = 2;

export const IMPACTS: readonly number[] = Array.from({ length: MAX_IMPACT }, (_, i) => i + 1);

/** The token of all listings with the term. */
export function encodeTerm(term: string): string {
  return (onlyExact(term) ? CODE_MARK : WORD_MARK) + encodeUnits(term);
}

/** The word of a token, still encoded. */
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

/** The same for terms with this impact. */
export function impactPrefixes(beginning: string, impact: number): string[] {
  return [FIRST_WORD_IMPACT, FIRST_CODE_IMPACT].map(
    (first) => impactMark(first, impact) + encodeUnits(beginning),
  );
}

function impactMark(first: number, impact: number): string {
  return String.fromCharCode(first + impact - 1);
}

/** Whether typos of a word are found by comparing it with all long words (`longWord`). */
export function isLongWord(word: string): boolean {
  return word.length > LONG_WORD_THRESHOLD;
}

/** The encoded word if it may be a typo of a long word; undefined for codes. */
export function longWord(term: string): string | undefined {
  return term.length > LONG_WORD_THRESHOLD - MAX_EDITS && !onlyExact(term) ? encodeUnits(term) : undefined;
}

/** One code point for each unit: surrogates become private-use characters, which occur in no word. */
function encodeUnits(term: string): string {
  return term
    .slice(0, MAX_TERM_LENGTH)
    .replace(SURROGATES, (unit) => String.fromCharCode(unit.charCodeAt(0) - 0xd800 + PRIVATE_USE));
}

/** The last unit before the surrogates. It and all later units are encoded as it, followed by their offset. */
const LAST_PLAIN = 0xd7ff;
const BEYOND = /[\ud7ff-\uffff]/g;

/** A text whose UTF-8 bytes sort as the UTF-16 units of `key`. */
export function sortableKey(key: string): string {
  return key.replace(
    BEYOND,
    (unit) => String.fromCharCode(LAST_PLAIN) + String.fromCharCode(1 + unit.charCodeAt(0) - LAST_PLAIN),
  );
}
