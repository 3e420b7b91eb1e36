// Parameters that only some operations have, and what is said of unknown names beside them.
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../src/query/parse-query.ts';
import { parseIntegerValue } from '../../src/query/parse-value.ts';
import {
  anyText,
  readOne,
  readParameters,
  type OwnParameter,
  type ParameterOptions,
} from '../../src/query/read-parameters.ts';
import { Problem, type ParameterIssue } from '../../src/problem.ts';
import { SMALL_GAZETTEER } from './small-gazetteer.ts';

const SURE: ParameterIssue = {
  parameter: 'sure',
  code: 'no_effect',
  value: 'no',
  message: 'sure is ignored.',
};

const OWN = {
  advert: {
    name: 'advert',
    example: 'x',
    read: readOne(anyText, 'the URL of an advert'),
    otherNames: ['url'],
  },
  limit: { name: 'limit', example: 1, min: 1, max: 9, read: readOne(parseIntegerValue) },
  sure: {
    name: 'sure',
    example: 'yes',
    read: (_, texts) =>
      texts.length === 0
        ? undefined
        : { value: texts.join('|'), key: 0, ...(texts[0] === 'no' && { warning: SURE }) },
  } satisfies OwnParameter<string>,
};

type Pair = readonly [string, string];

function issuesOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error.issues.map(({ parameter, code }) => `${parameter} ${code}`);
    throw error;
  }
  return [];
}

const read = (pairs: readonly Pair[], options?: ParameterOptions) => readParameters(OWN, pairs, options);

describe('a parameter of one operation', () => {
  it('is read by its own rule, trimmed', () => {
    expect(
      read([
        ['advert', ' a '],
        ['limit', '5'],
        ['sure', 'yes'],
      ]),
    ).toEqual({
      own: { advert: 'a', limit: 5, sure: 'yes' },
      ignored: [],
      warnings: [],
    });
  });

  it('that takes one value has it from any of several texts that agree', () => {
    expect(
      read([
        ['advert', ''],
        ['advert', 'a'],
        ['limit', '05'],
        ['limit', '5'],
      ]).own,
    ).toEqual({
      advert: 'a',
      limit: 5,
    });
    expect(
      issuesOf(() =>
        read([
          ['advert', 'a'],
          ['limit', '5'],
          ['limit', '6'],
        ]),
      ),
    ).toEqual(['limit conflicting_values']);
    expect(
      issuesOf(() =>
        read([
          ['advert', 'a'],
          ['limit', '5'],
          ['limit', 'x'],
        ]),
      ),
    ).toEqual(['limit not_an_integer']);
  });

  it('gets blank texts too, if it reads them itself', () => {
    expect(
      read([
        ['advert', 'a'],
        ['sure', ''],
        ['sure', 'b'],
      ]).own.sure,
    ).toBe('|b');
  });

  it.each<[string, Pair[]]>([
    ['not sent', []],
    ['blank', [['advert', '  ']]],
  ])('that is required is missing if it is %s', (_, pairs) => {
    expect(() => read(pairs)).toThrow('advert is required: the URL of an advert.');
    expect(issuesOf(() => read(pairs))).toEqual(['advert missing']);
  });

  it('is not read if it is known to be wrong', () => {
    const earlier = [{ ...SURE, parameter: 'advert' }];
    expect(issuesOf(() => read([['limit', '0']], { earlier }))).toEqual([
      'advert no_effect',
      'limit out_of_range',
    ]);
  });

  it('may be probably not meant, which is an error under strict handling', () => {
    const pairs: Pair[] = [
      ['advert', 'a'],
      ['sure', 'no'],
    ];
    expect(read(pairs)).toEqual({ own: { advert: 'a', sure: 'no' }, ignored: [], warnings: [SURE] });
    expect(issuesOf(() => read(pairs, { strict: true }))).toEqual(['sure no_effect']);
  });
});

describe('an unknown name beside them', () => {
  it('is ignored, with the parameter that it probably means unless that was sent', () => {
    expect(issuesOf(() => read([['URL', 'a']], { rejectsUnknown: true }))).toEqual([
      'advert missing',
      'URL unknown_parameter',
    ]);
    expect(
      read([
        ['advert', 'a'],
        ['URL', 'b'],
      ]).ignored,
    ).toEqual([{ name: 'URL' }]);
    expect(() =>
      read(
        [
          ['advert', ''],
          ['URL', 'b'],
        ],
        { strict: true },
      ),
    ).toThrow("'URL' is not a parameter of this address. Did you mean advert?");
  });
});

describe('a parameter without effect at an address', () => {
  const query = (text: string, names: readonly ('sort' | 'page')[]) =>
    parseQuery([...new URLSearchParams(text)], SMALL_GAZETTEER, { idle: { names, on: 'a map' } });

  it.each<[string, ('sort' | 'page')[], string[]]>([
    [
      'sort=year_desc&page=2',
      ['sort', 'page'],
      ['sort has no effect on a map.', 'page has no effect on a map.'],
    ],
    ['sort=year_desc&page=2', ['page'], ['page has no effect on a map.']],
    ['sort=year_desc&page=2', ['sort'], ['sort has no effect on a map.']],
    ['sort=relevance', ['sort'], ['sort has no effect on a map.']],
    ['sort=relevance', ['page'], ['sort=relevance has no effect without q.']],
    ['page=1', ['sort', 'page'], []],
    ['make=Ford', ['sort', 'page'], []],
  ])('is reported: %s, without effect %j', (text, names, messages) => {
    const { warnings } = query(text, names);
    expect(warnings.map(({ message }) => message)).toEqual(messages);
    expect(warnings.every(({ code }) => code === 'no_effect')).toBe(true);
  });

  it('has the value that was sent', () => {
    const { warnings } = query('sort=year_desc&page=2', ['sort', 'page']);
    expect(warnings.map(({ parameter, value }) => [parameter, value])).toEqual([
      ['sort', 'year_desc'],
      ['page', '2'],
    ]);
  });
});
