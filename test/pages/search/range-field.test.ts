// The histogram of a range filter: which bars it has.
import { expect, test } from 'vitest';
import { renderHtml } from '../../../src/pages/render-html.ts';
import { rangeField } from '../../../src/pages/search/view/form-fields.ts';
import { withoutResults } from '../../../src/pages/search/load-page.ts';
import { FORM_FIELDS } from '../../../src/pages/view/search-fields.ts';
import type { ValueCountsJson } from '../../../src/api/responses.ts';

test('one hundredth of the cars, the oldest, have one bar, from which the slider begins', () => {
  const html = years([1965, 2], [1998, 3], [2009, 6], [2010, 500], [2011, 489]);
  expect(html).toContain('aria-label="Years from 1965 to 2011"');
  expect(bars(html)).toEqual([
    { x: '0.06', height: '1.5' },
    { x: '1.06', height: '40.0' },
    { x: '2.06', height: '39.1' },
  ]);
  expect(html).toContain('type="range" min="2009" max="2011"');
});

test('a single year has no bar', () => {
  expect(bars(years([2015, 9]))).toEqual([]);
});

function years(...counts: readonly (readonly [year: number, count: number])[]): string {
  const field = FORM_FIELDS.find(({ name }) => name === 'year');
  if (field?.kind !== 'range') throw new Error('the year is a range');
  const values = counts.map(([year, count]) => ({ value: String(year), count }));
  const { state } = withoutResults({}, { status: 500, problem: {} as never });
  const urls = { basePath: '/', baseUrl: 'https://cars.example' };
  const model = {
    ...urls,
    ...state,
    saved: new Set<string>(),
    kept: new Set<string>(),
    news: 0,
    filtersAreOpen: false,
  };
  return renderHtml(rangeField(model, field, { values } as unknown as ValueCountsJson));
}

function bars(html: string): object[] {
  return Array.from(html.matchAll(/<rect[^>]* x="([^"]*)"[^>]* height="([^"]*)"/g), ([, x, height]) => ({
    x,
    height,
  }));
}
