// A search in the columns of numbered-stock.ts, with numbers for names; and fragments of SQL with their values. Each
// engine has its own statements and plans.
import type { EngineQuery, SortOrder, RangeFilterSpec, TermRequest } from '../../src/engine/schema.ts';
import { unitVector, type Point, type UnitVector } from '../../src/geo/great-circle.ts';
import { toEngineQuery } from '../../src/index/shared/engine-query.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import { chordOf, NO_VALUE, UNKNOWN, type ListingColumns, type NumberedStock } from './numbered-stock.ts';
import { queryWords, type QueryWord } from './query-words.ts';

export interface SqlQuery {
  readonly values: readonly ValueCondition[];
  /** Both inclusive; `to` is always below UNKNOWN. Without `from`: at most `to`. */
  readonly bounds: readonly { readonly column: BoundColumn; readonly from?: number; readonly to: number }[];
  readonly radius?: Radius;
  /** Every word must match. At least one. */
  readonly words?: readonly QueryWord[];
  readonly order: SqlOrder;
  readonly offset: number;
  readonly limit: number;
}

/**
 * A listing has one of some numbers in the column, at least one, or any but these and the number of unknown values. `model` is no
 * column: a listing has several of them.
 */
type ValueCondition = { readonly column: ValueColumn } & (
  { readonly anyOf: readonly number[] } | { readonly noneOf: readonly number[] }
);

type ValueColumn = 'make' | 'model' | 'fuel' | 'transmission' | 'dealer';
type BoundColumn = 'price_up' | 'miles_up' | 'year_down' | 'engine_up';

export interface Radius {
  readonly center: Point;
  readonly km: number;
  readonly from: UnitVector;
  /** On the unit sphere. */
  readonly chord: number;
}

export type SqlOrder =
  | { readonly by: 'columns'; readonly columns: readonly (keyof ListingColumns)[] }
  | { readonly by: 'distance'; readonly center: Point; readonly from: UnitVector }
  | { readonly by: 'relevance' };

/** Total, and the row keys of the page. */
export interface ResultPage {
  readonly total: number;
  readonly keys: readonly string[];
}

export const EMPTY_PAGE: ResultPage = { total: 0, keys: [] };

/** Undefined: nothing can match, because no listing has a name that was asked for, or no word was asked for. */
export function sqlQueryOf(query: SearchQuery, stock: NumberedStock): SqlQuery | undefined {
  const { text, radius: radiusFilter, values, ranges, sortOrder, offset, limit } = toEngineQuery(query);
  const words = text === undefined ? undefined : queryWords(text);
  const numbered = values.map(({ field, terms, excluded = [] }): ValueCondition => {
    const name = field as keyof typeof COLUMN_OF_VALUE;
    const column = COLUMN_OF_VALUE[name];
    const numbersOf = (asked: readonly TermRequest[]): number[] =>
      asked
        .flatMap((term) => (name === 'model' ? stock.titles.keysFor(term) : singleTerm(term)))
        .flatMap((term) => stock[name].find(term) ?? []);
    const without = numbersOf(excluded);
    if (terms !== undefined)
      return { column, anyOf: numbersOf(terms).filter((number) => !without.includes(number)) };
    if (column === 'model') throw new Error('excluded models are not compared with other engines');
    return { column, noneOf: without };
  });
  const isEmpty = (condition: ValueCondition): boolean =>
    'anyOf' in condition && condition.anyOf.length === 0;
  if (words?.length === 0 || numbered.some(isEmpty)) return undefined;
  const radius = radiusFilter && radiusOf(radiusFilter.center, radiusFilter.km);
  return {
    values: numbered,
    bounds: ranges.map(boundsOf),
    radius,
    words,
    order: orderOf(sortOrder),
    offset,
    limit,
  };
}

/** The benchmark asks only for values other than models that are one term each. */
export function singleTerm(term: TermRequest): string {
  if (typeof term !== 'string') throw new Error(`no single term: ${JSON.stringify(term)}`);
  return term;
}

export function radiusOf(center: Point, km: number): Radius {
  return { center, km, from: unitVector(center), chord: chordOf(km) };
}

const COLUMN_OF_VALUE = {
  make: 'make',
  model: 'model',
  fuelType: 'fuel',
  transmission: 'transmission',
  dealer: 'dealer',
} as const satisfies Partial<Record<EngineQuery['values'][number]['field'], ValueColumn>>;

const COLUMN_OF_RANGE: Readonly<Record<string, BoundColumn>> = {
  priceGbp: 'price_up',
  mileageMiles: 'miles_up',
  engineLitres: 'engine_up',
  year: 'year_down',
};
const MAX_VALUE = UNKNOWN - 1;

