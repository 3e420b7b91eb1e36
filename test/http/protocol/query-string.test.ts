import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQueryString, pathOf } from '../../../src/http/protocol/query-string.ts';
import { Problem } from '../../../src/problem.ts';

function pairsOf(query: string) {
  return parseQueryString(`/api/v1/vehicles/?${query}`);
}

describe('a query string', () => {
  test.each([
    [
      'make=Skoda&q=estate',
      [
        ['make', 'Skoda'],
        ['q', 'estate'],
      ],
    ],
    [
      'q=land+rover&make=land%20rover',
      [
        ['q', 'land rover'],
        ['make', 'land rover'],
      ],
    ],
    ['q=1%2B1', [['q', '1+1']]],
    ['make=%C5%A0koda', [['make', 'Škoda']]],
    ['m%61ke=a', [['make', 'a']]],
    ['q=a=b', [['q', 'a=b']]],
    ['q', [['q', '']]],
    ['q=', [['q', '']]],
    ['=v', [['', 'v']]],
    ['&&q=a&&', [['q', 'a']]],
    ['q=a;make=b', [['q', 'a;make=b']]],
    ['q=a?b/c', [['q', 'a?b/c']]],
    ['q=a#make=b', [['q', 'a']]],
    ['q=%E2%80%AE%F0%9F%9A%97', [['q', '\u202e🚗']]],
    ['q=%EF%BB%BFa', [['q', '\ufeffa']]],
    ['q=%0d%0a', [['q', '\r\n']]],
    ['__proto__=a', [['__proto__', 'a']]],
  ])('%s', (query, pairs) => {
    expect(pairsOf(query)).toEqual(pairs);
  });

  test('that is absent or empty has no pairs', () => {
    expect(parseQueryString('/api/v1/vehicles/')).toEqual([]);
    expect(parseQueryString('/api/v1/vehicles/?')).toEqual([]);
    expect(parseQueryString('/api/v1/vehicles/#?q=a')).toEqual([]);
  });

  test('counts raw bytes of UTF-8 as if they had been percent-encoded', () => {
    expect(pairsOf('make=\xc5\xa0koda')).toEqual([['make', 'Škoda']]);
  });

  test.each([
    'q=%',
    'q=%2',
    'q=%zz',
    'q=100%&make=a',
    '%=a',
    'unknown=%f',
    'q=%FF',
    'q=%C5',
    'q=%C0%80',
    'q=%ED%A0%80',
    'q=%F4%90%80%80',
    'q=\xff',
    'q=\xc5',
    'q=a%00b',
    '%00=a',
  ])('that is not percent-encoded UTF-8 is refused: %s', (query) => {
    expect(() => pairsOf(query)).toThrow(Problem);
    expect(() => pairsOf(query)).toThrow(expect.objectContaining({ code: 'malformed_request' }));
  });

  test('is shown in the refusal still encoded, and not at any length', () => {
    expect(() => pairsOf('q=%0d%0a%zz')).toThrow("(got '%0d%0a%zz')");
    expect(() => pairsOf(`q=${'a'.repeat(5000)}%`)).toThrow(`(got '${'a'.repeat(64)}…')`);
  });

  test('reads what URLSearchParams writes', () => {
    const texts = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, texts), { maxLength: 5 }), (pairs) => {
        const query = new URLSearchParams(pairs).toString();
        expect(pairsOf(query)).toEqual(pairs);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  test('gives pairs or a Problem, whatever the bytes', () => {
    const bytes = fc.array(
      fc.oneof(
        fc.constantFrom('%', '&', '=', '+', 'C', '3'),
        fc.integer({ min: 33, max: 255 }).map((code) => String.fromCharCode(code)),
      ),
    );
    fc.assert(
      fc.property(bytes, (characters) => {
        try {
          for (const [name, value] of pairsOf(characters.join(''))) {
            expect(`${name}${value}`.includes('\0')).toBe(false);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      }),
      { seed: 8, numRuns: 300 },
    );
  });
});

test('the path of a target ends before its query string', () => {
  expect(pathOf('/a/b?c=/d')).toBe('/a/b');
  expect(pathOf('/a/b#c')).toBe('/a/b');
  expect(pathOf('/a/b')).toBe('/a/b');
});
