import { describe, expect, test } from 'vitest';
import {
  nameAndValue,
  prefersPlainJson,
  prefersStrictHandling,
  splitOutsideQuotes,
} from '../../src/http/negotiation.ts';

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
