// Compares the engine with its model: random rows in random segments, random replacements and deletions, random queries.
import { buildSegment, snapshotOf, changed } from './builders.ts';
import { search } from '../../src/engine/search.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EngineQuery, EngineResult, SortOrder, Row } from '../../src/engine/schema.ts';
import { Segment } from '../../src/engine/segment/segment.ts';
import { Snapshot } from '../../src/engine/segment/snapshot.ts';
import { searchModel } from './engine-model.ts';
import { anyPoint, anyRow, rowOf, sampleRows, sampleWords, schema, segmentOf } from './sample-rows.ts';

const anyColours = fc.uniqueArray(fc.constantFrom('red', 'blue', 'none'), { maxLength: 2 });
const anyNames = fc.constantFrom(['a'], ['aa'], ['b', 'ab']);
const anyValues = fc.array(
  fc.oneof(
    fc.record({ field: fc.constant('colour'), terms: anyColours }),
    fc.record({ field: fc.constant('colour'), excluded: anyColours }),
    fc.record({ field: fc.constant('name'), terms: anyNames }),
    fc.record({ field: fc.constant('name'), excluded: anyNames }),
    fc.record({ field: fc.constant('name'), terms: anyNames, excluded: anyNames }),
  ),
  { maxLength: 2 },
);

const bound = fc.oneof(
  fc.integer({ min: -1, max: 21 }),
  fc.integer({ min: 2014, max: 2020 }),
  fc.double({ min: -6, max: 6, noNaN: true }),
);
const anyRange = fc.record({
  field: fc.constantFrom('price', 'year', 'weight'),
  min: fc.oneof(bound, fc.constant(-Infinity)),
  max: fc.oneof(bound, fc.constant(Infinity)),
});

const anyRadius = fc.record({
  center: anyPoint,
  km: fc.oneof(fc.constantFrom(0, 1, 25, 25000), fc.double({ min: 0, max: 800, noNaN: true })),
});

const anyPlainOrder: fc.Arbitrary<SortOrder> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constant('number' as const),
      field: fc.constantFrom('price', 'year', 'weight'),
      direction: fc.constantFrom('ascending' as const, 'descending' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('distance' as const), from: anyPoint }) },
);

