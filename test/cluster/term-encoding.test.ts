// The encoding of terms and keys for a cluster, which compares UTF-8 bytes and counts code points.
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

it('encodes keys so that their bytes sort as their UTF-16 units', () => {
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

it('does not change keys of usual letters', () => {
  expect(sortableKey('1234-ä\tnorth.example')).toBe('1234-ä\tnorth.example');
});

test.each([
  ['golf', 'wgolf'],
  ['a3', 'ca3'],
  ['320d', 'c320d'],
  ['kia', 'ckia'],
  ['škoda', 'wškoda'],
])('encodes the word %s as %s', (word, token) => {
  expect(encodeTerm(word)).toBe(token);
});

test.each([
  ['golf', 1, 'Agolf'],
  ['golf', 15, 'Ogolf'],
  ['a3', 1, 'aa3'],
  ['a3', 15, 'oa3'],
])('encodes the word %s of impact %i as %s', (word, impact, token) => {
  expect(encodeTermImpact(word, impact)).toBe(token);
});

it('finds all words with a prefix by the prefixes of their tokens, codes too', () => {
  expect(termPrefixes('golf')).toEqual(['wgolf', 'cgolf']);
  expect(impactPrefixes('golf', 2)).toEqual(['Bgolf', 'bgolf']);
  expect(encodeTerm('golfing').startsWith('wgolf')).toBe(true);
  expect(encodeTerm('golf2').startsWith('cgolf')).toBe(true);
});

it('encodes a letter of two units as two characters, so that edits count as in the engine', () => {
  expect([...encodeTerm('𐐨bcd')]).toHaveLength(6);
  expect(encodeTerm('𐐨bcd')).toBe('w\ue001\ue428bcd');
});

it('makes no token that a cluster would reject, however long the word', () => {
  expect(Buffer.byteLength(encodeTerm('一'.repeat(20_000)))).toBeLessThan(32_766);
  expect(Buffer.byteLength(encodeTermImpact('𐐨'.repeat(20_000), 3))).toBeLessThan(32_766);
});

it("separates words too long for the cluster's fuzzy queries", () => {
  const letters = (count: number): string => 'lorem'.repeat(20).slice(0, count);
  expect([isLongWord(letters(40)), isLongWord(letters(41))]).toEqual([false, true]);
  // Two letters may have been inserted.
  expect([longWord(letters(38)), longWord(letters(39))]).toEqual([undefined, letters(39)]);
  expect(longWord(`${letters(60)}7`)).toBeUndefined();
});
