// DuckDB in this process, on every core: columns, sorted copies of the stock, whole lists of words.
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { statSync } from 'node:fs';
import type { AskedWord } from '../asked-words.ts';
import { StockNumbers } from '../listing-columns.ts';
import { whyNotLoaded } from '../package-loader.ts';
import { questionOf } from '../question.ts';
import type { OpenRival, Rival } from '../rival.ts';
import { listingKeyOf } from '../stock-row.ts';
import { Vocabulary } from '../vocabulary.ts';
import { Connection, duckdbVersion, PACKAGE } from './connection.ts';
import { loadStock } from './loader.ts';
import { askStock } from './questions.ts';
import { attached, SETTINGS } from './tables.ts';
import { hitsOf, type WordTerms } from './word-hits.ts';

export const DUCKDB: Rival = {
  name: 'DuckDB',

  async find() {
    try {
      const version = duckdbVersion().replace(/^v/, '');
      (await Connection.open(1)).close();
      return { found: true, version };
    } catch (error) {
      return { found: false, why: whyNotLoaded(PACKAGE, error) };
    }
  },

  refuses: () => undefined,

  async open(folder): Promise<OpenRival> {
    const connection = await Connection.open(availableParallelism());
    const path = join(folder, 'stock.duckdb');
    await connection.run(`${SETTINGS} ${attached(path)}`);
    const numbers = new StockNumbers();
    let vocabulary = new Vocabulary([]);
    let listingsOfTerm: readonly number[] = [];

    function termsOf(asked: AskedWord): WordTerms {
      const terms = vocabulary.termsOf(asked);
      return { terms, listings: terms.reduce((sum, { number }) => sum + listingsOfTerm[number - 1], 0) };
    }

    return {
      async load(listings, gazetteer, onProgress) {
        const terms = await loadStock(connection, folder, numbers, listings, gazetteer, onProgress);
        vocabulary = new Vocabulary(terms.map(({ word }) => word));
        listingsOfTerm = terms.map((term) => term.listings);
      },
      async ask(query) {
        const question = questionOf(query, numbers);
        const words = question?.words?.map(termsOf) ?? [];
        if (question === undefined || words.some(({ terms }) => terms.length === 0))
          return { total: 0, ids: [] };
        const hits = words.length === 0 ? undefined : hitsOf(words, numbers.listings);
        const { total, keys } = await askStock(connection, question, hits);
        return { total, ids: keys.map(listingKeyOf) };
      },
      bytes: async () => statSync(path).size,
      close: async () => connection.close(),
    };
  },
};
