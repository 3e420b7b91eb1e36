// Which valid parameters are probably not meant, and what is said of them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../src/query/parse-query.ts';
import { Problem } from '../../src/problem.ts';
import { SMALL_GAZETTEER } from './small-gazetteer.ts';

function warningsOf(text: string): string[] {
  const { warnings } = parseQuery([...new URLSearchParams(text)], SMALL_GAZETTEER);
  return warnings.map(({ message }) => message);
}

describe('a warning', () => {
  test.each([
    ['distance=3', ['distance has no effect without location.']],
    ['sort=distance', ['sort=distance has no effect without location.']],
    ['sort=relevance', ['sort=relevance has no effect without q.']],
    ['sort=relevance&q=golf&distance=3&location=SW1A1AA', []],
    ['sort=distance&location=SW1A1AA', []],
    ['sort=price_asc&page=3', []],
    ['price_min=5000&price_max=3000', ['Nothing matches, because price_min is above price_max (got 5000 and 3000).']],
    ['engine_min=1.6&engine_max=1.4', ['Nothing matches, because engine_min is above engine_max (got 1.6 and 1.4).']],
    ['engine_min=1400', ['engine_min is in litres (got 1400). Did you mean 1.4?']],
    ['engine_max=1995', ['engine_max is in litres (got 1995). Did you mean 1.995?']],
    ['engine_max=150', ['engine_max is in litres (got 150).']],
    ['engine_min=8.4&engine_max=20', []],
    ['year_min=18', ['year_min is a year of four digits (got 18). Did you mean 2018?']],
    ['year_max=99', ['year_max is a year of four digits (got 99). Did you mean 1999?']],
    ['year_max=65', ['year_max is a year of four digits (got 65).']],
    ['year_min=201', ['year_min is a year of four digits (got 201).']],
    ['year_min=1000&year_max=99999', []],
    ['miles_max=30', ['miles_max is in miles, not in thousands (got 30). Did you mean 30000?']],
    ['miles_min=0&miles_max=100', []],
    ['price_max=9', ['price_max is in pounds, not in thousands (got 9). Did you mean 9000?']],
    ['price_min=1&price_max=100', []],
  ])('for %s is %j', (text, messages) => {
    expect(warningsOf(text)).toEqual(messages);
  });

  test('names the parameter, what is wrong, and its value', () => {
    const text = 'distance=3&sort=relevance&price_min=5000&price_max=3000&year_min=18';
    const { warnings } = parseQuery([...new URLSearchParams(text)], SMALL_GAZETTEER);
    expect(warnings.map(({ parameter, code, value, suggestion = '' }) => [parameter, code, value, suggestion])).toEqual([
      ['price_min', 'reversed_range', '5000', ''],
      ['year_min', 'implausible_value', '18', '2018'],
      ['distance', 'no_effect', '3', ''],
      ['sort', 'no_effect', 'relevance', ''],
    ]);
  });

  test('is an error under strict handling alone, beside the other ones', () => {
    const pairs = [...new URLSearchParams('year_min=18&fuel=Diesel&page=0')];
    const issuesOf = (options: object): string[] => {
      try {
        parseQuery(pairs, SMALL_GAZETTEER, options);
      } catch (error) {
        if (error instanceof Problem) return error.issues.map(({ parameter, code }) => `${parameter} ${code}`);
        throw error;
      }
      return [];
    };
    expect(issuesOf({})).toEqual(['page out_of_range']);
    expect(issuesOf({ rejectsUnknown: true })).toEqual(['page out_of_range', 'fuel unknown_parameter']);
    expect(issuesOf({ strict: true })).toEqual([
      'page out_of_range',
      'fuel unknown_parameter',
      'year_min implausible_value',
    ]);
  });

  test('never changes the query, and a suggestion brings none', () => {
    const bound = fc.integer({ min: -10, max: 30_000 });
    fc.assert(
      fc.property(fc.constantFrom('engine_min', 'year_max', 'miles_max', 'price_min'), bound, (name, number) => {
        const of = (text: string) => parseQuery([[name, text]], SMALL_GAZETTEER);
        const [warning] = of(String(number)).warnings;
        expect(Object.values(of(String(number)).query)).toContainEqual(
          name.endsWith('_min') ? { min: number } : { max: number },
        );
        if (warning?.suggestion !== undefined) expect(of(warning.suggestion).warnings).toEqual([]);
      }),
    );
  });
}); // prettier-ignore
