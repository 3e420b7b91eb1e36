// The words of a stock in SQLite. FTS5 splits and inverts the texts; then its index is turned round into a plain table
// `posting`, one row for each listing of a term, with what the term weighs there. Measured against asking FTS5 itself
// with bm25(): the page comes four times as fast at the median, because the weight is where the match is found, while
// FTS5 looks up the lengths of every matching text. The table changes row by row as a stock does.
import { TEXT_FIELDS } from '../stock-row.ts';
import type { Connection } from './connection.ts';

/** Fills `term` and `posting` from the FTS5 table `words`, and empties that. */
export function buildPostings(connection: Connection): void {
  const weights = TEXT_FIELDS.map(({ name, weight }) => `WHEN '${name}' THEN ${weight}`).join(' ');
  const weight = `sum(CASE col ${weights} END)`;
  connection.exec(`
    CREATE VIRTUAL TABLE word_list USING fts5vocab (words, row);
    CREATE VIRTUAL TABLE word_places USING fts5vocab (words, instance);
    CREATE TABLE term (id INTEGER PRIMARY KEY, word TEXT UNIQUE, listings INTEGER);
    INSERT INTO term (word, listings) SELECT term, doc FROM word_list ORDER BY term;
    CREATE TABLE posting (term INTEGER, listing INTEGER, impact INTEGER, PRIMARY KEY (term, listing)) WITHOUT ROWID;
    -- The weight is saturated as BM25 does it: further occurrences count less and less.
    INSERT INTO posting
      SELECT term.id, doc, round(255 * ${weight} / (1.2 + ${weight}))
      FROM word_places CROSS JOIN term ON term.word = word_places.term
      GROUP BY term.id, doc ORDER BY term.id, doc;
    DROP TABLE word_places;
    DROP TABLE word_list;
    DROP TABLE words;
  `);
}

/** Every word of the stock, in order. */
export function readVocabulary(connection: Connection): string[] {
  return connection.rows('SELECT word FROM term ORDER BY word', []).map(([word]) => String(word));
}
