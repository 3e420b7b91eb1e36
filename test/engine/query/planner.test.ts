import { snapshotOf, changed } from '../builders.ts';
import { describe, expect, it } from 'vitest';
import { hasBit, bitmapToRows } from '../../../src/engine/postings/bitmap.ts';
import { filterSegment, type RowSet } from '../../../src/engine/query/planner.ts';
import type { EngineQuery } from '../../../src/engine/schema.ts';
import type { Segment } from '../../../src/engine/segment/segment.ts';
import type { Snapshot } from '../../../src/engine/segment/snapshot.ts';
import { expandText, NO_TEXT } from '../../../src/engine/query/word-expansion.ts';
import { rowOf, schema, segmentOf } from '../sample-rows.ts';

type DrawnQuery = Partial<Pick<EngineQuery, 'values' | 'ranges' | 'radius' | 'text'>>;

const MIDDLE = { lat: 52, lng: 0 };

/** 640 rows: row n has the price n; other values recur every 2, 3, 5, 64 and 320 rows. */
const segment: Segment = segmentOf(
  Array.from({ length: 640 }, (_, n) =>
    rowOf(`k${n}`, {
      price: n,
      colour: n % 2 === 0 ? 'red' : 'blue',
      name: n % 64 === 5 ? 'ab' : 'b',
      year: 2000 + (n % 5),
      point: n % 3 === 0 ? MIDDLE : { lat: 40, lng: 0 },
      title: n % 320 === 7 ? 'golf' : 'focus',
    }),
  ),
);

function find(snapshot: Snapshot, requested: DrawnQuery): RowSet {
  const text =
    requested.text === undefined ? NO_TEXT : expandText(snapshot, requested.text, schema, { allWords: true });
  const query: EngineQuery = {
    values: [],
    ranges: [],
    sortOrder: { by: 'number', field: 'price', direction: 'ascending' },
    offset: 0,
    limit: 20,
    ...requested,
  };
  if (text === undefined) throw new Error('the text has no words');
  return filterSegment(snapshot.segments[0], 0, query, text);
}

const rowsIn = (rowSet: RowSet): number[] => [
  ...(rowSet.kind === 'list' ? rowSet.rows : bitmapToRows(rowSet.bitmap)),
];

const whole = snapshotOf(segment);
const everySeventhKey = Array.from({ length: 92 }, (_, i) => `k${7 * i}`);
const withoutEverySeventh = changed(whole, null, everySeventhKey);

const red = { field: 'colour', terms: ['red'] };
const rare = { field: 'name', terms: ['ab'] };
const late = { field: 'year', min: 2003, max: Infinity };
const cheap = { field: 'price', min: -Infinity, max: 99 };
const near = { center: MIDDLE, km: 10 };

const isRare = (n: number): boolean => n % 64 === 5;
const isLate = (n: number): boolean => n % 5 >= 3;

