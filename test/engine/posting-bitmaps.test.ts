import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../src/engine/bits.ts';
import { PostingBitmaps } from '../../src/engine/posting-bitmaps.ts';

describe('PostingBitmaps', () => {
  const three = Uint32Array.of(0, 31, 63);
  const two = Uint32Array.of(1, 32);

  it('keeps the bitmap of a list that is longer than the bitmap', () => {
    const bitmaps = new PostingBitmaps(64);
    const first = bitmaps.of(7, three);
    expect([...rowsOf(first)]).toEqual([0, 31, 63]);
    expect(bitmaps.of(7, three)).toBe(first);
  });

  it('makes the bitmap of a shorter list anew each time', () => {
    const bitmaps = new PostingBitmaps(64);
    const first = bitmaps.of(7, two);
    expect([...rowsOf(first)]).toEqual([1, 32]);
    expect(bitmaps.of(7, two)).not.toBe(first);
    expect([...rowsOf(bitmaps.of(7, two))]).toEqual([1, 32]);
  });

  it('tells lists apart by their number', () => {
    const bitmaps = new PostingBitmaps(64);
    const other = Uint32Array.of(2, 3, 4, 5);
    expect([...rowsOf(bitmaps.of(0, three))]).toEqual([0, 31, 63]);
    expect([...rowsOf(bitmaps.of(1, other))]).toEqual([2, 3, 4, 5]);
    expect([...rowsOf(bitmaps.of(0, three))]).toEqual([0, 31, 63]);
  });
});
