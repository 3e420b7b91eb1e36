// Fills SQLite's tables: rows first, then each index in one sorted pass.
import type { Load } from '../engine.ts';
import { ROW_COLUMNS, UNKNOWN, type NumberedStock } from '../numbered-stock.ts';
import { sql } from '../sql-query.ts';
import { TEXT_FIELDS } from '../stock-row.ts';
import type { Connection } from './connection.ts';
import { INDEXES, SETTINGS_FOR_LOADING, SETTINGS_FOR_SEARCHES, TABLES } from './tables.ts';

const BATCH_SIZE = 1000;

/** Returns every word of the stock, in order. */
export async function loadStock(
  connection: Connection,
  stock: NumberedStock,
  ...[listings, gazetteer, onProgress]: Parameters<Load>
): Promise<string[]> {
  const inserter = (table: string, columns: number) =>
    connection.inserter(`INSERT INTO ${table} VALUES (?${', ?'.repeat(columns - 1)})`);
  connection.exec(SETTINGS_FOR_LOADING);
  connection.exec(TABLES);
  connection.exec('BEGIN');
  const years = new Set<number>();
  const insertListing = inserter('listing', ROW_COLUMNS.length);
  const insertModel = inserter('by_model', 6);
  const texts = TEXT_FIELDS.map(({ name }) => name).join(', ');
  const insertWords = inserter(`words (rowid, ${texts})`, 1 + TEXT_FIELDS.length);
  for await (const listing of listings) {
    const { columns, models, words } = stock.add(listing, gazetteer);
    const { id, year_down } = columns;
    insertListing(ROW_COLUMNS.map((column) => columns[column]));
    models.forEach(insertModel);
    insertWords([id, ...words.map((field) => field.join(' '))]);
    if (year_down !== UNKNOWN) years.add(year_down);
    if (id % BATCH_SIZE === 0) onProgress(id);
  }
  stock.places.pointRows().forEach(inserter('place', 5));
  stock.places.cellRows().forEach(inserter('cell', 7));
  const insertYear = inserter('year', 1);
  for (const year of years) insertYear([year]);
  connection.exec('COMMIT');
  invertWords(connection);
  for (const index of INDEXES) connection.exec(`CREATE INDEX ${index}`);
  connection.exec('ANALYZE');
  connection.exec(SETTINGS_FOR_SEARCHES);
  return connection.texts(sql('SELECT word FROM term ORDER BY word'));
}

/**
 * Fills `term` and `posting` from the FTS5 table `words`, which splits and inverts the texts, and drops that: one row for each
 * listing of a term, with its weight there. Measured against bm25() of FTS5, the page comes four times as fast at the median,
 * because the weight is where the match is found, while FTS5 looks up the lengths of every matching text. The table changes row
 * by row as a stock does.
 */
function invertWords(connection: Connection): void {
  const weights = TEXT_FIELDS.map(({ name, boost }) => `WHEN '${name}' THEN ${boost}`).join(' ');
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
