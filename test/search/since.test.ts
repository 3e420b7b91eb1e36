import { describe, expect, test } from 'vitest';
import { formatCursor } from '../../src/search/cursor.ts';
import { parseSince } from '../../src/search/since.ts';

/** A Saturday. */
const NOW = Date.parse('2026-11-28T10:30:00Z');
const row = { name: 'since', example: 'x' };
const parse = (text: string) => parseSince(row, text, NOW);

describe('since', () => {
  test.each([
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20t08:00:00.250z', '2026-11-20T08:00:00.250Z'],
    ['2026-11-20 08:00', '2026-11-20T08:00:00.000Z'],
    ['2026-07-20T08:00:00+01:00', '2026-07-20T07:00:00.000Z'],
    ['2026-07-20T08:00:00 01:00', '2026-07-20T07:00:00.000Z'],
    ['2026-07-20T08:00-0230', '2026-07-20T10:30:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['today', '2026-11-28T00:00:00.000Z'],
    ['Yesterday', '2026-11-27T00:00:00.000Z'],
    ['since yesterday', '2026-11-27T00:00:00.000Z'],
    ['friday', '2026-11-27T00:00:00.000Z'],
    ['Monday', '2026-11-23T00:00:00.000Z'],
    ['last sunday', '2026-11-22T00:00:00.000Z'],
    ['saturday', '2026-11-21T00:00:00.000Z'],
    ['3 days ago', '2026-11-25T10:30:00.000Z'],
    ['an hour ago', '2026-11-28T09:30:00.000Z'],
    ['last week', '2026-11-21T10:30:00.000Z'],
    ['90 minutes', '2026-11-28T09:00:00.000Z'],
    ['2026-11-28T10:31:00Z', '2026-11-28T10:31:00.000Z'],
  ])('takes the time %s', (text, time) => {
    expect(parse(text)).toMatchObject({ value: { time: Date.parse(time) } });
  });

  test('takes a cursor', () => {
    const state = {
      storeId: 'b0f2',
      sequence: 17,
      changedAt: 5000,
      placesVersion: 'tables-1',
      indexFormat: '4.x',
    };
    expect(parse(formatCursor({ state }))).toMatchObject({ value: { state } });
  });

  test.each([
    ['tomorrow', 'invalid_cursor'],
    ['2026-02-30', 'out_of_range'],
    ['2026-13-01T00:00:00Z', 'out_of_range'],
    ['2026-11-20T25:00:00Z', 'out_of_range'],
    ['1763625600', 'invalid_cursor'],
    ['2026-11-28T10:36:00Z', 'out_of_range'],
    ['2027-01-01', 'out_of_range'],
  ])('refuses %s', (text, code) => {
    expect(parse(text)).toMatchObject({ issue: { parameter: 'since', code } });
  });

  test('says what it takes', () => {
    const { issue } = parse('soon');
    expect(issue?.message).toBe(
      "since must be a whole cursor, exactly as a response of this service had it, or a time such as 2026-11-20T08:00:00Z, yesterday or 3 days ago (got 'soon').",
    );
    expect(parse('2026-13-45').issue?.message).toBe(
      "since must be a date and a time that exist (got '2026-13-45').",
    );
  });
});
