// SQLite in this process, by the package better-sqlite3: B-trees that cover the questions, an inverted index as a table.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listingKeyOf } from '../stock-row.ts';
import { StockNumbers } from '../listing-columns.ts';
import { loadPackage, whyNotLoaded } from '../package-loader.ts';
import { questionOf, type Question } from '../question.ts';
import type { OpenRival, Rival } from '../rival.ts';
import type { DatabaseClass } from './better-sqlite3.ts';
import { Connection } from './connection.ts';
import { askListings, type Found } from './listing-questions.ts';
import { askPlaces } from './place-questions.ts';
import { loadStock } from './stock-loader.ts';
import { SETTINGS_FOR_LOADING } from './tables.ts';
import { askText } from './text-questions.ts';
import { readVocabulary } from './text-index.ts';

const PACKAGE = 'better-sqlite3';

export const SQLITE: Rival = {
  name: 'SQLite',

  async find() {
    try {
      const database = new (loadPackage<DatabaseClass>(PACKAGE))(':memory:');
      const version = String(database.prepare('SELECT sqlite_version()').raw().get()?.[0]);
      database.close();
      return { found: true, version };
    } catch (error) {
      return { found: false, why: whyNotLoaded(PACKAGE, error) };
    }
  },

  refuses: () => undefined,

  async open(folder): Promise<OpenRival> {
    const path = join(folder, 'stock.sqlite');
    const connection = new Connection(new (loadPackage<DatabaseClass>(PACKAGE))(path));
    connection.exec(SETTINGS_FOR_LOADING);
    const numbers = new StockNumbers();
    let vocabulary: readonly string[] = [];
    return {
      async load(listings, gazetteer, onProgress) {
        await loadStock(connection, numbers, listings, gazetteer, onProgress);
        vocabulary = readVocabulary(connection);
      },
      async ask(query) {
        const question = questionOf(query, numbers);
        if (question === undefined) return { total: 0, ids: [] };
        const { total, keys } = connection.consistently(() => answer(connection, question, vocabulary));
        return { total, ids: keys.map(listingKeyOf) };
      },
      bytes: async () => statSync(path).size,
      close: async () => connection.close(),
    };
  },
};

function answer(connection: Connection, question: Question, vocabulary: readonly string[]): Found {
  const { words, circle, order } = question;
  if (words !== undefined) return askText(connection, question, words, vocabulary);
  if (circle !== undefined || order.by === 'distance') return askPlaces(connection, question);
  return askListings(connection, question);
}
