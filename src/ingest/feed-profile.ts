// What reading a feed reveals about its encoding, format, layout and columns. `feed inspect` shows it.
import type { ResolvedColumn } from './column-resolver.ts';
import type { Delimiter } from './read/csv-header.ts';
import type { FeedEncoding } from './read/feed-encoding.ts';
import type { FeedFormat } from './read/feed-format.ts';
import type { LayoutName } from './layouts/layout.ts';

export interface ProfiledColumn {
  /** Null: excluded by the mapping. Undefined: unknown. */
  readonly column: ResolvedColumn | null | undefined;
  /** Records with a value in this column. */
  count: number;
  /** The first value. */
  sample: unknown;
}

/** Further columns are not profiled, so that hostile feeds cannot fill the memory. */
const MAX_COLUMNS = 1000;

export class FeedProfile {
  encoding: FeedEncoding | undefined;
  format: FeedFormat | undefined;
  delimiter: Delimiter | undefined;
  layout: LayoutName | undefined;
  /** Why the CSV header is invalid. With a profile the mapper reports it here instead of throwing. */
  headerError: string | undefined;
  readonly columns = new Map<string, ProfiledColumn>();

  addName(name: string, column: ResolvedColumn | null | undefined): ProfiledColumn | undefined {
    const found = this.columns.get(name);
    if (found !== undefined || this.columns.size === MAX_COLUMNS) return found;
    const profiled: ProfiledColumn = { column, count: 0, sample: undefined };
    this.columns.set(name, profiled);
    return profiled;
  }

  addValue(name: string, column: ResolvedColumn | null | undefined, value: unknown): void {
    const profiled = this.addName(name, column);
    if (profiled === undefined || value === null || value === undefined || value === '') return;
    profiled.count += 1;
    profiled.sample ??= value;
  }
}
