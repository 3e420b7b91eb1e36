// PostgreSQL queries without words. Without a place they are one statement, with separate plans for the count and the
// page, each with the index that suits it. Cells wholly within a circle are counted without measuring their places; in
// cells on its rim each place is measured once for all its cars. Nearest first searches a small circle, which grows
// until it holds the page. If a model leads to few listings, these are measured instead.
import { boxAround, CELL_DEGREES, CELL_DEGREES_EAST } from '../numbered-stock.ts';
import {
  growingRadii,
  measuredListings,
  modelsWithListings,
  NEAREST_FIRST,
  ownerAmongModels,
  sourceOf,
  squareOf,
  type Source,
} from '../row-store.ts';
import {
  bind,
  conditionColumns,
  conditions,
  OF_LISTING,
  orderColumns,
  pageEnd,
  sql,
  squaredChord,
  type Radius,
  type ResultPage,
  type Sql,
  type SqlQuery,
} from '../sql-query.ts';
import type { Session } from './session.ts';

const JOIN = 'JOIN';

/** `years` are those of the stock, as year_down has them. */
type Find = (session: Session, query: SqlQuery, years: readonly number[]) => Promise<ResultPage>;

export const findListings: Find = async (session, query, years) => {
  const source = sourceOf(query, JOIN);
  const statement = sql('SELECT (', countOf(query, source, years), '), ARRAY(', pageOf(query, source), ')');
  const [[total, keys]] = await session.rows(statement);
  return { total: Number(total), keys: keys as string[] };
};

/** The one number that it selects. */
function countOf(query: SqlQuery, { tables, where }: Source, years: readonly number[]): Sql {
  const filteredColumns = conditionColumns(query);
  if (filteredColumns.length === 0) return sql('SELECT listings FROM stock');
  const select = `SELECT count(*) FROM ${tables} WHERE`;
  const range = query.bounds.find(({ column }) => column === 'year_down');
  if (range === undefined || !filteredColumns.includes('price_up') || query.values.length > 0)
    return sql(select, where);
  // An index is read in one range only up to its first inequality. Years are few, so each is asked for by itself, and
  // the range of prices is the one.
  const wanted = years.filter((year) => year >= (range.from ?? -Infinity) && year <= range.to);
  const others = { ...query, bounds: query.bounds.filter((bounds) => bounds !== range) };
  return sql(select, conditions(others), bind('AND l.year_down = ANY (?::int8[])', `{${wanted.join(',')}}`));
}

function pageOf(query: SqlQuery, { tables, where, owner }: Source): Sql {
  const dealers = query.values.find(({ column }) => column === 'dealer');
  if (dealers !== undefined && 'anyOf' in dealers && !conditionColumns(query).includes('model'))
    return pageOfDealers(query, dealers.anyOf);
  const columns = orderColumns(query).map((column) => `${owner(column)}.${column}`);
  return sql(`SELECT ${owner('key')}.key FROM ${tables} WHERE`, where, pageEnd(query, columns));
}

/** The best of each dealer by itself, in the order of an index, then the best of these. */
function pageOfDealers(query: SqlQuery, dealers: readonly number[]): Sql {
  const { offset, limit } = query;
  const ordered = (table: string): string[] => orderColumns(query).map((column) => `${table}.${column}`);
  const others = { ...query, values: query.values.filter(({ column }) => column !== 'dealer') };
  return sql(
    bind('SELECT best.key FROM unnest(?::int4[]) asked CROSS JOIN LATERAL (', `{${dealers.join(',')}}`),
    `SELECT ${ordered('l').join(', ')} FROM listing l WHERE l.dealer = asked AND`,
    conditions(others),
    pageEnd({ ...query, offset: 0, limit: offset + limit }, ordered('l')),
    ') best',
    pageEnd(query, ordered('best')),
  );
}

/** Of queries for a circle or the nearest listings. */
export const findPlaces: Find = async (session, query, years) => {
  const { radius, order, offset, limit } = query;
  if (conditionColumns(query).includes('model')) return findMeasured(session, query);
  const total = await session.number(
    radius === undefined ? countOf(query, sourceOf(query, JOIN), years) : countInRadius(query, radius),
  );
  if (offset >= total) return { total, keys: [] };
  if (order.by === 'distance') {
    for (const { radius, isLast } of growingRadii(query, order, total)) {
      const keys = await session.texts(pageInRadius(query, radius, NEAREST_FIRST));
      if (keys.length >= Math.min(total - offset, limit) || isLast) return { total, keys };
    }
    // What is left are listings without a place, or pages that deep.
    return { total, keys: (await findMeasured(session, query)).keys };
  }
  if (radius === undefined) throw new Error('this query asks for no place');
  const columns = orderColumns(query).map((column) => `l.${column}`);
  return { total, keys: await session.texts(pageInRadius(query, radius, columns)) };
};

/** Cells that may hold a place of the circle, as the table `near`: `to_middle` is the square of a chord. */
function nearCells({ center, km, from, chord }: Radius): Sql {
  const { south, north, west, east } = boxAround(center, km);
  return sql(
    // OFFSET 0 keeps the planner from computing the square twice.
    'WITH near AS MATERIALIZED (SELECT * FROM (SELECT id, reach,',
    squaredChord('cell', from),
    bind('AS to_middle FROM cell WHERE south BETWEEN ? AND ?', south - CELL_DEGREES, north),
    bind('AND west BETWEEN ? AND ? OFFSET 0) boxed', west - CELL_DEGREES_EAST, east),
    bind('WHERE to_middle <= (?::float8 + reach) * (?::float8 + reach))', chord, chord),
  );
}

function countInRadius(query: SqlQuery, radius: Radius): Sql {
  const where = conditions(query);
  return sql(
    nearCells(radius),
    'SELECT (SELECT count(*) FROM listing l WHERE l.cell = ANY (ARRAY(',
    bind('SELECT id FROM near WHERE sqrt(to_middle) + reach <= ?)) AND', radius.chord),
    where,
    ') + (SELECT count(*) FROM near JOIN place p ON p.cell = near.id AND',
    squaredChord('p', radius.from),
    bind('<= ? JOIN listing l ON l.place = p.id AND', radius.chord ** 2),
    where,
    bind('WHERE sqrt(to_middle) + reach > ?)', radius.chord),
  );
}

function pageInRadius(query: SqlQuery, radius: Radius, columns: readonly string[]): Sql {
  const square = squaredChord('p', radius.from);
  return sql(
    nearCells(radius),
    'SELECT l.key,',
    square,
    'AS square FROM near JOIN place p ON p.cell = near.id AND',
    square,
    bind('<= ? JOIN listing l ON l.place = p.id WHERE', radius.chord ** 2),
    conditions(query),
    pageEnd(query, columns),
  );
}

/** Measures every listing that the other conditions leave. */
function findMeasured(session: Session, query: SqlQuery): Promise<ResultPage> {
  const byModel = conditionColumns(query).includes('model');
  const tables = sql(byModel ? modelsWithListings(JOIN) : 'listing l');
  const listings = measuredListings(query, tables, byModel ? ownerAmongModels : OF_LISTING);
  const isByColumns = query.order.by === 'columns';
  const columns = isByColumns ? orderColumns(query).map((column) => `l.${column}`) : NEAREST_FIRST;
  const select = sql('SELECT count(*) OVER () AS total, l.key,', squareOf(query), 'AS square');
  return session.page(query, sql(select, listings, pageEnd(query, columns)));
}
