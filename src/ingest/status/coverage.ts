// Counts the listings of a run with each field, by column. Beside the last run, a column lost from a dealer's export shows.
import type { Findings, Origins } from '../values/record-result.ts';
import { FEED_FIELDS, type RecordField } from '../tables/feed-fields.ts';

export interface FieldCoverage {
  readonly field: RecordField;
  readonly listings: number;
  /** Listings without it whose record has a value that cannot be used. */
  readonly unreadable: number;
  /** The columns that it came from, by descending count; at most ten. */
  readonly from: readonly { readonly name: string; readonly count: number }[];
  readonly before?: FieldCount;
  readonly fell?: true;
}

interface FieldCount {
  readonly listings: number;
  readonly of: number;
}

/** JSON data. */
export interface Coverage {
  readonly listings: number;
  /** Fields that any listing or record has, or had before, in the order of the field table. */
  readonly fields: readonly FieldCoverage[];
}

const MAX_FALL = 0.1;
/** Fewer listings without a field are chance, unless most had it and none has. */
const MIN_FALLEN = 3;
const MAX_COLUMNS = 10;
/** Bounds the memory against feeds with countless combinations of columns. */
const MAX_ORIGINS = 5000;
const MAX_NAMES = 1000;

interface FieldCounter {
  listings: number;
  unreadable: number;
  readonly from: Map<string, number>;
}

export class CoverageCounter {
  #listings = 0;
  /** Listings by their origins, which most share. */
  readonly #origins = new Map<Origins, number>();
  readonly #fields = new Map<RecordField, FieldCounter>();

  add({ origins = '', valueIssues }: Findings): void {
    this.#listings += 1;
    this.#origins.set(origins, (this.#origins.get(origins) ?? 0) + 1);
    if (this.#origins.size > MAX_ORIGINS) this.#countOrigins();
    if (valueIssues.length === 0) return;
    const known = new Set(origins.split('\n').map((line) => line.split('\t')[0]));
    for (const field of new Set(valueIssues.map((issue) => issue.field)))
      if (!known.has(field)) this.#counterOf(field).unreadable += 1;
  }

  /** Undefined without listings. `earlier` is that of the last run. */
  coverage(earlier?: Coverage): Coverage | undefined {
    if (this.#listings === 0) return undefined;
    this.#countOrigins();
    const all = this.#listings;
    const fields = FEED_FIELDS.flatMap((field): FieldCoverage[] => {
      const { listings, unreadable, from } = this.#counterOf(field);
      const before = earlier === undefined ? undefined : countBefore(earlier, field);
      if (listings === 0 && unreadable === 0 && (before?.listings ?? 0) === 0) return [];
      const columns = Array.from(from, ([name, count]) => ({ name, count }));
      return [
        {
          field,
          listings,
          unreadable,
          from: columns.sort((a, b) => b.count - a.count).slice(0, MAX_COLUMNS),
          ...(before !== undefined && { before }),
          ...(before !== undefined && hasFallen({ listings, of: all }, before) && { fell: true }),
        },
      ];
    });
    return { listings: all, fields };
  }

  #countOrigins(): void {
    for (const [origins, count] of this.#origins) {
      for (const line of origins === '' ? [] : origins.split('\n')) {
        const [field, column = field] = line.split('\t');
        const counter = this.#counterOf(field);
        counter.listings += count;
        const known = counter.from.get(column);
        if (known !== undefined || counter.from.size < MAX_NAMES)
          counter.from.set(column, (known ?? 0) + count);
      }
    }
    this.#origins.clear();
  }

  #counterOf(field: RecordField): FieldCounter {
    const known = this.#fields.get(field);
    if (known !== undefined) return known;
    const counter = { listings: 0, unreadable: 0, from: new Map<string, number>() };
    this.#fields.set(field, counter);
    return counter;
  }
}

/** The last run's count; for a fallen field, the count before it fell: it stays degraded until it is back or accepted. */
function countBefore({ listings, fields }: Coverage, field: RecordField): FieldCount {
  const found = fields.find((one) => one.field === field);
  if (found?.fell === true && found.before !== undefined) return found.before;
  return { listings: found?.listings ?? 0, of: listings };
}

function hasFallen(now: FieldCount, before: FieldCount): boolean {
  const expected = (before.listings / before.of) * now.of;
  const isGone = now.listings === 0 && before.listings * 2 >= before.of;
  const missing = expected - now.listings;
  return missing > MAX_FALL * now.of && (missing >= MIN_FALLEN || isGone);
}

export function fallenFields({ coverage }: { readonly coverage?: Coverage }): FieldCoverage[] {
  return coverage?.fields.filter(({ fell }) => fell === true) ?? [];
}
