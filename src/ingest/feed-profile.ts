// What was found out about a feed on the way: filled in as it is read, for whoever wants to show it.
import type { ResolvedColumn } from './column-resolver.ts';
import type { Delimiter } from './read/csv-header.ts';
import type { FeedEncoding } from './read/feed-encoding.ts';
import type { FeedFormat } from './read/feed-format.ts';
import type { LayoutName } from './layouts/layout.ts';

export interface ProfiledColumn {
  /** Null: not wanted. Undefined: nothing is known of this name. */
  readonly column: ResolvedColumn | null | undefined;
  /** Records that have a value in it, and the first of the values. */
  count: number;
  sample: unknown;
}

/** More names than any feed has. */
const MAX_COLUMNS = 1000;

export class FeedProfile {
  encoding: FeedEncoding | undefined;
  format: FeedFormat | undefined;
  delimiter: Delimiter | undefined;
  layout: LayoutName | undefined;
  /** Why a header cannot be that of a feed. With a trace it is told here, and not thrown. */
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
