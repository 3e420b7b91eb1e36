// The scans beside the general search: scanGeo is compared with the model, the others with the general search.
import { snapshotOf, changed } from '../builders.ts';
import { search } from '../../../src/engine/search.ts';
import { NO_TEXT } from '../../../src/engine/query/word-expansion.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanPostings, scanGeo } from '../../../src/engine/query/scans.ts';
import { scanValues } from '../../../src/engine/query/value-scan.ts';
import { Arena } from '../../../src/engine/query/masks.ts';
import type { SortedRow, EngineQuery, SortOrder } from '../../../src/engine/schema.ts';
import { sortRows } from '../../../src/engine/collect/sort-rows.ts';
import { compileFilters, filterSegment, radiusFilter } from '../../../src/engine/query/planner.ts';
import { searchModel } from '../engine-model.ts';
import { anyPoint, sampleRows, schema, segmentOf } from '../sample-rows.ts';

const rows = sampleRows(700, 21);
const dead = Array.from({ length: 130 }, (_, i) => `k${i * 5}`);
const whole = snapshotOf(segmentOf(rows));
const thinned = changed(whole, null, dead);
const liveRows = rows.filter(({ key }) => !dead.includes(key));

const anyRange = (field: string, values: readonly number[]) =>
  fc
    .tuple(fc.constantFrom(...values), fc.constantFrom(...values, Infinity))
    .map(([min, max]) => ({ field, min, max }));
const someRanges = fc
  .tuple(
    fc.option(anyRange('price', [-Infinity, 0, 3, 9, 15]), { nil: undefined }),
    fc.option(anyRange('year', [-Infinity, 2015, 2016, 2018]), { nil: undefined }),
  )
  .map((ranges) => ranges.filter((range) => range !== undefined));
const someColour = fc
  .option(
    fc.constantFrom(
      { field: 'colour', terms: ['red'] },
      { field: 'colour', terms: ['blue'] },
      { field: 'colour', excluded: ['red'] },
      { field: 'colour', excluded: ['red', 'blue'] },
      { field: 'name', excluded: ['a'] },
    ),
    { nil: undefined },
  )
  .map((filter) => (filter === undefined ? [] : [filter]));

describe('scanGeo', () => {
  const nearby: fc.Arbitrary<EngineQuery> = fc
    .record({
      values: someColour,
      ranges: someRanges,
      center: anyPoint,
      km: fc.constantFrom(0, 30, 120, 400, 900, 30_000),
      offset: fc.constantFrom(0, 3, 40),
      limit: fc.constantFrom(5, 100),
    })
    .map(({ center, km, ...query }) => ({
      ...query,
      radius: { center, km },
      sortOrder: { by: 'distance', from: center },
    }));

  it.each([
    ['all alive', whole, rows],
    ['some dead', thinned, liveRows],
  ])('counts and sorts as the model does, %s', (_, snapshot, living) => {
    fc.assert(
      fc.property(nearby, (query) => {
        expect(search(schema, snapshot, query)).toEqual(searchModel(schema, living, query));
      }),
      { numRuns: 120, seed: 5 },
    );
  });

  it('requires sorting by distance from the centre', () => {
    const [reader] = whole.segments;
    const radius = { center: { lat: 51.5, lng: -0.13 }, km: 50 };
    const scan = (order: SortOrder) => scanGeo(reader, radius, radiusFilter(reader, radius), [], order);
    expect(scan({ by: 'distance', from: { lat: 51.5, lng: -0.13 } })).toBeDefined();
    expect(scan({ by: 'distance', from: { lat: 51.6, lng: -0.13 } })).toBeUndefined();
    expect(scan({ by: 'number', field: 'price', direction: 'ascending' })).toBeUndefined();
  });
});

function drawn(sortOrder: Iterator<SortedRow>, count: number): SortedRow[] {
  const found: SortedRow[] = [];
  while (found.length < count) {
    const next = sortOrder.next();
    if (next.done === true) break;
    found.push(next.value);
  }
  return found;
}

