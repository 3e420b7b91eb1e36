// Lists and links in response headers.
import { describe, expect, it } from 'vitest';
import { parseLinks, parseList } from '../../src/client/header-lists.ts';

describe('a list', () => {
  it.each([
    [null, []],
    ['', []],
    [
      '"fuel"; did-you-mean="fuel_type", "foo"',
      [
        ['fuel', { 'did-you-mean': 'fuel_type' }],
        ['foo', {}],
      ],
    ],
    ['"make";from="Frod";to="Ford"', [['make', { from: 'Frod', to: 'Ford' }]]],
    ['"a,b;c=\\"d\\\\"; reason="x, y; z"', [['a,b;c="d\\', { reason: 'x, y; z' }]]],
    [
      'make; from=%"%c5%a0koda"; to=Skoda , page',
      [
        ['make', { from: 'Škoda', to: 'Skoda' }],
        ['page', {}],
      ],
    ],
    ['"q"; flag; n=1.5', [['q', { flag: '', n: '1.5' }]]],
    ['%"%ff"', [['%ff', {}]]],
  ])('%j is read', (header, expected) => {
    const members = parseList(header).map(({ value, parameters }) => [value, parameters]);
    expect(members).toEqual(expected);
  });

  it.each(['"open', '"a" "b"', ',', '"a", =', '"a"; ="b"'])(
    '%j is malformed, so nothing is read of it',
    (header) => {
      expect(parseList(header)).toEqual([]);
    },
  );

  // Quadratic work on this length takes minutes: the test would time out.
  it('is read in time linear in its length', () => {
    expect(parseList(`"a"${'; b'.repeat(100_000)} "`)).toEqual([]);
    expect(parseList(`"${'\\'.repeat(300_001)}`)).toEqual([]);
    expect(parseList(' '.repeat(300_000))).toEqual([]);
  });
});

it('links are read by their relation', () => {
  const header =
    '</cars/?page=1>; rel="first", </cars/?q=a,b%3Bc&page=3>; rel="next", </docs>; rel=service-doc';
  expect(parseLinks(header)).toEqual({
    first: '/cars/?page=1',
    next: '/cars/?q=a,b%3Bc&page=3',
    'service-doc': '/docs',
  });
  expect(parseLinks(null)).toEqual({});
});
