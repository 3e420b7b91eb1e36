// Columns whose names say nothing: read where values leave no doubt, else named in the report. It is what `feed inspect --suggest` is sure of.
import type { ResolvedColumn } from '../columns/column-resolver.ts';
import type { MappedColumn } from '../columns/feed-mapping.ts';
import { isColumnUnit, type ColumnField } from '../columns/table.ts';
import { partWords, spelledOut, wordsOfFields } from '../columns/words.ts';
import { echoed } from '../../problem.ts';
import { testOf } from '../values/field-tests.ts';
import { doubtOf } from './guess-by-records.ts';
import { FeedProfile, sampledText } from './feed-profile.ts';
import { columnValues, guessByValues } from './guess-by-values.ts';
import { isAbbreviation } from './guess-by-name.ts';
import { CLEAR, suggestMapping } from './suggest-mapping.ts';

export interface LikelyColumn {
  /** Shortened and escaped, as the samples are. */
  readonly name: string;
  readonly field: string;
  readonly reason: string;
  readonly samples: readonly string[];
}

export interface LearntColumns {
  readonly read: ReadonlyMap<string, MappedColumn>;
  readonly likely: readonly LikelyColumn[];
}

export type Row = ReadonlyMap<string, unknown>;
export type Resolve = (name: string) => ResolvedColumn | null | undefined;

/** Facts that searches need, and what shows in values alone. Texts and ids may be for the dealer's eyes. */
const FACTS: readonly string[] = [
  ...['make', 'model', 'title', 'year', 'mileage', 'price', 'fuel_type', 'transmission', 'engine_size'],
  ...['registration', 'vin', 'postcode', 'loc', 'address', 'images', 'status', 'mileage_unit', 'currency'],
];
/** Where a dealer's cars stand; a place for each car is that of somebody else. */
const PLACES: readonly string[] = ['postcode', 'loc', 'address'];
/** Numbers that may be of something else: only a name says what they are. */
const NAMED: readonly string[] = ['price', 'mileage'];
/** Fewer values may agree by chance. */
const MIN_VALUES = 3;
/** Fewer records say nothing. */
const MIN_ROWS = 2;

/** `now` is in milliseconds since 1970. */
export function learnColumns(rows: readonly Row[], resolve: Resolve, now: number): LearntColumns {
  if (rows.length < MIN_ROWS) return { read: new Map(), likely: [] };
  const contradicted = contradictedColumns(rows, resolve, now);
  const useOf: Resolve = (name) => (contradicted.has(name) ? undefined : resolve(name));
  const profile = new FeedProfile();
  for (const row of rows) profile.addRecord([...row], useOf);
  const { guesses, mapping } = suggestMapping(profile, now);
  const read = prefixedColumns(profile, resolve, now);
  const prefixed = new Set(Array.from(read.values(), ({ field }) => field));
  const likely: LikelyColumn[] = [];
  for (const { column, field, confidence, reason, samples } of guesses) {
    if (read.has(column) || prefixed.has(field) || !FACTS.includes(field)) continue;
    const isNamed = !NAMED.includes(field) || areWordsOf(field, column);
    const count = profile.columns.get(column)?.count ?? 0;
    const distinct = new Set(profile.records.map((record) => record.get(column))).size;
    const isTheirs = PLACES.includes(field) && distinct * 2 > count;
    if (confidence === 'high' && isNamed && !isTheirs && count >= MIN_VALUES && count * 2 >= rows.length)
      read.set(column, { field, ...unitOf(field, mapping.units), reason });
    else if (!contradicted.has(column)) likely.push({ name: echoed(column), field, reason, samples });
  }
  return { read, likely };
}

/** Whether each word of a name is one that names of the field have, or short for it: a `Price new` is another price. */
function areWordsOf(name: ColumnField, column: string): boolean {
  const { field, beside } = wordsOfFields().get(name) ?? {};
  const known = [...(field ?? []), ...(beside ?? [])];
  return partWords(column).every((word) =>
    known.some((one) => one === spelledOut(word) || isAbbreviation(word, one)),
  );
}

function unitOf(field: string, units: Readonly<Record<string, string>> = {}): Pick<MappedColumn, 'unit'> {
  const unit = units[field];
  return unit !== undefined && isColumnUnit(unit) ? { unit } : {};
}

/** Share of values that the field of a column's name takes, up to which the name means another thing: `Motor` an engine, or `Ford Fiesta 1.0`. */
const MAX_FITTING = 0.2;

/** Known columns without values of their field, whose values are clearly those of another. */
function contradictedColumns(rows: readonly Row[], resolve: Resolve, now: number): ReadonlySet<string> {
  const names = new Set(rows.flatMap((row) => [...row.keys()]));
  return new Set(
    [...names].filter((name) => {
      const field = resolve(name)?.field;
      const test = field === undefined ? undefined : testOf(field);
      if (field === undefined || (test === undefined && field !== 'engine')) return false;
      const values = columnValues(rows.map((row) => sampledText(row.get(name))));
      const [guess] = guessByValues(values, now);
      if (guess === undefined || guess.field === field || !FACTS.includes(guess.field)) return false;
      const fitting = test === undefined ? [] : values.texts.filter((text) => test(text, now));
      return guess.score >= CLEAR && fitting.length <= MAX_FITTING * values.texts.length;
    }),
  );
}

/** Names that begin with one word are those of a plugin, which says nothing: `_cm_brand`, `_cm_odometer`. */
const MIN_PREFIXED = 3;
const PREFIX = /^[^a-z0-9]*([a-z0-9]+)[^a-z0-9.]+(?=[a-z])/i;

/** Columns known by their names without such a word, if no other feeds their field. */
function prefixedColumns(
  { columns, records }: FeedProfile,
  resolve: Resolve,
  now: number,
): Map<string, MappedColumn> {
  const prefixOf = (name: string): string => PREFIX.exec(name)?.[1]?.toLowerCase() ?? '';
  const unknown = [...columns].flatMap(([name, { column }]) => (column === undefined ? [name] : []));
  const prefixes = unknown.map(prefixOf);
  const fed = new Set(Array.from(columns.values(), ({ column }) => column?.field));
  const read = new Map<string, MappedColumn>();
  for (const name of unknown) {
    const prefix = prefixOf(name);
    const isShared = prefix !== '' && prefixes.filter((one) => one === prefix).length >= MIN_PREFIXED;
    const known = isShared ? resolve(name.replace(PREFIX, '')) : undefined;
    if (!known || fed.has(known.field)) continue;
    const { field, unit, scale } = known;
    const values = columnValues(records.map((record) => record.get(name)));
    const isFact = FACTS.includes(field) || field.startsWith('is_');
    if (!isFact || (scale === undefined && doubtOf(field, name, values, now) !== undefined)) continue;
    fed.add(field);
    read.set(name, { field, unit, scale, reason: `its name without ${prefix}` });
  }
  return read;
}
