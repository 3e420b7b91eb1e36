import { describe, expect, test } from 'vitest';
import { formatCursor, parseCursor } from '../../src/search/cursor.ts';

const state = { storeId: 'b0f2', sequence: 17, places: 'tables-1', terms: '4.x' };
const row = { name: 'cursor', example: 'x' };
const [text, cut] = [
  formatCursor({ state }),
  formatCursor({ state, next: { search: 'aB-_', position: 640 } }),
];

describe('a cursor', () => {
  test('names a state, and where an export was cut', () => {
    expect(parseCursor(row, text)).toEqual({ value: { state, next: undefined }, key: text });
    expect(parseCursor(row, cut)).toMatchObject({
      value: { state, next: { search: 'aB-_', position: 640 } },
    });
  });

  test('needs no encoding in an address', () => {
    expect(encodeURIComponent(cut)).toBe(cut);
  });

  test.each([
    ['is truncated', text.slice(0, -1)],
    ['lacks its start', text.slice(1)],
    ['is altered', `${text.slice(0, 5)}${text[5] === 'A' ? 'B' : 'A'}${text.slice(6)}`],
    ['is too long', 'a'.repeat(2000)],
    ['is another text', 'yesterday'],
    ['is short', 'x'],
  ])('is refused if it %s', (_, bad) => {
    expect(parseCursor(row, bad)).toMatchObject({ issue: { parameter: 'cursor', code: 'invalid_cursor' } });
  });
});
