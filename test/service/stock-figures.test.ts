// How fresh the stock is, from looking at two numbers.
import { expect, test } from 'vitest';
import { Freshness } from '../../src/service/stock-figures.ts';

test('a start is a change that took as long as the start did', () => {
  const freshness = new Freshness();
  freshness.look(7, undefined, 1000);
  expect(freshness.read(1400)).toEqual({ changedAt: 0, behindMs: 400, delayMs: 0 });
  freshness.look(7, 7, 1900);
  expect(freshness.read(5000)).toEqual({ changedAt: 1900, behindMs: 0, delayMs: 900 });
});

test('a change is behind from the look that saw it until it is shown', () => {
  const freshness = new Freshness();
  freshness.look(7, 7, 1000);
  freshness.look(8, 7, 2000);
  freshness.look(9, 7, 2100);
  expect(freshness.read(2500)).toEqual({ changedAt: 1000, behindMs: 500, delayMs: 0 });
  freshness.look(9, 8, 2600);
  expect(freshness.read(2700)).toEqual({ changedAt: 2600, behindMs: 100, delayMs: 600 });
  freshness.look(9, 9, 2900);
  expect(freshness.read(9000)).toEqual({ changedAt: 2900, behindMs: 0, delayMs: 300 });
});

test('a clock that was set back makes nothing less than nothing', () => {
  const freshness = new Freshness();
  freshness.look(8, 7, 2000);
  expect(freshness.read(1000).behindMs).toBe(0);
});
