// Pieces of SQL with their values, and the conditions of a question as such: what the SQL engines have in common.
import type { Question } from './question.ts';
import type { UnitVector } from './sphere.ts';

export type SqlValue = number | string;

/** `text` has a question mark for each of `values`, in their order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export function sql(text: string, ...values: readonly SqlValue[]): Sql {
  return { text, values };
}

export function joined(parts: readonly Sql[], separator = ' '): Sql {
  return {
    text: parts.map(({ text }) => text).join(separator),
    values: parts.flatMap(({ values }) => values),
  };
}

export type ConditionColumn = Question['values'][number]['column'] | Question['bounds'][number]['column'];

/** Columns that the question has a condition on; the circle is none. */
export function conditionColumns({ values, bounds }: Question): ConditionColumn[] {
  return [...values.map(({ column }) => column), ...bounds.map(({ column }) => column)];
}

/** The table that has a column: `m` where by_model leads, else `l`, the listing. */
export type Owner = (column: string) => string;

export const OF_LISTING: Owner = () => 'l';

/** Joined by "and"; `TRUE` if there are none. */
export function conditions({ values, bounds }: Question, owner: Owner = OF_LISTING): Sql {
  const parts = [
    ...values.map(({ column, anyOf }) => {
      const isAsked = isOneOf(anyOf.length);
      // A listing has several models, each a row of by_model.
      return column === 'model' && owner(column) !== 'm'
        ? sql(`EXISTS (SELECT 1 FROM by_model m WHERE m.listing = l.id AND m.model ${isAsked})`, ...anyOf)
        : sql(`${owner(column)}.${column} ${isAsked}`, ...anyOf);
    }),
    ...bounds.map(({ column, from, to }) => {
      const name = `${owner(column)}.${column}`;
      return from === undefined ? sql(`${name} <= ?`, to) : sql(`${name} BETWEEN ? AND ?`, from, to);
    }),
  ];
  return parts.length === 0 ? sql('TRUE') : joined(parts, ' AND ');
}

function isOneOf(count: number): string {
  return count === 1 ? '= ?' : `IN (${Array.from({ length: count }, () => '?').join(', ')})`;
}

/** Square of the chord from a point to the position that `table` has. */
export function squaredChord(table: string, { x, y, z }: UnitVector): Sql {
  const part = (axis: string): string => `(${table}.${axis} - ?) * (${table}.${axis} - ?)`;
  return sql(`(${part('x')} + ${part('y')} + ${part('z')})`, x, x, y, y, z, z);
}

/** `ORDER BY` and the page. */
export function pageEnd({ offset, limit }: Question, columns: readonly string[]): Sql {
  return sql(`ORDER BY ${columns.join(', ')} LIMIT ? OFFSET ?`, limit, offset);
}
