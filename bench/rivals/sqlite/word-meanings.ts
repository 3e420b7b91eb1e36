// What the words of a question stand for in this stock: the same rules as our own, over the table of terms.
import { allowedErrors, findSimilar } from '../../../src/engine/text/edit-distance.ts';
import { CLOSENESS, rarityOf } from '../../../src/engine/text/relevance.ts';
import { onlyExact } from '../../../src/engine/text/words.ts';
import type { AskedWord } from '../asked-words.ts';
import type { Connection } from './connection.ts';

export interface Meaning {
  readonly terms: readonly Term[];
  /** Of all terms together; a listing with two of them counts twice. */
  readonly listings: number;
  readonly rarity: number;
}

export interface Term {
  readonly id: number;
  readonly listings: number;
  readonly closeness: number;
}

/** `vocabulary` holds all words in order. It is searched here for similar ones: SQLite brings no function for that. */
export function meaningOf(
  connection: Connection,
  asked: AskedWord,
  vocabulary: readonly string[],
  stock: number,
): Meaning {
  let terms = literalTerms(connection, asked);
  if (terms.length === 0 && asked.correctable) {
    const similar = findSimilar(vocabulary, asked.word, allowedErrors(asked.word))
      .map((index) => vocabulary[index])
      .filter((word) => !onlyExact(word));
    terms = similar.flatMap((word) => exactTerm(connection, word, CLOSENESS.typo));
  }
  const listings = terms.reduce((sum, term) => sum + term.listings, 0);
  return { terms, listings, rarity: rarityOf(Math.min(listings, stock), stock) };
}

function literalTerms(connection: Connection, { word, spellings, completed }: AskedWord): Term[] {
  const exact = spellings.flatMap((spelling) => exactTerm(connection, spelling, CLOSENESS.exact));
  if (!completed) return exact;
  const known = new Set(exact.map(({ id }) => id));
  // No word holds U+FFFF: it sorts behind every continuation.
  const longer = connection.rows('SELECT id, listings FROM term WHERE word > ? AND word < ?', [
    word,
    `${word}\uffff`,
  ]);
  return [...exact, ...longer.map((row) => termOf(row, CLOSENESS.prefix)).filter(({ id }) => !known.has(id))];
}

function exactTerm(connection: Connection, word: string, closeness: number): Term[] {
  return connection
    .rows('SELECT id, listings FROM term WHERE word = ?', [word])
    .map((row) => termOf(row, closeness));
}

function termOf([id, listings]: readonly (number | string)[], closeness: number): Term {
  return { id: Number(id), listings: Number(listings), closeness };
}
