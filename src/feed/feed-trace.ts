// What was found out about a feed on the way: filled in as it is read, for whoever wants to show it.
import type { Column } from './column-table.ts';
import type { Delimiter } from './csv-header.ts';
import type { FeedEncoding } from './feed-encoding.ts';
import type { FeedFormat } from './feed-format.ts';
import type { LayoutName } from './layouts/layout.ts';

export interface TracedColumn {
  /** Null: not wanted. Undefined: nothing is known of this name. */
  readonly column: Column | null | undefined;
  /** Records that have a value in it, and the first of the values. */
  count: number;
  sample: unknown;
}

/** More names than any feed has. */
const MOST_COLUMNS = 1000;

export class FeedTrace {
  encoding: FeedEncoding | undefined;
  format: FeedFormat | undefined;
  delimiter: Delimiter | undefined;
  layout: LayoutName | undefined;
  /** Why a header cannot be that of a feed. With a trace it is told here, and not thrown. */
  headerFault: string | undefined;
  readonly columns = new Map<string, TracedColumn>();

  addName(name: string, column: Column | null | undefined): TracedColumn | undefined {
    const found = this.columns.get(name);
    if (found !== undefined || this.columns.size === MOST_COLUMNS) return found;
    const traced: TracedColumn = { column, count: 0, sample: undefined };
    this.columns.set(name, traced);
    return traced;
  }

  addValue(name: string, column: Column | null | undefined, value: unknown): void {
    const traced = this.addName(name, column);
    if (traced === undefined || value === null || value === undefined || value === '') return;
    traced.count += 1;
    traced.sample ??= value;
  }
}
