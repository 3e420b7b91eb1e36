import { buildSegment, rowWithKey, snapshotOf } from '../builders.ts';
import { search } from '../../../src/engine/search.ts';
import { describe, expect, it } from 'vitest';
import { emptyBitmap, setBitRange } from '../../../src/engine/postings/bitmap.ts';
import { Segment } from '../../../src/engine/segment/segment.ts';
import type { Row } from '../../../src/engine/schema.ts';
import { rowOf, sampleRows, schema, segmentOf } from '../sample-rows.ts';

const keysOf = (segment: Segment): string[] =>
  Array.from({ length: segment.size }, (_, row) => segment.keys.keyAt(row));

describe('a segment', () => {
  it('numbers its rows by the tie-breaker, unknown last, then by key', () => {
    const segment = segmentOf([
      rowOf('d'),
      rowOf('c', { price: 5 }),
      rowOf('b', { price: -1 }),
      rowOf('a', { price: 5 }),
      rowOf('B'),
      rowOf('e', { price: 0.5 }),
    ]);
    expect(keysOf(segment)).toEqual(['b', 'e', 'a', 'c', 'B', 'd']);
  });

  it('gives the same results after warming and halfway through it, whatever rows are live', () => {
    const prepared = segmentOf(sampleRows(400, 3));
    const half = segmentOf(sampleRows(400, 3));
    const someRows = emptyBitmap(400);
    setBitRange(someRows, 0, 300);
    const steps = [...prepared.warm(someRows)].length;
    expect(steps).toBeGreaterThan(20);
    const halfway = half.warm(null);
    for (let step = 0; step < steps / 2; step++) halfway.next();
    for (const sortOrder of ['year', 'weight']) {
      const query = {
        values: [],
        ranges: [{ field: sortOrder, min: 0, max: 2018 }],
        text: 'golg',
        sortOrder: { by: 'number', field: sortOrder, direction: 'descending' },
        offset: 0,
        limit: 400,
      } as const;
      const asBuilt = search(schema, snapshotOf(segmentOf(sampleRows(400, 3))), query);
      expect(search(schema, snapshotOf(prepared), query)).toEqual(asBuilt);
      expect(search(schema, snapshotOf(half), query)).toEqual(asBuilt);
    }
  });

  it('orders keys by UTF-16 units, not by locale', () => {
    const inOrder = ['', '10', '9', 'Z', 'a', 'z', 'é', '🚗', '\uff5e'];
    expect(keysOf(segmentOf(inOrder.toReversed().map((key) => rowOf(key))))).toEqual(inOrder);
  });

  it('has all columns in the order of its rows', () => {
    const segment = segmentOf([
      rowOf('a', { price: 3, colour: 'red', year: 2017, point: { lat: 51, lng: 0 }, title: 'golf' }),
      rowOf('b', { price: 1, name: 'ab', weight: 0.5, point: { lat: 52, lng: 0 }, body: 'focus' }),
    ]);
    expect(segment.size).toBe(2);
    expect([...segment.values('colour').filter(['red']).rows()]).toEqual([1]);
    expect([...segment.values('name').filter(['a']).rows()]).toEqual([0]);
    expect([0, 1].map((row) => segment.numbers('price').valueOr(row, -1))).toEqual([1, 3]);
    expect([0, 1].map((row) => segment.numbers('year').valueOr(row, -1))).toEqual([-1, 2017]);
    expect([0, 1].map((row) => segment.numbers('weight').valueOr(row, -1))).toEqual([0.5, -1]);
    expect([...segment.points.filter({ lat: 52, lng: 0 }, 1).rows()]).toEqual([0]);
    expect([...segment.text.unsortedPostings(segment.text.find('golf'))]).toEqual([1]);
    expect([...segment.text.unsortedPostings(segment.text.find('focus'))]).toEqual([0]);
    expect(segment.tieBreaker).toBe(segment.numbers('price'));
  });

  it('does not modify the rows that it is built from', () => {
    const rows: Row[] = [rowOf('b'), rowOf('a')];
    buildSegment(schema, rows);
    expect(rows.map(({ key }) => key)).toEqual(['b', 'a']);
  });

  it('may be empty', () => {
    const segment = segmentOf([]);
    expect(segment.size).toBe(0);
    expect(rowWithKey(segment.keys, '')).toBe(-1);
    expect([...segment.numbers('price').filter(-Infinity, Infinity).rows()]).toEqual([]);
  });

  it('throws for columns that the schema lacks', () => {
    const segment = segmentOf([]);
    expect(() => segment.values('price')).toThrow('the schema has no keyword column price');
    expect(() => segment.numbers('colour')).toThrow('the schema has no number column colour');
  });

  it('is unchanged when its data is posted to another thread', () => {
    const data = buildSegment(schema, sampleRows(120, 1));
    const queries = [
      { text: 'golf tita', sortOrder: { by: 'relevance' } },
      { sortOrder: { by: 'distance', from: { lat: 51.5, lng: -0.13 } } },
    ] as const;
    for (const query of queries) {
      const sendRequest = (segment: Segment): unknown =>
        search(schema, snapshotOf(segment), { values: [], ranges: [], ...query, offset: 0, limit: 200 });
      expect(sendRequest(new Segment(schema, structuredClone(data)))).toEqual(
        sendRequest(new Segment(schema, data)),
      );
    }
  });

  it('consists of typed arrays and numbers', () => {
    const strange: unknown[] = [];
    const visit = (value: unknown): void => {
      if (ArrayBuffer.isView(value) || typeof value === 'number') return;
      if (typeof value !== 'object' || value === null) strange.push(value);
      else Object.values(value).forEach(visit);
    };
    visit(buildSegment(schema, sampleRows(20, 1)));
    expect(strange).toEqual([]);
  });
});
