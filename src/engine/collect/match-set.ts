// Counts all rows that match a query, instead of reading a page. Nothing is counted before it is requested.
import { SegmentMatches, type NumberRange } from './segment-matches.ts';
import { OrderStatistics } from './order-statistics.ts';
import { cellAt } from '../../geo/map-grid.ts';
import type { Arena } from '../query/masks.ts';
import { filterSegment } from '../query/planner.ts';
import type { EngineQuery, Schema } from '../schema.ts';
import type { Segment } from '../segment/segment.ts';
import type { Snapshot } from '../segment/snapshot.ts';
import { expandText, NO_TEXT, type ExpandedText } from '../query/word-expansion.ts';
import { type CountedColumn, type FacetCounts, topFacets } from './facet-counts.ts';

/** Runs many queries over one snapshot. Texts recur, so each is expanded once. */
export class Searcher {
  readonly #schema: Schema;
  readonly #snapshot: Snapshot;
  readonly #arena: Arena | undefined;
  readonly #texts = new Map<string, ExpandedText | null>();

  /** With an arena, matches are valid until the arena is reset. */
  constructor(schema: Schema, snapshot: Snapshot, arena?: Arena) {
    this.#schema = schema;
    this.#snapshot = snapshot;
    this.#arena = arena;
  }

  /** The rows that pass the query's filters; its sort and page are ignored. */
  match(query: EngineQuery): MatchSet {
    const text = query.text === undefined ? NO_TEXT : this.#expand(query.text);
    if (text === null) return new MatchSet([]);
    return new MatchSet(
      this.#snapshot.segments.map((reader, segmentOrd) => ({
        segment: reader.segment,
        rows: new SegmentMatches(
          filterSegment(reader, segmentOrd, query, text, this.#arena),
          reader.segment.size,
        ),
      })),
    );
  }

  /** The expansion of a text; null if the text matches nothing. */
  #expand(text: string): ExpandedText | null {
    let expanded = this.#texts.get(text);
    if (expanded === undefined) {
      expanded = expandText(this.#snapshot, text, this.#schema, { arena: this.#arena }) ?? null;
      this.#texts.set(text, expanded);
    }
    return expanded;
  }
}

interface Part {
  readonly segment: Segment;
  readonly rows: SegmentMatches;
}

export class MatchSet {
  /** Exact. */
  readonly total: number;
  readonly #parts: readonly Part[];
  readonly #counted = new Map<string, readonly CountedColumn[]>();
  readonly #numbers = new Map<string, OrderStatistics>();

  constructor(parts: readonly Part[]) {
    this.#parts = parts.filter(({ rows }) => rows.total > 0);
    this.total = this.#parts.reduce((sum, { rows }) => sum + rows.total, 0);
  }

  /** The matching rows of each segment that has any, ascending. */
  rowsBySegment(): readonly { readonly segment: Segment; readonly rows: Uint32Array }[] {
    return this.#parts.map(({ segment, rows }) => ({ segment, rows: rows.asList() }));
  }

  /** Matches by value of a keyword column; at most `limit` values are listed. */
  countValues(field: string, limit: number): FacetCounts {
    return topFacets(this.#countOrdinals(field), limit);
  }

  /** Matches by each value of a keyword column as written. Matches without a value count nowhere. */
  countEach(field: string): Map<string, number> {
    const values = new Map<string, number>();
    for (const { column, counts } of this.#countOrdinals(field)) {
      for (let ordinal = 1; ordinal < counts.length; ordinal++) {
        if (counts[ordinal] === 0) continue;
        const value = column.valueOf(ordinal);
        values.set(value, (values.get(value) ?? 0) + counts[ordinal]);
      }
    }
    return values;
  }

  /** Counted once for each field. */
  #countOrdinals(field: string): readonly CountedColumn[] {
    let counted = this.#counted.get(field);
    if (counted === undefined) {
      counted = this.#parts.map(({ segment, rows }) => {
        const column = segment.values(field);
        return { column, counts: rows.countOrdinals(column) };
      });
      this.#counted.set(field, counted);
    }
    return counted;
  }

  /** Computed once for each field. */
  numbers(field: string): OrderStatistics {
    let numbers = this.#numbers.get(field);
    if (numbers === undefined) {
      const parts = this.#parts.map(({ segment, rows }) => rows.sortedNumbers(segment.numbers(field)));
      numbers = new OrderStatistics(parts, this.total);
      this.#numbers.set(field, numbers);
    }
    return numbers;
  }

  /** Order statistics of a field in the matches whose number in column `by` is within a range. */
  numbersWithin(field: string, by: string, range: NumberRange): OrderStatistics {
    const parts = this.#parts.map(({ segment, rows }) =>
      rows.sortedNumbersWithin(segment.numbers(field), segment.numbers(by), range),
    );
    return new OrderStatistics(
      parts,
      parts.reduce((sum, { length }) => sum + length, 0),
    );
  }

  /** Number of matches without a value in a keyword column. */
  countMissingKeyword(field: string): number {
    return this.#countOf((segment) => segment.values(field).postings(0));
  }

  /** Number of matches without a value in a number column. */
  countMissingNumber(field: string): number {
    return this.#countOf((segment) => {
      const column = segment.numbers(field);
      return column.slice(column.known, column.size);
    });
  }

  /**
   * Number of matches with some of a list of tags, by their indices in it. Tags are terms of the texts that have the same impact
   * in all rows.
   */
  countTags(tags: readonly string[], indices: readonly number[]): number[] {
    const counts = indices.map(() => 0);
    for (const { segment, rows } of this.#parts) {
      rows.countTags(segment.text, tags, indices).forEach((count, i) => (counts[i] += count));
    }
    return counts;
  }

  /** Number of matches by cell of the map's grid. Matches without a position count nowhere. */
  countCells(zoom: number): Map<number, number> {
    const cells = new Map<number, number>();
    for (const { segment, rows } of this.#parts) {
      const { points } = segment;
      rows.countPoints(points).forEach((count, point) => {
        if (count === 0 || point === 0) return;
        const cell = cellAt(points.cells[point], zoom);
        cells.set(cell, (cells.get(cell) ?? 0) + count);
      });
    }
    return cells;
  }

  countMissingPoint(): number {
    return this.#countOf((segment) => segment.points.rowsAt(0));
  }

  #countOf(rowsIn: (segment: Segment) => Uint32Array): number {
    return this.#parts.reduce((sum, { segment, rows }) => sum + rows.countOf(rowsIn(segment)), 0);
  }
}
