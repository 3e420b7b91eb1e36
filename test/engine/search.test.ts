// The engine against its model: any rows, cut into any segments, with any rows replaced or withdrawn, and any query.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { search } from '../../src/engine/search.ts';
import type { EngineQuery, Order, Row, Schema } from '../../src/engine/schema.ts';
import { buildSegment, Segment } from '../../src/engine/segment.ts';
import { Snapshot } from '../../src/engine/snapshot.ts';
import { searchModel } from './engine-model.ts';

const schema: Schema = {
  values: [
    { name: 'colour', keysOf: (value) => [value] },
    { name: 'name', keysOf: (value) => [value.slice(0, 1), value] },
  ],
  numbers: ['price', 'year', 'weight'],
  texts: [
    { name: 'title', weight: 4, lengthNorm: 0, usualLength: 3 },
    { name: 'body', weight: 1, lengthNorm: 0.75, usualLength: 6 },
  ],
  aliases: new Map([
    ['vw', ['golf']],
    ['auto', ['automatic', 'tiptronic']],
  ]),
  tieBreaker: 'price',
};

const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(value, { nil: null, freq: 5 });
const words = ['golf', 'gold', 'golfs', 'focus', 'focsu', 'automatic', 'auto', 'a3', 'a4', 'c-hr', 'titanium', 'titan', 'Škoda', '2.0', 'red', 'rad']; // prettier-ignore
const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(' '));
const point = fc.oneof(
  fc.record({
    lat: fc.constantFrom(51.5, 51.6, 53.48, -90, 90),
    lng: fc.constantFrom(-0.13, -2.24, 179.95, -179.95),
  }),
  fc.record({
    lat: fc.double({ min: 50, max: 59, noNaN: true }),
    lng: fc.double({ min: -6, max: 2, noNaN: true }),
  }),
);
const year = fc.integer({ min: 2015, max: 2019 });
const price = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom(0.5, 9995.99, 1e12));
const row: fc.Arbitrary<Row> = fc.record({
  key: fc.constantFrom(...Array.from({ length: 60 }, (_, i) => `k${i}`)),
  values: fc.tuple(orNull(fc.constantFrom('red', 'blue', 'grey')), orNull(fc.constantFrom('aa', 'ab', 'b'))),
  numbers: fc.tuple(orNull(price), orNull(year), orNull(fc.double({ min: -5, max: 5, noNaN: true }))),
  point: orNull(point),
  texts: fc.tuple(orNull(text), orNull(text)),
});

const order: fc.Arbitrary<Order> = fc.oneof(
  fc.record({
    by: fc.constant('number' as const),
    field: fc.constantFrom('price', 'year', 'weight'),
    direction: fc.constantFrom('ascending' as const, 'descending' as const),
  }),
  fc.record({ by: fc.constant('distance' as const), from: point }),
);
const queryWord = fc.constantFrom(...words, 'golg', 'tittanium', 'tita', 'vw', 'foc', 'chr', 'zzzz', '!');
const query: fc.Arbitrary<EngineQuery> = fc
  .record({
    values: fc.array(
      fc.oneof(
        fc.record({
          field: fc.constant('colour'),
          keys: fc.uniqueArray(fc.constantFrom('red', 'blue', 'none'), { maxLength: 2 }),
        }),
        fc.record({ field: fc.constant('name'), keys: fc.constantFrom(['a'], ['aa'], ['b', 'ab']) }),
      ),
      { maxLength: 1 },
    ),
    ranges: fc.array(
      fc.record({
        field: fc.constantFrom('price', 'year', 'weight'),
        min: fc.constantFrom(-Infinity, 0, 5, 2016, 2017),
        max: fc.constantFrom(Infinity, 0, 10, 2017, 2018),
      }),
      { maxLength: 2 },
    ),
    radius: fc.option(fc.record({ center: point, km: fc.constantFrom(0, 1, 25, 100, 500, 25000) }), {
      nil: undefined,
      freq: 3,
    }),
    text: fc.option(
      fc.array(queryWord, { minLength: 1, maxLength: 3 }).map((list) => list.join(' ')),
      { nil: undefined },
    ),
    order: fc.oneof(order, fc.constant({ by: 'relevance' as const })),
    offset: fc.constantFrom(0, 0, 1, 5, 17),
    limit: fc.constantFrom(0, 1, 5, 20),
  })
  .filter(({ order: { by }, text: asked }) => by !== 'relevance' || asked !== undefined);

/** A change: rows that come in (the last of one key counts), and keys that go. */
const change = fc.record({
  rows: fc.array(row, { maxLength: 25 }),
  withdrawn: fc.array(fc.constantFrom('k1', 'k2', 'k3', 'k10', 'k20', 'none'), { maxLength: 3 }),
});

function applied(changes: readonly { rows: readonly Row[]; withdrawn: readonly string[] }[]) {
  const live = new Map<string, Row>();
  let snapshot = Snapshot.empty;
  for (const { rows, withdrawn } of changes) {
    for (const key of withdrawn) live.delete(key);
    const unique = [...new Map(rows.map((added) => [added.key, added])).values()];
    for (const added of unique) live.set(added.key, added);
    snapshot = snapshot.with(new Segment(schema, buildSegment(schema, unique)), withdrawn);
  }
  return { rows: [...live.values()], snapshot };
}

describe('search', () => {
  it('answers as the model does, over several segments with dead rows', () => {
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.array(query, { minLength: 5, maxLength: 5 }),
        (changes, queries) => {
          const { rows, snapshot } = applied(changes);
          for (const asked of queries)
            expect(search(schema, snapshot, asked)).toEqual(searchModel(schema, rows, asked));
        },
      ),
      { numRuns: 400, seed: 20261121 },
    );
  });
  it('answers as the model does over one large segment, where bitmaps do the work', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 700, maxLength: 700 }),
        fc.array(query, { minLength: 8, maxLength: 8 }),
        (drawn, queries) => {
          const rows = drawn.map((one, i) => ({ ...one, key: `k${i}` }));
          const snapshot = Snapshot.empty.with(new Segment(schema, buildSegment(schema, rows)), []);
          for (const asked of queries)
            expect(search(schema, snapshot, asked)).toEqual(searchModel(schema, rows, asked));
        },
      ),
      { numRuns: 15, seed: 20261121 },
    );
  });
});
