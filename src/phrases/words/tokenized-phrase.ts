// Splits a text into words with their offsets. The characters between two words are kept as the gap before the second,
// because `£`, `<` and `-` affect the meaning of numbers.
import { nameKey } from '../../vehicle/name-key.ts';
import { parseTable, readTable } from '../../tables.ts';

/**
 * Spellings of small words in dialects and short messages, each with the usual one: `cannae`; of letters behind a word: `would
 * b`; of digits before one: `2 run`.
 */
const { rows: SPELLINGS } = readTable('phrases/spellings.tsv', parseSpellings);

function parseSpellings(text: string): ReadonlyMap<string, string> {
  const rows = parseTable('assets/phrases/spellings.tsv', ['phrase', 'list', 'means'], text);
  return new Map(rows.map(({ cells: [spelling, , usual] }) => [spelling, usual]));
}

export interface PhraseToken {
  /** As it was written, but in the usual spelling. */
  readonly text: string;
  /** Without case, accents and apostrophes, in the usual spelling; a number keeps its point. */
  readonly key: string;
  /** In UTF-16 code units from the start of the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The text between the word before and this one. */
  readonly gap: string;
  /** Only spaces, a hyphen or a point precede it: it may be one name with the word before, as in `C-HR`. */
  readonly joins: boolean;
  /** No punctuation that ends a clause precedes it. */
  readonly flows: boolean;
}

export interface Phrase {
  readonly text: string;
  readonly words: readonly PhraseToken[];
}

/** The `t` of `t'car`, a number, letters. */
const WORD =
  /(?<![\p{L}\p{N}])t(?=['’]\p{L}{3})|\p{N}{1,3}(?:,\p{N}{3})+(?!\p{N})(?:\.\p{N}+)?[\p{L}\p{N}\p{M}]*|\p{N}+(?:\.\p{N}+)?[\p{L}\p{N}\p{M}]*|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+|(?<=\p{N})\.\p{N}+)*/giu;
/** What makes a letter before it a name: `B-Class`. */
const NAMES_CLASS = /^[ -]class\b/i;
/** The word behind a digit that stands for a word: `cheap 2 run`. */
const NEXT = /^ (\p{L}+)(?![\p{L}'’])/u;
const MAX_NEXT = 12;
const JOINS = /^(?:\s*|\s*[-‐‑–]\s*|['’.])$/u;
const ENDS_THOUGHT = /[,;!?()[\]{}|\n]|\.(?:\s|$)/u;
/** `GBP 8,000`, but not `GBP 5 door`. */
const CURRENCY =
  /(?<![\p{L}\p{N}]|\p{N}k? )GBP(?= ?(?:[0-9]{3,}|[0-9]{1,3}(?:,[0-9]{3})+|[0-9.]+k)(?![\p{L}\p{N}\p{M}]))/giu;

export function tokenizePhrase(written: string): Phrase {
  const words: PhraseToken[] = [];
  // As long, because words have their offsets.
  const text = written.replace(CURRENCY, '  £');
  let after = 0;
  for (const match of text.matchAll(WORD)) {
    const word = match[0];
    const between = text.slice(after, match.index);
    // `St. Albans`, `Co. Down`, `S. Wales`: this point does not end a clause.
    const gap =
      /^\. ?$/.test(between) && /^(?:st|co|excl?|incl?|approx|[einsw])$/.test(words.at(-1)?.key ?? '')
        ? ' '
        : between;
    after = match.index + word.length;
    const key = /^\p{N}/u.test(word) ? word.toLowerCase().replaceAll(',', '') : nameKey(word);
    const usual =
      (/['’]/.test(text.charAt(after)) ? SPELLINGS.get(`${key}'`) : undefined) ??
      SPELLINGS.get(key) ??
      (key.length === 1 && gap === ' ' && !NAMES_CLASS.test(text.slice(after, after + 7))
        ? (SPELLINGS.get(`${words.at(-1)?.key ?? ''} ${key}`) ??
          SPELLINGS.get(`${key} ${NEXT.exec(text.slice(after, after + MAX_NEXT))?.[1]?.toLowerCase() ?? ''}`))
        : undefined);
    words.push({
      text: usual ?? word,
      key: usual ?? key,
      start: match.index,
      end: after,
      gap,
      joins: gap === ' ' || JOINS.test(gap),
      flows: gap === ' ' || !ENDS_THOUGHT.test(gap),
    });
  }
  return { text: written, words };
}

/** Joined keys of the first one, two, … up to `limit` words from `at` on that may be one name. */
export function joinedKeys({ words }: Phrase, at: number, limit: number): string[] {
  const keys: string[] = [];
  let key = '';
  for (let i = at; i < Math.min(at + limit, words.length); i++) {
    // `Qashqai+2`
    const isPlus = words[i].gap === '+';
    if (i > at && !words[i].joins && !isPlus) break;
    key += (i > at && isPlus ? 'plus' : '') + words[i].key.replace('.', '');
    keys.push(key);
  }
  return keys;
}

/** Words from number `from` to before number `to`. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** Whether a word continues the clause of the word before it. */
export function flowsAt({ words }: Phrase, at: number): boolean {
  return words.at(at)?.flows === true;
}

/** The key of a word that continues the clause of the word before it; of others, nothing. */
export function keyAt({ words }: Phrase, at: number): string {
  const word = words.at(at);
  return word?.flows === true ? word.key : '';
}

/** The text from the first word to the last, as it was written. */
export function writtenText({ text, words }: Phrase, { from, to }: WordRange): string {
  return text.slice(words[from].start, words[to - 1].end);
}

/** Words as a search has them, in the usual spelling. */
export function textOf({ words }: Phrase, from: number, to: number): string {
  return words
    .slice(from, to)
    .map(({ text, gap }, i) => (i === 0 ? text : gap + text))
    .join('');
}

/**
 * The same function, which reads each word of a phrase once. All calls for a phrase must have the same further arguments, and
 * nobody may change a result. Phrases are read one after the other, so only the last one is remembered.
 */
export function oncePerWord<Rest extends readonly unknown[], Result>(
  read: (phrase: Phrase, at: number, ...rest: Rest) => Result,
): (phrase: Phrase, at: number, ...rest: Rest) => Result {
  let last: Phrase | undefined;
  let results: ({ readonly result: Result } | undefined)[] = [];
  return (phrase, at, ...rest) => {
    if (phrase !== last) [last, results] = [phrase, []];
    const known = results[at];
    if (known !== undefined) return known.result;
    const own = results;
    const result = read(phrase, at, ...rest);
    own[at] = { result };
    return result;
  };
}
