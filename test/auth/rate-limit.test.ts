// Parsing and formatting rate limits.
import { expect, test } from 'vitest';
import { formatRateLimit, tryParseRateLimit } from '../../src/auth/rate-limit.ts';

test.each([
  ['10/s', { requests: 10, seconds: 1 }],
  ['600/min', { requests: 600, seconds: 60 }],
  ['20000/h', { requests: 20_000, seconds: 3600 }],
  ['1/d', { requests: 1, seconds: 86_400 }],
  ['1000000000/d', { requests: 1_000_000_000, seconds: 86_400 }],
])('%s is a rate, and is formatted the same', (text, rate) => {
  expect(tryParseRateLimit(text)).toEqual(rate);
  expect(formatRateLimit(rate)).toBe(text);
});

test('blanks around a rate are ignored', () => {
  expect(tryParseRateLimit(' 600/min\n')).toEqual({ requests: 600, seconds: 60 });
});

test.each([
  ...['', '600', '/min', '600/', '600/m', '600/minute', '600 / min', '0/min', '-1/min', '1.5/s', '1e3/s'],
  ...['1000000001/d', '99999999999/d', '６/min', '600/min/min', '600/constructor'],
])('%j is not a rate', (text) => {
  expect(tryParseRateLimit(text)).toBeUndefined();
});
