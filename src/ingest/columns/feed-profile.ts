// What reading a feed reveals of its encoding, format, layout and columns, in bounded memory, for `feed inspect` and guesses.
import type { ResolvedColumn } from './column-resolver.ts';
import type { IdentifiedColumns } from './identify-columns.ts';
import type { LayoutName } from '../tables/column-table.ts';
import { type Problem } from '../../problem.ts';
import { echoed } from '../../quoted-text.ts';
import type { Delimiter } from '../read/feed-record.ts';
import type { FeedEncoding } from '../read/decode.ts';
import type { FeedFormat } from '../read/feed-format.ts';
import { isBlankValue, isPlaceholder } from '../values/text.ts';

/** Null: excluded by the mapping. Undefined: unknown. */
type ProfiledUse = ResolvedColumn | null | undefined;

export interface ProfiledColumn {
  readonly column: ProfiledUse;
  count: number;
  /** The first different values, at most three, shortened and escaped. */
  readonly samples: string[];
}

/** Further columns are not profiled, so that hostile feeds cannot fill the memory. */
const MAX_COLUMNS = 1000;
const MAX_SAMPLES = 3;
const ENOUGH_RECORDS = 1000;
const MAX_SAMPLED_LENGTH = 300;

export class FeedProfile {
  encoding: FeedEncoding | undefined;
  format: FeedFormat | undefined;
  delimiter: Delimiter | undefined;
  layout: LayoutName | undefined;
  /** Why the header is refused. With a profile the mapper sets it instead of throwing, so that the columns get values. */
  headerProblem: Problem | undefined;
  readonly columns = new Map<string, ProfiledColumn>();
  /** What the first records show of columns whose names do not say it. */
  identified: IdentifiedColumns | undefined;
  #read = 0;

  /** Whether the rest of a feed that is refused need not be read. */
  get isDone(): boolean {
    return this.headerProblem !== undefined && this.#read >= ENOUGH_RECORDS;
  }

  addName(name: string, column: ProfiledUse): ProfiledColumn | undefined {
    const found = this.columns.get(name);
    if (found !== undefined || this.columns.size === MAX_COLUMNS) return found;
    const profiled: ProfiledColumn = { column, count: 0, samples: [] };
    this.columns.set(name, profiled);
    return profiled;
  }

  addRecord(
    values: readonly (readonly [name: string, value: unknown])[],
    useOf: (name: string) => ProfiledUse,
  ): void {
    for (const [name, value] of values) {
      const profiled = this.addName(name, useOf(name));
      if (profiled === undefined || !hasValue(value)) continue;
      profiled.count += 1;
      if (profiled.samples.length === MAX_SAMPLES) continue;
      const text = echoed(sampleText(value).trim());
      if (!profiled.samples.includes(text)) profiled.samples.push(text);
    }
    this.#read += 1;
  }
}

function hasValue(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return Array.isArray(value) ? value.length > 0 : typeof value !== 'string' || value.trim() !== '';
}

/** The value as a text of at most 300 characters, `''` if it says none. A copy: a slice would keep the whole feed in memory. */
export function sampledText(value: unknown): string {
  if (!hasValue(value)) return '';
  const text = Buffer.from(sampleText(value).slice(0, MAX_SAMPLED_LENGTH)).toString().trim();
  return isBlankValue(text) || isPlaceholder(text) ? '' : text;
}

/** Lists with pipes. Objects are not spelled out: they may be nested to any depth. */
function sampleText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .slice(0, MAX_SAMPLED_LENGTH)
      .map((element) => (Array.isArray(element) ? 'an array' : sampleText(element)))
      .join('|');
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
