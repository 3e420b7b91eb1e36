import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCount, formatPounds } from '../src/format.ts';

it('formats numbers as British English does', () => {
  const format = new Intl.NumberFormat('en-GB');
  expect([0, 999, 1000, 42_007, 999_999, 1_000_000, -1200, 1.5].map(formatCount)).toEqual([
    '0',
    '999',
    '1,000',
    '42,007',
    '999,999',
    '1,000,000',
    '-1,200',
    '1.5',
  ]);
  expect([7000, 7000.5].map(formatPounds)).toEqual(['£7,000', '£7,000.50']);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000 }),
      (count) => formatCount(count) === format.format(count),
    ),
  );
});
