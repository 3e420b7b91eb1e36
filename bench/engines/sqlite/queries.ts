// SQLite queries without words: a count and a page, each from the index that suits it, named if the planner might not
// choose it. Cells wholly within a circle are counted without measuring their places; in cells on its rim each place is
// measured once for all its cars. Nearest first searches a small circle, which grows until it holds the page. If a model
// or words lead to few listings, these are measured instead.
import { CELL_DEGREES, CELL_DEGREES_EAST, boxAround } from '../numbered-stock.ts';
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
  type Owner,
  type Sql,
  type SqlQuery,
} from '../sql-query.ts';
import type { Connection } from './connection.ts';

/** Keeps the order of what it joins. */
const JOIN = 'CROSS JOIN';

export function findListings(connection: Connection, query: SqlQuery): ResultPage {
  const source = sourceOf(query, JOIN);
  const total = connection.number(countOf(query, source));
  if (query.offset >= total) return { total, keys: [] };
  return { total, keys: connection.texts(pageOf(query, source, total)) };
}

function countOf(query: SqlQuery, { tables, where }: Source): Sql {
  const filteredColumns = conditionColumns(query);
  // An index is read in one range only up to its first inequality. Years are few, so each is asked for by itself, and
  // the range of prices is the one.
  if (
    filteredColumns.includes('year_down') &&
    filteredColumns.includes('price_up') &&
    query.values.length === 0
  ) {
    const years = 'year y CROSS JOIN listing l INDEXED BY year_counted ON l.year_down = y.year_down';
    const owner: Owner = (column) => (column === 'year_down' ? 'y' : 'l');
    return sql(`SELECT count(*) FROM ${years} WHERE`, conditions(query, owner));
  }
  // Without conditions SQLite adds up what the pages of its smallest index hold, and reads no entry.
  if (filteredColumns.length === 0) return sql('SELECT count(*) FROM listing');
  return sql(`SELECT count(*) FROM ${tables} WHERE`, where);
}

function pageOf(query: SqlQuery, { tables, where, owner }: Source, total: number): Sql {
  const columns = orderColumns(query).map((column) => `${owner(column)}.${column}`);
  const hint = tables === 'listing l' ? hintFor(query, total) : '';
  return sql(`SELECT ${owner('key')}.key FROM ${tables} ${hint} WHERE`, where, pageEnd(query, columns));
}

const INDEX_OF_ORDER: Readonly<Record<string, string>> = {
  price_up: 'listing_by_price',
  price_down: 'listing_by_price_down',
  year_down: 'listing_by_year',
  miles_up: 'listing_by_miles',
  default_rank_up: 'listing_by_default_rank',
};

/** From this many matches on, walking an order finds a page before sorting the matches does. */
const MATCHES_THRESHOLD = 1000;

function hintFor(query: SqlQuery, total: number): string {
  const [first] = orderColumns(query);
  const filteredColumns = conditionColumns(query);
  if (filteredColumns.includes('make') && filteredColumns.includes('transmission') && first === 'year_down') {
    return 'INDEXED BY listing_by_make_and_transmission';
  }
  // A dealer's listings are few: in another order than the index has them, they are sorted.
  if (filteredColumns.includes('dealer')) return 'INDEXED BY listing_by_dealer';
  return total >= MATCHES_THRESHOLD ? `INDEXED BY ${INDEX_OF_ORDER[first]}` : '';
}

/** What leads to listings `l`, and the tables that have the columns of conditions. */
export interface Lead {
  readonly tables: Sql;
  readonly owner: Owner;
  /** How its listings are ordered by relevance. */
  readonly byRelevance: readonly string[];
}

const MODELS: Lead = { tables: sql(modelsWithListings(JOIN)), owner: ownerAmongModels, byRelevance: [] };
const ALL: Lead = { tables: sql('listing l'), owner: OF_LISTING, byRelevance: [] };

