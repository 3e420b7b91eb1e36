// What the page says of searches that are probably not meant.
import { describe, expect, test } from 'vitest';
import { withoutResults } from '../../../src/pages/search/load-page.ts';
import { h } from '../../../src/pages/element.ts';
import { renderHtml } from '../../../src/pages/render-html.ts';
import { warningLines } from '../../../src/pages/search/view/field-errors.ts';
import type { Correction } from '../../../src/query/search-query.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { toSearchState } from '../../../src/pages/view/search-state.ts';

const URLS = { basePath: '/', baseUrl: 'https://cars.example' };
const NOWHERE = { resolve: () => undefined };

/** The lines as text, and the links in them, for a query string. */
function linesOf(query: string, corrections: readonly Correction[] = []): string[] {
  const pairs = [...new URLSearchParams(query)];
  const { warnings } = parseQuery(pairs, NOWHERE as never);
  const { state } = withoutResults(toSearchState(pairs), {
    status: 503,
    problem: { code: 'overloaded', detail: 'The service is busy.' },
  });
  const lines = warningLines({
    ...URLS,
    ...state,
    phase: 'loaded',
    warnings: [
      ...corrections.map(({ parameter, from, to }) => ({ parameter, corrected: { from, to } })),
      ...warnings.map(({ parameter, suggestion: meant }) =>
        meant === undefined ? { parameter } : { parameter, meant },
      ),
    ],
  });
  return renderHtml(h('div', {}, lines))
    .replace(/^<div>|<\/div>$/g, '')
    .split('</p>')
    .filter((line) => line !== '')
    .map((line) => line.replace('<p>', ''));
}

test('the page says of a corrected make what it was read as, with a link to the make as it was sent', () => {
  expect(linesOf('make=Frod%C3%A9,BMW', [{ parameter: 'make', from: 'Frodé', to: 'Ford' }])).toEqual([
    'No car is listed as “Frodé”, so these are for “Ford”. <a href="/?make=%22Frod%C3%A9%22%2CBMW">Search for “Frodé” only</a>',
  ]);
});

test('the page says of a corrected word what it was read as, with a link to the word between quotes', () => {
  expect(linesOf('q=red+Zaphira', [{ parameter: 'q', from: 'Zaphira', to: 'zafira' }])).toEqual([
    'No car is listed as “Zaphira”, so these are for “zafira”. <a href="/?q=red+%22Zaphira%22">Search for “Zaphira” only</a>',
  ]);
});

test.each([
  ['a name that begins the one before it', 'Peugeot,Peugeo', 'Peugeo', 'Peugeot,"Peugeo"'],
  ['a name that ends the one before it', 'Peugeot,eugeot', 'eugeot', 'Peugeot,"eugeot"'],
  ['a name between quotes before', '"Frod",Frod', 'Frod', '"Frod","Frod"'],
  ['a part of a word', 'Frodos', 'Frodo', '"Frodo"s'],
  ['a name that is written otherwise', 'Frode\u0301', 'Frod\u00e9', 'Frode\u0301'],
])('the link puts quotes around %s only', (_name, make, from, linked) => {
  const [line] = linesOf(`make=${encodeURIComponent(make)}`, [{ parameter: 'make', from, to: 'Ford' }]);
  const { searchParams } = new URL(/href="([^"]+)"/.exec(line ?? '')?.[1] ?? '', 'https://cars.example');
  expect(searchParams.get('make')).toBe(linked);
});

describe('the page says of', () => {
  test.each([
    ['nothing unusual', 'make=Ford&price_max=9000', []],
    ['a distance without a place', 'distance=3', ['Cars at any distance: for those within 16 miles (25 km), enter a postcode or town.']],
    ['the nearest first without a place', 'sort=distance', ['To sort by distance, enter a postcode or town.']],
    ['the best match without words', 'sort=relevance', []],
    ['an engine in cubic centimetres', 'engine_min=1400', ['“1400 litres or more” may be a slip. Did you mean: <a href="/?engine_min=1.4">1.4 litres or more</a>']],
    ['a year of two digits', 'make=Ford&year_min=18', ['“18 or newer” may be a slip. Did you mean: <a href="/?make=Ford&amp;year_min=2018">2018 or newer</a>']],
    ['a year of three digits', 'year_min=218', ['“218 or newer” may be a slip. Please check the number.']],
    ['reversed prices', 'price_min=5000&price_max=1000', ['“£5,000 or more” and “At most £1,000” exclude each other. <a href="/?price_min=1000&amp;price_max=5000">Swap them</a>']],
    ['unknown parameters', 'brand=Ford&x="; reason="y', []],
  ])('%s', (_name, query, lines) => {
    expect(linesOf(query)).toEqual(lines);
  }); // prettier-ignore

  test('another search nothing while the next one is loading', () => {
    const { state } = withoutResults(
      { distance: '3' },
      {
        status: 503,
        problem: { code: 'overloaded', detail: 'The service is busy.' },
      },
    );
    expect(
      warningLines({ ...URLS, ...state, phase: 'loading', warnings: [{ parameter: 'distance' }] }),
    ).toEqual([]);
  });
});
