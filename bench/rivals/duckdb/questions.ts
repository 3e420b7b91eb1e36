// A question to DuckDB in two steps, each one pass over the rows that may match. The first counts and finds the sort key
// up to which the page reaches; the second reads only rows up to that one, and no other's key.
import type { Question } from '../question.ts';
import { conditionColumns, conditions, joined, pageEnd, sql, squaredChord, type Sql } from '../sql.ts';
import type { Connection } from './connection.ts';

/** Total, and the row keys of the page. */
export interface Found {
  readonly total: number;
  readonly keys: readonly string[];
}

/** Beyond, to keep so many smallest values costs more than it saves. */
const DEEPEST_CUT = 50_000;

/** `hits` are the listings that have the words, as `listing` and `score`, where words are asked. */
export async function askStock(connection: Connection, question: Question, hits?: Sql): Promise<Found> {
  const rows = matchingRows(question, hits);
  const reach = question.offset + question.limit;
  const cut = reach <= DEEPEST_CUT ? `min(first_key, ${reach})[${reach}]` : 'NULL';
  const [[count, last]] = await connection.rows(
    joined([sql(`SELECT count(*), ${cut} FROM (`), rows, sql(')')]),
  );
  const total = Number(count);
  if (question.offset >= total) return { total, keys: [] };
  const page = await connection.rows(
    joined([
      sql('SELECT key FROM ('),
      rows,
      typeof last === 'number' ? sql(') WHERE first_key <= ?', last) : sql(')'),
      pageEnd(question, orderColumns(question)),
    ]),
  );
  return { total, keys: page.map(([key]) => String(key)) };
}

/** Every matching row, with the number that it is sorted by first as `first_key`. */
function matchingRows(question: Question, hits: Sql | undefined): Sql {
  const { circle } = question;
  const [table, name] = tableOf(question);
  const parts = [
    sql(`SELECT ${name}.*,`),
    firstKey(question, name),
    sql(`AS first_key FROM ${table} ${name}`),
  ];
  if (hits !== undefined) parts.push(sql('JOIN ('), hits, sql(`) hit ON hit.listing = ${name}.id`));
  parts.push(
    sql('WHERE'),
    conditions(question, () => name),
  );
  if (circle !== undefined) {
    const { from, chord } = circle;
    // Groups of rows that lie elsewhere are skipped.
    for (const axis of ['x', 'y', 'z'] as const) {
      parts.push(sql(`AND ${name}.${axis} BETWEEN ? AND ?`, from[axis] - chord, from[axis] + chord));
    }
    parts.push(sql('AND'), squaredChord(name, from), sql('<= ?', chord ** 2));
  }
  return joined(parts);
}

/** The copy of the stock whose order lets most of it be skipped, and what it is called in conditions. */
function tableOf(question: Question): [table: string, name: string] {
  if (conditionColumns(question).includes('model')) return ['by_model', 'm'];
  return [question.circle === undefined ? 'by_price' : 'by_place', 'l'];
}

function firstKey({ order }: Question, name: string): Sql {
  switch (order.by) {
    case 'relevance':
      return sql('-hit.score');
    case 'distance': {
      // Chords are at most 2, so with a square of 9 the unknown are behind all that are known.
      const unknown = `${name}.x = 0 AND ${name}.y = 0 AND ${name}.z = 0`;
      return joined([sql(`CASE WHEN ${unknown} THEN 9 ELSE`), squaredChord(name, order.from), sql('END')]);
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

function orderColumns({ order }: Question): readonly string[] {
  switch (order.by) {
    case 'relevance':
      return ['first_key', 'id'];
    case 'distance':
      return ['first_key', 'price_up', 'key'];
    case 'columns':
      return order.columns;
  }
}