/** Of queries for a circle or the nearest listings. */
export function findPlaces(connection: Connection, query: SqlQuery): ResultPage {
  const { radius, order, offset, limit } = query;
  if (conditionColumns(query).includes('model')) return findMeasured(connection, MODELS, query);
  const count = radius === undefined ? countOf(query, sourceOf(query, JOIN)) : countInRadius(query, radius);
  const total = connection.number(count);
  if (offset >= total) return { total, keys: [] };
  if (order.by === 'distance') {
    for (const { radius, isLast } of growingRadii(query, order, total)) {
      const keys = connection.texts(pageInRadius(query, radius, NEAREST_FIRST));
      if (keys.length >= Math.min(total - offset, limit) || isLast) return { total, keys };
    }
    // What is left are listings without a place, or pages that deep.
    return { total, keys: connection.texts(measuredPage(ALL, query)) };
  }
  if (radius === undefined) throw new Error('this query asks for no place');
  return { total, keys: connection.texts(pageInRadius(query, radius, orderColumns(query))) };
}

/** Cells that may hold a place of the circle, as the table `near`: narrowed down by their corner, then by their middle. */
function nearCells({ center, km, from, chord }: Radius): Sql {
  const { south, north, west, east } = boxAround(center, km);
  return sql(
    'WITH near AS MATERIALIZED (SELECT id, reach,',
    squaredChord('cell', from),
    'AS to_middle FROM cell INDEXED BY cell_by_position',
    bind('WHERE south BETWEEN ? AND ?', south - CELL_DEGREES, north),
    bind('AND west BETWEEN ? AND ?', west - CELL_DEGREES_EAST, east),
    bind('AND to_middle <= (? + reach) * (? + reach))', chord, chord),
  );
}

function countInRadius(query: SqlQuery, radius: Radius): Sql {
  const where = conditions(query);
  return sql(
    nearCells(radius),
    // The sum over the cells, not a join: each count is one range of an index, chosen by what is asked for.
    'SELECT coalesce((SELECT sum((SELECT count(*) FROM listing l WHERE l.cell = near.id AND',
    where,
    bind(')) FROM near WHERE sqrt(near.to_middle) + near.reach <= ?), 0) +', radius.chord),
    '(SELECT count(*) FROM near CROSS JOIN place p ON p.cell = near.id AND',
    squaredChord('p', radius.from),
    bind('<= ? CROSS JOIN listing l INDEXED BY listing_by_place ON l.place = p.id AND', radius.chord ** 2),
    where,
    bind('WHERE sqrt(near.to_middle) + near.reach > ?)', radius.chord),
  );
}

function pageInRadius(query: SqlQuery, radius: Radius, columns: readonly string[]): Sql {
  return sql(
    nearCells(radius),
    'SELECT l.key,',
    squaredChord('p', radius.from),
    bind('AS square FROM near CROSS JOIN place p ON p.cell = near.id AND square <= ?', radius.chord ** 2),
    'CROSS JOIN listing l INDEXED BY listing_by_place ON l.place = p.id WHERE',
    conditions(query),
    pageEnd(query, columns),
  );
}

export function findMeasured(connection: Connection, lead: Lead, query: SqlQuery): ResultPage {
  const total = connection.number(sql('SELECT count(*)', measuredListings(query, lead.tables, lead.owner)));
  if (query.offset >= total) return { total, keys: [] };
  return { total, keys: connection.texts(measuredPage(lead, query)) };
}

function measuredPage({ tables, owner, byRelevance }: Lead, query: SqlQuery): Sql {
  const { order } = query;
  const columns = {
    columns: orderColumns(query).map((column) => `l.${column}`),
    distance: NEAREST_FIRST,
    relevance: byRelevance,
  }[order.by];
  const listings = measuredListings(query, tables, owner);
  return sql('SELECT l.key,', squareOf(query), 'AS square', listings, pageEnd(query, columns));
}
