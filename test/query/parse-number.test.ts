import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  suggestDecimal,
  suggestInteger,
  tryParseDecimal,
  tryParseInteger,
  formatDecimal,
} from '../../src/query/parameter-text.ts';

describe('an integer', () => {
  it.each([
    ['0', 0],
    ['5000', 5000],
    ['-12', -12],
    ['007', 7],
    ['-0', 0],
    ['9007199254740991', 9007199254740991],
  ])('%j is %d', (text, value) => {
    expect(tryParseInteger(text)).toBe(value);
  });

  it.each([
    '',
    '-',
    '--1',
    '+5',
    '12.5',
    '2015.0',
    '1e3',
    '0x10',
    '10,000',
    '£5000',
    '10k',
    'NaN',
    'Infinity',
    'null',
    'true',
    '1_000',
    '１２',
    '٣',
    '1 2',
    '5\n',
  ])('is not %j', (text) => {
    expect(tryParseInteger(text)).toBeUndefined();
  });
});

describe('a decimal', () => {
  it.each([
    ['2', 2],
    ['1.6', 1.6],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['-0.0', 0],
    ['002.50', 2.5],
    ['9'.repeat(400), Number.MAX_VALUE],
    [`-${'9'.repeat(400)}`, -Number.MAX_VALUE],
  ])('%s is %d', (text, value) => {
    expect(tryParseDecimal(text)).toBe(value);
  });

  it.each(['', '.', '-', '2.', '1e3', '1E3', '+1', '1,6', '2.0L', '0x1', 'NaN', 'Infinity', '1.2.3', '١.٢'])(
    'is not %j',
    (text) => {
      expect(tryParseDecimal(text)).toBeUndefined();
    },
  );
});

describe('the suggested integer', () => {
  it.each([
    ['10k', '10000'],
    ['10K', '10000'],
    ['2.5k', '2500'],
    ['2.3k', '2300'],
    ['£5000', '5000'],
    ['£ 5,000', '5000'],
    ['10,000', '10000'],
    ['1,234,567', '1234567'],
    ['10 000', '10000'],
    ['5000.00', '5000'],
    ['2015.0', '2015'],
    ['1e3', '1000'],
    ['1.5e3', '1500'],
    ['+5', '5'],
    ['5000 GBP', '5000'],
    ['60k miles', '60000'],
    ['30000mi', '30000'],
    ['１２', '12'],
  ])('by %j is %j', (text, integer) => {
    expect(suggestInteger(text)).toBe(integer);
  });

  it.each([
    '12.5',
    '1e99',
    '0x10',
    'NaN',
    'null',
    '',
    '10,00',
    '1,2,3',
    '10.000',
    'ten',
    '5-10',
    '9'.repeat(33),
    '99999999999999999999',
  ])('does not exist for %j', (text) => {
    expect(suggestInteger(text)).toBeUndefined();
  });
});

describe('the suggested decimal', () => {
  it.each([
    ['2.0L', '2'],
    ['1.6 litres', '1.6'],
    ['1,6', '1.6'],
    ['1,6L', '1.6'],
    ['1600cc', '1.6'],
    ['998 cc', '0.998'],
    ['2.', '2'],
    ['+2', '2'],
    ['1e3', '1000'],
  ])('by %j is %j', (text, decimal) => {
    expect(suggestDecimal(text)).toBe(decimal);
  });

  it.each(['', '.', 'NaN', 'Infinity', 'big', '1,6,2', '0x10', '9'.repeat(33)])(
    'is not to be had from %j',
    (text) => {
      expect(suggestDecimal(text)).toBeUndefined();
    },
  );
});

describe('a plain decimal', () => {
  it.each([
    [0, '0'],
    [-2.5, '-2.5'],
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
  ])('for %d is %s', (value, text) => {
    expect(formatDecimal(value)).toBe(text);
  });

  it('reads as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(tryParseDecimal(formatDecimal(value))).toBe(value + 0);
      }),
      { seed: 20260314, numRuns: 1000 },
    );
  });
});
