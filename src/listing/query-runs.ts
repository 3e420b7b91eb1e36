// Splits a search's text at what it excludes by a sign: `-leather`, `-"cat n"`, `not "cat n"`. A hyphen inside a word, or apart
// from one, excludes nothing (`e-tron`, `320d - M Sport`). Other quotations are parts of their own. One pass, whatever the text.
import { nameKey } from '../vehicle/name-key.ts';
import { queryWords, type QueryWordMeaning } from '../vehicle/query-words.ts';

/** A part of a text, as it was typed. */
export interface QueryRun {
  readonly text: string;
  /** With the sign and quotes, if it is excluded. */
  readonly typed: string;
  /** Whether adverts that say all of it are excluded. */
  readonly isExcluded: boolean;
  /** Whether it is a quotation that is not excluded, whose words are taken as they are. */
  readonly isQuoted: boolean;
}

const SIGN = /[-‐−–]/;
const OPENING_QUOTE = /["“”„]/;
const OPENING_APOSTROPHE = /['‘]/;
const BEFORE_SIGN = /[\s(]/;
const BLANK = /\s/;
const WORD = /[\p{L}\p{N}][^\s,;]*/uy;

/** In order. Texts without a sign are one run. */
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
    if (SIGN.test(text[at])) {
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
  /** Of a word that joins what is beside it, or asks for nothing. */
  readonly meaning?: QueryWordMeaning | undefined;
}

export function queryPieces(text: string): QueryPiece[] {
  const { meanings } = queryWords();
  return splitQuery(text).flatMap((run): QueryPiece[] => {
    if (run.isExcluded || run.isQuoted) return [{ ...run, isWord: false }];
    const words = run.typed.split(BLANK).filter((word) => word !== '');
    return words.map((word) => ({ ...plainRun(word), isWord: true, meaning: meanings.get(nameKey(word)) }));
  });
}

/** A part of a text that can be left out apart. */
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
 * The parts of a text that can be left out apart: words, what `or` joins, and exclusions, each with the function words before it.
 */
export function queryClauses(text: string): string[] {
  return readClauses(text).map(({ typed }) => typed);
}

/** The same, with the words of each that say something. */
export function readClauses(text: string): QueryClause[] {
  const clauses: { readonly typed: string[]; readonly words: string[]; isExcluded: boolean }[] = [];
  let before: string[] = [];
  let isJoined = false;
  let isNot = false;
  for (const { text: word, typed, isExcluded, meaning } of queryPieces(text)) {
    if (meaning !== undefined) {
      before.push(word);
      isJoined ||= meaning === 'either' && clauses.length > 0;
      isNot ||= meaning === 'not';
      continue;
    }
    if (isJoined) {
      clauses[clauses.length - 1].typed.push(...before, typed);
      clauses[clauses.length - 1].words.push(word);
    } else clauses.push({ typed: [...before, typed], words: [word], isExcluded: isExcluded || isNot });
    before = [];
    isJoined = isNot = false;
  }
  return clauses.map(({ typed, ...clause }) => ({ ...clause, typed: typed.join(' ') }));
}

/** The quotation or word behind a sign: its range, and where the text goes on. A quotation may be left open. */
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

/** Whether the word before a position is one that excludes what follows. */
function isAfterNot(text: string, at: number): boolean {
  const { meanings, maxLength } = queryWords();
  let stop = at;
  while (stop > 0 && BLANK.test(text[stop - 1])) stop--;
  let start = stop;
  while (start > 0 && stop - start <= maxLength && !BEFORE_SIGN.test(text[start - 1])) start--;
  return meanings.get(text.slice(start, stop).toLowerCase()) === 'not';
}

/** Finds closing signs. Positions are asked for in ascending order. */
class Closings {
  readonly #text: string;
  readonly #sign: RegExp;
  #next: number | undefined = -1;

  constructor(text: string, sign: RegExp) {
    this.#text = text;
    this.#sign = sign;
  }

  /** The first one behind a position. */
  after(at: number): number | undefined {
    if (this.#next === undefined || this.#next > at) return this.#next;
    this.#sign.lastIndex = at + 1;
    return (this.#next = this.#sign.exec(this.#text)?.index);
  }
}
