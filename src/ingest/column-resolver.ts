// Resolves column names to fields: by the mapping, then the layout's own table, then the column aliases shared by all
// layouts. Results are cached by name.
import type { FeedMapping } from './feed-mapping.ts';
import {
  columnKey,
  type ColumnField,
  type ColumnAlias,
  type ColumnUnit,
  type Layout,
} from './layouts/layout.ts';
import { COLUMN_ALIASES } from './layouts/column-aliases.ts';

export interface ResolvedColumn {
  readonly field: ColumnField;
  /** Of several columns for one field, the lowest rank wins. */
  readonly rank: number;
  /** The number in the column's name; orders columns of equal rank. */
  readonly number: number;
  readonly unit: ColumnUnit | undefined;
  readonly phrase: string | undefined;
}

type KnownColumn = Omit<ResolvedColumn, 'number'>;

/** Bounds the cache against feeds with countless column names. */
const MAX_CACHED = 10_000;

export class ColumnResolver {
  readonly #known = new Map<string, KnownColumn>();
  readonly #mapped: ReadonlyMap<string, ColumnField | null>;
  readonly #units: FeedMapping['units'] | undefined;
  readonly #cache = new Map<string, ResolvedColumn | null | undefined>();

  constructor(layout: Layout, mapping: FeedMapping | undefined) {
    this.#mapped = new Map(Array.from(mapping?.columns ?? [], ([name, field]) => [mappedKey(name), field]));
    this.#units = mapping?.units;
    const rows = layout.name === 'forecourt' ? layout.columns : [...layout.columns, ...COLUMN_ALIASES];
    for (const row of rows) for (const name of row.names) this.#add(name, row);
  }

  /** Null for a column that the mapping excludes, undefined for an unknown one. */
  resolve(name: string): ResolvedColumn | null | undefined {
    if (this.#cache.has(name)) return this.#cache.get(name);
    const found = this.#lookUp(name);
    if (this.#cache.size < MAX_CACHED) this.#cache.set(name, found);
    return found;
  }

  #add(name: string, { field, unit, phrase }: ColumnAlias): void {
    const { key } = columnKey(name);
    // Earlier rows win.
    if (!this.#known.has(key)) this.#known.set(key, { field, rank: this.#known.size + 1, unit, phrase });
  }

  #lookUp(name: string): ResolvedColumn | null | undefined {
    const mapped = this.#mapped.get(mappedKey(name));
    if (mapped === null) return null;
    const { key, number } = columnKey(name);
    if (mapped !== undefined) {
      const phrase = this.#known.get(key)?.phrase;
      return { field: mapped, rank: 0, number, unit: this.#unitOf(mapped), phrase };
    }
    const known = this.#known.get(key);
    if (known !== undefined) return { ...known, number, unit: this.#unitOf(known.field) ?? known.unit };
    // The name may hold the unit: `Mileage (km)`.
    const [, bareName, unit] = /^(.*[^(])\(([^()]*)\)$/.exec(key) ?? [];
    const column = bareName === undefined ? undefined : this.#known.get(bareName);
    if (column === undefined || unit === undefined || !UNITS_IN_NAMES.has(unit)) return undefined;
    return { ...column, number, unit: UNITS_IN_NAMES.get(unit) };
  }

  #unitOf(field: ColumnField): ColumnUnit | undefined {
    return field === 'mileage' || field === 'engine_size' ? this.#units?.get(field) : undefined;
  }
}

/** Undefined for units that need no conversion. */
const UNITS_IN_NAMES: ReadonlyMap<string, ColumnUnit | undefined> = new Map([
  ['km', 'km'],
  ['kms', 'km'],
  ['miles', 'miles'],
  ['cc', 'cc'],
  ['l', 'litres'],
  ['litres', 'litres'],
  ['gbp', undefined],
  ['£', undefined],
]);

/** Like columnKey, but with numbers: a mapping may distinguish `Image 1` and `Image 2`. */
function mappedKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}
