// The shipped gazetteer, with and without a table of unit postcodes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { importPostcodeTable } from '../../src/geo/import-postcodes.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecourt-geo-'));
afterAll(() => rmSync(folder, { recursive: true }));

const shipped = loadGazetteer();

describe('resolve', () => {
  it.each([
    ['SW1A 1AA', 'SW1A 1AA', 51.5051, -0.1389],
    ['sw1a1aa', 'SW1A 1AA', 51.5051, -0.1389],
    ['SW1A1', 'SW1A 1', 51.5051, -0.1389],
    ['AB10 1', 'AB10 1', 57.1448, -2.107],
    ['g2 2', 'G2 2', 55.8634, -4.2581],
  ])('places %j at its sector', (text, postcode, lat, lng) => {
    expect(shipped.resolve(text)).toEqual({ postcode, point: { lat, lng } });
  });

  it.each([
    ['SW1A', 'SW1A', 51.5046, -0.1321],
    ['ls1', 'LS1', 53.7976, -1.5516],
    ['BT1', 'BT1', 54.5995, -5.9294],
    ['BT1 5GS', 'BT1 5GS', 54.5995, -5.9294],
    ['BT1 5', 'BT1 5', 54.5995, -5.9294],
    ['LS1 0ZZ', 'LS1 0ZZ', 53.7976, -1.5516],
  ])('places %j at its district', (text, postcode, lat, lng) => {
    expect(shipped.resolve(text)).toEqual({ postcode, point: { lat, lng } });
  });

  it('reads joined characters as the district if it exists', () => {
    const point = { lat: 55.8908, lng: -4.252 };
    expect(shipped.resolve('G22')).toEqual({ postcode: 'G22', point });
  });

  it('reads joined characters as the sector if there is no such district', () => {
    expect(shipped.resolve('G24')).toEqual({ postcode: 'G2 4', point: { lat: 55.8645, lng: -4.2643 } });
    // Northern Ireland has no sectors in the table.
    expect(shipped.resolve('BT95')).toEqual({ postcode: 'BT9 5', point: { lat: 54.5718, lng: -5.95 } });
  });

  it.each(['ZZ1', 'ZZ99 9ZZ', 'A1', 'LS1Z'])('knows no district of %j', (text) => {
    expect(shipped.resolve(text)).toEqual({ reason: 'unknown_district' });
  });

  it.each([
    ['SW1', 'SW1A'],
    ['sw1 1aa', 'SW1A'],
    ['W1', 'W1A'],
    ['EC1', 'EC1A'],
  ])('suggests a letter for %j', (text, suggestion) => {
    expect(shipped.resolve(text)).toEqual({ reason: 'unknown_district', suggestion });
  });

  it.each([
    ['SW', 'SW1A'],
    [' ls ', 'LS1'],
    ['e', 'E1'],
    ['BT', 'BT1'],
    ['AB', 'AB10'],
  ])('suggests a district of the area %j', (text, suggestion) => {
    expect(shipped.resolve(text)).toEqual({ reason: 'area_only', suggestion });
  });

  it.each(['', ' ', '-', 'ZZ', 'Leeds', 'Atlantis', '90210', 'SW1A 1AA, London', '51.5,-0.1', '__proto__'])(
    'rejects %j as not a postcode',
    (text) => {
      expect(shipped.resolve(text)).toEqual({ reason: 'not_a_postcode' });
    },
  );
});

describe('a table of unit postcodes', () => {
  it('places its units, including those of new districts, and moves no others', async () => {
    const table = join(folder, 'units.bin');
    writeFileSync(
      join(folder, 'units.csv'),
      'pcds,lat,long\nSW1A 1AA,51.501009,-0.141588\nZZ1 1AA,54.5,-3.25\n',
    );
    await importPostcodeTable([join(folder, 'units.csv')], table);
    const gazetteer = loadGazetteer(table);
    expect(gazetteer.resolve('sw1a1aa')).toEqual({
      postcode: 'SW1A 1AA',
      point: { lat: 51.501009, lng: -0.141588 },
    });
    expect(gazetteer.resolve('ZZ1 1AA')).toMatchObject({
      point: { lat: 54.5, lng: -3.25 },
    });
    expect(gazetteer.resolve('SW1A 1AB')).toMatchObject({
      point: { lat: 51.5051, lng: -0.1389 },
    });
    expect(gazetteer.resolve('ZZ1')).toEqual({ reason: 'unknown_district' });
    expect(gazetteer.version).not.toBe(shipped.version);
  });

  it('may be missing', () => {
    expect(loadGazetteer(join(folder, 'none.bin')).version).toBe(shipped.version);
  });
});

describe('version', () => {
  it('is the same for the same tables', () => {
    expect(loadGazetteer().version).toBe(shipped.version);
    expect(shipped.version).toMatch(/^[0-9a-f]{12}$/);
  });

  it('changes with the postcode table and is the same for the same table', async () => {
    const versions: string[] = [];
    for (const lat of ['51.501009', '51.501010', '51.501009']) {
      writeFileSync(join(folder, 'one.csv'), `pcds,lat,long\nSW1A 1AA,${lat},-0.141588\n`);
      await importPostcodeTable([join(folder, 'one.csv')], join(folder, 'one.bin'));
      versions.push(loadGazetteer(join(folder, 'one.bin')).version);
    }
    expect(versions[1]).not.toBe(versions[0]);
    expect(versions[2]).toBe(versions[0]);
    expect(versions[0]).toMatch(/^[0-9a-f]{12}-[0-9a-f]{12}$/);
  });
});
