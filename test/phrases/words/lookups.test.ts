// How much is looked up for a phrase: a bounded number of names, towns and postcodes for each of its words, whatever they are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveBeside } from '../../../src/phrases/refine/refine.ts';
import { isOneEditApart, KeyStarts, NearWords } from '../../../src/vehicle/name-key.ts';
import { tokenizePhrase } from '../../../src/phrases/words/tokenized-phrase.ts';
import { PHRASES } from '../../fixtures/phrases.ts';
import { KNOWLEDGE } from '../interpret-here.ts';

const MAX_TEXT = 512;

/** The functions of `target`, each of which counts. */
function counting<Target extends object>(target: Target, count: () => void): Target {
  return new Proxy(target, {
    get(known, name): unknown {
      const member: unknown = Reflect.get(known, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        count();
        return Reflect.apply(member, known, args);
      };
    },
  });
}

/** Look-ups of names, towns and postcodes for a text. */
function lookupsFor(text: string): number {
  let lookups = 0;
  const count = (): void => void (lookups += 1);
  const knowledge = {
    vocabulary: counting(KNOWLEDGE.vocabulary, count),
    gazetteer: counting(KNOWLEDGE.gazetteer, count),
    towns: counting(KNOWLEDGE.towns, count),
    thisYear: KNOWLEDGE.thisYear,
  };
  resolveBeside(text, {}, knowledge).describe(new Set());
  return lookups;
}

/** The text over and over, up to the maximum length. */
function repeated(text: string): string {
  return `${text} `.repeat(MAX_TEXT).slice(0, MAX_TEXT).trim();
}

const WORDS = [...new Set(PHRASES.flatMap(({ text }) => text.split(/\s+/)))];
/** For each different word of a text: its names alone and with its neighbours, exact, in the plural and misspelt. */
const MAX_LOOKUPS = 80;

describe('the look-ups for a phrase', () => {
  it.each([
    'saint', 'three twenty', 'my old', 'near st', 'in leeeds', 'north', 'part ex my', 'has died', 'range rover', 'c three', 'a', 'x', '1', 'one',
    'and the surrounding area', 'old black silver', 'my 2012 old black died', 'focsu', 'in the north of', 'offered 2k for', 'leeeds', 'fives',
  ])('do not repeat with its words: %j over and over', (text) => {
    expect(lookupsFor(repeated(text))).toBeLessThan(MAX_LOOKUPS * (text.split(' ').length + 1));
  }); // prettier-ignore

  it('are bounded for each of its words, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 250 }), (words) => {
        const text = words.join(' ').slice(0, MAX_TEXT).trim();
        const different = new Set(tokenizePhrase(text).words.map(({ key }) => key)).size;
        expect(lookupsFor(text)).toBeLessThan(MAX_LOOKUPS * (different + 1));
      }),
      { numRuns: 60, seed: 20261124 },
    );
  });
});

describe('words one edit away', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), minLength: 1, maxLength: 5 });

  it('are those of a list that has been compared word by word', () => {
    fc.assert(
      fc.property(fc.uniqueArray(letters, { maxLength: 40 }), letters, (list, typed) => {
        const expected = list.filter((word) => word[0] === typed[0] && isOneEditApart(word, typed));
        expect(new NearWords(list).near(typed)).toEqual(expected);
      }),
    );
  });
});

it('beginnings of keys are told from texts that no key begins with, by their first six letters', () => {
  const starts = new KeyStarts(['focus', 'rangerover', 'x5']);
  const mayBegin = (...texts: string[]): boolean[] => texts.map((text) => starts.mayBegin(text));
  expect(mayBegin('', 'f', 'focus', 'range', 'rangerover', 'x5')).toEqual(Array(6).fill(true));
  expect(mayBegin('o', 'focsu', 'focuss', 'x6', 'x5m')).toEqual(Array(5).fill(false));
  expect(mayBegin('rangers')).toEqual([true]);
});
