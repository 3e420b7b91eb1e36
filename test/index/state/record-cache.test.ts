import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../src/engine/segment/segment.ts';
import { RecordCache, type StoredHit } from '../../../src/index/state/record-cache.ts';

const segmentOf = (size: number): Segment => ({ size }) as unknown as Segment;
const hitOf = (id: string, text: string) => ({ dealer: 'north.example', id, record: Buffer.from(text) });
/** Records are cached when they are read the second time. */
function addTwice(cache: RecordCache, segment: Segment, row: number, hit: StoredHit): StoredHit {
  cache.add(segment, row, hit);
  return cache.add(segment, row, hit);
}

describe('RecordCache', () => {
  it('caches nothing of a row that is read once', () => {
    const cache = new RecordCache();
    const segment = segmentOf(2);
    const hit = hitOf('A1', 'record of A1');
    expect(cache.add(segment, 1, hit)).toBe(hit);
    expect(cache.find(segment, 1)).toBeUndefined();
    cache.add(segment, 0, hitOf('A0', 'record of A0'));
    cache.add(segment, 1, hit);
    expect([0, 1].map((row) => cache.find(segment, row)?.id)).toEqual([undefined, 'A1']);
  });

  it('forgets which rows were read once, after 65,536 others', () => {
    const cache = new RecordCache();
    const segment = segmentOf(70_000);
    for (let row = 0; row <= 65_536; row++) cache.add(segment, row, hitOf(String(row), 'x'));
    cache.add(segment, 0, hitOf('0', 'x'));
    cache.add(segment, 65_536, hitOf('65536', 'x'));
    expect([0, 65_536].map((row) => cache.find(segment, row)?.id)).toEqual([undefined, '65536']);
  });

  it('finds what was cached of a row, and nothing of other rows and segments', () => {
    const cache = new RecordCache();
    const [one, other] = [segmentOf(3), segmentOf(3)];
    addTwice(cache, one, 1, hitOf('A1', 'record of A1'));
    expect(cache.find(one, 1)).toMatchObject({ dealer: 'north.example', id: 'A1' });
    expect(cache.find(one, 1)?.record.toString()).toBe('record of A1');
    expect(cache.find(one, 0)).toBeUndefined();
    expect(cache.find(other, 1)).toBeUndefined();
    addTwice(cache, other, 1, hitOf('B1', 'record of B1'));
    expect(cache.find(one, 1)?.id).toBe('A1');
    expect(cache.find(other, 1)?.id).toBe('B1');
  });

  it('keeps a copy of the record', () => {
    const cache = new RecordCache();
    const segment = segmentOf(1);
    const hit = hitOf('A1', 'before');
    addTwice(cache, segment, 0, hit);
    hit.record.write('after!');
    expect(cache.find(segment, 0)?.record.toString()).toBe('before');
  });

  it('drops the oldest records when its bytes are used up, and takes none that is larger than all of it', () => {
    // Each takes 320 bytes besides its record.
    const cache = new RecordCache(3 * 420);
    const segment = segmentOf(5);
    for (let row = 0; row < 4; row++) addTwice(cache, segment, row, hitOf(`A${row}`, 'x'.repeat(100)));
    expect([0, 1, 2, 3].map((row) => cache.find(segment, row)?.id)).toEqual([undefined, 'A1', 'A2', 'A3']);
    addTwice(cache, segment, 4, hitOf('A4', 'x'.repeat(500)));
    expect([1, 2, 3, 4].map((row) => cache.find(segment, row)?.id)).toEqual([
      undefined,
      undefined,
      'A3',
      'A4',
    ]);
    addTwice(cache, segment, 0, hitOf('A0', 'x'.repeat(941)));
    expect([0, 3, 4].map((row) => cache.find(segment, row)?.id)).toEqual([undefined, 'A3', 'A4']);
  });

  it('takes records up to a quarter of the memory that is freed at once', () => {
    const cache = new RecordCache();
    const segment = segmentOf(2);
    const [largest, larger] = [65_536, 65_537].map((size) => hitOf(`${size}`, 'x'.repeat(size)));
    expect(addTwice(cache, segment, 0, largest).record).not.toBe(largest.record);
    expect(addTwice(cache, segment, 1, larger)).toBe(larger);
    expect([0, 1].map((row) => cache.find(segment, row)?.id)).toEqual(['65536', undefined]);
  });

  it('drops the oldest records when its slots are used up', () => {
    const cache = new RecordCache();
    const segment = segmentOf(70_000);
    for (let row = 0; row < 70_000; row++) addTwice(cache, segment, row, hitOf(String(row), 'x'));
    // 65,535 slots, of which one is free.
    expect(cache.find(segment, 70_000 - 65_535)).toBeUndefined();
    expect(cache.find(segment, 70_000 - 65_534)?.id).toBe('4466');
    expect(cache.find(segment, 69_999)?.id).toBe('69999');
    expect(cache.find(segment, 0)).toBeUndefined();
  });
});
