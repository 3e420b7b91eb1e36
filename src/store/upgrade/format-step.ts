// An upgrade step turns a stock of one format into the next. A step must not depend on today's code: it lists its format's
// tables, and reads and writes values as plain text.
import type { Key } from 'lmdb';
import type { NamedLayout } from '../table-layout.ts';
import type { Entry } from '../table.ts';

export type Entries = Iterable<Entry<Key>>;

/** A stock of some format. */
export interface StockView {
  /** The entries of a table in the order of their keys; none for a table that the format does not have. */
  entries(table: string): Entries;
}

export interface FormatStep {
  readonly from: string;
  readonly to: string;
  /** The additions of the next format; ends the sentence "New in it: …". */
  readonly summary: string;
  /** The tables of the format `from`. */
  readonly tables: readonly NamedLayout[];
  /** For each changed table, a function from its entries to those of the format `to`. All other tables stay as they are. */
  changes(before: StockView): Readonly<Record<string, (entries: Entries) => Entries>>;
}

/** The stock after the steps, applied in order. Tables are read lazily. */
export function viewAfter(before: StockView, steps: readonly FormatStep[]): StockView {
  return steps.reduce<StockView>((view, step) => {
    const changes = step.changes(view);
    return {
      entries: (table) =>
        Object.hasOwn(changes, table) ? changes[table](view.entries(table)) : view.entries(table),
    };
  }, before);
}

/** The tables that no step changes. */
export function unchangedTables(
  before: StockView,
  steps: readonly FormatStep[],
  tables: readonly string[],
): string[] {
  const changed = steps.flatMap((step) => Object.keys(step.changes(before)));
  return tables.filter((table) => !changed.includes(table));
}