function boundsOf({ field, min, max }: RangeFilterSpec): SqlQuery['bounds'][number] {
  const column = COLUMN_OF_RANGE[field];
  if (column === undefined) throw new Error(`no column holds the field '${field}'`);
  const [from, to] = column === 'year_down' ? [-max, -min] : [min, max];
  return {
    column,
    ...(from > -MAX_VALUE && { from: Math.min(from, MAX_VALUE) }),
    to: Math.min(to, MAX_VALUE),
  };
}

function orderOf(sortOrder: SortOrder): SqlOrder {
  if (sortOrder.by === 'relevance') return sortOrder;
  if (sortOrder.by === 'distance')
    return { by: 'distance', center: sortOrder.from, from: unitVector(sortOrder.from) };
  const ties = ['price_up', 'key'] as const;
  switch (sortOrder.field) {
    case 'priceGbp':
      // Listings of one price have one place among the prices: the tie-breaker after it would say nothing.
      return {
        by: 'columns',
        columns: [sortOrder.direction === 'ascending' ? 'price_up' : 'price_down', 'key'],
      };
    case 'mileageMiles':
      return { by: 'columns', columns: ['miles_up', ...ties] };
    case 'year':
      return { by: 'columns', columns: ['year_down', ...ties] };
    case 'defaultRank':
      return { by: 'columns', columns: ['default_rank_up', 'shuffle', ...ties] };
    default:
      throw new Error(`no column orders by the field '${sortOrder.field}'`);
  }
}

export type SqlValue = number | string;

/** `text` has a question mark for each of `values`, in their order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Parts with spaces between them; texts have no values of their own. */
export function sql(...parts: readonly (string | Sql)[]): Sql {
  const all = parts.map((part) => (typeof part === 'string' ? { text: part, values: [] } : part));
  return { text: all.map(({ text }) => text).join(' '), values: all.flatMap(({ values }) => values) };
}

/** A text with the values of its question marks. */
export function bind(text: string, ...values: readonly SqlValue[]): Sql {
  return { text, values };
}

/** Columns that the query has a condition on; the circle is none. */
export function conditionColumns({ values, bounds }: SqlQuery): (ValueColumn | BoundColumn)[] {
  return [...values.map(({ column }) => column), ...bounds.map(({ column }) => column)];
}

/** The table that has a column: `m` if by_model leads, else `l`, the listing. */
export type Owner = (column: string) => string;

export const OF_LISTING: Owner = () => 'l';

/** Joined by "and"; `TRUE` if there are none. */
export function conditions({ values, bounds }: Pick<SqlQuery, 'values' | 'bounds'>, owner = OF_LISTING): Sql {
  const parts = [
    ...values.map((condition) => {
      const { column } = condition;
      if ('noneOf' in condition) {
        const numbers = [NO_VALUE, ...condition.noneOf];
        return bind(`${owner(column)}.${column} NOT IN (${numbers.map(() => '?').join(', ')})`, ...numbers);
      }
      const { anyOf } = condition;
      const comparison = anyOf.length === 1 ? '= ?' : `IN (${anyOf.map(() => '?').join(', ')})`;
      // A listing has several models, each a row of by_model.
      return column === 'model' && owner(column) !== 'm'
        ? bind(`EXISTS (SELECT 1 FROM by_model m WHERE m.listing = l.id AND m.model ${comparison})`, ...anyOf)
        : bind(`${owner(column)}.${column} ${comparison}`, ...anyOf);
    }),
    ...bounds.map(({ column, from, to }) => {
      const name = `${owner(column)}.${column}`;
      return from === undefined ? bind(`${name} <= ?`, to) : bind(`${name} BETWEEN ? AND ?`, from, to);
    }),
  ];
  return parts.length === 0
    ? sql('TRUE')
    : sql(...parts.flatMap((part, at) => (at === 0 ? part : ['AND', part])));
}

/** Square of the chord from a point to the position that `table` has. */
export function squaredChord(table: string, { x, y, z }: UnitVector): Sql {
  const part = (axis: string): string => `(${table}.${axis} - ?) * (${table}.${axis} - ?)`;
  return bind(`(${part('x')} + ${part('y')} + ${part('z')})`, x, x, y, y, z, z);
}

/** `ORDER BY` and the page. */
export function pageEnd({ offset, limit }: SqlQuery, columns: readonly string[]): Sql {
  return bind(`ORDER BY ${columns.join(', ')} LIMIT ? OFFSET ?`, limit, offset);
}

/** The columns of the order, none unless it is by columns. */
export function orderColumns({ order }: SqlQuery): readonly string[] {
  return order.by === 'columns' ? order.columns : [];
}
