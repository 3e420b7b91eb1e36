// Parameters that take several values, or exclude some.
import { describe, expect, it } from 'vitest';
import { canonicalQuery } from '../../src/query/canonical-query.ts';
import { VALUE_FIELDS, type SearchQuery } from '../../src/query/search-query.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { toValues } from '../../src/query/parse-value-list.ts';
import { formatValues, singleValue, splitValues, valuesInWords } from '../../src/query/parameter-text.ts';
import { Problem, type ParameterIssue } from '../../src/problem.ts';
import type { Values } from '../../src/listing/field.ts';
import { SMALL_GAZETTEER } from './small-gazetteer.ts';

function query(...pairs: (readonly [string, string])[]): SearchQuery {
  return parseQuery(pairs, SMALL_GAZETTEER).query;
}

function issues(name: string, ...texts: string[]): readonly ParameterIssue[] {
  try {
    query(...texts.map((text) => [name, text] as const));
  } catch (error) {
    if (error instanceof Problem) return error.issues;
    throw error;
  }
  throw new Error(`accepted ${texts.join(' and ')}`);
}

describe('several values', () => {
  it.each<[string, string[], Values]>([
    ['are divided by commas, and sorted', ['Ford,Audi'], { any: ['Audi', 'Ford'] }],
    ['are united over repeated parameters', ['Ford', 'Audi,BMW'], { any: ['Audi', 'BMW', 'Ford'] }],
    ['are trimmed, blank ones dropped', [' Ford , ,\tAudi,'], { any: ['Audi', 'Ford'] }],
    ['of one meaning are one, in the same spelling in any order', ['volkswagen,VW'], { any: ['VW'] }],
    ['are sorted by what they mean', ['zastava,VW,Vauxhall'], { any: ['Vauxhall', 'VW', 'zastava'] }],
    ['are excluded by a minus sign', ['-Ford,-Audi'], { none: ['Audi', 'Ford'] }],
    [
      'are excluded by a hyphen, dash or true minus too',
      ['‐Audi,–Ford,−Fiat'],
      { none: ['Audi', 'Fiat', 'Ford'] },
    ],
    ['may be mixed with excluded ones', ['Ford,-Audi'], { any: ['Ford'], none: ['Audi'] }],
    ['are excluded each by a sign of its own', ['-Ford,Audi'], { any: ['Audi'], none: ['Ford'] }],
    ['may be excluded and asked for', ['Ford,-Ford'], { any: ['Ford'], none: ['Ford'] }],
    ['may have spaces after the sign', ['- Ford'], { none: ['Ford'] }],
    ['may have minus signs inside', ['Mercedes-Benz'], { any: ['Mercedes-Benz'] }],
    ['are excluded by several minus signs as by one', ['--Ford, - -Audi'], { none: ['Audi', 'Ford'] }],
    ['are not blank when only a sign is left', ['-'], { any: ['-'] }],
    ['are not blank when only signs are left', ['--'], { any: ['--'] }],
    ['have one space for any white space', ['Aston\r\n Martin'], { any: ['Aston Martin'] }],
  ])('%s', (_, texts, make) => {
    expect(query(...texts.map((text) => ['make', text] as const)).make).toStrictEqual(make);
    expect(query(...texts.map((text) => ['make', text] as const).reverse()).make).toStrictEqual(make);
  });

  it('are taken for models, fuels, gearboxes and dealers', () => {
    expect(
      query(
        ['model', '3-series,C-HR'],
        ['fuel_type', 'petrol, -DIESEL'],
        ['transmission', '-manual'],
        ['dealer', '-https://www.B.example/x,a.example'],
      ),
    ).toStrictEqual({
      model: { any: ['3-series', 'C-HR'] },
      fuelType: { any: ['Petrol'], none: ['Diesel'] },
      transmission: { none: ['Manual'] },
      dealer: { any: ['a.example'], none: ['b.example'] },
      page: 1,
    });
  });

  it.each(['make', 'model', 'fuel_type', 'transmission', 'dealer'])(
    'are not sent where all of %s are blank',
    (name) => {
      expect(query([name, ' , ,']).page).toBe(1);
      expect(query([name, ' , ,'])).not.toHaveProperty(name);
    },
  );

  it('are each one of the allowed words', () => {
    expect(issues('fuel_type', 'Petrol,Steam', '-gas')).toStrictEqual([
      {
        parameter: 'fuel_type',
        code: 'not_in_enum',
        value: 'Steam',
        message: "fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got 'Steam').",
        allowed: ['Petrol', 'Diesel', 'Hybrid', 'Electric'],
      },
      {
        parameter: 'fuel_type',
        code: 'not_in_enum',
        value: '-gas',
        message:
          "fuel_type must be one of Petrol, Diesel, Hybrid, Electric (got '-gas'). Did you mean -Petrol?",
        allowed: ['Petrol', 'Diesel', 'Hybrid', 'Electric'],
        suggestion: '-Petrol',
      },
    ]);
  });

  it('are at most 100, but for dealers', () => {
    const names = (count: number): string => Array.from({ length: count }, (_, i) => `n${i}`).join();
    expect(query(['make', names(100)]).make?.any).toHaveLength(100);
    expect(issues('make', names(60), `${names(101)}`)).toMatchObject([
      { code: 'too_long', message: 'make must have at most 100 values (got 101).' },
    ]);
    expect(query(['dealer', names(200)]).dealer?.any).toHaveLength(200);
  });

  it.each([
    ['make=Ford,-audi', 'make=-AUDI&make=ford'],
    ['make=VW,Merc', 'make=mercedes,Volkswagen'],
    ['make=merc', 'make=Mercedes-Benz'],
    ['fuel_type=petrol,diesel', 'fuel_type=Diesel&fuel_type=Petrol&fuel_type=petrol'],
    ['dealer=a.example,-b.example', 'dealer=-www.B.example,https://a.example'],
    ['model=Golf%0AGTI', 'model=golf gti'],
  ])('make the same canonical query: %s and %s', (one, other) => {
    expect(canonical(one)).toBe(canonical(other));
  });

  it.each([
    ['dealer=https://-a.example', 'dealer=a.example'],
    ['dealer=-https://-a.example', 'dealer=-a.example'],
    ['dealer=www.-a.example', 'dealer=a.example'],
    ['dealer=-www.-', 'dealer=--'],
  ])('make another canonical query, which is read as they are: %s and %s', (one, other) => {
    expect(canonical(one)).not.toBe(canonical(other));
    expect(query(...new URLSearchParams(canonical(one)))).toStrictEqual(query(...new URLSearchParams(one)));
  });
});

