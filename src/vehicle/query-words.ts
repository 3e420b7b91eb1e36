// Words with a special meaning in a search's text, from assets/terms/query-words.tsv: words that no advert must contain, because
// they ask for nothing or join the words around them; words that only name a model; and words that are never read as others. They
// are looked up only where no term of the trade begins.
import { nameKey } from './name-key.ts';
import { listOf, mistake, oneOf, parseTable, readTable, UniqueNames } from '../tables.ts';

/** `nothing` restricts nothing; `either` joins alternatives; `not` excludes what follows. */
export type QueryWordMeaning = (typeof MEANINGS)[number];

export interface QueryWordTable {
  /** Meanings by the entry's words with single spaces. */
  readonly meanings: ReadonlyMap<string, QueryWordMeaning>;
  /** Names of models that mostly mean something else in adverts. */
  readonly modelNames: ReadonlySet<string>;
  /** Words that programs send in place of a missing value (`null`). They are neither completed nor corrected. */
  readonly placeholders: ReadonlySet<string>;
  /** From the first word of entries to the maximum length in words of such an entry. */
  readonly wordsFrom: ReadonlyMap<string, number>;
  /** Length of the longest entry in letters. */
  readonly maxLength: number;
}

const WHAT = 'assets/terms/query-words.tsv';
const MEANINGS = ['nothing', 'either', 'not'] as const;

/** Throws an error with the line of the first mistake. */
export function parseQueryWords(text: string): QueryWordTable {
  const unique = new UniqueNames(WHAT);
  const meanings = new Map<string, QueryWordMeaning>();
  const sets = { model: new Set<string>(), placeholder: new Set<string>() };
  const wordsFrom = new Map<string, number>();
  let maxLength = 1;
  for (const { line, cells } of parseTable(WHAT, ['meaning', 'words'], text)) {
    const meaning = oneOf([...MEANINGS, 'model', 'placeholder'] as const, cells[0], WHAT, line);
    for (const entry of listOf(cells[1])) {
      const words = entry.split(' ');
      if (words.some((word) => word === '' || word !== nameKey(word)))
        throw mistake(WHAT, line, `'${entry}' is not in lower case with single spaces`);
      unique.add(entry, line);
      if (meaning === 'model' || meaning === 'placeholder') {
        sets[meaning].add(entry);
        continue;
      }
      meanings.set(entry, meaning);
      wordsFrom.set(words[0], Math.max(words.length, wordsFrom.get(words[0]) ?? 0));
      maxLength = Math.max(maxLength, entry.length);
    }
  }
  return { meanings, modelNames: sets.model, placeholders: sets.placeholder, wordsFrom, maxLength };
}

let loaded: QueryWordTable | undefined;

export function queryWords(): QueryWordTable {
  return (loaded ??= readTable('terms/query-words.tsv', parseQueryWords).rows);
}

/** The longest entry of the table that begins at a word, which must be folded. */
export function queryWordAt(
  words: readonly string[],
  at: number,
): { readonly meaning: QueryWordMeaning; readonly length: number } | undefined {
  const { meanings, wordsFrom } = queryWords();
  for (let length = Math.min(wordsFrom.get(words[at]) ?? 0, words.length - at); length > 0; length--) {
    const meaning = meanings.get(length === 1 ? words[at] : words.slice(at, at + length).join(' '));
    if (meaning !== undefined) return { meaning, length };
  }
  return undefined;
}
