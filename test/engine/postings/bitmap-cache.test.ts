import { describe, expect, it } from 'vitest';
import { bitmapToRows, BitmapCache } from '../../../src/engine/postings/bitmap.ts';

describe('BitmapCache', () => {
  const three = Uint32Array.of(0, 31, 63);
  const two = Uint32Array.of(1, 32);

  it('caches the bitmap of a list longer than the bitmap', () => {
    const bitmaps = new BitmapCache(64);
    const first = bitmaps.of(7, three);
    expect([...bitmapToRows(first)]).toEqual([0, 31, 63]);
    expect(bitmaps.of(7, three)).toBe(first);
  });

  it('does not cache the bitmap of a shorter list', () => {
    const bitmaps = new BitmapCache(64);
    const first = bitmaps.of(7, two);
    expect([...bitmapToRows(first)]).toEqual([1, 32]);
    expect(bitmaps.of(7, two)).not.toBe(first);
    expect([...bitmapToRows(bitmaps.of(7, two))]).toEqual([1, 32]);
  });

  it('distinguishes lists by id', () => {
    const bitmaps = new BitmapCache(64);
    const other = Uint32Array.of(2, 3, 4, 5);
    expect([...bitmapToRows(bitmaps.of(0, three))]).toEqual([0, 31, 63]);
    expect([...bitmapToRows(bitmaps.of(1, other))]).toEqual([2, 3, 4, 5]);
    expect([...bitmapToRows(bitmaps.of(0, three))]).toEqual([0, 31, 63]);
  });
});
