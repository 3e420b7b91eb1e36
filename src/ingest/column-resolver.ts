// Which field a column feeds: by the mapping, then by the layout's table, then by the synonyms that all layouts share. An
// answer is found once for each name; a record is then read by looking its names up.
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
  /** Of several columns of a field, the lowest goes first; of columns of one rank, the lowest number. */
  readonly rank: number;
  readonly number: number;
  readonly unit: ColumnUnit | undefined;
  readonly phrase: string | undefined;
}

type KnownColumn = Omit<ResolvedColumn, 'number'>;

/** No feed has more columns; a feed of countless names must not fill the memory. */
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

  /** Null for a column that is not wanted, undefined for one that nothing is known of. */
  resolve(name: string): ResolvedColumn | null | undefined {
    if (this.#cache.has(name)) return this.#cache.get(name);
    const found = this.#lookUp(name);
    if (this.#cache.size < MAX_CACHED) this.#cache.set(name, found);
    return found;
  }

  #add(name: string, { field, unit, phrase }: ColumnAlias): void {
    const { key } = columnKey(name);
    // The first table that has a name says what it is.
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
    // `Mileage (km)`: the unit stands in the name.
    const [, bareName, unit] = /^(.*[^(])\(([^()]*)\)$/.exec(key) ?? [];
    const column = bareName === undefined ? undefined : this.#known.get(bareName);
    if (column === undefined || unit === undefined || !UNITS_IN_NAMES.has(unit)) return undefined;
    return { ...column, number, unit: UNITS_IN_NAMES.get(unit) };
  }

  #unitOf(field: ColumnField): ColumnUnit | undefined {
    return field === 'mileage' || field === 'engine_size' ? this.#units?.get(field) : undefined;
  }
}

/** Undefined: the unit that is meant anyway. */
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

/** With its numbers: a mapping may tell `Image 1` from `Image 2`. */
function mappedKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}
