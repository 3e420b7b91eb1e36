// JSON arguments as parameters' texts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { argumentsToPairs } from '../../src/mcp/parse-arguments.ts';

describe('an argument', () => {
  test.each([
    ['a text', '"Golf"', 'Golf'],
    ['a whole number', '9000', '9000'],
    ['a number with an exponent', '9e3', '9000'],
    ['a whole number with decimals', '2015.0', '2015'],
    ['a decimal', '1.4', '1.4'],
    ['a very small one', '1e-7', '0.0000001'],
    ['a very large one', '1e21', '1000000000000000000000'],
    ['minus nothing', '-0', '0'],
    ['null', 'null', ''],
  ])('that is %s stands for a text', (_, json, text) => {
    const args = { price_max: JSON.parse(json) as unknown };
    expect(argumentsToPairs(args)).toEqual({ pairs: [['price_max', text]], issues: [] });
  });

  test.each([
    ['true', 'true'],
    ['{"max":9000}', 'an object'],
    ['[9000]', 'a list'],
    ['1e400', 'a number beyond all bounds'],
  ])('that is %s stands for none', (json, value) => {
    expect(argumentsToPairs({ price_max: JSON.parse(json) as unknown })).toEqual({
      pairs: [],
      issues: [
        {
          parameter: 'price_max',
          code: 'wrong_type',
          value,
          message: `price_max must be a text or a number (got ${value}).`,
        },
      ],
    });
  });

  test('that lists dealers stands for each of them', () => {
    expect(argumentsToPairs({ dealer: ['a.example', 'b.example'] }).pairs).toEqual([
      ['dealer', 'a.example'],
      ['dealer', 'b.example'],
    ]);
    expect(argumentsToPairs({ dealer: ['a.example', ['b.example']] }).issues).toMatchObject([
      { message: 'dealer must be a text or a list of texts (got a list).' },
    ]);
  });

  test('that lists names, with or without a minus sign, stands for each of them', () => {
    expect(argumentsToPairs({ make: ['Ford', '-Fiat'], fuel_type: ['-Diesel'] })).toEqual({
      pairs: [
        ['make', 'Ford'],
        ['make', '-Fiat'],
        ['fuel_type', '-Diesel'],
      ],
      issues: [],
    });
    expect(argumentsToPairs({ q: ['red', 'blue'] }).issues).toMatchObject([
      { message: 'q must be a text or a number (got a list).' },
    ]);
  });

  test('of an unknown name is left to the parser, however deep it is', () => {
    const deep = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`) as unknown;
    expect(argumentsToPairs({ vin: deep, __proto: true })).toEqual({
      pairs: [
        ['vin', 'a list'],
        ['__proto', 'true'],
      ],
      issues: [],
    });
  });

  test('that is a number is written so that it reads as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const [[, text]] = argumentsToPairs({ engine_min: value }).pairs;
        expect(text).toMatch(/^-?[0-9]+(\.[0-9]+)?$/);
        expect(Number(text) + 0).toBe(value + 0);
      }),
    );
  });
});
