import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { entityTag, matchesIfNoneMatch } from '../../../src/http/protocol/negotiation.ts';
import { correctionsHeader } from '../../../src/api/corrections.ts';
import { ignoredParametersHeader } from '../../../src/api/ignored-parameters.ts';
import { parseList } from '../../../src/client/header-lists.ts';
import { pageLinks } from '../../../src/api/link-header.ts';
import { DEFAULT_HEADERS } from '../../../src/http/protocol/response-headers.ts';

const BASE = 'https://cars.example';

describe('Link', () => {
  const at = (page: number) => `<https://cars.example/api/v1/vehicles/?make=audi&page=${page}>`;

  test.each([
    [
      'in the middle',
      2,
      60,
      `${at(1)}; rel="first", ${at(1)}; rel="prev", ${at(3)}; rel="next", ${at(3)}; rel="last"`,
    ],
    ['on the first page', 1, 21, `${at(1)}; rel="first", ${at(2)}; rel="next", ${at(2)}; rel="last"`],
    ['on the last page', 2, 40, `${at(1)}; rel="first", ${at(1)}; rel="prev", ${at(2)}; rel="last"`],
    ['past the end', 9, 40, `${at(1)}; rel="first", ${at(2)}; rel="prev", ${at(2)}; rel="last"`],
    ['where nothing matches', 1, 0, `${at(1)}; rel="first", ${at(1)}; rel="last"`],
    ['past the end of nothing', 3, 0, `${at(1)}; rel="first", ${at(1)}; rel="prev", ${at(1)}; rel="last"`],
  ])('%s', (_where, page, total, links) => {
    expect(pageLinks(`make=audi&page=${page}`, page, total, BASE)).toBe(links);
  });

  test('gives up the links that are least needed where all would be too long', () => {
    const dealers = 'a'.repeat(3000);
    const links = pageLinks(`dealer=${dealers}&page=2`, 2, 100, BASE);
    expect(links?.match(/rel="[a-z]+"/g)).toEqual(['rel="prev"', 'rel="next"']);
  });

  test('is absent where no link could be followed', () => {
    expect(pageLinks(`dealer=${'a'.repeat(8200)}&page=2`, 2, 100, BASE)).toBeUndefined();
  });
});

test('pages of other origins may read a response and its headers, and browsers do not guess its type', () => {
  expect(DEFAULT_HEADERS).toEqual({
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'ETag, Link, Ignored-Parameters, Corrections, Preference-Applied, Retry-After, RateLimit, RateLimit-Policy, ' +
      'WWW-Authenticate, X-Request-Id',
  });
});

describe('Corrections', () => {
  test('is a list of parameters with what was sent and what was searched for', () => {
    const corrections = [
      { parameter: 'make', from: 'Frod', to: 'Ford' },
      { parameter: 'model', from: 'Mégann "E"', to: 'Mégane "E"' },
    ] as const;
    const header =
      '"make"; from="Frod"; to="Ford", "model"; from="M%C3%A9gann \\"E\\""; to="M%C3%A9gane \\"E\\""';
    expect(correctionsHeader(corrections)).toBe(header);
    expect(parseList(header)).toHaveLength(2);
  });

  test('is absent where all was taken as it was sent', () => {
    expect(correctionsHeader([])).toBeUndefined();
  });
});

describe('ETag', () => {
  test('is the same for the same answer only', () => {
    const tag = entityTag('v1', 'make=audi&page=1', BASE);
    expect(tag).toMatch(/^W\/"[A-Za-z0-9_-]{27}"$/);
    expect(entityTag('v1', 'make=audi&page=1', BASE)).toBe(tag);
    expect(entityTag('v2', 'make=audi&page=1', BASE)).not.toBe(tag);
    expect(entityTag('v1', 'make=audi&page=2', BASE)).not.toBe(tag);
    expect(entityTag('v1', 'make=audi&page=1', 'https://other.example')).not.toBe(tag);
    expect(entityTag('v1m', 'ake=audi&page=1', BASE)).not.toBe(tag);
  });

  test('differs between programs, which may answer the same question differently', async () => {
    vi.resetModules();
    vi.doMock('../../../src/package-files.ts', async (original) => {
      return { ...(await original<object>()), BUILD: '9.9.9' };
    });
    const later = await import('../../../src/http/protocol/negotiation.ts');
    vi.doUnmock('../../../src/package-files.ts');
    const tag = later.entityTag('v1', 'make=audi&page=1', BASE);
    expect(tag).not.toBe(entityTag('v1', 'make=audi&page=1', BASE));
  });

  test.each(['W/"abc"', '"abc"', '"x", W/"abc"', '"x","abc","y"', '*', ' * '])(
    'is listed by %s',
    (header) => {
      expect(matchesIfNoneMatch(header, 'W/"abc"')).toBe(true);
    },
  );

  test.each([undefined, '', 'abc', '"ab"', '"xabc"', '"abcx"', '"x", "y"', 'W/"ABC"'])(
    'is not listed by %s',
    (header) => {
      expect(matchesIfNoneMatch(header, 'W/"abc"')).toBe(false);
    },
  );
});

describe('Ignored-Parameters', () => {
  test('names what was ignored and what was probably meant', () => {
    const ignored = [{ name: 'fuel', suggestion: 'fuel_type' }, { name: 'foo' }];
    expect(ignoredParametersHeader(ignored)).toBe('"fuel"; did-you-mean="fuel_type", "foo"');
  });

  test('is absent where nothing was ignored', () => {
    expect(ignoredParametersHeader([])).toBeUndefined();
  });

  test('is plain ASCII with quotes escaped', () => {
    const ignored = [{ name: 'a"b\\c' }, { name: 'é\r\nSet-Cookie: a' }, { name: '50%' }];
    expect(ignoredParametersHeader(ignored)).toBe('"a\\"b\\\\c", "%C3%A9%0D%0ASet-Cookie: a", "50%25"');
  });

  test('shortens names', () => {
    expect(ignoredParametersHeader([{ name: 'a'.repeat(100) }])).toBe(`"${'a'.repeat(64)}"`);
    expect(ignoredParametersHeader([{ name: '🚗'.repeat(100) }])).toBe(`"${'%F0%9F%9A%97'.repeat(5)}"`);
  });

  test('is always a list of structured-field strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(ignoredParametersHeader([{ name }])).toMatch(/^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/);
      }),
      { seed: 9, numRuns: 100 },
    );
  });
});
