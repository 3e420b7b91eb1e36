// Fills DuckDB's tables. It reads files faster than anything else, so the stock is written to files first.
import { once } from 'node:events';
import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { impactOf } from '../../../src/engine/query/bm25f.ts';
import type { Load } from '../engine.ts';
import type { ListingColumns, NumberedStock } from '../numbered-stock.ts';
import { sql } from '../sql-query.ts';
import { TEXT_FIELDS } from '../stock-row.ts';
import type { Connection } from './connection.ts';
import { INCOMING, TABLES } from './tables.ts';

const COLUMNS: readonly (keyof ListingColumns)[] = [
  'id', 'cell', 'key', 'make', 'fuel', 'transmission', 'dealer', 'price_up', 'price_down', 'miles_up', 'year_down',
  'engine_up', 'default_rank_up', 'shuffle', 'x', 'y', 'z',
]; // prettier-ignore

const BATCH_SIZE = 1000;
/** No word and no printable id holds a control character; a row key holds the tab. */
const SEPARATOR = '\x1f';

/** Returns the terms of the stock in order, with the number of their listings: a term's place, from 1, is its number. */
export async function loadStock(
  connection: Connection,
  folder: string,
  stock: NumberedStock,
  ...[listings, gazetteer, onProgress]: Parameters<Load>
) {
  const files = ['incoming', 'incoming_model', 'incoming_words', 'incoming_term'].map(
    (name) => new RowFile(folder, name),
  );
  const [listingFile, modelFile, wordsFile, termFile] = files;
  const terms = new Map<string, number>();
  for await (const listing of listings) {
    const { columns, models, words } = stock.add(listing, gazetteer);
    listingFile.add(COLUMNS.map((column) => columns[column]));
    for (const [model] of models) modelFile.add([columns.id, model]);
    const impacts = termImpacts(words);
    wordsFile.add([
      columns.id,
      [...impacts.keys()].map((word) => numberOf(word, terms)).join(' '),
      [...impacts.values()].join(' '),
    ]);
    if (columns.id % BATCH_SIZE !== 0) continue;
    for (const file of files) await file.flush();
    onProgress(columns.id);
  }
  const sorted = [...terms.keys()].sort();
  sorted.forEach((word, place) => termFile.add([numberOf(word, terms), place + 1]));
  await connection.run(INCOMING);
  for (const file of files) await file.copyInto(connection);
  for (const statement of TABLES) await connection.run(statement);
  const counts = await connection.rows(sql('SELECT count(*) FROM posting GROUP BY term ORDER BY term'));
  return counts.map(([count], place) => ({ word: sorted[place], listings: Number(count) }));
}

function numberOf(word: string, terms: Map<string, number>): number {
  const number = terms.get(word) ?? terms.size + 1;
  terms.set(word, number);
  return number;
}

/** Rows on their way into a table. */
class RowFile {
  readonly #table: string;
  readonly #path: string;
  readonly #stream: WriteStream;
  #pending = '';

  constructor(folder: string, table: string) {
    this.#table = table;
    this.#path = join(folder, `${table}.txt`);
    this.#stream = createWriteStream(this.#path);
  }

  add(values: readonly (string | number)[]): void {
    this.#pending += `${values.join(SEPARATOR)}\n`;
  }

  async flush(): Promise<void> {
    const written = this.#stream.write(this.#pending);
    this.#pending = '';
    if (!written) await once(this.#stream, 'drain');
  }

  /** The file is gone afterwards. */
  async copyInto(connection: Connection): Promise<void> {
    this.#stream.end(this.#pending);
    await once(this.#stream, 'close');
    const path = this.#path.replaceAll("'", "''");
    await connection.run(
      `COPY ${this.#table} FROM '${path}' (DELIMITER '${SEPARATOR}', HEADER false, QUOTE '', ESCAPE '', AUTO_DETECT false)`,
    );
    rmSync(this.#path);
  }
}

/**
 * The weight of each term of a listing, since DuckDB is given the inverted index: the weights of its fields, added up and saturated
 * as BM25 does it, as a whole number from 1 to 255.
 */
function termImpacts(words: readonly (readonly string[])[]): Map<string, number> {
  const weights = new Map<string, number>();
  words.forEach((field, index) => {
    const { boost } = TEXT_FIELDS[index];
    for (const word of field) weights.set(word, (weights.get(word) ?? 0) + boost);
  });
  for (const [word, weight] of weights) weights.set(word, impactOf(weight));
  return weights;
}
