import { describe, expect, test } from 'vitest';
import {
  acceptedCodings,
  nameAndValue,
  prefersHtml,
  prefersPlainJson,
  prefersStrictHandling,
  splitOutsideQuotes,
} from '../../../src/http/protocol/negotiation.ts';

describe('a header that is a list', () => {
  test('is split at separators outside of quoted strings', () => {
    expect(splitOutsideQuotes('a, "b,c" ,, d="e\\",f"', ',')).toEqual(['a', '"b,c"', 'd="e\\",f"']);
    expect(splitOutsideQuotes(undefined, ',')).toEqual([]);
    expect(splitOutsideQuotes(['a', 'b, c'], ',')).toEqual(['a', 'b', 'c']);
  });

  test('takes an unclosed quotation mark as it comes', () => {
    expect(splitOutsideQuotes('a, "b, c', ',')).toEqual(['a', '"b, c']);
    expect(splitOutsideQuotes('"\\', ',')).toEqual(['"\\']);
  });

  test('has names in lower case and values without quotes', () => {
    expect(nameAndValue('Handling = "str\\ict"')).toEqual(['handling', 'strict']);
    expect(nameAndValue('Respond-Async')).toEqual(['respond-async', '']);
  });
});

describe('strict handling is asked for by Prefer', () => {
  test.each([
    'handling=strict',
    'Handling=STRICT',
    'handling="strict"',
    'handling = strict',
    'handling=strict; foo="a,b"',
    'respond-async, wait=10, handling=strict',
    'x="a,handling=lenient", handling=strict',
  ])('%s', (prefer) => {
    expect(prefersStrictHandling(prefer)).toBe(true);
  });

  test('in any of several headers', () => {
    expect(prefersStrictHandling(['respond-async', 'handling=strict'])).toBe(true);
  });

  test.each([
    undefined,
    '',
    'handling',
    'handling=',
    'handling=lenient',
    'handling=lenient, handling=strict',
    'foo; handling=strict',
    'x="handling=strict"',
    'handling=stricter',
  ])('and not by %s', (prefer) => {
    expect(prefersStrictHandling(prefer)).toBe(false);
  });
});

describe('application/json instead of application/problem+json is asked for by Accept', () => {
  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'text/html, application/json;q=0.9, */*;q=0.8',
    'application/json, application/problem+json;q=0.5',
    'application/json;q=0.1',
    'application/json;q=banana',
  ])('%s', (accept) => {
    expect(prefersPlainJson(accept)).toBe(true);
  });

  test.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'text/html',
    'application/problem+json',
    'application/json;q=0',
    'application/json;q=0.5, application/problem+json',
    'text/plain;x="application/json"',
  ])('and not by %s', (accept) => {
    expect(prefersPlainJson(accept)).toBe(false);
  });
});

describe('a page for people is asked for by Accept', () => {
  test.each([
    undefined,
    '',
    '*/*',
    'text/html',
    'text/*',
    'image/*',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json, text/html',
    'application/json;q=0.1, */*',
  ])('%s', (accept) => {
    expect(prefersHtml(accept)).toBe(true);
  });

  test.each([
    'application/json',
    'application/*',
    'application/json, text/plain, */*',
    'text/html;q=0.5, application/json',
    'text/html;q=0, */*',
  ])('and not by %s', (accept) => {
    expect(prefersHtml(accept)).toBe(false);
  });
});

describe('Accept-Encoding accepts', () => {
  const ALL = ['br', 'gzip', 'zstd'] as const;

  test.each<[header: string | string[] | undefined, codings: string]>([
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br', 'br gzip'],
    ['gzip,deflate,br,zstd', 'br gzip zstd'],
    [['gzip', 'br'], 'br gzip'],
    ['br;q=0.9, gzip', 'gzip'],
    ['br ; q=0.5 , gzip ; Q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0.001', 'gzip'],
    ['*', 'br gzip zstd'],
    ['*;q=0.5', 'br gzip zstd'],
    ['*;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip zstd'],
    ['br;q=0, zstd;q=0, *;q=0.1', 'gzip'],
    ['*;q=0, br', 'br'],
    ['identity, gzip', 'gzip'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['gzip, gzip;q=0', 'gzip'],
    ['snappy, lz4;q=0.3, gzip;q=0.2', 'gzip'],
    // More decimals than the grammar allows, or more than 1: what was meant is plain.
    ['br;q=0.0001', 'br'],
    ['br;q=0.0001, gzip;q=0.001', 'gzip'],
    ['br;q=1.5, gzip', 'br gzip'],
    ['br;q=1.5, gzip;q=0.9', 'br'],
    ['br;q=.5, gzip;q=0.4', 'br'],
    ['br;q=0.00000000000000000000, gzip', 'gzip'],
    ['br;q=banana', 'br'],
    ['br;q=', 'br'],
    ['"br", gzip', 'gzip'],
    ['gzip;level=9', 'gzip'],
    ['gzip;level="9,br", zstd;q=0.1', 'gzip'],
    [',,gzip,,', 'gzip'],
  ])('by %j the codings %s', (header, codings) => {
    expect(acceptedCodings(header, ALL).best.toSorted().join(' ')).toBe(codings);
  });

  test.each([
    [undefined],
    [''],
    ['  '],
    ['identity'],
    ['deflate'],
    ['br;q=0'],
    ['*;q=0'],
    ['gzip;q=0, br;q=0, zstd;q=0, *'],
    ['identity;q=1, gzip;q=0.5'],
    ['identity, *;q=0.5'],
    ['identity;q=0'],
    ['brotli'],
    ['gzipped'],
    ['gzip/br'],
    ['gzip br'],
    [';q=1'],
    [';;;,,,;'],
    ['__proto__, constructor, toString'],
    ['\u0000br'],
    ['"'],
    ['"gzip'],
  ])('by %j none', (header) => {
    expect(acceptedCodings(header, ALL).best).toEqual([]);
  });

  test('only codings that this runtime has', () => {
    expect(acceptedCodings('zstd', ['br', 'gzip']).best).toEqual([]);
    expect(acceptedCodings('zstd, gzip;q=0.1', ['br', 'gzip']).best).toEqual(['gzip']);
  });

  test.each<[header: string | undefined, refuses: boolean]>([
    [undefined, false],
    ['gzip', false],
    ['gzip, *', false],
    ['gzip, identity;q=0.001, *;q=0', false],
    ['gzip, identity;q=0', true],
    ['gzip, *;q=0', true],
    ['identity;q=0', true],
  ])('by %j, a body as it is is refused: %s', (header, refuses) => {
    expect(acceptedCodings(header, ALL).refusesIdentity).toBe(refuses);
  });

  test('whatever is sent, in time that grows with its length', () => {
    const parts = ['br;q=0.1,', ';'.repeat(1000), ','.repeat(1000), '"', 'gzip;q="', '*;q=0.3', '\\', ' \t'];
    for (const part of parts) {
      const header = part.repeat(Math.ceil(120_000 / part.length));
      expect(acceptedCodings(header, ALL).best.length).toBeLessThanOrEqual(3);
    }
    expect(acceptedCodings(`${'x,'.repeat(50_000)}br`, ALL).best).toEqual(['br']);
    expect(
      acceptedCodings(`br;q=0.${'0'.repeat(100_000)}1, gzip;q=0.${'9'.repeat(100_000)}`, ALL).best,
    ).toEqual(['gzip']);
  });
});
