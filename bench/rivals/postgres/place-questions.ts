// Questions about a place. Cells that lie in the circle as a whole are counted without a look at their places; in those
// on its rim each place is measured once, whatever number of cars stands there. Nearest first is looked for in a small
// circle, which grows until it holds the page. Where a model leads to few listings, these are measured instead.
import { CELL_DEGREES, CELL_DEGREES_EAST } from '../places.ts';
import type { Circle, Question } from '../question.ts';
import { boxAround, chordOf, type UnitVector } from '../sphere.ts';
import {
  conditionColumns,
  conditions,
  joined,
  pageEnd,
  sql,
  squaredChord,
  type Owner,
  type Sql,
} from '../sql.ts';
import {
  countOf,
  MODELS_WITH_LISTINGS,
  ownerAmongModels,
  sourceOf,
  type Found,
} from './listing-questions.ts';
import type { Session } from './session.ts';

/** `years` are those of the stock, as year_down has them. */
export async function askPlaces(
  session: Session,
  question: Question,
  years: readonly number[],
): Promise<Found> {
  const { circle, order } = question;
  if (conditionColumns(question).includes('model')) return askMeasured(session, question);
  const total = await session.number(
    circle === undefined ? countOf(question, sourceOf(question), years) : countInCircle(question, circle),
  );
  if (question.offset >= total) return { total, keys: [] };
  if (order.by === 'distance') return { total, keys: await nearest(session, question, order, total) };
  if (circle === undefined || order.by !== 'columns') throw new Error('this question asks for no place');
  const columns = order.columns.map((column) => `l.${column}`);
  return { total, keys: await session.texts(pageInCircle(question, circle, columns)) };
}

/** Cells that may hold a place of the circle, as the table `near`: `to_middle` is the square of a chord. */
function nearCells({ middle, km, from, chord }: Circle): Sql {
  const { south, north, west, east } = boxAround(middle, km);
  return joined([
    // OFFSET 0 keeps the planner from computing the square twice.
    sql('near AS MATERIALIZED (SELECT * FROM (SELECT id, reach,'),
    squaredChord('cell', from),
    sql('AS to_middle FROM cell WHERE south BETWEEN ? AND ?', south - CELL_DEGREES, north),
    sql('AND west BETWEEN ? AND ? OFFSET 0) boxed', west - CELL_DEGREES_EAST, east),
    sql('WHERE to_middle <= (?::float8 + reach) * (?::float8 + reach))', chord, chord),
  ]);
}

function countInCircle(question: Question, circle: Circle): Sql {
  const where = conditions(question);
  return joined([
    sql('WITH'),
    nearCells(circle),
    sql('SELECT (SELECT count(*) FROM listing l WHERE l.cell = ANY (ARRAY('),
    sql('SELECT id FROM near WHERE sqrt(to_middle) + reach <= ?)) AND', circle.chord),
    where,
    sql(') + (SELECT count(*) FROM near JOIN place p ON p.cell = near.id AND'),
    squaredChord('p', circle.from),
    sql('<= ? JOIN listing l ON l.place = p.id AND', circle.chord ** 2),
    where,
    sql('WHERE sqrt(to_middle) + reach > ?)', circle.chord),
  ]);
}

function pageInCircle(question: Question, circle: Circle, columns: readonly string[]): Sql {
  const square = squaredChord('p', circle.from);
  return joined([
    sql('WITH'),
    nearCells(circle),
    sql('SELECT l.key,'),
    square,
    sql('AS square FROM near JOIN place p ON p.cell = near.id AND'),
    square,
    sql('<= ? JOIN listing l ON l.place = p.id WHERE', circle.chord ** 2),
    conditions(question),
    pageEnd(question, columns),
  ]);
}

export const NEAREST_FIRST = ['square', 'l.price_up', 'l.key'];
/** More than half the way round the globe. */
const EVERYWHERE_KM = 20_038;

async function nearest(
  session: Session,
  question: Question,
  { from, middle }: { readonly from: UnitVector; readonly middle: Circle['middle'] },
  total: number,
): Promise<readonly string[]> {
  const limitKm = question.circle?.km ?? EVERYWHERE_KM;
  const wanted = Math.min(total - question.offset, question.limit);
  for (let km = firstKm(question, total); km < EVERYWHERE_KM; km *= 2) {
    const reachedKm = Math.min(km, limitKm);
    const circle = { middle, km: reachedKm, from, chord: chordOf(reachedKm) };
    const keys = await session.texts(pageInCircle(question, circle, NEAREST_FIRST));
    if (keys.length >= wanted || reachedKm === limitKm) return keys;
  }
  // What is left are listings that are nowhere, or pages that deep.
  return (await askMeasured(session, question)).keys;
}

/** As if listings lay evenly in the circle, and four times the page's: with as many as it needs, it would often be too small. */
function firstKm({ circle, offset, limit }: Question, total: number): number {
  if (circle === undefined) return 25;
  return Math.max(1, circle.km * Math.sqrt((4 * (offset + limit)) / total));
}

/** Measures every listing that the other conditions leave. */
async function askMeasured(session: Session, question: Question): Promise<Found> {
  const byModel = conditionColumns(question).includes('model');
  const tables = byModel ? MODELS_WITH_LISTINGS : 'listing l';
  const owner: Owner = byModel ? ownerAmongModels : () => 'l';
  const { order } = question;
  return session.page(
    question,
    joined([
      sql('SELECT count(*) OVER () AS total, l.key,'),
      squareOf(question),
      sql(`AS square FROM ${tables} LEFT JOIN place p ON p.id = l.place WHERE`),
      conditions(question, owner),
      withinCircle(question),
      pageEnd(
        question,
        order.by === 'columns' ? order.columns.map((column) => `l.${column}`) : NEAREST_FIRST,
      ),
    ]),
  );
}

/** Chords are at most 2, so with a square of 9 the unknown are behind all that are known. */
export function squareOf({ order }: Question): Sql {
  if (order.by !== 'distance') return sql('0');
  return joined([sql('coalesce('), squaredChord('p', order.from), sql(', 9)')]);
}

export function withinCircle({ circle }: Question): Sql {
  if (circle === undefined) return sql('');
  return joined([sql('AND'), squaredChord('p', circle.from), sql('<= ?', circle.chord ** 2)]);
}
