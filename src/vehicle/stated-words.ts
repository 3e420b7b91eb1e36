// The adverts' wordings for facts about a car, read from assets/terms/stated.tsv: the terms of the trade for each fact, units, and
// the words that show that a colour is not the car's own.
import { listOf, mistake, parseTable, readTable, UniqueNames } from '../tables.ts';
import { nameKey } from './name-key.ts';

export interface StatedWords {
  /** The id of the term that all categories of write-offs imply. */
  readonly writeOff: string;
  /** The id of its denial's term: `not a cat S`. */
  readonly neverWrittenOff: string;
  /** The id of the term for a single owner. */
  readonly oneOwner: string;
  /** Ids of terms in the group of colours that are not colours. */
  readonly finishes: ReadonlySet<string>;
  /** Words that show, after a colour, that it belongs to another thing: `leather`. */
  readonly parts: ReadonlySet<string>;
}

const WHAT = 'assets/terms/stated.tsv';
const COLUMNS = ['meaning', 'words'];
const MEANINGS = ['write-off', 'never written off', 'one owner', 'finish', 'unit', 'part'] as const;

/** `termIds` must be those of the trade's terms. Throws an error with the line of the first mistake. */
export function parseStatedWords(text: string, termIds: ReadonlySet<string>): StatedWords {
  const unique = new UniqueNames(WHAT);
  const words = new Map<string, readonly string[]>();
  for (const { line, cells } of parseTable(WHAT, COLUMNS, text)) {
    const [meaning, names] = cells;
    if (!MEANINGS.some((known) => known === meaning)) throw mistake(WHAT, line, `${meaning} is no meaning`);
    unique.add(meaning, line);
    const keys = listOf(names).map(nameKey);
    for (const key of keys) {
      unique.add(key, line, 'words');
      if (meaning !== 'part' && meaning !== 'unit' && !termIds.has(key))
        throw mistake(WHAT, line, `${key} is no term of the trade`);
    }
    words.set(meaning, keys);
  }
  const [[writeOff], [neverWrittenOff], [oneOwner], finishes, , parts] = MEANINGS.map((meaning) => {
    const keys = words.get(meaning) ?? [];
    if (keys.length === 0) throw new Error(`${WHAT} lacks the meaning ${meaning}`);
    return keys;
  });
  return { writeOff, neverWrittenOff, oneOwner, finishes: new Set(finishes), parts: new Set(parts) };
}

/** The words of a meaning, as the table spells them. */
export function statedWordsFor(meaning: (typeof MEANINGS)[number]): readonly string[] {
  const { rows } = readTable('terms/stated.tsv', (text) => parseTable(WHAT, COLUMNS, text));
  return listOf(rows.find(({ cells }) => cells[0] === meaning)?.cells[1] ?? '');
}

/** The table, and a hash of it. */
export function readStatedWords(termIds: ReadonlySet<string>): {
  readonly rows: StatedWords;
  readonly version: string;
} {
  return readTable('terms/stated.tsv', (text) => parseStatedWords(text, termIds));
}
