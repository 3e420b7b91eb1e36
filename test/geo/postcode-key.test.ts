import { describe, expect, it } from 'vitest';
import { postcodeKey } from '../../src/geo/postcode-key.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const DIGITS = [...'0123456789'];

describe('postcodeKey', () => {
  it('gives every district of every shape keys of its own', () => {
    const areas = LETTERS.flatMap((first) => ['', ...LETTERS].map((second) => first + second));
    const outwards = areas.flatMap((area) =>
      DIGITS.flatMap((digit) => ['', ...DIGITS, ...LETTERS].map((last) => area + digit + last)),
    );
    expect(outwards).toHaveLength(259_740);
    expect(new Set(outwards.map((outward) => postcodeKey(outward, '0AA'))).size).toBe(259_740);
    // The keys of one district end before those of the next begin.
    const firsts = outwards.map((outward) => postcodeKey(outward, '0AA')).sort((a, b) => a - b);
    expect(firsts.every((key, n) => key === n * 6760)).toBe(true);
  });

  it('gives every unit of a district a key of its own', () => {
    const inwards = DIGITS.flatMap((digit) =>
      LETTERS.flatMap((first) => LETTERS.map((second) => digit + first + second)),
    );
    const keys = new Set(inwards.map((inward) => postcodeKey('SW1A', inward) - postcodeKey('SW1A', '0AA')));
    expect(keys.size).toBe(6760);
    expect(Math.max(...keys)).toBe(6759);
  });

  it('fits in 32 bits', () => {
    expect(postcodeKey('A0', '0AA')).toBe(0);
    expect(postcodeKey('ZZ9Z', '9ZZ')).toBe(1_755_842_399);
  });
});
