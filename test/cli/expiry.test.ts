// Parsing of token lifetimes.
import { expect, test } from 'vitest';
import { tryParseExpiry } from '../../src/cli/token-commands.ts';

const NOW = Date.parse('2026-02-10T15:30:00.000Z');

test.each([
  ['12h', '2026-02-11T03:30:00.000Z'],
  ['90d', '2026-05-11T15:30:00.000Z'],
  ['3660d', '2036-02-18T15:30:00.000Z'],
  ['2027-01-31', '2027-02-01T00:00:00.000Z'],
  // Today is not over yet.
  ['2026-02-10', '2026-02-11T00:00:00.000Z'],
  ['2028-02-29', '2028-03-01T00:00:00.000Z'],
  [' 90d ', '2026-05-11T15:30:00.000Z'],
])('%s expires at %s', (text, end) => {
  expect(tryParseExpiry(text, NOW)?.toISOString()).toBe(end);
});

test.each([
  ...['', '0d', '0h', '-1d', '1.5d', '90', 'd', '90 d', '90days', '3661d', '999999d', '9999999d'],
  ...['2026-02-09', '2027-02-29', '2027-06-31', '2027-13-01', '2027-1-31', '31-01-2027', '31/01/2027'],
  ...['2027-01-31T00:00:00Z', '9999-12-31', 'never', 'tomorrow'],
])('%j is not an expiry', (text) => {
  expect(tryParseExpiry(text, NOW)).toBeUndefined();
});
