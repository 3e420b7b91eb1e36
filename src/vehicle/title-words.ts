// The words of a title, as listings and searches write them. `Golf R Line` and `Golf R-Line` are one title, and not a Golf R: a
// letter that names a trim together with the next word is not a word of its own.
import { modelKey } from './name-key.ts';

/** A `TT S line` is not a TTS, and an `IS F Sport` is not an IS F. */
const TRIM_BEHIND_LETTER = /^(?:line|tronic|sport|design|dynamic|edition)$/i;
const LETTER = /^[a-z]$/i;
/** Letters that begin a trim: `ST-Line`, `AMG Line`. */
const SHORT_LETTERS = /^[a-z]{2,3}$/i;
const LINE = /^line$/i;

/** Whether two neighbours name a trim that the first alone does not: `S line`, `F Sport`, `ST Line`. */
export function isTwoWordTrim(word: string, next: string): boolean {
  return (
    (LETTER.test(word) && TRIM_BEHIND_LETTER.test(next)) || (SHORT_LETTERS.test(word) && LINE.test(next))
  );
}

/** The keys of the words between spaces. */
export function spacedWords(text: string): string[] {
  return text
    .split(/\s+/)
    .map(modelKey)
    .filter((word) => word !== '');
}

/** The words, with the trims that `isTwoWordTrim` recognises joined to one. */
export function withJoinedTrims(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const isOne = at + 1 < words.length && isTwoWordTrim(words[at], words[at + 1]);
    joined.push(isOne ? words[at] + words[at + 1] : words[at]);
    if (isOne) at += 1;
  }
  return joined;
}

/** The keys of all words, including those between hyphens and slashes. `2.0` and `20` stay distinct. */
export function looseWords(text: string): string[] {
  return text
    .split(/[\s/|()\u2010-\u2015-]+/u)
    .map(looseKey)
    .filter((word) => word !== '');
}

function looseKey(word: string): string {
  const decimal = /^([0-9]+)[.,](?=[0-9])/.exec(word);
  return decimal === null ? modelKey(word) : `${decimal[1]}.${modelKey(word.slice(decimal[0].length))}`;
}

/** Consecutive words that are also written as one, by their positions. Each single word is a run too. */
export interface Run {
  readonly from: number;
  /** Position of the last word. */
  readonly to: number;
  readonly key: string;
}

/** Runs of words: `320 d` and `A 180` are a `320d` and an `A180`, `E 220 d` is an `E220d`, and `M Sport` an `M-Sport`. */
export function runsOf(words: readonly string[]): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < words.length; from++) {
    let key = '';
    for (let to = from; to < words.length && to < from + MAX_RUN; to++) {
      if (to > from && !isJoinable(words[to - 1], words[to])) break;
      if (to === from + 2 && !/^[0-9]+$/.test(words[from + 1])) break;
      key += words[to];
      runs.push({ from, to, key });
    }
  }
  return runs;
}

const MAX_RUN = 3;
const MAX_PART_LENGTH = 3;

function isJoinable(word: string, next: string): boolean {
  const isShort = Math.min(word.length, next.length) <= MAX_PART_LENGTH;
  return isShort && !word.includes('.') && !next.includes('.');
}
