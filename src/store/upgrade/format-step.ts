// What an upgrade step is: how a stock of one format becomes one of the next. A step knows the earlier format by itself: it
// lists that format's tables, and reads and writes values as plain text. So it stays right, whatever today's code becomes.
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
  /** What the next format has; ends the sentence "New in it: …". */
  readonly summary: string;
  /** The tables of the format `from`. */
  readonly tables: readonly NamedLayout[];
  /** By table, its entries in the format `to`. All other tables stay as they are. */
  changes(before: StockView): Readonly<Record<string, (entries: Entries) => Entries>>;
}

/** The stock as the steps make it, one after the other. Nothing is read before its entries are. */
export function viewAfter(before: StockView, steps: readonly FormatStep[]): StockView {
  return steps.reduce<StockView>((view, step) => {
    const changes = step.changes(view);
    return {
      entries: (table) =>
        Object.hasOwn(changes, table) ? changes[table](view.entries(table)) : view.entries(table),
    };
  }, before);
}

/** The tables that the steps leave as they are. */
export function unchangedTables(
  before: StockView,
  steps: readonly FormatStep[],
  tables: readonly string[],
): string[] {
  const changed = steps.flatMap((step) => Object.keys(step.changes(before)));
  return tables.filter((table) => !changed.includes(table));
}