function canonical(text: string): string {
  return canonicalQuery(query(...new URLSearchParams(text)));
}

describe('values', () => {
  it('are put in their normal form for code that does not parse parameters', () => {
    const [make] = VALUE_FIELDS;
    expect(toValues(make, ['VW', 'Ford', 'ford'], ['volkswagen'])).toStrictEqual({
      any: ['Ford', 'VW'],
      none: ['volkswagen'],
    });
    expect(toValues(make, ['Ford'])).toStrictEqual({ any: ['Ford'] });
    expect(toValues(make, [])).toBeUndefined();
  });

  it('are written as a parameter has them', () => {
    expect(formatValues({ any: ['Audi', 'Ford'], none: ['Fiat'] })).toBe('Audi,Ford,-Fiat');
    expect(formatValues({ none: ['Fiat'] }, (value) => value.toUpperCase())).toBe('-FIAT');
  });

  it('are written without the signs of lists that a name has', () => {
    expect(formatValues(singleValue('Golf, GTI'))).toBe('Golf  GTI');
    expect(formatValues(singleValue('-Golf'))).toBe('Golf');
    expect(formatValues(singleValue('-'))).toBe('-');
  });

  it.each([
    ['Ford', 'Ford'],
    ['Audi,Ford,BMW', 'Audi or Ford or BMW'],
    ['-Diesel', 'not Diesel'],
    ['Audi, -Diesel,- Electric', 'Audi, not Diesel or Electric'],
    ['--Ford,-– Audi', 'not Ford or Audi'],
    ['Mercedes-Benz,,-', 'Mercedes-Benz or -'],
  ])('%j in words are %j', (text, words) => {
    expect(valuesInWords(text)).toBe(words);
  });
});

describe('the values of a text', () => {
  it('are those that it names, each once', () => {
    expect(splitValues('Ford, Audi,Ford,-Fiat,-Fiat,')).toEqual({ any: ['Ford', 'Audi'], none: ['Fiat'] });
    expect(splitValues('--Ford,-Ford,--')).toEqual({ any: ['--'], none: ['Ford'] });
  });
});
