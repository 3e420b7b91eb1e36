// Properties of the interpretation of any text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../src/query/parse-query.ts';
import type { Span } from '../../src/phrases/words/query-builder.ts';
import { tokenizePhrase } from '../../src/phrases/words/tokenized-phrase.ts';
import { Problem } from '../../src/problem.ts';
import { PHRASES } from '../fixtures/phrases.ts';
import { interpretHere, KNOWLEDGE } from './interpret-here.ts';

/** Pieces of phrases in any order, with all kinds of rubbish between. */
const PIECES = [
  ...new Set(PHRASES.flatMap(({ text }) => text.split(' '))),
  ...'£ £5k 10,000 - – + < > >= ~ & = / . , ; ? 0 1e9 99999999999999999 ½ ² ٣ İ ß ﬁ é e\u0301 \u200b \n \t 🚗 __proto__ constructor null'.split(' '),
]; // prettier-ignore
const long = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(' ')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
);

const text = long.map((some) => firstCharacters(some, 512));

/** They belong to the colour before them, with which they are read. */
const NOUNS_OF_COLOURS = new Set('colour color paint paintwork paintjob shade coloured colored'.split(' '));

/** Parameters that take several values. */
const LISTS = new Set<string>(['make', 'model', 'fuel_type', 'transmission', 'dealer']);

describe('an interpretation of any text', () => {
  it('has parameters that a search accepts, and the query that they are', () => {
    fc.assert(
      fc.property(text, (some) => {
        const { parameters, q, query } = interpretHere(some);
        const sent = Object.entries(parameters);
        const { warnings, ...parsed } = parseQuery(sent, KNOWLEDGE.gazetteer);
        expect(parsed).toEqual({ query, own: {}, ignored: [] });
        expect(warnings.filter(({ code }) => code === 'no_effect')).toEqual([]);
        expect(q).toBe(parameters.q ?? null);
      }),
      { numRuns: 1500 },
    );
  });

  it('names words where they stand, and no word in two ways', () => {
    fc.assert(
      fc.property(text, (some) => {
        const {
          text: read,
          understood,
          unsupported: notUnderstood,
          ignoredWords: leftOut,
        } = interpretHere(some);
        const spans: Span[] = [...understood, ...notUnderstood, ...leftOut];
        for (const { words, start, end } of spans) {
          expect(start).toBeLessThan(end);
          expect(read.slice(start, end)).toBe(words);
        }
        const places = [...new Set(spans.map(({ start, end }) => `${start} ${end}`))]
          .map((place) => place.split(' ').map(Number))
          .sort(([a], [b]) => a - b);
        for (const [i, [start]] of places.entries())
          expect(start).toBeGreaterThanOrEqual(places[i - 1]?.[1] ?? 0);
      }),
      { numRuns: 1500 },
    );
  });

  it('accounts for every word: understood, unsupported, ignored or searched for', () => {
    fc.assert(
      fc.property(text, (some) => {
        const {
          text: read,
          understood,
          unsupported: notUnderstood,
          ignoredWords: leftOut,
          q,
        } = interpretHere(some);
        const spans: Span[] = [...understood, ...notUnderstood, ...leftOut];
        const searched = (q ?? '').toLowerCase();
        const isCovered = (index: number): boolean =>
          spans.some(({ start, end }) => index >= start && index < end);
        const uncovered = Array.from(read.matchAll(/./gsu), (match) =>
          isCovered(match.index) ? ' '.repeat(match[0].length) : match[0],
        ).join('');
        for (const { 0: word, index } of uncovered.matchAll(/[\p{L}\p{N}]+/gu)) {
          // `white colour` is searched for as `white`.
          const [before = ''] = /[\p{L}\p{N}]+(?=\P{L}*$)/u.exec(uncovered.slice(0, index)) ?? [];
          const isOfColour = before !== '' && searched.includes(before.toLowerCase());
          if (isOfColour && NOUNS_OF_COLOURS.has(word.toLowerCase())) continue;
          if (searched.includes(word.toLowerCase())) continue;
          // `nineties` is searched for as `90s`, `estates` as `estate`.
          const usual = tokenizePhrase(word).words.at(0)?.text ?? word;
          expect(searched).toContain(usual.toLowerCase().replace(/s$/, ''));
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('understands a parameter once for each value that it has', () => {
    fc.assert(
      fc.property(text, (some) => {
        const { parameters, understood } = interpretHere(some);
        for (const { parameter, value } of understood) {
          if (parameter === 'q') expect(parameters.q).toContain(value);
          else if (LISTS.has(parameter)) expect(parameters[parameter]?.split(',')).toContain(value);
          else expect(parameters[parameter]).toBe(value);
        }
        const named = new Set<string>(understood.map(({ parameter }) => parameter));
        expect(Object.keys(parameters).filter((name) => name !== 'q' && !named.has(name))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same each time', () => {
    fc.assert(
      fc.property(text, (some) => {
        expect(interpretHere(some)).toEqual(interpretHere(some));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a text', () => {
  it('of 512 characters is read, and one more is refused as in q', () => {
    expect(interpretHere('🚗'.repeat(512)).q).toBeNull();
    expect(() => interpretHere('x'.repeat(513))).toThrow(
      `text must be at most 512 characters long (got '${'x'.repeat(64)}…').`,
    );
  });

  it('with a NUL or half a character is refused', () => {
    expect(() => interpretHere('golf\0')).toThrow('text must be without a NUL or half a character');
    expect(() => interpretHere('golf\ud800')).toThrow(Problem);
  });

  // Exponential work on texts of this length never ends: the test would time out.
  it('is read at its longest, whatever it repeats', () => {
    for (const piece of PIECES) interpretHere(firstCharacters(`${piece} `.repeat(512), 512));
    for (const piece of PIECES) interpretHere(firstCharacters(piece.repeat(512), 512));
  }, 120_000);
});

function firstCharacters(long: string, most: number): string {
  return Array.from(long).slice(0, most).join('');
}
