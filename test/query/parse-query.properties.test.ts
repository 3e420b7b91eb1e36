import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalQuery, canonicalText } from '../../src/query/canonical-query.ts';
import { makeKey } from '../../src/vehicle/model-terms.ts';
import { modelKey } from '../../src/vehicle/name-key.ts';
import { PARAMETER_NAMES } from '../../src/query/parameters.ts';
import { parseQuery, type ParsedQuery } from '../../src/query/parse-query.ts';
import type { ParameterPairs } from '../../src/query/read-parameters.ts';
import { Problem } from '../../src/problem.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';
import type { Values } from '../../src/listing/field.ts';
import { SMALL_GAZETTEER } from './small-gazetteer.ts';

const RUNS = { seed: 20260314, numRuns: 1000 };

/** Some of the values, with a minus sign or without. */
function anyList(...values: readonly string[]): fc.Arbitrary<string> {
  const one = fc.tuple(fc.constantFrom('', '', '-', ' - '), fc.constantFrom(...values));
  return fc.array(one, { maxLength: 4 }).map((list) => list.map((parts) => parts.join('')).join(','));
}

const anyInteger = fc.maxSafeInteger().map(String);

/** Values that are good for some parameter, more or less oddly spelt; all others take integers. */
const goodValue: Readonly<Partial<Record<(typeof PARAMETER_NAMES)[number], fc.Arbitrary<string>>>> = {
  q: fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', ' ')),
  make: anyList('VW', 'volkswagen', 'Škoda', 'İnfiniti', 'Mercedes-Benz', 'merc', '!!!', ' ', '-', '-- Ford'),
  model: anyList('3 Series', '3-series', 'C-HR', 'ΑΣ Β', 'Golf  GTI', 'Golf\n GTI'),
  fuel_type: anyList('petrol', 'DIESEL', 'Hybrid'),
  transmission: anyList('manual', 'Automatic'),
  dealer: anyList(
    'a.example',
    'https://www.B.example/x,a.example',
    '',
    '!!!',
    'a b&c=d',
    '//-a.example',
    '-',
    'www.-',
  ),
  miles_min: fc.constantFrom('0', '-0', '007'),
  miles_max: fc.constantFrom('0', '60000'),
  year_min: fc.constantFrom('2015', ' 2015'),
  year_max: fc.constantFrom('2020'),
  engine_min: fc.constantFrom('.5', '0.0000000000001', '-1', '9'.repeat(400)),
  engine_max: fc.constantFrom('2.0', '123456789012345678901234567890'),
  location: fc.constantFrom('sw1a1aa', 'LS1'),
  distance: fc.constantFrom('0', '3', '6'),
  sort: fc.constantFrom('Price_Asc', 'distance', 'relevance'),
  page: fc.constantFrom('1', '9007199254740991', ''),
};

/** Each parameter at most once, in any order. */
const goodPairs: fc.Arbitrary<ParameterPairs> = fc
  .shuffledSubarray([...PARAMETER_NAMES])
  .chain((names) =>
    fc.tuple(...names.map((name) => (goodValue[name] ?? anyInteger).map((value) => [name, value] as const))),
  );

/** Anything at all, known names and near ones among it. */
const anyPairs: fc.Arbitrary<ParameterPairs> = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom(...PARAMETER_NAMES, 'fuel', 'Make', '__proto__', ''),
      fc.string({ maxLength: 10 }),
    ),
    fc.oneof(
      fc.constantFrom('', 'petrol', 'gas', 'LS1', 'leeds', '3', '10k', '-1', '\0', '\ud800', 'a.example,,'),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.integer().map(String),
    ),
  ),
  { maxLength: 12 },
);

function parse(pairs: ParameterPairs, strict = false): ParsedQuery | Problem {
  try {
    return parseQuery(pairs, SMALL_GAZETTEER, { strict });
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function keysOf({ any, none }: Values, keyOf: (value: string) => string): Values {
  return { ...(any && { any: any.map(keyOf) }), ...(none && { none: none.map(keyOf) }) };
}

/** The query with the case and the spaces of its text taken out, and the keys of its names. */
function withCanonicalTexts(query: SearchQuery): SearchQuery {
  const { q = '', make, model } = query;
  const makes = make && keysOf(make, makeKey);
  const models = model && keysOf(model, modelKey);
  return { ...query, q: canonicalText(q), ...(makes && { make: makes }), ...(models && { model: models }) };
}

function pairsOf(queryString: string): ParameterPairs {
  return [...new URLSearchParams(queryString)];
}

describe('any parameters', () => {
  it('make a query or a problem with issues, and nothing else', () => {
    fc.assert(
      fc.property(anyPairs, fc.boolean(), (pairs, strict) => {
        const outcome = parse(pairs, strict);
        if (!(outcome instanceof Problem)) return;
        expect(outcome.code).toBe('invalid_parameters');
        expect(outcome.issues).not.toHaveLength(0);
        for (const issue of outcome.issues) expect(outcome.message).toContain(issue.message);
      }),
      RUNS,
    );
  });

  it('make the same in any order', () => {
    const shuffled = anyPairs.chain((pairs) =>
      fc.tuple(
        fc.constant(pairs),
        fc.shuffledSubarray([...pairs], { minLength: pairs.length, maxLength: pairs.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([pairs, inOtherOrder]) => {
        const one = parse(pairs);
        const other = parse(inOtherOrder);
        if (one instanceof Problem || other instanceof Problem) {
          expect(other).toBeInstanceOf(Problem);
          expect(one).toBeInstanceOf(Problem);
        } else {
          expect(other.query).toStrictEqual(one.query);
        }
      }),
      RUNS,
    );
  });

  it('make with a suggestion taken a parameter that is no longer bad for that reason', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const outcome = parse(pairs);
        if (!(outcome instanceof Problem)) return;
        for (const { parameter, suggestion } of outcome.issues) {
          if (suggestion === undefined) continue;
          expect(parse([[parameter, suggestion]])).not.toBeInstanceOf(Problem);
        }
      }),
      RUNS,
    );
  });
});

describe('the canonical query', () => {
  it('parses to the same query, but for the case and the spaces of its texts', () => {
    fc.assert(
      fc.property(goodPairs, (pairs) => {
        const { query } = parseQuery(pairs, SMALL_GAZETTEER);
        const canonical = canonicalQuery(query);
        const { query: again } = parseQuery(pairsOf(canonical), SMALL_GAZETTEER, {
          rejectsUnknown: true,
        });
        expect(canonicalQuery(again)).toBe(canonical);
        expect(withCanonicalTexts(again)).toStrictEqual(withCanonicalTexts(query));
      }),
      RUNS,
    );
  });

  it('is the same in any order of parameters', () => {
    fc.assert(
      fc.property(goodPairs, (pairs) => {
        const forwards = canonicalQuery(parseQuery(pairs, SMALL_GAZETTEER).query);
        const backwards = canonicalQuery(parseQuery([...pairs].reverse(), SMALL_GAZETTEER).query);
        expect(backwards).toBe(forwards);
      }),
      RUNS,
    );
  });
});
