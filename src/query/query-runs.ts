// Splits a search's text at signs of exclusion: `-leather`, `-"cat n"`, `not "cat n"`. A hyphen inside a word, or apart from one,
// excludes nothing (`e-tron`, `320d - M Sport`). Other quotations are separate parts. Takes one pass over any text.
import { nameKey } from '../vehicle/name-key.ts';
import { MINUS_SIGN } from './parameter-text.ts';
import { queryWords, type QueryWordMeaning } from '../vehicle/query-words.ts';

/** A part of a text, as it was typed. */
export interface QueryRun {
  readonly text: string;
  /** The text as typed; if it is excluded, with its sign and quotation marks. */
  readonly typed: string;
  /** Whether adverts that contain all of it are excluded. */
  readonly isExcluded: boolean;
  /** Whether it is a quotation that is not excluded. Its words are read literally. */
  readonly isQuoted: boolean;
}

const OPENING_QUOTE = /["“”„]/;
const OPENING_APOSTROPHE = /['‘]/;
const BEFORE_SIGN = /[\s(,;]/;
const BLANK = /\s/;
const WORD = /[\p{L}\p{N}][^\s,;]*/uy;

/** The runs in order. A text without signs is one run. */
export function splitQuery(text: string): QueryRun[] {
  const runs: QueryRun[] = [];
  const quotes = new Closings(text, /["“”]/g);
  const apostrophes = new Closings(text, /['’]/g);
  let end = 0;
  const exclude = (from: number, [start, stop, next]: readonly [number, number, number]): void => {
    runs.push(plainRun(text.slice(end, from)));
    runs.push({
      text: text.slice(start, stop),
      typed: text.slice(from, next),
      isExcluded: true,
      isQuoted: false,
    });
    end = next;
  };
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && !BEFORE_SIGN.test(text[at - 1])) continue;
    if (MINUS_SIGN.test(text[at])) {
      const excluded = excludedAt(text, at + 1, quotes, apostrophes);
      if (excluded === undefined) continue;
      exclude(at, excluded);
      at = end - 1;
    } else if (OPENING_QUOTE.test(text[at])) {
      const close = quotes.after(at);
      if (close === undefined) continue;
      if (isAfterNot(text, at)) exclude(at, [at + 1, close, close + 1]);
      else {
        runs.push(plainRun(text.slice(end, at)));
        const typed = text.slice(at, close + 1);
        runs.push({ text: text.slice(at + 1, close), typed, isExcluded: false, isQuoted: true });
        end = close + 1;
      }
      at = close;
    }
  }
  runs.push(plainRun(text.slice(end)));
  return runs.filter((run) => run.text.trim() !== '');
}

/** A word of a text as it was typed, a quotation or an exclusion. */
export interface QueryPiece extends QueryRun {
  readonly isWord: boolean;
  /** The meaning of a function word, which joins its neighbours or asks for nothing. */
  readonly meaning?: QueryWordMeaning | undefined;
}

export function queryPieces(text: string): QueryPiece[] {
  const { meanings } = queryWords();
  return splitQuery(text).flatMap((run): QueryPiece[] => {
    if (run.isExcluded || run.isQuoted) return [{ ...run, isWord: false }];
    // A mark alone is no word: the comma between two exclusions.
    const words = run.typed.split(BLANK).filter((word) => nameKey(word) !== '');
    return words.map((word) => ({ ...plainRun(word), isWord: true, meaning: meanings.get(nameKey(word)) }));
  });
}

/** A part of a text that can be omitted by itself. */
export interface QueryClause {
  readonly typed: string;
  /** Its alternatives, without signs and the words between them. */
  readonly words: readonly string[];
  readonly isExcluded: boolean;
}

function plainRun(text: string): QueryRun {
  return { text, typed: text, isExcluded: false, isQuoted: false };
}

/**
 * The parts of a text that can be omitted by themselves: words, alternatives joined by `or`, and exclusions, each with the
 * function words before it.
 */
export function queryClauses(text: string): string[] {
  return readClauses(text).map(({ typed }) => typed);
}

/** As `queryClauses`, with the meaningful words of each. */
export function readClauses(text: string): QueryClause[] {
  const clauses: { readonly typed: string[]; readonly words: string[]; isExcluded: boolean }[] = [];
  let before: string[] = [];
  // An exclusion is no alternative. After `not`, `or` goes on; after a sign, it joins nothing.
  let mayJoin = false;
  let isJoined = false;
  let isNot = false;
  for (const { text: word, typed, isExcluded, meaning } of queryPieces(text)) {
    if (meaning !== undefined) {
      before.push(word);
      isJoined ||= meaning === 'either' && mayJoin;
      isNot ||= meaning === 'not';
      continue;
    }
    const excludes = isExcluded || isNot;
    if (isJoined && !excludes) {
      clauses[clauses.length - 1].typed.push(...before, typed);
      clauses[clauses.length - 1].words.push(word);
    } else clauses.push({ typed: [...before, typed], words: [word], isExcluded: excludes });
    before = [];
    mayJoin = !isExcluded;
    isJoined = isNot = false;
  }
  return clauses.map(({ typed, ...clause }) => ({ ...clause, typed: typed.join(' ') }));
}

/** The quotation or word after a sign: its range, and the position at which the text continues. A quotation may lack its end. */
function excludedAt(
  text: string,
  at: number,
  quotes: Closings,
  apostrophes: Closings,
): [start: number, stop: number, next: number] | undefined {
  const first = text.charAt(at);
  if (OPENING_QUOTE.test(first)) {
    const close = quotes.after(at) ?? text.length;
    return [at + 1, close, close + 1];
  }
  const close = OPENING_APOSTROPHE.test(first) ? apostrophes.after(at) : undefined;
  if (close !== undefined) return [at + 1, close, close + 1];
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0];
  return word === undefined ? undefined : [at, at + word.length, at + word.length];
}

/** Whether the word before a position excludes what follows. */
function isAfterNot(text: string, at: number): boolean {
  const { meanings, maxLength } = queryWords();
  let stop = at;
  while (stop > 0 && BLANK.test(text[stop - 1])) stop--;
  let start = stop;
  while (start > 0 && stop - start <= maxLength && !BEFORE_SIGN.test(text[start - 1])) start--;
  return meanings.get(text.slice(start, stop).toLowerCase()) === 'not';
}

/** Finds closing quotation marks. Positions must be passed in ascending order. */
class Closings {
  readonly #text: string;
  readonly #sign: RegExp;
  #next: number | undefined = -1;

  constructor(text: string, sign: RegExp) {
    this.#text = text;
    this.#sign = sign;
  }

  /** The first closing mark after a position. */
  after(at: number): number | undefined {
    if (this.#next === undefined || this.#next > at) return this.#next;
    this.#sign.lastIndex = at + 1;
    return (this.#next = this.#sign.exec(this.#text)?.index);
  }
}
