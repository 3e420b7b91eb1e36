// DuckDB queries in two steps, each one pass over the rows that may match. The first counts, and finds the sort key
// where the page ends; the second reads only rows up to that key. Words are a table of the listings that have all of
// them: DuckDB joins whole lists on every core, where other engines look up each row.
import { idfOf } from '../../../src/engine/query/bm25f.ts';
import {
  bind,
  conditionColumns,
  conditions,
  orderColumns,
  pageEnd,
  sql,
  squaredChord,
  type ResultPage,
  type Sql,
  type SqlQuery,
} from '../sql-query.ts';
import type { VocabularyTerm } from '../query-words.ts';
import type { Connection } from './connection.ts';

/** Beyond, to keep so many smallest values costs more than it saves. */
const MAX_CUTOFF_DEPTH = 50_000;

/** `hits` are the listings that have the words, as `listing` and `score`, if there are words. */
export async function findListings(connection: Connection, query: SqlQuery, hits?: Sql): Promise<ResultPage> {
  const rows = matchingRows(query, hits);
  const reach = query.offset + query.limit;
  const cutoff = reach <= MAX_CUTOFF_DEPTH ? `min(first_key, ${reach})[${reach}]` : 'NULL';
  const [[count, last]] = await connection.rows(sql(`SELECT count(*), ${cutoff} FROM (`, rows, ')'));
  const total = Number(count);
  if (query.offset >= total) return { total, keys: [] };
  const upToLast = typeof last === 'number' ? bind(') WHERE first_key <= ?', last) : ')';
  const columns = {
    columns: orderColumns(query),
    distance: ['first_key', 'price_up', 'key'],
    relevance: ['first_key', 'id'],
  }[query.order.by];
  const page = await connection.rows(sql('SELECT key FROM (', rows, upToLast, pageEnd(query, columns)));
  return { total, keys: page.map(([key]) => String(key)) };
}

/** Every matching row, with the number that it is sorted by first as `first_key`. */
function matchingRows(query: SqlQuery, hits: Sql | undefined): Sql {
  const { radius } = query;
  const [table, name] = tableOf(query);
  const select = sql(`SELECT ${name}.*,`, firstKey(query, name), `AS first_key FROM ${table} ${name}`);
  const joined = hits === undefined ? [] : ['JOIN (', hits, `) hit ON hit.listing = ${name}.id`];
  const within: (string | Sql)[] = [];
  if (radius !== undefined) {
    const { from, chord } = radius;
    // Groups of rows that lie elsewhere are skipped.
    for (const axis of ['x', 'y', 'z'] as const) {
      within.push(bind(`AND ${name}.${axis} BETWEEN ? AND ?`, from[axis] - chord, from[axis] + chord));
    }
    within.push('AND', squaredChord(name, from), bind('<= ?', chord ** 2));
  }
  return sql(select, ...joined, 'WHERE', conditions(query, () => name), ...within); // prettier-ignore
}

/** The copy of the stock whose order lets most of it be skipped, and its name in conditions. */
function tableOf(query: SqlQuery): [table: string, name: string] {
  if (conditionColumns(query).includes('model')) return ['by_model', 'm'];
  return [query.radius === undefined ? 'by_price' : 'by_place', 'l'];
}

function firstKey({ order }: SqlQuery, name: string): Sql {
  switch (order.by) {
    case 'relevance':
      return sql('-hit.score');
    case 'distance': {
      // Chords are at most 2, so with a square of 9 the unknown are behind all that are known.
      const unknown = `${name}.x = 0 AND ${name}.y = 0 AND ${name}.z = 0`;
      return sql(`CASE WHEN ${unknown} THEN 9 ELSE`, squaredChord(name, order.from), 'END');
    }
    case 'columns': {
      const [first] = order.columns;
      // A year has too many listings to be a place to cut.
      return first === 'year_down'
        ? sql(`${name}.year_down * 1e12 + least(${name}.price_up, 1e11)`)
        : sql(`${name}.${first}`);
    }
  }
}

/** Terms of one word, at least one, and the number of listings that have any, about. */
interface WordTerms {
  readonly terms: readonly VocabularyTerm[];
  readonly listings: number;
}

/** Listings that have all words, as `listing` and `score`. */
export function hitsOf(words: readonly WordTerms[], stock: number): Sql {
  const [first, ...others] = words.map((word, i) => sql('(', listOf(word, stock), `) w${i}`));
  const score = words.map((_, i) => `w${i}.score`).join(' + ');
  const joins = others.map((list) => sql('JOIN', list, 'USING (listing)'));
  return sql(`SELECT listing, ${score} AS score FROM`, first, ...joins);
}

function listOf({ terms, listings }: WordTerms, stock: number): Sql {
  const idf = idfOf(Math.min(listings, stock), stock);
  if (terms.length === 1) {
    const [{ number, matchWeight }] = terms;
    return bind(`SELECT listing, ${idf * matchWeight} * impact AS score FROM posting WHERE term = ?`, number);
  }
  // Of terms that are all equally close, there is only one class.
  const closest = Math.max(...terms.map(({ matchWeight }) => matchWeight));
  const farther = Math.min(...terms.map(({ matchWeight }) => matchWeight));
  const exact = terms.filter(({ matchWeight }) => matchWeight === closest).map(({ number }) => number);
  const weight = `CASE WHEN term IN (${exact.join(', ')}) THEN ${closest} ELSE ${farther} END`;
  const numbers = terms.map(({ number }) => number).join(', ');
  return sql(
    `SELECT listing, ${idf} * max(${weight} * impact) AS score FROM posting WHERE term IN (${numbers}) GROUP BY listing`,
  );
}
