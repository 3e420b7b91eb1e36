import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../src/vehicle/name-key.ts';

describe('nameKey', () => {
  it.each([
    ['Mercedes-Benz', 'mercedesbenz'],
    ['  MERCEDES   benz ', 'mercedesbenz'],
    ['Škoda', 'skoda'],
    ['Citroën', 'citroen'],
    ['C\u0327itroe\u0308n', 'citroen'],
    ['3 Series', '3series'],
    ['Ka+', 'ka'],
    ["C'eed", 'ceed'],
    ['ｖｗ', 'vw'],
    ['Up!™', 'uptm'],
    ['İnci', 'inci'],
    ['Лада', 'лада'],
    ['', ''],
    [' !?-\u0000\u200b ', ''],
  ])('folds %j to %j', (text, key) => {
    expect(nameKey(text)).toBe(key);
  });

  it('leaves a key as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => nameKey(nameKey(text)) === nameKey(text)),
      { seed: 1, numRuns: 1000 },
    );
  });

  it('gives the same key with any case, space and punctuation', () => {
    const letters = fc.array(fc.constantFrom(...'abcxyz0189'), { maxLength: 8 });
    const noise = fc.constantFrom('', ' ', '-', '.', '\u0301', '\t', '’', '\u200d');
    fc.assert(
      fc.property(letters, fc.array(noise, { minLength: 8, maxLength: 8 }), (plain, between) => {
        const noisy = plain.map((letter, n) => letter.toUpperCase() + (between[n] ?? '')).join('');
        expect(nameKey(noisy)).toBe(plain.join(''));
      }),
      { seed: 2, numRuns: 200 },
    );
  });
});
