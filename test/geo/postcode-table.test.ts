import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PostcodeCollector } from '../../src/geo/import-postcodes.ts';
import { postcodeKey, loadPostcodeTable, writePostcodeTable } from '../../src/geo/postcode-table.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-units-'));
  path = join(folder, 'units.bin');
});
afterEach(() => rmSync(folder, { recursive: true }));

function columnsOf(units: readonly (readonly [outward: string, inward: string, lat: number, lng: number])[]) {
  const collector = new PostcodeCollector();
  for (const [outward, inward, lat, lng] of units) collector.add(postcodeKey(outward, inward), { lat, lng });
  return collector.columns();
}

const TWO = columnsOf([
  ['SW1A', '1AA', 51.501009, -0.141588],
  ['AB10', '1AB', 57.149606, -2.096916],
]);

describe('a postcode table', () => {
  it('returns what was written, to a millionth of a degree, and nothing else', () => {
    writePostcodeTable(path, TWO);
    const table = loadPostcodeTable(path);
    expect(table?.find('SW1A', '1AA')).toEqual({ lat: 51.501009, lng: -0.141588 });
    expect(table?.find('AB10', '1AB')).toEqual({ lat: 57.149606, lng: -2.096916 });
    expect(table?.find('SW1A', '1AB')).toBeUndefined();
    expect(table?.find('A0', '0AA')).toBeUndefined();
    expect(table?.find('ZZ9Z', '9ZZ')).toBeUndefined();
  });

  it('takes twelve bytes a unit', () => {
    writePostcodeTable(path, TWO);
    expect(readFileSync(path)).toHaveLength(48 + 2 * 12);
  });

  it('holds the position that was added last', () => {
    const columns = columnsOf([
      ['M1', '1AA', 53.1, -2.1],
      ['LS1', '1AA', 53.8, -1.5],
      ['M1', '1AA', 53.2, -2.2],
    ]);
    writePostcodeTable(path, columns);
    expect(columns.keys).toHaveLength(2);
    expect(loadPostcodeTable(path)?.find('M1', '1AA')).toEqual({ lat: 53.2, lng: -2.2 });
  });

  it('finds every unit that was added, and no other', () => {
    const inward = fc
      .tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom(...'ABDEF'), fc.constantFrom(...'GHJLN'))
      .map((parts) => parts.join(''));
    const units = fc.uniqueArray(inward, { maxLength: 200 });
    fc.assert(
      fc.property(units, inward, (added, requested) => {
        writePostcodeTable(path, columnsOf(added.map((inward, n) => ['M1', inward, 53, -n / 1000])));
        const n = added.indexOf(requested);
        expect(loadPostcodeTable(path)?.find('M1', requested)).toEqual(
          n === -1 ? undefined : { lat: 53, lng: -n / 1000 },
        );
      }),
      { seed: 14, numRuns: 50 },
    );
  });

  it('holds more units than fit into the first allocation', () => {
    const collector = new PostcodeCollector();
    for (let key = 150_000; key > 0; key--) collector.add(key * 3, { lat: key / 10_000, lng: -key / 10_000 });
    const { keys, lats, lngs } = collector.columns();
    expect([keys.length, keys[0], keys[149_999]]).toEqual([150_000, 3, 450_000]);
    expect([lats[0], lats[149_999]]).toEqual([100, 15_000_000]);
    expect([lngs[0], lngs[149_999]]).toEqual([-100, -15_000_000]);
  });
});

describe('reading', () => {
  it('returns undefined if there is no file', () => {
    expect(loadPostcodeTable(path)).toBeUndefined();
  });

  it('rejects a folder', () => {
    expect(() => loadPostcodeTable(folder)).toThrow(expect.objectContaining({ code: 'data_unusable' }));
  });

  it('notices every single changed byte', () => {
    writePostcodeTable(path, TWO);
    const whole = readFileSync(path);
    for (let position = 0; position < whole.length; position++) {
      const changed = Buffer.from(whole);
      changed[position] = (changed[position] ?? 0) ^ 1;
      writeFileSync(path, changed);
      const code = position >= 8 && position < 12 ? 'data_version' : 'data_damaged';
      expect(() => loadPostcodeTable(path), `byte ${position}`).toThrow(expect.objectContaining({ code }));
    }
  });

  it('notices every truncation and every appended byte', () => {
    writePostcodeTable(path, TWO);
    const whole = readFileSync(path);
    const others = Array.from({ length: whole.length }, (_, length) => whole.subarray(0, length));
    for (const other of [...others, Buffer.concat([whole, Buffer.alloc(1)])]) {
      writeFileSync(path, other);
      expect(() => loadPostcodeTable(path)).toThrow(expect.objectContaining({ code: 'data_damaged' }));
    }
  });

  it('says what is wrong and how to repair it', () => {
    writeFileSync(path, 'pcds,lat,long\n'.repeat(10));
    expect(() => loadPostcodeTable(path)).toThrow(
      `The table of unit postcodes '${path}' is damaged: it is not a postcode table. ` +
        'Import the postcode files again, or move it away.',
    );
  });
});

describe('writing', () => {
  it('leaves only the table, in a folder that it creates', () => {
    const nested = join(folder, 'data', 'geo', 'units.bin');
    writePostcodeTable(nested, TWO);
    writePostcodeTable(nested, TWO);
    expect(readdirSync(join(folder, 'data', 'geo'))).toEqual(['units.bin']);
  });

  it('ignores the half-written file of a killed import, and removes it', () => {
    writePostcodeTable(path, TWO);
    // Above any process number that Linux gives out.
    writeFileSync(`${path}.${2 ** 22 + 1}-0.new`, readFileSync(path).subarray(0, 50));
    expect(loadPostcodeTable(path)?.find('AB10', '1AB')).toEqual({ lat: 57.149606, lng: -2.096916 });

    writePostcodeTable(path, columnsOf([['M1', '1AA', 53.1, -2.1]]));
    expect(loadPostcodeTable(path)?.find('M1', '1AA')).toEqual({ lat: 53.1, lng: -2.1 });
    expect(readdirSync(folder)).toEqual(['units.bin']);
  });

  it('leaves the old table, and no half-written one, if it fails', () => {
    mkdirSync(path);
    writeFileSync(join(path, 'in the way'), '');
    expect(() => writePostcodeTable(path, TWO)).toThrow(expect.objectContaining({ code: 'data_unusable' }));
    expect(readdirSync(folder)).toEqual(['units.bin']);
    expect(readdirSync(path)).toEqual(['in the way']);
  });
});

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const DIGITS = [...'0123456789'];

describe('postcodeKey', () => {
  it('gives districts of all forms distinct keys', () => {
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

  it('gives the units of a district distinct keys', () => {
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
