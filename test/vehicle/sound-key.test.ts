import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { soundKey } from '../../src/vehicle/name-key.ts';

describe('soundKey', () => {
  it.each([
    ['zafira', 'sfr', ['zaphira', 'saffira', 'zafeera', 'zafirah']],
    ['qashqai', 'ksk', ['cashcai', 'kashkai', 'quashqai', 'kashqui']],
    ['jaguar', 'jg', ['jagwar', 'jaguer', 'jagguar']],
    ['peugeot', 'pg', ['pugeot', 'peugeaux']],
    ['renault', 'rn', ['reno', 'rennault', 'reneau']],
    ['citroen', 'strn', ['sitroen', 'citroan', 'zitroen']],
    ['hyundai', 'nd', ['hyundi', 'hundai', 'hunday']],
    ['volkswagen', 'vlksvjn', ['volkswagin', 'wolkswagen']],
    ['porsche', 'ps', ['porshe', 'porche']],
    ['octavia', 'aktv', ['oktavia', 'ocktavia']],
    ['xsara', 'sr', ['zsara', 'sarah']],
    ['mercedes', 'msds', ['mercedez', 'mersedes']],
  ])('of %s is %s, as of %j', (name, key, heard) => {
    expect(soundKey(name)).toBe(key);
    expect(heard.map((word) => [word, soundKey(word)])).toEqual(heard.map((word) => [word, key]));
  });

  it('tells names apart that sound different', () => {
    const names = ['corsa', 'astra', 'fiesta', 'focus', 'golf', 'polo', 'clio', 'megane', 'insignia', 'audi'];
    expect(new Set(names.map((name) => soundKey(name))).size).toBe(10);
    expect(soundKey('audi')).toBe('ad');
    expect(soundKey('dai')).toBeUndefined();
  });

  it.each(['', 'a', 'aeiou', 'yaya', 'mau', 'arr', 'hhhh', 'bobo'])(
    'is undefined for %j, which has no two sounds',
    (word) => {
      expect(soundKey(word)).toBeUndefined();
    },
  );

  it.each(['zzzzqq', 'szk', 'gtdv'])('is undefined for %j, which has no vowel', (word) => {
    expect(soundKey(word)).toBeUndefined();
  });

  it('is short and without vowels but a first one, for any word, in linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz') }), (word) => {
        const key = soundKey(word);
        if (key !== undefined) expect(key).toMatch(/^a?[b-df-gj-np-tv-xz]*$/);
        expect((key ?? '').length).toBeLessThanOrEqual(word.length * 2);
      }),
      { numRuns: 500, seed: 1 },
    );
    expect(soundKey('лада')).toBe('лада');
    expect(soundKey('r'.repeat(1_000_000))).toBeUndefined();
    expect(soundKey('ea'.repeat(500_000))).toBeUndefined();
  });
});
