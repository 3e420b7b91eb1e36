// Which of the listings that changed a search finds, before and after: as bitmaps, by the listings' numbers. Thousands of waiting searches
// ask for the same few makes, limits and words, so the engine looks for the rows of each condition once, and a search combines them. Each
// circle is another one: it is looked for among the listings that all other conditions leave.
import { addBits, setBit, trailingZeros, type Bitmap } from '../engine/postings/bitmap.ts';
import { compileFilters, type RowFilters } from '../engine/query/planner.ts';
import { expandText, NO_TEXT } from '../engine/query/word-expansion.ts';
import type { EngineQuery, TermRequest, TextQuery, TextUnit } from '../engine/schema.ts';
import type { FoundRow } from '../engine/search.ts';
import { Snapshot } from '../engine/segment/snapshot.ts';
import type { Point } from '../geo/great-circle.ts';
import { BoundedMap, oncePerObject } from '../memo.ts';
import type { AlikeSearch, StockDifference } from './stock-difference.ts';

/** Eight megabytes. */
const MAX_WORDS = 2 ** 21;

/** Bits of the listings before, then of those after. */
export type Matches = Bitmap;

/** A listing passes if the rows of its state do. */
interface Condition {
  readonly key: string;
  readonly filters?: Partial<RowFilters>;
  readonly text?: Partial<TextQuery>;
}

/** The listings of one side, each in one row. */
class ChangedSide {
  readonly #snapshot: Snapshot;
  /** By segment, rows and their listings. */
  readonly #parts: readonly { readonly rows: Uint32Array; readonly numbers: Uint32Array }[];
  /** By listing. */
  readonly #segmentOf: Uint16Array;
  readonly #pointOf: Uint32Array;

