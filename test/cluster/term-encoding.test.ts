// How words and keys are spelled for a cluster, which compares bytes of UTF-8 and counts code points.
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import {
  impactPrefixes,
  encodeTermImpact,
  isLongWord,
  longWord,
  sortableKey,
  termPrefixes,
  encodeTerm,
} from '../../src/cluster/term-encoding.ts';

it('spells keys so that their bytes order as their UTF-16 units do', () => {
  const unit = fc.oneof(
    fc.constantFrom('a', 'b', '\t', '\ud7fe', '\ud7ff', '\ue000', '\uffff', '\ufb00', '😀', '𐐨', 'é'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  );
  const key = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));
  fc.assert(
    fc.property(key, key, (a, b) => {
      const byUnits = a < b ? -1 : a > b ? 1 : 0;
      expect(Buffer.compare(Buffer.from(sortableKey(a)), Buffer.from(sortableKey(b)))).toBe(byUnits);
    }),
    { seed: 3, numRuns: 3000 },
  );
});

it('keeps keys of usual letters as they are', () => {
  expect(sortableKey('1234-ä\tnorth.example')).toBe('1234-ä\tnorth.example');
});

test.each([
  ['golf', 'wgolf'],
  ['a3', 'ca3'],
  ['320d', 'c320d'],
  ['kia', 'ckia'],
  ['škoda', 'wškoda'],
])('the word %s is the token %s', (word, token) => {
  expect(encodeTerm(word)).toBe(token);
});

test.each([
  ['golf', 1, 'Agolf'],
  ['golf', 15, 'Ogolf'],
  ['a3', 1, 'aa3'],
  ['a3', 15, 'oa3'],
])('the word %s of impact %i is the token %s', (word, impact, token) => {
  expect(encodeTermImpact(word, impact)).toBe(token);
});

it('finds all words with a beginning by what their tokens begin with, codes too', () => {
  expect(termPrefixes('golf')).toEqual(['wgolf', 'cgolf']);
  expect(impactPrefixes('golf', 2)).toEqual(['Bgolf', 'bgolf']);
  expect(encodeTerm('golfing').startsWith('wgolf')).toBe(true);
  expect(encodeTerm('golf2').startsWith('cgolf')).toBe(true);
});

it('spells a letter of two units as two, so that a typing error in it counts as the engine counts', () => {
  expect([...encodeTerm('𐐨bcd')]).toHaveLength(6);
  expect(encodeTerm('𐐨bcd')).toBe('w\ue001\ue428bcd');
});

it('takes no token that a cluster would refuse, however long the word', () => {
  expect(Buffer.byteLength(encodeTerm('一'.repeat(20_000)))).toBeLessThan(32_766);
  expect(Buffer.byteLength(encodeTermImpact('𐐨'.repeat(20_000), 3))).toBeLessThan(32_766);
});

it('keeps apart the words that are too long to be looked for with typing errors by the cluster', () => {
  const letters = (count: number): string => 'lorem'.repeat(20).slice(0, count);
  expect([isLongWord(letters(40)), isLongWord(letters(41))]).toEqual([false, true]);
  // Two letters may have been put in.
  expect([longWord(letters(38)), longWord(letters(39))]).toEqual([undefined, letters(39)]);
  expect(longWord(`${letters(60)}7`)).toBeUndefined();
});
