// SQLite in this process, by the package better-sqlite3: B-trees that cover the queries, an inverted index as a table.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findPackage, loadPackage, type OpenEngine, type OtherEngine } from '../engine.ts';
import { NumberedStock } from '../numbered-stock.ts';
import { sqlQueryOf } from '../sql-query.ts';
import { Connection, type DatabaseClass } from './connection.ts';
import { findListings, findPlaces } from './queries.ts';
import { loadStock } from './load-stock.ts';
import { findText } from './word-queries.ts';

const PACKAGE = 'better-sqlite3';

export const SQLITE: OtherEngine = {
  name: 'SQLite',

  find: () =>
    findPackage<DatabaseClass>(PACKAGE, (Database) => {
      const database = new Database(':memory:');
      const version = String(database.prepare('SELECT sqlite_version()').raw().get()?.[0]);
      database.close();
      return version;
    }),

  unsupported: () => undefined,

  async open(folder): Promise<OpenEngine> {
    const path = join(folder, 'stock.sqlite');
    const connection = new Connection(new (loadPackage<DatabaseClass>(PACKAGE))(path));
    const stock = new NumberedStock();
    let vocabulary: readonly string[] = [];
    return {
      async load(listings, gazetteer, onProgress) {
        vocabulary = await loadStock(connection, stock, listings, gazetteer, onProgress);
      },
      async search(searchQuery) {
        const query = sqlQueryOf(searchQuery, stock);
        if (query === undefined) return { total: 0, ids: [] };
        const { words, radius, order } = query;
        const { total, keys } = connection.consistently(() => {
          if (words !== undefined) return findText(connection, query, words, vocabulary);
          const isPlaced = radius !== undefined || order.by === 'distance';
          return isPlaced ? findPlaces(connection, query) : findListings(connection, query);
        });
        return { total, ids: keys };
      },
      bytes: async () => statSync(path).size,
      close: async () => connection.close(),
    };
  },
};
