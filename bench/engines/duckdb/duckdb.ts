// DuckDB in this process, on every core: columns, sorted copies of the stock, whole lists of words.
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findPackage, type OpenEngine, type OtherEngine } from '../engine.ts';
import { NumberedStock } from '../numbered-stock.ts';
import { sqlQueryOf } from '../sql-query.ts';
import { Vocabulary } from '../query-words.ts';
import { Connection, PACKAGE, type Package } from './connection.ts';
import { loadStock } from './load-stock.ts';
import { findListings, hitsOf } from './queries.ts';
import { attached, SETTINGS } from './tables.ts';

export const DUCKDB: OtherEngine = {
  name: 'DuckDB',

  find: () =>
    findPackage<Package>(PACKAGE, async ({ version }) => {
      (await Connection.open(1)).close();
      return version().replace(/^v/, '');
    }),

  unsupported: () => undefined,

  async open(folder): Promise<OpenEngine> {
    const connection = await Connection.open(availableParallelism());
    const path = join(folder, 'stock.duckdb');
    await connection.run(`${SETTINGS} ${attached(path)}`);
    const stock = new NumberedStock();
    let vocabulary = new Vocabulary();
    let listingsOfTerm: readonly number[] = [];
    return {
      async load(listings, gazetteer, onProgress) {
        const terms = await loadStock(connection, folder, stock, listings, gazetteer, onProgress);
        vocabulary = new Vocabulary(terms.map(({ word }) => word));
        listingsOfTerm = terms.map((term) => term.listings);
      },
      async search(searchQuery) {
        const query = sqlQueryOf(searchQuery, stock);
        const words = (query?.words ?? []).map((queryWord) => {
          const terms = vocabulary.termsOf(queryWord);
          return { terms, listings: terms.reduce((sum, { number }) => sum + listingsOfTerm[number - 1], 0) };
        });
        if (query === undefined || words.some(({ terms }) => terms.length === 0))
          return { total: 0, ids: [] };
        const hits = words.length === 0 ? undefined : hitsOf(words, stock.listings);
        const { total, keys } = await findListings(connection, query, hits);
        return { total, ids: keys };
      },
      bytes: async () => statSync(path).size,
      close: async () => connection.close(),
    };
  },
};