describe('the planner', () => {
  it.each<[string, DrawnQuery, (n: number) => boolean]>([
    ['no filter', {}, () => true],
    ['one common value', { values: [red] }, (n) => n % 2 === 0],
    ['one rare value', { values: [rare] }, isRare],
    ['a value and a range', { values: [red], ranges: [late] }, (n) => n % 2 === 0 && isLate(n)],
    ['a rare value and a range', { values: [rare], ranges: [late] }, (n) => isRare(n) && isLate(n)],
    ['two ranges', { ranges: [late, cheap] }, (n) => isLate(n) && n <= 99],
    ['a radius', { radius: near }, (n) => n % 3 === 0],
    ['a radius and a rare value', { values: [rare], radius: near }, (n) => isRare(n) && n % 3 === 0],
    ['a rare word', { text: 'golf' }, (n) => n % 320 === 7],
    ['a common word', { text: 'focus', ranges: [cheap] }, (n) => n % 320 !== 7 && n <= 99],
    ['words that never meet', { text: 'focus golf' }, () => false],
    [
      'everything',
      { values: [red], ranges: [late, cheap], radius: near, text: 'focus' },
      (n) => n % 6 === 0 && isLate(n) && n <= 99,
    ],
    ['an excluded value', { values: [{ field: 'colour', excluded: ['red'] }] }, (n) => n % 2 !== 0],
    ['a rare excluded value', { values: [{ field: 'name', excluded: ['ab'] }] }, (n) => !isRare(n)],
    [
      'a value, a rare excluded one and a range',
      { values: [red, { field: 'name', excluded: ['ab', 'none'] }], ranges: [late] },
      (n) => n % 2 === 0 && !isRare(n) && isLate(n),
    ],
    ['a value that is excluded too', { values: [{ ...red, excluded: ['red'] }] }, () => false],
    [
      'a rare word and an excluded value',
      { values: [{ field: 'colour', excluded: ['red'] }], text: 'golf' },
      (n) => n % 320 === 7 && n % 2 !== 0,
    ],
    ['a term that no row has', { values: [{ field: 'colour', terms: ['none'] }] }, () => false],
    ['no term at all', { values: [red, { field: 'colour', terms: [] }] }, () => false],
    ['a word that no row has', { text: 'zzzzzzzz' }, () => false],
    ['a tag', { text: 'crimson', ranges: [cheap] }, (n) => n % 2 === 0 && n <= 99],
  ])('finds all live rows and their number for %s', (_, requested, passes) => {
    const numbers = Array.from({ length: 640 }, (_, n) => n);
    for (const [snapshot, isLive] of [
      [whole, () => true],
      [withoutEverySeventh, (n: number) => n % 7 !== 0],
    ] as const) {
      const expected = numbers.filter((n) => passes(n) && isLive(n));
      // Twice, because the first search must leave nothing behind.
      for (let time = 0; time < 2; time++) {
        const rowSet = find(snapshot, requested);
        expect(rowsIn(rowSet)).toEqual(expected);
        expect(rowSet.total).toBe(expected.length);
      }
    }
  });

  it('lists rows if the leading filter keeps at most one in 64', () => {
    expect(find(whole, { values: [rare] }).kind).toBe('list');
    expect(find(whole, { ranges: [{ field: 'price', min: 0, max: 9 }] }).kind).toBe('list');
    expect(find(whole, { ranges: [{ field: 'price', min: 0, max: 10 }] }).kind).toBe('bitmap');
    expect(find(whole, {}).kind).toBe('bitmap');
  });

  it('lists the rows of a value that has at most one in 32', () => {
    const few = (every: number): RowSet =>
      find(
        snapshotOf(
          segmentOf(
            Array.from({ length: 640 }, (_, n) => rowOf(`k${n}`, { name: n % every === 0 ? 'ab' : 'b' })),
          ),
        ),
        { values: [rare] },
      );
    expect([few(32).kind, few(32).total]).toEqual(['list', 20]);
    expect([few(31).kind, few(31).total]).toEqual(['bitmap', 21]);
  });

  it('starts from the filter with the fewest rows, wherever it is in the query', () => {
    expect(find(whole, { values: [red, rare], ranges: [late] }).kind).toBe('list');
    expect(find(whole, { values: [red], ranges: [late], text: 'golf' }).kind).toBe('list');
    expect(find(whole, { values: [red], radius: { center: { lat: 0, lng: 0 }, km: 1 } }).kind).toBe('list');
  });

  it('does not modify the live rows of the snapshot', () => {
    const [{ liveRows, liveCount }] = withoutEverySeventh.segments;
    const before = liveRows!.slice();
    for (const requested of [{}, { values: [red] }, { values: [rare] }, { ranges: [late], radius: near }]) {
      find(withoutEverySeventh, requested);
    }
    expect(liveRows).toEqual(before);
    expect(liveCount).toBe(548);
    expect(hasBit(liveRows!, 7)).toBe(false);
  });
});