describe('scanPostings', () => {
  const orders: readonly SortOrder[] = [
    ...schema.numbers.flatMap((field): SortOrder[] => [
      { by: 'number', field, direction: 'ascending' },
      { by: 'number', field, direction: 'descending' },
    ]),
    { by: 'distance', from: { lat: 51.5, lng: -0.13 } },
  ];
  const grouped = fc.record({
    values: fc
      .tuple(
        fc.constantFrom('red', 'blue', 'grey'),
        fc.constantFrom([], [{ field: 'name', excluded: ['a'] }], [{ field: 'name', excluded: ['none'] }]),
      )
      .map(([colour, others]) => [{ field: 'colour', terms: [colour] }, ...others]),
    ranges: someRanges,
    sortOrder: fc.constantFrom(...orders),
    offset: fc.constantFrom(0, 1, 7, 60),
    limit: fc.constantFrom(3, 1000),
  });

  it.each([
    ['all alive', whole],
    ['some dead', thinned],
  ])('agrees with the general search, %s', (_, snapshot) => {
    const [reader] = snapshot.segments;
    let quick = 0;
    fc.assert(
      fc.property(grouped, (query) => {
        const rowSet = filterSegment(reader, 0, query, NO_TEXT);
        const found = scanPostings(reader, query.sortOrder, compileFilters(reader, 0, query, NO_TEXT), 0);
        if (found === undefined) return;
        quick++;
        expect(found.total).toBe(rowSet.total);
        const { sortOrder, offset: skip, limit } = query;
        const general = {
          segment: reader.segment,
          segmentOrd: 0,
          rowSet,
          sortOrder,
          words: [],
          limit: skip + limit,
        };
        expect(drawn(found.iterate(skip, skip + limit), limit)).toEqual(
          drawn(sortRows(general), skip + limit).slice(skip),
        );
      }),
      { numRuns: 1200, seed: 3 },
    );
    expect(quick).toBeGreaterThan(100);
  });

  it('requires enough rows, and no filter with fewer', () => {
    const [reader] = whole.segments;
    const sortOrder = orders[2];
    const filters = (max: number) => [
      reader.segment.values('colour').filter(['red']),
      reader.segment.numbers('year').filter(-Infinity, max),
    ];
    expect(scanPostings(reader, sortOrder, filters(2019), 0)).toBeDefined();
    expect(scanPostings(reader, sortOrder, filters(2019))).toBeUndefined();
    expect(scanPostings(reader, sortOrder, filters(2015), 0)).toBeUndefined();
    expect(scanPostings(reader, { by: 'relevance' }, filters(2019), 0)).toBeUndefined();
  });
});

describe('scanValues', () => {
  const many = sampleRows(9000, 22);
  const all = snapshotOf(segmentOf(many));
  const some = changed(
    all,
    null,
    Array.from({ length: 1500 }, (_, i) => `k${i * 6}`),
  );
  const byNumber = (field: string, direction: 'ascending' | 'descending'): SortOrder => ({
    by: 'number',
    field,
    direction,
  });
  const listed = fc.record({
    values: fc
      .tuple(
        fc.constantFrom(['red', 'blue'], ['blue', 'grey'], ['grey', 'red', 'blue']),
        fc.constantFrom([], [{ field: 'name', excluded: ['a'] }], [{ field: 'colour', excluded: ['grey'] }]),
      )
      .map(([terms, others]) => [{ field: 'colour', terms }, ...others]),
    // Ranges of more rows than the lists have.
    ranges: fc.constantFrom(
      [],
      [{ field: 'year', min: 2015, max: Infinity }],
      [{ field: 'price', min: 0, max: Infinity }],
    ),
    sortOrder: fc.constantFrom(
      ...schema.numbers.flatMap((field) => [byNumber(field, 'ascending'), byNumber(field, 'descending')]),
    ),
    offset: fc.constantFrom(0, 1, 7, 60, 900),
    limit: fc.constantFrom(3, 100),
  });

  it.each([
    ['all alive', all],
    ['some dead', some],
  ])('agrees with the general search, %s', (_, snapshot) => {
    const [reader] = snapshot.segments;
    let quick = 0;
    fc.assert(
      fc.property(listed, (query) => {
        const rowSet = filterSegment(reader, 0, query, NO_TEXT);
        const found = scanValues(reader, query, compileFilters(reader, 0, query, NO_TEXT), new Arena());
        if (found === undefined) return;
        quick++;
        const { sortOrder, offset: skip, limit } = query;
        const end = skip + limit;
        const general = { segment: reader.segment, segmentOrd: 0, rowSet, sortOrder, words: [], limit: end };
        expect(found.total).toBe(rowSet.total);
        expect(drawn(found.iterate(skip, end), limit)).toEqual(drawn(sortRows(general), end).slice(skip));
      }),
      { numRuns: 1500, seed: 4 },
    );
    expect(quick).toBeGreaterThan(100);
  });

  it('requires a list of few values, an early page and an order in which each value is found at once', () => {
    const [reader] = all.segments;
    const scan = (terms: string[], sortOrder: SortOrder, offset = 0) => {
      const filters = [reader.segment.values('colour').filter(terms)];
      return scanValues(reader, { sortOrder, offset, limit: 20 }, filters, new Arena());
    };
    const byPrice = byNumber('price', 'ascending');
    expect(scan(['red', 'blue'], byPrice)?.total).toBe(
      filterSegment(
        reader,
        0,
        {
          values: [{ field: 'colour', terms: ['red', 'blue'] }],
          ranges: [],
          sortOrder: byPrice,
          offset: 0,
          limit: 20,
        },
        NO_TEXT,
      ).total,
    );
    expect(scan(['red'], byPrice)).toBeUndefined();
    expect(scan(['red', 'blue'], byPrice, 1000)).toBeUndefined();
    expect(scan(['red', 'blue'], { by: 'relevance' })).toBeUndefined();
  });
});
