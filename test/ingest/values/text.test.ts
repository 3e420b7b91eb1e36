import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText, cleanText, TOO_LONG, NOT_GIVEN, UNREADABLE } from '../../../src/ingest/values/text.ts';

describe('a cleaned text', () => {
  it.each([
    ['plain text, £5 – “Škoda” €', 'plain text, £5 – “Škoda” €'],
    ['  one \t two\r\n\r\nthree\u00a0four\u0085five ', 'one two three four five'],
    ['a\u0000b\u0007c\u007fd\u009be', 'abcde'],
    ['a\u200bb\u200dc\ufeffd\u2060e\u00adf', 'abcdef'],
    ['a\u202eb\u2066c\u200fd', 'abcd'],
    ['a\u2028b\u2029c', 'a b c'],
    ['a \u200b b', 'a b'],
    ['a\ud800b\udc00c😀', 'abc😀'],
    ['<b>Bold</b>&amp;', '<b>Bold</b>&amp;'],
    ['\u200b', ''],
  ])('of %j is %j', (text, tidied) => {
    expect(cleanText(text)).toBe(tidied);
  });

  it('is unchanged by cleaning again, and has no invisible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const tidied = cleanText(text);
        expect(cleanText(tidied)).toBe(tidied);
        expect(tidied).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]|\s\s|^\s|\s$/u);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});

describe('a read text', () => {
  it.each([
    ['Golf', 'Golf'],
    [' Golf  GTI ', 'Golf GTI'],
    [500, '500'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), TOO_LONG],
    ['', null],
    [' \u200b ', null],
    [null, null],
    [undefined, null],
    ['null', null],
    ['N/A', NOT_GIVEN],
    ['-', NOT_GIVEN],
    ['--', NOT_GIVEN],
    ['NA', 'NA'],
    [true, UNREADABLE],
    [Infinity, UNREADABLE],
    [['Golf'], UNREADABLE],
    [{}, UNREADABLE],
  ])('of %j is %j', (value, expected) => {
    expect(readText(value, 200)).toBe(expected);
  });
});