  /** The rows of each segment ascend. */
  constructor(
    snapshot: Snapshot,
    found: readonly FoundRow[],
    numberOf: (row: FoundRow) => number,
    size: number,
  ) {
    this.#segmentOf = new Uint16Array(size);
    this.#pointOf = new Uint32Array(size);
    this.#snapshot = Snapshot.fromSegments(
      snapshot.segments.filter(({ segment }) => found.some((row) => row.segment === segment)),
    );
    this.#parts = this.#snapshot.segments.map(({ segment }, ord) => {
      const own = found.filter((row) => row.segment === segment);
      const numbers = Uint32Array.from(own, numberOf);
      numbers.forEach((number, i) => {
        this.#segmentOf[number] = ord;
        this.#pointOf[number] = segment.points.pointIds[own[i].row];
      });
      return { rows: Uint32Array.from(own, ({ row }) => row), numbers };
    });
  }

  /** Calls `take` with each listing that passes. */
  find({ filters, text }: Condition, take: (number: number) => void): void {
    const read = text && { units: [], preferred: [], ...text };
    const expanded = read === undefined ? NO_TEXT : expandText(this.#snapshot, '', { readText: () => read });
    if (expanded === undefined) return;
    this.#parts.forEach(({ rows, numbers }, ord) => {
      const reader = this.#snapshot.segments[ord];
      let left = rows;
      for (const filter of compileFilters(reader, ord, { values: [], ranges: [], ...filters }, expanded))
        left = filter.filterRows(left);
      for (let i = 0, at = 0; i < left.length; i++) {
        while (rows[at] < left[i]) at++;
        take(numbers[at]);
      }
    });
  }

  /** The kilometres from a place to a listing; null if its position is unknown. */
  distancesFrom(center: Point): (number: number) => number | null {
    const kmTo = this.#snapshot.segments.map(({ segment }) => segment.points.distancesFrom(center));
    return (number) => {
      const point = this.#pointOf[number];
      return point === 0 ? null : kmTo[this.#segmentOf[number]](point);
    };
  }

  isWithin({ center, km }: NonNullable<EngineQuery['radius']>): (number: number) => boolean {
    const tests = this.#snapshot.segments.map(({ segment }) => segment.points.isWithin(center, km));
    return (number) => {
      const point = this.#pointOf[number];
      return point !== 0 && tests[this.#segmentOf[number]](point);
    };
  }
}

/** The listings that changed are numbered from 0 to `size`. */
export class ChangedMatches {
  /** Words of each side. */
  readonly words: number;
  readonly #before: ChangedSide;
  readonly #after: ChangedSide;
  readonly #conditions: BoundedMap<string, Matches>;
  readonly #all: Matches;
  readonly #found: Matches;
  readonly #any: Matches;

  constructor(
    { before, after, rows }: StockDifference,
    numberOf: (side: 'before' | 'after', row: FoundRow) => number,
    size: number,
  ) {
    this.words = (size + 31) >>> 5;
    this.#before = new ChangedSide(before.parts, rows.before, (row) => numberOf('before', row), size);
    this.#after = new ChangedSide(after.parts, rows.after, (row) => numberOf('after', row), size);
    this.#conditions = new BoundedMap(Math.ceil(MAX_WORDS / (2 * this.words + 1)));
    this.#all = this.#look({ key: '' });
    this.#found = this.#all.slice();
    this.#any = this.#all.slice();
  }

  /** Valid until the next search. */
  find({ query, text }: AlikeSearch): Matches {
    const found = this.#found;
    found.set(this.#all);
    for (const group of conditionsOf(query, text)) {
      const [only] = group;
      const passing = group.length === 1 ? this.#passing(only) : this.#passingAny(group);
      for (let i = 0; i < found.length; i++) found[i] &= passing[i];
    }
    if (query.radius !== undefined) {
      keep(found.subarray(0, this.words), this.#before.isWithin(query.radius));
      keep(found.subarray(this.words), this.#after.isWithin(query.radius));
    }
    return found;
  }

  /** The kilometres from a place to twice the number of a listing, plus one for the later side; null if its position is unknown. */
  distancesFrom(center: Point): (doubled: number) => number | null {
    const [before, after] = [this.#before.distancesFrom(center), this.#after.distancesFrom(center)];
    return (doubled) => ((doubled & 1) === 0 ? before : after)(doubled >> 1);
  }

  #passing(condition: Condition): Matches {
    return this.#conditions.getOrMake(condition.key, () => this.#look(condition));
  }

  #passingAny(group: readonly Condition[]): Matches {
    const any = this.#any.fill(0);
    for (const condition of group) addBits(any, this.#passing(condition));
    return any;
  }

  #look(condition: Condition): Matches {
    const bitmap = new Uint32Array(2 * this.words);
    const offset = this.words * 32;
    this.#before.find(condition, (number) => setBit(bitmap, number));
    this.#after.find(condition, (number) => setBit(bitmap, offset + number));
    return bitmap;
  }
}

function keep(bitmap: Bitmap, isKept: (number: number) => boolean): void {
  for (let i = 0; i < bitmap.length; i++)
    for (let rest = bitmap[i]; rest !== 0; rest &= rest - 1) {
      const bit = trailingZeros(rest);
      if (!isKept(i * 32 + bit)) bitmap[i] &= ~(1 << bit);
    }
}

/** A listing that matches passes one condition of each group. */
function conditionsOf({ values, ranges, cells }: EngineQuery, text: TextQuery | undefined): Condition[][] {
  const groups: Condition[][] = [];
  for (const value of values) {
    const { field, terms, excluded } = value;
    groups.push(
      terms === undefined || excluded !== undefined
        ? [{ key: `${field} ${JSON.stringify([terms, excluded])}`, filters: { values: [value] } }]
        : terms.map((term) => ({
            key: `${field}=${typeof term === 'string' ? term : keyOfTerm(term).key}`,
            filters: { values: [{ field, terms: [term] }] },
          })),
    );
  }
  for (const { field, min, max } of ranges) {
    if (min !== -Infinity)
      groups.push([{ key: `${field}>${min}`, filters: { ranges: [{ field, min, max: Infinity }] } }]);
    if (max !== Infinity || min === -Infinity)
      groups.push([{ key: `${field}<${max}`, filters: { ranges: [{ field, min: -Infinity, max }] } }]);
  }
  if (cells !== undefined) groups.push([{ key: `cells ${JSON.stringify(cells)}`, filters: { cells } }]);
  if (text !== undefined) groups.push(...textConditions(text));
  return groups;
}

/** Values are asked for by the same objects again and again. */
const keyOfTerm = oncePerObject((term: Exclude<TermRequest, string>) => ({ key: JSON.stringify(term) }));

function textConditions({ units, choices = [], excluded = [], isOpen }: TextQuery): Condition[][] {
  if (units.length + choices.length === 0 && isOpen !== true) return [[]];
  return [
    ...units.map((unit) => [{ key: keyOfUnit(unit), text: { units: [unit] } }]),
    ...choices.map((choice) => [
      {
        key: choice.map((all) => all.map(keyOfUnit).join('&')).join('|'),
        text: { choices: [choice] },
      },
    ]),
    ...excluded.map((group) => [
      { key: `-${group.map(keyOfUnit).join('&')}`, text: { excluded: [group], isOpen: true } },
    ]),
  ];
}

/** A unit of which one reading is left: no word has one of these marks. */
function keyOfUnit({ terms, prefix, typo }: TextUnit): string {
  if (terms.size > 0) return [...terms.keys()].join(' ');
  return prefix === undefined ? `?${typo?.word}` : `${prefix}*`;
}
