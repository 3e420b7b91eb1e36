// Searches within a radius, of stocks in which nearly every row has a position of its own, compared with the model.
import { snapshotOf, changed } from './builders.ts';
import { search } from '../../src/engine/search.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm, type Point } from '../../src/geo/great-circle.ts';
import { Searcher } from '../../src/engine/collect/match-set.ts';
import type { EngineQuery, Row } from '../../src/engine/schema.ts';
import { mergeSegments } from '../../src/engine/segment/merge-segments.ts';
import { Segment } from '../../src/engine/segment/segment.ts';
import { Snapshot } from '../../src/engine/segment/snapshot.ts';
import { searchModel } from './engine-model.ts';
import { rowOf, sampleRows, schema, segmentOf } from './sample-rows.ts';

const ROWS = 260;
/** Colours, names, prices, years and weights, with ties and unknown values. */
const sample = sampleRows(ROWS, 12);

/** Degrees: some on the edges of bands and on shared meridians, some anywhere. */
const degrees = (min: number, max: number) =>
  fc.oneof(
    fc
      .integer({ min: Math.ceil(min * 1000), max: Math.floor(max * 1000) })
      .map((thousandths) => thousandths / 1000),
    fc.double({ min, max, noNaN: true }),
  );
const area = (lats: readonly [number, number], ...lngs: readonly (readonly [number, number])[]) =>
  fc.record({ lat: degrees(...lats), lng: fc.oneof(...lngs.map((range) => degrees(...range))) });

const AREAS: readonly (readonly [string, fc.Arbitrary<Point>])[] = [
  ['a county', area([51.2, 51.9], [-0.6, 0.4])],
  ['a few streets, in one band of latitude', area([51.502, 51.508], [-0.13, -0.12])],
  ['both sides of the date line', area([-17.4, -16.8], [179.6, 180], [-180, -179.7])],
  ['the North Pole', area([89.4, 90], [-180, 180])],
  ['the South Pole', area([-90, -89.85], [-180, 180])],
  ['the whole globe', area([-90, 90], [-180, 180])],
];

const someQuery = fc.record({
  values: fc.constantFrom<EngineQuery['values']>(
    [],
    [{ field: 'colour', terms: ['red'] }],
    [{ field: 'colour', terms: ['red', 'blue'] }],
    [{ field: 'colour', excluded: ['red'] }],
    [{ field: 'name', excluded: ['a', 'b'] }],
    [
      { field: 'colour', terms: ['grey'] },
      { field: 'name', terms: ['a'] },
    ],
  ),
  ranges: fc.constantFrom<EngineQuery['ranges']>(
    [],
    [{ field: 'price', min: -Infinity, max: 9 }],
    [{ field: 'price', min: 20, max: 20 }],
    [{ field: 'year', min: 2016, max: 2017 }],
    [{ field: 'weight', min: -3, max: 2 }],
    [
      { field: 'price', min: 3, max: Infinity },
      { field: 'year', min: 2017, max: Infinity },
    ],
  ),
  offset: fc.constantFrom(0, 0, 2, 35),
  limit: fc.constantFrom(3, 20, ROWS),
});

/** Where a circle is: around a point of the area or one of the rows; its edge passes through a row, or not. */
const someCircle = (place: fc.Arbitrary<Point>) =>
  fc.record({
    center: place,
    isAtRow: fc.boolean(),
    row: fc.nat(ROWS - 1),
    edge: fc.option(fc.nat(ROWS - 1)),
    km: fc.constantFrom(0, 0.4, 3, 25, 100, 2000, 10_007.5, 15_000, 20_015, 30_000),
    order: fc.constantFrom('nearest', 'nearest', 'elsewhere', 'price', 'year', 'weight'),
  });

