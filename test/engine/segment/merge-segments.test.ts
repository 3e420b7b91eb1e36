// Compares merges with builds: random rows in random segments with random deletions.
import { buildSegment } from '../builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clearBit, fullBitmap, type Bitmap } from '../../../src/engine/postings/bitmap.ts';
import { mergeColumns, mergeSegments, type MergeSource } from '../../../src/engine/segment/merge-segments.ts';
import { Segment } from '../../../src/engine/segment/segment.ts';
import type { Row } from '../../../src/engine/schema.ts';
import { anyRow, rowOf, sampleRows, schema } from '../sample-rows.ts';

/** The segment of `rows` in which those that `dies` says are dead, and the others. */
function partOf(rows: readonly Row[], dies: (row: Row) => boolean): { part: MergeSource; left: Row[] } {
  const data = buildSegment(schema, rows);
  const { keys } = new Segment(schema, data);
  const liveRows: Bitmap = fullBitmap(rows.length);
  const rowOfKey = new Map(rows.map((_, row) => [keys.keyAt(row), row]));
  for (const row of rows) if (dies(row)) clearBit(liveRows, rowOfKey.get(row.key) ?? NaN);
  return { part: { data, liveRows }, left: rows.filter((row) => !dies(row)) };
}

const anyPart = fc.record({
  rows: fc.array(anyRow, { maxLength: 40 }),
  dead: fc.oneof(
    fc.constant(new Set<string>()),
    fc.array(fc.nat(59), { maxLength: 50 }).map((numbers) => new Set(numbers.map((number) => `k${number}`))),
  ),
  /** Whether the part says `null` for "all are alive". */
  plain: fc.boolean(),
});

describe('mergeSegments', () => {
  it('equals a build of the live rows, array for array', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { maxLength: 7 }), (drafts) => {
        const taken = new Set<string>();
        const parts: MergeSource[] = [];
        const rows: Row[] = [];
        for (const { rows: drawn, dead, plain } of drafts) {
          const unique = [...new Map(drawn.map((row) => [row.key, row])).values()];
          // A key is alive in one part at most.
          const { part, left } = partOf(unique, ({ key }) => dead.has(key) || taken.has(key));
          for (const { key } of left) taken.add(key);
          rows.push(...left);
          parts.push(plain && left.length === unique.length ? { ...part, liveRows: null } : part);
        }
        expect(mergeSegments(schema, parts)).toEqual(buildSegment(schema, rows));
      }),
      { numRuns: 400, seed: 20261122 },
    );
  });

  it.each([1, 2, 3])('also for many rows, with long lists: seed %i', (seed) => {
    const rows = sampleRows(3000, seed);
    const cuts = [0, 700, 710, 711, 1800, 3000];
    const dies = ({ key }: Row): boolean => key.endsWith('7') && seed > 1;
    const drafts = cuts.slice(1).map((end, i) => partOf(rows.slice(cuts[i], end), dies));
    const left = drafts.flatMap((draft) => draft.left);
    expect(mergeSegments(schema, drafts.map(({ part }) => part))).toEqual(buildSegment(schema, left)); // prettier-ignore
  });

  it('orders keys by UTF-16 units where UTF-8 differs', () => {
    const keys = ['a', '', 'z', 'é', '\ue000', '🚗', '\uff5e', '🚗a', 'Ω'];
    const parts = [keys.slice(0, 5), keys.slice(5)].map((some) => ({
      data: buildSegment(schema, some.map((key) => rowOf(key))), // prettier-ignore
      liveRows: null,
    }));
    const merged = new Segment(schema, mergeSegments(schema, parts));
    expect(Array.from({ length: 9 }, (_, row) => merged.keys.keyAt(row))).toEqual(
      ['', 'a', 'z', 'é', 'Ω', '🚗', '🚗a', '\ue000', '\uff5e'], // prettier-ignore
    );
  });

  it('drops values, points and terms of deleted rows, and shrinks numbers that fit', () => {
    const rows = [
      rowOf('a', { colour: 'red', weight: 1, point: { lat: 51, lng: 0 }, title: 'golf' }),
      rowOf('b', { colour: 'blue', weight: 0.5, point: { lat: 52, lng: 0 }, title: 'focus' }),
    ];
    const merged = mergeSegments(schema, [partOf(rows, ({ key }) => key === 'b').part]);
    const segment = new Segment(schema, merged);
    expect(segment.size).toBe(1);
    expect(segment.text.find('focus')).toBe(-1);
    expect(segment.values('colour').distinct).toBe(2);
    expect(segment.points.distinct).toBe(2);
    expect(merged.numbers[2].values).toBeInstanceOf(Int32Array);
  });

  it('returns an empty segment for no rows, or deleted ones only', () => {
    expect(mergeSegments(schema, [])).toEqual(buildSegment(schema, []));
    const { part } = partOf(sampleRows(40, 1), () => true);
    expect(mergeSegments(schema, [part, part])).toEqual(buildSegment(schema, []));
  });

  it('merges columns in steps, and the terms of texts 64 a step', () => {
    const rows = Array.from({ length: 640 }, (_, i) => rowOf(`k${i}`, { title: `word${i}` }));
    const newRows = [Uint32Array.from(rows.keys())];
    const steps = mergeColumns(schema, [buildSegment(schema, rows)], { size: rows.length, newRows });
    const { values, numbers, labels = [] } = schema;
    expect([...steps]).toHaveLength(values.length + numbers.length + labels.length + 10);
  });

  it('does not modify its sources', () => {
    const rows = sampleRows(100, 4);
    const part = { data: buildSegment(schema, rows), liveRows: null };
    mergeSegments(schema, [part]);
    expect(part.data).toEqual(buildSegment(schema, rows));
  });
});
