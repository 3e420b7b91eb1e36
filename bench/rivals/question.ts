// A search as the SQL engines are asked it: in the columns of listing-columns.ts, with numbers for names. What to write
// for it, and in which order to look, is each engine's own business.
import type { Point } from '../../src/geo/great-circle.ts';
import { engineQuery } from '../../src/index/engine-query.ts';
import type { EngineQuery, Order, RangeFilterSpec } from '../../src/engine/schema.ts';
import type { SearchQuery } from '../../src/listing/search-query.ts';
import { askedWords, type AskedWord } from './asked-words.ts';
import { UNKNOWN, type ListingColumns, type StockNumbers } from './listing-columns.ts';
import { chordOf, unitVector, type UnitVector } from './sphere.ts';

export interface Question {
  /** A listing has one of these numbers in the column. `model` is no column: a listing has several numbers of it. */
  readonly values: readonly ValueCondition[];
  readonly bounds: readonly Bounds[];
  readonly circle?: Circle;
  /** Every word must match. At least one. */
  readonly words?: readonly AskedWord[];
  readonly order: QuestionOrder;
  readonly offset: number;
  readonly limit: number;
}

export interface ValueCondition {
  readonly column: 'make' | 'model' | 'fuel' | 'gearbox' | 'dealer';
  /** At least one. */
  readonly anyOf: readonly number[];
}

/** Both inclusive; `to` is always below UNKNOWN. An absent `from` is open. */
export interface Bounds {
  readonly column: 'price_up' | 'miles_up' | 'year_down' | 'engine_up';
  readonly from?: number;
  readonly to: number;
}

export interface Circle {
  readonly middle: Point;
  readonly km: number;
  readonly from: UnitVector;
  /** On the unit sphere. */
  readonly chord: number;
}

export type QuestionOrder =
  | { readonly by: 'columns'; readonly columns: readonly OrderColumn[] }
  | { readonly by: 'distance'; readonly middle: Point; readonly from: UnitVector }
  | { readonly by: 'relevance' };

export type OrderColumn = keyof ListingColumns;

/** Undefined: nothing can match, because no listing has a name that was asked for, or no word was asked. */
export function questionOf(query: SearchQuery, numbers: StockNumbers): Question | undefined {
  const asked = engineQuery(query);
  const values = valuesOf(asked, numbers);
  const words = asked.text === undefined ? undefined : askedWords(asked.text);
  if (words?.length === 0 || values.some(({ anyOf }) => anyOf.length === 0)) return undefined;
  const { radius, offset, limit } = asked;
  return {
    values,
    bounds: asked.ranges.map(boundsOf),
    circle: radius && {
      middle: radius.center,
      km: radius.km,
      from: unitVector(radius.center),
      chord: chordOf(radius.km),
    },
    words,
    order: orderOf(asked.order),
    offset,
    limit,
  };
}

const COLUMN_OF_VALUE = {
  make: 'make',
  model: 'model',
  fuelType: 'fuel',
  transmission: 'gearbox',
  dealer: 'dealer',
} as const;

function valuesOf({ values }: EngineQuery, numbers: StockNumbers): ValueCondition[] {
  return values.map(({ field, keys }) => {
    const name = field as keyof typeof COLUMN_OF_VALUE;
    return { column: COLUMN_OF_VALUE[name], anyOf: keys.flatMap((key) => numbers[name].find(key) ?? []) };
  });
}

const LARGEST = UNKNOWN - 1;

function boundsOf({ field, min, max }: RangeFilterSpec): Bounds {
  switch (field) {
    case 'priceGbp':
      return bounds('price_up', min, max);
    case 'mileageMiles':
      return bounds('miles_up', min, max);
    case 'engineLitres':
      return bounds('engine_up', min, max);
    case 'year':
      return bounds('year_down', -max, -min);
    default:
      throw new Error(`no column holds the field '${field}'`);
  }
}

function bounds(column: Bounds['column'], from: number, to: number): Bounds {
  return { column, ...(from > -LARGEST && { from: Math.min(from, LARGEST) }), to: Math.min(to, LARGEST) };
}

const TIES = ['price_up', 'key'] as const;

function orderOf(order: Order): QuestionOrder {
  if (order.by === 'relevance') return order;
  if (order.by === 'distance') return { by: 'distance', middle: order.from, from: unitVector(order.from) };
  switch (order.field) {
    case 'priceGbp':
      // Listings of one price have one place among the prices: the tie-breaker after it would say nothing.
      return { by: 'columns', columns: [order.direction === 'ascending' ? 'price_up' : 'price_down', 'key'] };
    case 'mileageMiles':
      return { by: 'columns', columns: ['miles_up', ...TIES] };
    case 'year':
      return { by: 'columns', columns: ['year_down', ...TIES] };
    case 'standing':
      return { by: 'columns', columns: ['standing_up', ...TIES] };
    default:
      throw new Error(`no column orders by the field '${order.field}'`);
  }
}
