// Questions about a place. Cells that lie in the circle as a whole are counted without a look at their places; in those
// on its rim each place is measured once, whatever number of cars stands there. Nearest first is looked for in a small
// circle, which grows until it holds the page. Where something else leads to few listings, a model or words, these are
// measured instead.
import type { Circle, Question } from '../question.ts';
import { chordOf, type UnitVector } from '../sphere.ts';
import {
  countListings,
  keysOf,
  MODELS_WITH_LISTINGS,
  ownerAmongModels,
  type Found,
} from './listing-questions.ts';
import {
  conditionColumns,
  conditions,
  joined,
  OF_LISTING,
  pageEnd,
  sql,
  squaredChord,
  type Owner,
  type Sql,
} from '../sql.ts';
import { nearCells } from './near-cells.ts';
import type { Connection } from './connection.ts';

export function askPlaces(connection: Connection, question: Question): Found {
  const { circle, order } = question;
  if (conditionColumns(question).includes('model')) return askMeasured(connection, MODELS, question);
  const total =
    circle === undefined ? countListings(connection, question) : countInCircle(connection, question, circle);
  if (question.offset >= total) return { total, keys: [] };
  if (order.by === 'distance') return { total, keys: nearest(connection, question, order, total) };
  if (circle === undefined || order.by !== 'columns') throw new Error('this question asks for no place');
  return { total, keys: keysOf(connection, pageInCircle(question, circle, order.columns)) };
}

function countInCircle(connection: Connection, question: Question, circle: Circle): number {
  const where = conditions(question);
  const { text, values } = joined([
    sql('WITH'),
    nearCells(circle),
    // The sum over the cells, not a join: each count is one range of an index, chosen by what is asked for.
    sql('SELECT coalesce((SELECT sum((SELECT count(*) FROM listing l WHERE l.cell = near.id AND'),
    where,
    sql(')) FROM near WHERE sqrt(near.to_middle) + near.reach <= ?), 0) +', circle.chord),
    sql('(SELECT count(*) FROM near CROSS JOIN place p ON p.cell = near.id AND'),
    squaredChord('p', circle.from),
    sql('<= ? CROSS JOIN listing l INDEXED BY listing_by_place ON l.place = p.id AND', circle.chord ** 2),
    where,
    sql('WHERE sqrt(near.to_middle) + near.reach > ?)', circle.chord),
  ]);
  return connection.number(text, values);
}

function pageInCircle(question: Question, circle: Circle, columns: readonly string[]): Sql {
  return joined([
    sql('WITH'),
    nearCells(circle),
    sql('SELECT l.key,'),
    squaredChord('p', circle.from),
    sql('AS square FROM near CROSS JOIN place p ON p.cell = near.id AND square <= ?', circle.chord ** 2),
    sql('CROSS JOIN listing l INDEXED BY listing_by_place ON l.place = p.id WHERE'),
    conditions(question),
    pageEnd(question, columns),
  ]);
}

const NEAREST_FIRST = ['square', 'l.price_up', 'l.key'];
/** More than half the way round the globe. */
const EVERYWHERE_KM = 20_038;

function nearest(
  connection: Connection,
  question: Question,
  { from, middle }: { readonly from: UnitVector; readonly middle: Circle['middle'] },
  total: number,
): string[] {
  const limitKm = question.circle?.km ?? EVERYWHERE_KM;
  const wanted = Math.min(total - question.offset, question.limit);
  for (let km = firstKm(question, total); km < EVERYWHERE_KM; km *= 2) {
    const reachedKm = Math.min(km, limitKm);
    const circle = { middle, km: reachedKm, from, chord: chordOf(reachedKm) };
    const keys = keysOf(connection, pageInCircle(question, circle, NEAREST_FIRST));
    if (keys.length >= wanted || reachedKm === limitKm) return keys;
  }
  // What is left are listings that are nowhere, or pages that deep.
  return keysOf(connection, measuredPage(ALL, question));
}

/** As if listings lay evenly in the circle, and four times the page's: with as many as it needs, it would often be too small. */
function firstKm({ circle, offset, limit }: Question, total: number): number {
  if (circle === undefined) return 25;
  return Math.max(1, circle.km * Math.sqrt((4 * (offset + limit)) / total));
}

/** What leads to listings `l`, and the tables that have the columns of conditions. */
export interface Lead {
  readonly tables: Sql;
  readonly owner: Owner;
  /** How its listings are ordered by relevance, if they are. */
  readonly byRelevance?: readonly string[];
}

/** Every row of by_model with its listing. */
const MODELS: Lead = { tables: sql(MODELS_WITH_LISTINGS), owner: ownerAmongModels };
const ALL: Lead = { tables: sql('listing l'), owner: OF_LISTING };

export function askMeasured(connection: Connection, lead: Lead, question: Question): Found {
  const listings = measuredListings(lead, question);
  const { text, values } = joined([sql('SELECT count(*)'), listings]);
  const total = connection.number(text, values);
  if (question.offset >= total) return { total, keys: [] };
  return { total, keys: keysOf(connection, measuredPage(lead, question)) };
}

function measuredPage(lead: Lead, question: Question): Sql {
  const { order } = question;
  // Chords are at most 2, so with a square of 9 the unknown are behind all that are known.
  const square =
    order.by === 'distance'
      ? joined([sql('coalesce('), squaredChord('p', order.from), sql(', 9)')], '')
      : sql('0');
  const listings = measuredListings(lead, question);
  const end = pageEnd(question, columnsOf(order, lead));
  return joined([sql('SELECT l.key,'), square, sql('AS square'), listings, end]);
}

function columnsOf(order: Question['order'], { byRelevance }: Lead): readonly string[] {
  switch (order.by) {
    case 'columns':
      return order.columns.map((column) => `l.${column}`);
    case 'distance':
      return NEAREST_FIRST;
    case 'relevance':
      if (byRelevance === undefined) throw new Error('without words nothing is relevant');
      return byRelevance;
  }
}

function measuredListings({ tables, owner }: Lead, question: Question): Sql {
  const { circle } = question;
  const parts = [
    sql('FROM'),
    tables,
    sql('LEFT JOIN place p ON p.id = l.place WHERE'),
    conditions(question, owner),
  ];
  if (circle !== undefined) {
    parts.push(sql('AND'), squaredChord('p', circle.from), sql('<= ?', circle.chord ** 2));
  }
  return joined(parts, ' ');
}
