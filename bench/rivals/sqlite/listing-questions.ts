// Questions without words and without a place: a count and a page, each from the one index that suits it. The planner
// would often find it, but not always; where it does not, the index is named.
import type { Question } from '../question.ts';
import {
  conditionColumns,
  conditions,
  joined,
  OF_LISTING,
  pageEnd,
  sql,
  type Owner,
  type Sql,
} from '../sql.ts';
import type { Connection } from './connection.ts';

/** Total, and the row keys of the page. */
export interface Found {
  readonly total: number;
  readonly keys: readonly string[];
}

export function askListings(connection: Connection, question: Question): Found {
  const source = sourceOf(question);
  const counted = countOf(question, source);
  const total = connection.number(counted.text, counted.values);
  if (question.offset >= total) return { total, keys: [] };
  return { total, keys: keysOf(connection, pageOf(question, source, total)) };
}

export function countListings(connection: Connection, question: Question): number {
  const counted = countOf(question, sourceOf(question));
  return connection.number(counted.text, counted.values);
}

export function keysOf(connection: Connection, { text, values }: Sql): string[] {
  return connection.rows(text, values).map(([key]) => String(key));
}

interface Source {
  readonly tables: string;
  readonly where: Sql;
  /** The table that has a column of the order. */
  readonly owner: Owner;
}

/** Rows of by_model with their listings. */
export const MODELS_WITH_LISTINGS = 'by_model m CROSS JOIN listing l ON l.id = m.listing';

const IN_BY_MODEL = ['model', 'make', 'price_up', 'key', 'year_down'];

/** The table that a column is best read from, where rows of by_model lead. */
export const ownerAmongModels: Owner = (column) => (IN_BY_MODEL.includes(column) ? 'm' : 'l');

/** A question about a model goes to the table that has one row for each of its keys, and to the listing if it must. */
function sourceOf(question: Question): Source {
  const asked = conditionColumns(question);
  if (!asked.includes('model')) {
    return { tables: 'listing l', where: conditions(question), owner: OF_LISTING };
  }
  const needed: string[] = [...asked, ...orderColumns(question)];
  const alone = needed.every((column) => IN_BY_MODEL.includes(column));
  return {
    tables: alone ? 'by_model m' : MODELS_WITH_LISTINGS,
    where: conditions(question, ownerAmongModels),
    owner: ownerAmongModels,
  };
}

function orderColumns({ order }: Question): readonly string[] {
  return order.by === 'columns' ? order.columns : [];
}

function countOf(question: Question, { tables, where }: Source): Sql {
  const asked = conditionColumns(question);
  // An index is read in one range only up to its first inequality. Years are few, so each is asked for by itself, and
  // the range of prices is the one.
  if (asked.includes('year_down') && asked.includes('price_up') && question.values.length === 0) {
    const years = 'year y CROSS JOIN listing l INDEXED BY year_counted ON l.year_down = y.year_down';
    const { text, values } = conditions(question, (column) => (column === 'year_down' ? 'y' : 'l'));
    return sql(`SELECT count(*) FROM ${years} WHERE ${text}`, ...values);
  }
  // Without conditions SQLite adds up what the pages of its smallest index hold, and reads no entry.
  if (asked.length === 0) return sql('SELECT count(*) FROM listing');
  return sql(`SELECT count(*) FROM ${tables} WHERE ${where.text}`, ...where.values);
}

/** From this many matches on, walking an order finds a page before sorting what matches does. */
const MANY_MATCHES = 1000;

function pageOf(question: Question, { tables, where, owner }: Source, total: number): Sql {
  const columns = orderColumns(question).map((column) => `${owner(column)}.${column}`);
  const hint = tables === 'listing l' ? hintFor(question, total) : '';
  const select = sql(`SELECT ${owner('key')}.key FROM ${tables} ${hint} WHERE`);
  return joined([select, where, pageEnd(question, columns)]);
}

const INDEX_OF_ORDER: Readonly<Record<string, string>> = {
  price_up: 'listing_by_price',
  price_down: 'listing_by_price_down',
  year_down: 'listing_by_year',
  miles_up: 'listing_by_miles',
  standing_up: 'listing_by_standing',
};

function hintFor(question: Question, total: number): string {
  const [first] = orderColumns(question);
  const asked = conditionColumns(question);
  if (asked.includes('make') && asked.includes('gearbox') && first === 'year_down') {
    return 'INDEXED BY listing_by_make_and_gearbox';
  }
  // A dealer's listings are few: in another order than the index has them, they are sorted.
  if (asked.includes('dealer')) return 'INDEXED BY listing_by_dealer';
  return total >= MANY_MATCHES ? `INDEXED BY ${INDEX_OF_ORDER[first]}` : '';
}
