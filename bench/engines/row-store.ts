// What SQLite and PostgreSQL share as B-tree databases: which table leads, circles that grow until they hold the nearest
// listings, and distances of listings found otherwise.
import {
  bind,
  radiusOf,
  conditionColumns,
  conditions,
  OF_LISTING,
  orderColumns,
  sql,
  squaredChord,
  type Radius,
  type Owner,
  type Sql,
  type SqlOrder,
  type SqlQuery,
} from './sql-query.ts';

export interface Source {
  readonly tables: string;
  readonly owner: Owner;
  readonly where: Sql;
}

const IN_BY_MODEL = ['model', 'make', 'price_up', 'key', 'year_down'];

/** The table that a column is best read from, if rows of by_model lead. */
export const ownerAmongModels: Owner = (column) => (IN_BY_MODEL.includes(column) ? 'm' : 'l');

/** Rows of by_model with their listings; `join` is the engine's join that goes from left to right. */
export const modelsWithListings = (join: string): string =>
  `by_model m ${join} listing l ON l.id = m.listing`;

/** A query for a model goes to the table that has one row for each of its keys, and to the listing if it must. */
export function sourceOf(query: SqlQuery, join: string): Source {
  const columns = conditionColumns(query);
  if (!columns.includes('model')) return { tables: 'listing l', owner: OF_LISTING, where: conditions(query) };
  const needed: string[] = [...columns, ...orderColumns(query)];
  const alone = needed.every((column) => IN_BY_MODEL.includes(column));
  return {
    tables: alone ? 'by_model m' : modelsWithListings(join),
    owner: ownerAmongModels,
    where: conditions(query, ownerAmongModels),
  };
}

export const NEAREST_FIRST = ['square', 'l.price_up', 'l.key'];

/** More than half the way round the globe. */
const EVERYWHERE_KM = 20_038;

/** Circles to look for the nearest listings in, each twice as large as the one before. No listing lies outside of the last. */
export function* growingRadii(
  { radius: limit, offset, limit: pageSize }: SqlQuery,
  { center }: Extract<SqlOrder, { readonly by: 'distance' }>,
  total: number,
): Generator<{ readonly radius: Radius; readonly isLast: boolean }> {
  const limitKm = limit?.km ?? EVERYWHERE_KM;
  // As if listings lay evenly in the circle, and four times the page's: just enough would often be too few.
  const first =
    limit === undefined ? 25 : Math.max(1, limit.km * Math.sqrt((4 * (offset + pageSize)) / total));
  for (let km = first; km < EVERYWHERE_KM; km *= 2) {
    const reachedKm = Math.min(km, limitKm);
    yield { radius: radiusOf(center, reachedKm), isLast: reachedKm === limitKm };
    if (reachedKm === limitKm) return;
  }
}

/** Square of the distance as a chord. Chords are at most 2, so with a square of 9 the unknown are behind all that are known. */
export function squareOf({ order }: SqlQuery): Sql {
  if (order.by !== 'distance') return sql('0');
  return sql('coalesce(', squaredChord('p', order.from), ', 9)');
}

/** `AND` with the condition of the circle, if there is one. */
export function withinRadius({ radius }: SqlQuery): Sql {
  if (radius === undefined) return sql('');
  return sql('AND', squaredChord('p', radius.from), bind('<= ?', radius.chord ** 2));
}

/** `FROM` with every listing `l` of the tables that matches, and its place `p`. */
export function measuredListings(query: SqlQuery, tables: Sql, owner: Owner): Sql {
  const from = sql('FROM', tables, 'LEFT JOIN place p ON p.id = l.place WHERE');
  return sql(from, conditions(query, owner), withinRadius(query));
}
