import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formatCursor, parseCursor } from '../../src/search/cursor.ts';

const state = {
  storeId: 'b0f2',
  sequence: 17,
  changedAt: 5000,
  placesVersion: 'tables-1',
  indexFormat: '4.x',
};
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

// The check is no secret.
function forged(json: string): string {
  const body = Buffer.from(json).toString('base64url');
  return `${body}${hash('sha256', `forecourt cursor ${body}`, 'base64url').slice(0, 8)}`;
}

describe('a forged cursor with a valid check', () => {
  test('is that of the service if its members are valid', () => {
    expect(forged('[1,"b0f2",17,"tables-1","4.x",null,null,null,5000]')).toBe(text);
  });

  test('names a change of an unknown time if it is of an earlier program', () => {
    const at = (cursor: string) => parseCursor(row, forged(cursor));
    expect(at('[1,"b0f2",17,"tables-1","4.x"]')).toMatchObject({
      value: { state: { ...state, changedAt: 0 } },
    });
    expect(at('[1,"b0f2",17,"tables-1","4.x","aB-_",640,18]')).toMatchObject({
      value: { state: { ...state, changedAt: 0 }, next: { search: 'aB-_', position: 640, to: 18 } },
    });
  });

  test.each([
    'not JSON',
    '5',
    'null',
    '{"0":1}',
    '[]',
    '[1]',
    '[1,{},17,"tables-1","4.x"]',
    '[1,"b0f2",17,[],"4.x"]',
    '[1,"b0f2",17,"tables-1",null]',
    ...['true', '[]', 'null', '"17"', '-1', '0.5', '1e300'].flatMap((value) => [
      `[1,"b0f2",${value},"tables-1","4.x"]`,
      `[1,"b0f2",17,"tables-1","4.x","aB-_",${value}]`,
    ]),
    ...['true', '[]', '"17"', '-1', '0.5', '1e300'].map(
      (value) => `[1,"b0f2",17,"tables-1","4.x","aB-_",640,${value}]`,
    ),
    ...['true', '[]', 'null', '"17"', '-1'].map(
      (value) => `[1,"b0f2",17,"tables-1","4.x",null,null,null,${value}]`,
    ),
    '[1,"b0f2",17,"tables-1","4.x",null,640]',
    '[1,"b0f2",17,"tables-1","4.x","aB-_"]',
  ])('is refused: %s', (json) => {
    expect(parseCursor(row, forged(json))).toMatchObject({ issue: { code: 'invalid_cursor' } });
  });

  test('is expired if it is of another version', () => {
    expect(parseCursor(row, forged('[2,true]'))).toMatchObject({ value: 'expired' });
  });
});
