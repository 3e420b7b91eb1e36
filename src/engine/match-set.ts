// All rows that match a query, for who counts them instead of reading a page. Nothing is counted before it is asked for.
// With search.ts one of the two ways to ask an engine.
import { MatchedNumbers } from './matched-numbers.ts';
import { MatchedRows } from './matched-rows.ts';
import { findMatches } from './plan.ts';
import type { EngineQuery, Schema } from './schema.ts';
import type { Segment } from './segment.ts';
import type { Snapshot } from './snapshot.ts';
import { matchWords, type MatchedWord } from './text/word-match.ts';
import { mostCommon, type ValueCounts } from './value-counts.ts';

/** Many queries over one snapshot, most of them with the same text: its words are matched once. */
export class Matcher {
  readonly #schema: Schema;
  readonly #snapshot: Snapshot;
  readonly #words = new Map<string, readonly MatchedWord[]>();

  constructor(schema: Schema, snapshot: Snapshot) {
    this.#schema = schema;
    this.#snapshot = snapshot;
  }

  /** What matches the filters of the query; its order and page make no difference. */
  match(query: EngineQuery): MatchSet {
    const words = query.text === undefined ? undefined : this.#matchWords(query.text);
    if (words?.length === 0) return new MatchSet([]);
    return new MatchSet(
      this.#snapshot.segments.map((live, index) => ({
        segment: live.segment,
        rows: new MatchedRows(findMatches(live, index, query, words), live.segment.size),
      })),
    );
  }

  #matchWords(text: string): readonly MatchedWord[] {
    let words = this.#words.get(text);
    if (words === undefined) {
      words = matchWords(this.#snapshot, text, this.#schema.aliases);
      this.#words.set(text, words);
    }
    return words;
  }
}

interface Part {
  readonly segment: Segment;
  readonly rows: MatchedRows;
}

export class MatchSet {
  /** Exact. */
  readonly total: number;
  readonly #parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.#parts = parts.filter(({ rows }) => rows.total > 0);
    this.total = this.#parts.reduce((sum, { rows }) => sum + rows.total, 0);
  }

  /** How many have each value of a value column; no more than `most` values one by one. */
  countValues(field: string, most: number): ValueCounts {
    const parts = this.#parts.map(({ segment, rows }) => {
      const column = segment.values(field);
      return { column, counts: rows.countOrdinals(column) };
    });
    return mostCommon(parts, most);
  }

  numbers(field: string): MatchedNumbers {
    const parts = this.#parts.map(({ segment, rows }) => rows.sortedNumbers(segment.numbers(field)));
    return new MatchedNumbers(parts, this.total);
  }

  /** How many have no value in a value column. */
  countWithoutValue(field: string): number {
    return this.#countOf((segment) => segment.values(field).postings(0));
  }

  /** How many have no value in a number column. */
  countWithoutNumber(field: string): number {
    return this.#countOf((segment) => {
      const column = segment.numbers(field);
      return column.slice(column.known, column.size);
    });
  }

  countWithoutPlace(): number {
    return this.#countOf((segment) => segment.place.rowsAt(0));
  }

  #countOf(rowsIn: (segment: Segment) => Uint32Array): number {
    return this.#parts.reduce((sum, { segment, rows }) => sum + rows.countOf(rowsIn(segment)), 0);
  }
}