/** The last row of each key, as one segment, as three, as three with deleted rows, and as these merged. */
function snapshotsOf(rows: readonly Row[]): readonly (readonly [Snapshot, readonly Row[]])[] {
  const third = Math.ceil(rows.length / 3);
  const parts = [rows.slice(0, third), rows.slice(third, 2 * third), rows.slice(2 * third)];
  const whole = snapshotOf(segmentOf(rows));
  const parted = parts.reduce((state, part) => changed(state, segmentOf(part), []), Snapshot.empty);
  const deleted = rows.filter((_, i) => i % 6 === 1).map(({ key }) => key);
  const left = rows.filter(({ key }) => !deleted.includes(key));
  const thinned = changed(parted, null, deleted);
  const sources = thinned.segments.map(({ segment, liveRows }) => ({ data: segment.data, liveRows }));
  const merged = snapshotOf(new Segment(schema, mergeSegments(schema, sources)));
  return [
    [whole, rows],
    [changed(whole, null, deleted), left],
    [thinned, left],
    [merged, left],
  ];
}

describe('circles where each row has its own position', () => {
  it.each(AREAS)('agree with the model, in %s', (_, place) => {
    // Two rows in ten share a position, and one has none.
    const places = fc.array(place, { minLength: ROWS, maxLength: ROWS });
    const queries = fc.array(fc.tuple(someQuery, someCircle(place)), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(places, queries, (positions, drawn) => {
        const rows = sample.map((row, i) => ({
          ...row,
          point: i % 10 === 0 ? null : positions[i % 10 === 1 ? i + 1 : i],
        }));
        const snapshots = snapshotsOf(rows);
        for (const [query, { center: anywhere, isAtRow, row, edge, km, order }] of drawn) {
          const center = isAtRow ? positions[row] : anywhere;
          const radius = { center, km: edge === null ? km : distanceKm(center, positions[edge]) };
          const sortOrder: EngineQuery['sortOrder'] =
            order === 'nearest' || order === 'elsewhere'
              ? { by: 'distance', from: order === 'nearest' ? center : positions[edge ?? 0] }
              : { by: 'number', field: order, direction: 'descending' };
          const all = { ...query, radius, sortOrder };
          for (const [snapshot, living] of snapshots) {
            const expected = searchModel(schema, living, all);
            expect(search(schema, snapshot, all)).toEqual(expected);
            expect(new Searcher(schema, snapshot).match(all).total).toBe(expected.total);
          }
        }
      }),
      { numRuns: 6, seed: 4 },
    );
  });

  it('find no row in an empty part of the stock', () => {
    const rows = [
      rowOf('a', { point: { lat: 51.5005, lng: 0 } }),
      rowOf('b', { point: { lat: 51.7, lng: 0 } }),
    ];
    const center = { lat: 51.6, lng: 0 };
    const query: EngineQuery = {
      values: [],
      ranges: [],
      radius: { center, km: 11 },
      sortOrder: { by: 'distance', from: center },
      offset: 0,
      limit: 20,
    };
    const snapshot = snapshotOf(segmentOf(rows));
    expect(search(schema, snapshot, query)).toEqual({ total: 0, keys: [], points: [] });
    const wider = search(schema, snapshot, { ...query, radius: { center, km: 11.2 } });
    expect([wider.total, wider.keys]).toEqual([2, ['a', 'b']]);
  });

  it('find all rows at one position', () => {
    const point = { lat: 51.5, lng: -0.13 };
    const rows = Array.from({ length: 90 }, (_, i) =>
      rowOf(`k${i}`, { point, price: i, year: 2000 + (i % 3) }),
    );
    const query: EngineQuery = {
      values: [],
      ranges: [{ field: 'year', min: 2001, max: 2001 }],
      radius: { center: point, km: 0 },
      sortOrder: { by: 'distance', from: point },
      offset: 27,
      limit: 5,
    };
    const found = search(schema, snapshotOf(segmentOf(rows)), query);
    expect([found.total, found.keys]).toEqual([30, ['k82', 'k85', 'k88']]);
  });
});
