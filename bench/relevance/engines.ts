// The engines whose answers are judged: Forecourt's in this process, and two others with ordinary good settings, each
// with its own idea of words, of what is alike and of what comes first.
import { ForecourtEngine } from '../engines/forecourt.ts';
import { findPackage, loadPackage } from '../engines/engine.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { rowKey } from '../../src/index/shared/listing-schema.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { PER_PAGE } from '../../src/query/search-query.ts';
import type { Found } from './questions.ts';

export interface JudgedEngine {
  readonly name: string;
  /** The best `top` at least, if there are as many. */
  search(q: string, top: number): Found;
}

/** By field, its text and its weight. The words of makes and models count most, as in Forecourt's schema. */
const FIELDS = {
  make: 4,
  model: 4,
  facts: 2,
  loc: 1.5,
  dealer: 1,
  description: 1,
} as const;

function textsOf(listing: Listing): Record<keyof typeof FIELDS, string> {
  const { year, fuelType, transmission, engineLitres, sourceTerms } = listing;
  const facts = [year, fuelType, transmission, engineLitres, sourceTerms].filter((fact) => fact !== null);
  return {
    make: listing.make ?? '',
    model: listing.model ?? '',
    facts: facts.join(' '),
    loc: listing.loc ?? '',
    dealer: listing.dealer,
    description: listing.fullDescription ?? '',
  };
}

function forecourt(listings: readonly Listing[]): JudgedEngine {
  const gazetteer = loadGazetteer();
  const results = new ForecourtEngine(listings, gazetteer);
  const byKey = new Map<string, Listing>(listings.map((listing) => [rowKey(listing), listing]));
  return {
    name: 'Forecourt',
    search(q, top) {
      const best: Listing[] = [];
      for (let page = 1; ; page++) {
        const pairs = [['q', q], ['sort', 'relevance'], ['page', String(page)]] as const; // prettier-ignore
        const { total, ids } = results.search(parseQuery(pairs, gazetteer).query);
        best.push(...ids.flatMap((id) => byKey.get(id) ?? []));
        if (ids.length < PER_PAGE || best.length >= top) return { total, best };
      }
    },
  };
}

/** As much of the package as is used. */
type MiniSearchClass = new (options: object) => {
  addAll(documents: readonly object[]): void;
  search(text: string, options: object): { readonly id: number }[];
};

/** All words; the last one also as a beginning; words of four letters and more with one error in five letters. */
async function miniSearch(listings: readonly Listing[]): Promise<JudgedEngine | string> {
  const found = await findPackage('minisearch');
  if (!found.isAvailable) return found.reason;
  const index = new (loadPackage<MiniSearchClass>('minisearch'))({ fields: Object.keys(FIELDS) });
  index.addAll(listings.map((listing, id) => ({ id, ...textsOf(listing) })));
  const options = {
    boost: FIELDS,
    combineWith: 'AND',
    prefix: (_word: string, at: number, words: readonly string[]) => at === words.length - 1,
    fuzzy: (word: string) => (word.length > 3 && !/[0-9]/.test(word) ? 0.2 : false),
  };
  return {
    name: 'MiniSearch',
    search(q, top) {
      const hits = index.search(q, options);
      return { total: hits.length, best: hits.slice(0, top).map(({ id }) => listings[id]) };
    },
  };
}

/** As much of the package better-sqlite3 as is used. */
type DatabaseClass = new (path: string) => {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: readonly (string | number)[]): unknown;
    raw(): { all(...values: readonly (string | number)[]): number[][] };
  };
};

/** All words, by their stems; the last one also as a beginning; bm25 with the fields' weights. */
async function fts5(listings: readonly Listing[]): Promise<JudgedEngine | string> {
  const found = await findPackage('better-sqlite3');
  if (!found.isAvailable) return found.reason;
  const database = new (loadPackage<DatabaseClass>('better-sqlite3'))(':memory:');
  const names = Object.keys(FIELDS);
  database.exec(
    `CREATE VIRTUAL TABLE words USING fts5 (${names.join(', ')}, tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3 4')`,
  );
  const insert = database.prepare(
    `INSERT INTO words (rowid, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})`,
  );
  database.exec('BEGIN');
  for (const [i, listing] of listings.entries()) insert.run(i, ...Object.values(textsOf(listing)));
  database.exec("COMMIT; INSERT INTO words (words) VALUES ('optimize')");
  const count = database.prepare('SELECT count(*) FROM words WHERE words MATCH ?').raw();
  const rank = `bm25(words, ${Object.values(FIELDS).join(', ')})`;
  const page = database
    .prepare(`SELECT rowid FROM words WHERE words MATCH ? ORDER BY ${rank}, rowid LIMIT ?`)
    .raw();
  return {
    name: 'SQLite FTS5',
    search(q, top) {
      const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
      if (words.length === 0) return { total: 0, best: [] };
      const match = `${words.map((word) => `"${word}"`).join(' ')}*`;
      const [[total]] = count.all(match);
      return { total, best: page.all(match, top).map(([row]) => listings[row]) };
    },
  };
}

/** Those that are installed, and why each of the others is not there. */
export async function openEngines(
  listings: readonly Listing[],
): Promise<{ readonly engines: readonly JudgedEngine[]; readonly missing: readonly string[] }> {
  const opened = [forecourt(listings), await miniSearch(listings), await fts5(listings)];
  return {
    engines: opened.filter((one) => typeof one !== 'string'),
    missing: opened.filter((one) => typeof one === 'string'),
  };
}
