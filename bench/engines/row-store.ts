// What SQLite and PostgreSQL, which both look rows up in B-trees, have in common: which table leads, circles that grow until
// they hold the nearest listings, and distances of listings that something else leads to.
import {
  bind,
  circleOf,
  conditionColumns,
  conditions,
  OF_LISTING,
  orderColumns,
  sql,
  squaredChord,
  type Circle,
  type Owner,
  type Sql,
  type SqlOrder,
  type SqlQuery,
} from './sql.ts';

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
  const asked = conditionColumns(query);
  if (!asked.includes('model')) return { tables: 'listing l', owner: OF_LISTING, where: conditions(query) };
  const needed: string[] = [...asked, ...orderColumns(query)];
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
export function* growingCircles(
  { circle: limit, offset, limit: pageSize }: SqlQuery,
  { middle }: Extract<SqlOrder, { readonly by: 'distance' }>,
  total: number,
): Generator<{ readonly circle: Circle; readonly isLast: boolean }> {
  const limitKm = limit?.km ?? EVERYWHERE_KM;
  // As if listings lay evenly in the circle, and four times the page's: just enough would often be too few.
  const first =
    limit === undefined ? 25 : Math.max(1, limit.km * Math.sqrt((4 * (offset + pageSize)) / total));
  for (let km = first; km < EVERYWHERE_KM; km *= 2) {
    const reachedKm = Math.min(km, limitKm);
    yield { circle: circleOf(middle, reachedKm), isLast: reachedKm === limitKm };
    if (reachedKm === limitKm) return;
  }
}

/** Square of the distance as a chord. Chords are at most 2, so with a square of 9 the unknown are behind all that are known. */
export function squareOf({ order }: SqlQuery): Sql {
  if (order.by !== 'distance') return sql('0');
  return sql('coalesce(', squaredChord('p', order.from), ', 9)');
}

/** `AND` with the condition of the circle, if there is one. */
export function withinCircle({ circle }: SqlQuery): Sql {
  if (circle === undefined) return sql('');
  return sql('AND', squaredChord('p', circle.from), bind('<= ?', circle.chord ** 2));
}

/** `FROM` with every listing `l` of the tables that matches, and its place `p`. */
export function measuredListings(query: SqlQuery, tables: Sql, owner: Owner): Sql {
  const from = sql('FROM', tables, 'LEFT JOIN place p ON p.id = l.place WHERE');
  return sql(from, conditions(query, owner), withinCircle(query));
}
