// A schema with a column of every kind, handmade rows, and random rows with few distinct values, so that rows collide,
// tie and match; some values of every column are unknown.
import fc from 'fast-check';
import type { Point } from '../../src/geo/great-circle.ts';
import type { Row, Schema } from '../../src/engine/schema.ts';
import { buildSegment } from '../../src/engine/segment/segment-builder.ts';
import { Segment } from '../../src/engine/segment/segment.ts';

export const schema: Schema = {
  values: [
    { name: 'colour', termsOf: (value) => [value] },
    { name: 'name', termsOf: (value) => [value.slice(0, 1), value] },
  ],
  numbers: ['price', 'year', 'weight'],
  texts: [
    { name: 'title', boost: 4, b: 0, averageLength: 3 },
    { name: 'body', boost: 1, b: 0.75, averageLength: 6 },
  ],
  synonyms: new Map([
    ['vw', ['golf']],
    ['auto', ['automatic', 'tiptronic']],
  ]),
  tieBreaker: 'price',
};

/** A row of `schema`; parts not given are unknown. */
export function rowOf(
  key: string,
  known: {
    readonly colour?: string;
    readonly name?: string;
    readonly price?: number;
    readonly year?: number;
    readonly weight?: number;
    readonly point?: Point;
    readonly title?: string;
    readonly body?: string;
  } = {},
): Row {
  return {
    key,
    values: [known.colour ?? null, known.name ?? null],
    numbers: [known.price ?? null, known.year ?? null, known.weight ?? null],
    point: known.point ?? null,
    texts: [known.title ?? null, known.body ?? null],
  };
}

export function segmentOf(rows: readonly Row[]): Segment {
  return new Segment(schema, buildSegment(schema, rows));
}

export const sampleWords = ['golf', 'gold', 'golfs', 'focus', 'focsu', 'automatic', 'auto', 'a3', 'a4', 'c-hr', 'titanium', 'titan', 'Škoda', '2.0', 'red', 'rad']; // prettier-ignore

const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(value, { nil: null, freq: 5 });
const text = fc.array(fc.constantFrom(...sampleWords), { maxLength: 6 }).map((list) => list.join(' '));

/** One of a few shared points, or any in and around Britain. */
export const anyPoint: fc.Arbitrary<Point> = fc.oneof(
  fc.record({
    lat: fc.constantFrom(51.5, 51.6, 53.48, -90, 90),
    lng: fc.constantFrom(-0.13, -2.24, 179.95, -179.95),
  }),
  fc.record({
    lat: fc.double({ min: 50, max: 59, noNaN: true }),
    lng: fc.double({ min: -6, max: 2, noNaN: true }),
  }),
);

export const anyRow: fc.Arbitrary<Row> = fc.record({
  key: fc.constantFrom(...Array.from({ length: 60 }, (_, i) => `k${i}`)),
  values: fc.tuple(orNull(fc.constantFrom('red', 'blue', 'grey')), orNull(fc.constantFrom('aa', 'ab', 'b'))),
  numbers: fc.tuple(
    orNull(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom(0.5, 9995.99, 1e12))),
    orNull(fc.integer({ min: 2015, max: 2019 })),
    orNull(fc.double({ min: -5, max: 5, noNaN: true })),
  ),
  point: orNull(anyPoint),
  texts: fc.tuple(orNull(text), orNull(text)),
});

/** The same rows for the same seed, with keys k0, k1, … */
export function sampleRows(size: number, seed: number): Row[] {
  return fc.sample(anyRow, { numRuns: size, seed }).map((row, i) => ({ ...row, key: `k${i}` }));
}
