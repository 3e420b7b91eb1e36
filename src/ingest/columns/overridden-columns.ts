// Finds columns without effect because another column of the same field has a value too, for the report.
import { takesOneValue, type SourceValue } from './combine-columns.ts';
import type { ColumnField } from './column-fields.ts';

export interface OverriddenColumn {
  /** Shortened and escaped, as `by` is. */
  readonly name: string;
  /** The column whose value counts. */
  readonly by: string;
}

const NONE: readonly OverriddenColumn[] = [];

/** Columns whose value differs from that of the column before them. `sources` has each field's columns, the first to count first. */
export function overriddenColumns(
  sources: ReadonlyMap<ColumnField, readonly SourceValue[]>,
): readonly OverriddenColumn[] {
  let overridden = NONE;
  for (const [field, list] of sources) {
    const [first, ...others] = list;
    if (first === undefined || others.length === 0 || !takesOneValue(field)) continue;
    const lost = others.filter(({ value }) => keyOf(value) !== keyOf(first.value));
    if (lost.length > 0)
      overridden = [...overridden, ...lost.map(({ shown }) => ({ name: shown, by: first.shown }))];
  }
  return overridden;
}

function keyOf(value: unknown): string {
  return String(value).trim().toLowerCase();
}
