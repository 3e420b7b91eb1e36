// Words as a table of the listings that have all of them. DuckDB joins whole lists, on every core, where others look into
// one list for each row of another.
import { rarityOf } from '../../../src/engine/text/relevance.ts';
import { joined, sql, type Sql } from '../sql.ts';
import type { VocabularyTerm } from '../vocabulary.ts';

/** Terms of one word, at least one, and the number of listings that have any, about. */
export interface WordTerms {
  readonly terms: readonly VocabularyTerm[];
  readonly listings: number;
}

/** As `listing` and `score`. */
export function hitsOf(words: readonly WordTerms[], stock: number): Sql {
  const lists = words.map((word, i) => joined([sql('('), listOf(word, stock), sql(`) w${i}`)], ''));
  const score = words.map((_, i) => `w${i}.score`).join(' + ');
  const [first, ...others] = lists;
  const joins = others.map((list) => joined([sql('JOIN'), list, sql('USING (listing)')]));
  return joined([sql(`SELECT listing, ${score} AS score FROM`), first, ...joins]);
}

function listOf({ terms, listings }: WordTerms, stock: number): Sql {
  const rarity = rarityOf(Math.min(listings, stock), stock);
  if (terms.length === 1) {
    const [{ number, closeness }] = terms;
    return sql(`SELECT listing, ${rarity * closeness} * impact AS score FROM posting WHERE term = ?`, number);
  }
  // Of terms that are all equally close, there is only one class.
  const closest = Math.max(...terms.map(({ closeness }) => closeness));
  const farther = Math.min(...terms.map(({ closeness }) => closeness));
  const exact = terms.filter(({ closeness }) => closeness === closest).map(({ number }) => number);
  const weight = `CASE WHEN term IN (${exact.join(', ')}) THEN ${closest} ELSE ${farther} END`;
  const numbers = terms.map(({ number }) => number).join(', ');
  return sql(
    `SELECT listing, ${rarity} * max(${weight} * impact) AS score FROM posting WHERE term IN (${numbers}) GROUP BY listing`,
  );
}
