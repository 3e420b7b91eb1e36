// Questions without words and without a place, as one statement: the count and the page as two plans of their own, each
// from the index that suits it, and one way to the server and back.
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
import type { Session } from './session.ts';

/** Total, and the row keys of the page. */
export interface Found {
  readonly total: number;
  readonly keys: readonly string[];
}

/** `years` are those of the stock, as year_down has them. */
export async function askListings(
  session: Session,
  question: Question,
  years: readonly number[],
): Promise<Found> {
  const source = sourceOf(question);
  const statement = joined([
    sql('SELECT ('),
    countOf(question, source, years),
    sql('), ARRAY('),
    pageOf(question, source),
    sql(')'),
  ]);
  const [[total, keys]] = await session.rows(statement);
  return { total: Number(total), keys: keys as string[] };
}

/** The one number that it selects. */
export function countOf(question: Question, { tables, where }: Source, years: readonly number[]): Sql {
  const asked = conditionColumns(question);
  if (asked.length === 0) return sql('SELECT listings FROM stock');
  const select = sql(`SELECT count(*) FROM ${tables} WHERE`);
  const range = question.bounds.find(({ column }) => column === 'year_down');
  if (range === undefined || !asked.includes('price_up') || question.values.length > 0) {
    return joined([select, where]);
  }
  // An index is read in one range only up to its first inequality. Years are few, so each is asked for by itself, and
  // the range of prices is the one.
  const wanted = years.filter((year) => year >= (range.from ?? -Infinity) && year <= range.to);
  const others = { ...question, bounds: question.bounds.filter((bounds) => bounds !== range) };
  const anyYear = sql('AND l.year_down = ANY (?::int8[])', `{${wanted.join(',')}}`);
  return joined([select, conditions(others), anyYear]);
}

export interface Source {
  readonly tables: string;
  readonly where: Sql;
  readonly owner: Owner;
}

/** Rows of by_model with their listings. */
export const MODELS_WITH_LISTINGS = 'by_model m JOIN listing l ON l.id = m.listing';

const IN_BY_MODEL = ['model', 'make', 'price_up', 'key', 'year_down'];

/** The table that a column is best read from, where rows of by_model lead. */
export const ownerAmongModels: Owner = (column) => (IN_BY_MODEL.includes(column) ? 'm' : 'l');

/** A question about a model goes to the table that has one row for each of its keys, and to the listing if it must. */
export function sourceOf(question: Question): Source {
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

function pageOf(question: Question, { tables, where, owner }: Source): Sql {
  const dealers = question.values.find(({ column }) => column === 'dealer');
  if (dealers !== undefined && !conditionColumns(question).includes('model'))
    return pageOfDealers(question, dealers.anyOf);
  const columns = orderColumns(question).map((column) => `${owner(column)}.${column}`);
  return joined([sql(`SELECT ${owner('key')}.key FROM ${tables} WHERE`), where, pageEnd(question, columns)]);
}

/** The best of each dealer by itself, in the order of an index, then the best of these. */
function pageOfDealers(question: Question, dealers: readonly number[]): Sql {
  const { offset, limit } = question;
  const columns = orderColumns(question);
  const others = { ...question, values: question.values.filter(({ column }) => column !== 'dealer') };
  return joined([
    sql('SELECT best.key FROM unnest(?::int4[]) asked CROSS JOIN LATERAL (', `{${dealers.join(',')}}`),
    sql(
      `SELECT ${columns.map((column) => `l.${column}`).join(', ')} FROM listing l WHERE l.dealer = asked AND`,
    ),
    conditions(others),
    pageEnd(
      { ...question, offset: 0, limit: offset + limit },
      columns.map((column) => `l.${column}`),
    ),
    sql(') best'),
    pageEnd(
      question,
      columns.map((column) => `best.${column}`),
    ),
  ]);
}
