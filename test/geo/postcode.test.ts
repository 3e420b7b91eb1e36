import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPostcode, readPostcode } from '../../src/geo/postcode.ts';

describe('readPostcode', () => {
  it.each([
    ['M1 1AE', 'M1', '1AE'],
    ['M60 1NW', 'M60', '1NW'],
    ['CR2 6XH', 'CR2', '6XH'],
    ['DN55 1PT', 'DN55', '1PT'],
    ['W1A 1HQ', 'W1A', '1HQ'],
    ['EC1A 1BB', 'EC1A', '1BB'],
  ])('reads the unit %s, spaced or joined, in any case', (text, outward, inward) => {
    const unit = { kind: 'unit', outward, inward };
    expect(readPostcode(text)).toEqual(unit);
    expect(readPostcode(text.toLowerCase())).toEqual(unit);
    expect(readPostcode(text.replace(' ', ''))).toEqual(unit);
  });

  it.each([
    ['M1 1', 'M1', '1'],
    ['G2 2', 'G2', '2'],
    ['AB10 1', 'AB10', '1'],
    ['SW1A1', 'SW1A', '1'],
    ['W1A1', 'W1A', '1'],
    ['AB101', 'AB10', '1'],
    ['M601', 'M60', '1'],
  ])('reads the sector %s', (text, outward, inward) => {
    expect(readPostcode(text)).toEqual({ kind: 'sector', outward, inward });
  });

  it.each(['M1', 'W1A', 'CR2', 'EC1A'])('reads the district %s', (text) => {
    expect(readPostcode(text)).toEqual({ kind: 'district', outward: text, inward: '' });
  });

  it.each([
    ['G22', 'G2', '2'],
    ['BT95', 'BT9', '5'],
  ])('reads %s as a district that may also be a sector', (text, outward, inward) => {
    expect(readPostcode(text)).toEqual({
      kind: 'district',
      outward: text,
      inward: '',
      orSector: { kind: 'sector', outward, inward },
    });
  });

  it.each(['SW', 'e'])('reads %s as the letters of an area', (text) => {
    expect(readPostcode(text)).toEqual({ kind: 'area', outward: text.toUpperCase(), inward: '' });
  });

  it.each([
    '  SW1A 1AA  ',
    'SW1A     1AA',
    '\tsw1a\n1aa\r\n',
    '\u00a0SW1A\u00a01AA\u00a0',
    'SW1A\u20031AA',
    '\ufeffSW1A\u202f1AA',
    '\u200bSW1A\u30001AA\u2060\u0085',
  ])('ignores spaces around the two parts of %j', (text) => {
    expect(readPostcode(text)).toEqual({ kind: 'unit', outward: 'SW1A', inward: '1AA' });
  });

  it.each([
    '',
    ' ',
    '1',
    '1AA',
    'SWA',
    'SW1AA',
    'SWA1 1AA',
    'SW1A 1A',
    'SW1A 11AA',
    'SW1A 1AAA',
    'SW1A1AA1',
    'SW1A 1 AA',
    'S W1A 1AA',
    'SW 1',
    'SW1AAA 1AA',
    'ABC1 1AA',
    'A123 1AA',
    'SW1A-1AA',
    'SW1A,1AA',
    'ſW1A 1AA',
    'ıG1 1AA',
    'ＳＷ１Ａ １ＡＡ',
    'SW1A 1AA\u0000',
    'GIR 0AA',
    'Leeds',
  ])('rejects %j', (text) => {
    expect(readPostcode(text)).toBeUndefined();
  });

  it('takes linear time on long texts', () => {
    const million = 1_000_000;
    expect(readPostcode(`${' '.repeat(million)}SW1A${' '.repeat(million)}1AA`)?.kind).toBe('unit');
    expect(readPostcode('1'.repeat(million))).toBeUndefined();
  });
});

describe('formatPostcode', () => {
  it.each([
    [' sw1a1aa', 'SW1A 1AA'],
    ['g2  2', 'G2 2'],
    ['ls1 ', 'LS1'],
    ['SW', 'SW'],
  ])('spells %j as %j', (text, spelling) => {
    const postcode = readPostcode(text);
    expect(postcode && formatPostcode(postcode)).toBe(spelling);
  });

  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const digit = fc.constantFrom(...'0123456789');
  const outward = fc
    .tuple(letter, fc.option(letter, { nil: '' }), digit, fc.option(fc.oneof(letter, digit), { nil: '' }))
    .map((parts) => parts.join(''));
  const inward = fc.oneof(
    digit,
    fc.tuple(digit, letter, letter).map((parts) => parts.join('')),
  );
  const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\u00a0', '\u2003'), maxLength: 4 });

  it('is what every spelling of a unit or sector is formatted as, and parsing it again changes nothing', () => {
    fc.assert(
      fc.property(outward, inward, space, space, fc.boolean(), (out, inn, before, between, lower) => {
        const canonical = `${out} ${inn}`;
        const typed = `${before}${out}${between} ${inn}${before}`;
        const read = readPostcode(lower ? typed.toLowerCase() : typed);
        expect(read && formatPostcode(read)).toBe(canonical);
        expect(readPostcode(canonical)).toEqual(read);
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  it('reads a joined unit as the spaced one', () => {
    fc.assert(
      fc.property(outward, digit, letter, letter, (out, a, b, c) => {
        expect(readPostcode(`${out}${a}${b}${c}`)).toEqual(readPostcode(`${out} ${a}${b}${c}`));
      }),
      { seed: 13, numRuns: 300 },
    );
  });
});