const anyText = fc
  .array(
    fc.constantFrom(
      ...sampleWords,
      'golg',
      'tittanium',
      'tita',
      'vw',
      'foc',
      'gol',
      'g0lf',
      'gears',
      'crimson',
      'sufoc',
      'red golf',
      'golf focus',
      'chr',
      'zzzz',
      '!',
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((list) => list.join(' '));

/** Queries without text, which the model answers fast. */
const plainQuery: fc.Arbitrary<EngineQuery> = fc.record({
  values: anyValues,
  ranges: fc.array(anyRange, { maxLength: 2 }),
  radius: fc.option(anyRadius, { nil: undefined, freq: 2 }),
  sortOrder: anyPlainOrder,
  offset: fc.constantFrom(0, 0, 1, 5, 17),
  limit: fc.constantFrom(0, 1, 20, 1000),
});

const textQuery: fc.Arbitrary<EngineQuery> = fc
  .tuple(plainQuery, anyText, fc.oneof(anyPlainOrder, fc.constant({ by: 'relevance' as const })))
  .map(([query, text, sortOrder]) => ({ ...query, text, sortOrder }));

/** One to three of `red/golf`, `red&golf/a3`, `!red&golf` and plain words. */
const anyClause = fc
  .tuple(
    fc.constantFrom('', '', '!'),
    fc.array(fc.array(fc.constantFrom(...sampleWords), { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([sign, alternatives]) =>
    sign === '!' ? `!${alternatives[0].join('&')}` : alternatives.map((words) => words.join('&')).join('/'),
  );

const clauseQuery: fc.Arbitrary<EngineQuery> = fc
  .tuple(textQuery, fc.array(anyClause, { minLength: 1, maxLength: 3 }))
  .map(([query, clauses]) => ({ ...query, text: clauses.join(' ') }))
  .map((query) =>
    query.sortOrder.by === 'relevance'
      ? {
          ...query,
          sortOrder: {
            by: 'relevance',
            withoutWords: { by: 'number', field: 'year', direction: 'descending' },
          },
        }
      : query,
  );

/** A change: added rows (the last of each key counts) and deleted keys. */
const anyChange = fc.record({
  rows: fc.array(anyRow, { maxLength: 25 }),
  withdrawn: fc.array(fc.constantFrom('k1', 'k2', 'k3', 'k10', 'k20', 'none'), { maxLength: 3 }),
});

function applied(changes: readonly { rows: readonly Row[]; withdrawn: readonly string[] }[]) {
  const live = new Map<string, Row>();
  let snapshot = Snapshot.empty;
  for (const { rows, withdrawn } of changes) {
    for (const key of withdrawn) live.delete(key);
    const unique = [...new Map(rows.map((added) => [added.key, added])).values()];
    for (const added of unique) live.set(added.key, added);
    snapshot = changed(snapshot, segmentOf(unique), withdrawn);
  }
  return { rows: [...live.values()], snapshot };
}

describe('search agrees with the model', () => {
  it.each([
    ['without text', plainQuery, 300],
    ['with text', textQuery, 300],
    ['with alternatives and exclusions', clauseQuery, 300],
  ])('over several segments with deleted rows, %s', (_, query, numRuns) => {
    fc.assert(
      fc.property(
        fc.array(anyChange, { minLength: 1, maxLength: 4 }),
        fc.array(query, { minLength: 3, maxLength: 3 }),
        (changes, queries) => {
          const { rows, snapshot } = applied(changes);
          for (const requested of queries)
            expect(search(schema, snapshot, requested)).toEqual(searchModel(schema, rows, requested));
        },
      ),
      { numRuns, seed: 20261121 },
    );
  });

  // Large enough for bitmaps. One segment for many queries, so that a failure shrinks to one small query.
  it.each([1, 2, 3, 4, 5])('over one large segment with deleted rows: seed %i', (seed) => {
    const drawn = sampleRows(700, seed);
    const withdrawn = drawn.filter((_, i) => i % 10 < seed - 1).map(({ key }) => key);
    const rows = drawn.filter(({ key }) => !withdrawn.includes(key));
    const snapshot = changed(snapshotOf(segmentOf(drawn)), null, withdrawn);
    const agreesWithModel = (query: EngineQuery): void => {
      expect(search(schema, snapshot, query)).toEqual(searchModel(schema, rows, query));
    };
    fc.assert(fc.property(plainQuery, agreesWithModel), { numRuns: 120, seed });
    fc.assert(fc.property(textQuery, agreesWithModel), { numRuns: 12, seed });
  });
});

describe('search over one large segment and small ones', () => {
  // The small segments replaced rows of the large one, so every plan meets deleted rows.
  it.each([1, 2, 3])('agrees with the model on any page: seed %i', (seed) => {
    const drawn = sampleRows(900, seed);
    const live = new Map(drawn.slice(0, 800).map((row) => [row.key, row]));
    let snapshot = snapshotOf(segmentOf(drawn.slice(0, 800)));
    const fresh = drawn.slice(800);
    for (const [index, count] of [1, 9, 40].entries()) {
      const replaced = fresh.splice(0, count).map((row, i) => ({ ...row, key: `k${(index * 40 + i) * 3}` }));
      for (const row of replaced) live.set(row.key, row);
      snapshot = changed(snapshot, segmentOf(replaced), []);
    }
    const rows = [...live.values()];
    const deep = fc.tuple(plainQuery, fc.constantFrom(0, 100, 350, 700)).map(([query, offset]) => ({
      ...query,
      offset,
    }));
    const agreesWithModel = (query: EngineQuery): void => {
      expect(search(schema, snapshot, query)).toEqual(searchModel(schema, rows, query));
    };
    fc.assert(fc.property(deep, agreesWithModel), { numRuns: 80, seed });
    fc.assert(fc.property(textQuery, agreesWithModel), { numRuns: 8, seed });
  });
});

describe('search', () => {
  const everything: EngineQuery = {
    values: [],
    ranges: [],
    sortOrder: { by: 'number', field: 'year', direction: 'descending' },
    offset: 0,
    limit: 20,
  };
  const snapshot = changed(
    snapshotOf(segmentOf([rowOf('a', { year: 2016 }), rowOf('c', { year: 2018 })])),
    segmentOf([rowOf('b', { year: 2018, title: 'golf' }), rowOf('d')]),
    [],
  );

  it.each<[string, Partial<EngineQuery>, Omit<EngineResult, 'points'>]>([
    ['all rows, merged over the segments', {}, { total: 4, keys: ['b', 'c', 'a', 'd'] }],
    ['a page in the middle', { offset: 1, limit: 2 }, { total: 4, keys: ['c', 'a'] }],
    ['a page that is not full', { offset: 3 }, { total: 4, keys: ['d'] }],
    ['a page past the end', { offset: 4 }, { total: 4, keys: [] }],
    ['a page far past the end', { offset: 1e9 }, { total: 4, keys: [] }],
    ['a page of no rows', { limit: 0 }, { total: 4, keys: [] }],
    ['no match', { values: [{ field: 'colour', terms: ['red'] }] }, { total: 0, keys: [] }],
    ['a text with a word', { text: 'Golf!' }, { total: 1, keys: ['b'] }],
    ['a text without a word', { text: ' - ! ' }, { total: 0, keys: [] }],
    ['an empty text', { text: '' }, { total: 0, keys: [] }],
    [
      'relevance without a text',
      { sortOrder: { by: 'relevance' } },
      { total: 4, keys: ['a', 'b', 'c', 'd'] },
    ],
  ])('returns the total and the page for %s', (_, requested, result) => {
    expect(search(schema, snapshot, { ...everything, ...requested })).toEqual({
      ...result,
      points: result.keys.map(() => null),
    });
  });

  it('finds nothing in an empty snapshot', () => {
    expect(search(schema, Snapshot.empty, everything)).toEqual({ total: 0, keys: [], points: [] });
    expect(search(schema, Snapshot.empty, { ...everything, text: 'golf' })).toEqual({
      total: 0,
      keys: [],
      points: [],
    });
  });

  it('throws for fields that the schema lacks', () => {
    const sendRequest = (requested: Partial<EngineQuery>) => () =>
      search(schema, snapshot, { ...everything, ...requested });
    expect(sendRequest({ values: [{ field: 'size', terms: [] }] })).toThrow(
      'the schema has no keyword column size',
    );
    expect(sendRequest({ ranges: [{ field: 'size', min: 0, max: 1 }] })).toThrow(
      'the schema has no number column size',
    );
    expect(sendRequest({ sortOrder: { by: 'number', field: 'size', direction: 'ascending' } })).toThrow(
      'the schema has no number column size',
    );
  });

  it('returns pages that neither overlap nor skip, in every order', () => {
    const rows = sampleRows(150, 9);
    const many = changed(snapshotOf(segmentOf(rows.slice(0, 90))), segmentOf(rows.slice(90)), []);
    const orders: SortOrder[] = [
      ...schema.numbers.flatMap((field): SortOrder[] => [
        { by: 'number', field, direction: 'ascending' },
        { by: 'number', field, direction: 'descending' },
      ]),
      { by: 'distance', from: { lat: 51.5, lng: -0.13 } },
      { by: 'relevance' },
    ];
    for (const sortOrder of orders) {
      const whole = search(schema, many, { ...everything, sortOrder, limit: 150 }).keys;
      expect(new Set(whole).size).toBe(150);
      const pages = Array.from({ length: 22 }, (_, page) =>
        search(schema, many, { ...everything, sortOrder, offset: page * 7, limit: 7 }),
      );
      expect(pages.flatMap(({ keys }) => keys)).toEqual(whole);
    }
  });

  it('does not modify segments: data and results stay the same', () => {
    const data = buildSegment(schema, sampleRows(400, 5));
    const before = buildSegment(schema, sampleRows(400, 5));
    const searched = changed(snapshotOf(new Segment(schema, data)), null, ['k0', 'k100']);
    const queries = [
      ...fc.sample(plainQuery, { numRuns: 60, seed: 5 }),
      ...fc.sample(textQuery, { numRuns: 60, seed: 5 }),
    ];
    const first = queries.map((query) => search(schema, searched, query));
    expect(queries.map((query) => search(schema, searched, query))).toEqual(first);
    expect(data).toEqual(before);
  });
});

it('a schema cannot have two columns of one name', () => {
  const [{ name }] = schema.values;
  const twice = { ...schema, labels: [name] };
  expect(() => new Segment(twice, buildSegment(twice, [{ ...rowOf('a'), labels: [null] }]))).toThrow(
    `the schema has two columns ${name}`,
  );
});
