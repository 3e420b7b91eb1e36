// The tables against 20,000 postcodes of the official list they were made from.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ResolvedPostcode, loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { distanceKm, type Point } from '../../src/geo/great-circle.ts';
import { importPostcodeTable } from '../../src/geo/import-postcodes.ts';
import { nationalGridToWgs84 } from '../../src/geo/national-grid.ts';

const SAMPLE = fileURLToPath(
  new URL('../../../shared/data/postcodes/codepoint-open-sample.csv', import.meta.url),
);
const missing = existsSync(SAMPLE) ? '' : ` (skipped: there is no ${SAMPLE})`;

interface Unit {
  readonly postcode: string;
  readonly point: Point;
}

describe.skipIf(missing !== '')(`the sample of Code-Point Open${missing}`, () => {
  let units: Unit[];
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-sample-'));
    units = readFileSync(SAMPLE, 'utf8')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.replaceAll('"', '').split(','))
      .filter(([, quality]) => quality !== '90')
      .map(([postcode = '', , easting, northing]) => ({
        postcode,
        point: nationalGridToWgs84(Number(easting), Number(northing)),
      }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is placed by its sectors: each unit within 40 km, and half of them within 1 km', () => {
    const shipped = loadGazetteer();
    const distancesKm = units.map(({ postcode, point }) => {
      const found = shipped.resolve(postcode) as ResolvedPostcode;
      return distanceKm(found.point, point);
    });
    distancesKm.sort((a, b) => a - b);
    expect(distancesKm).toHaveLength(19_972);
    expect(distancesKm[19_971]).toBeLessThan(40);
    expect(distancesKm[9_986]).toBeLessThan(1);
  });

  it('lies around its sectors without a drift of more than 30 m to any side', () => {
    const shipped = loadGazetteer();
    const drift = { lat: 0, lng: 0 };
    for (const { postcode, point } of units) {
      const found = shipped.resolve(postcode) as ResolvedPostcode;
      drift.lat += (found.point.lat - point.lat) / units.length;
      drift.lng += (found.point.lng - point.lng) / units.length;
    }
    // A degree is 111 km from south to north, and about 67 km from west to east.
    expect(Math.abs(drift.lat) * 111_000).toBeLessThan(30);
    expect(Math.abs(drift.lng) * 67_000).toBeLessThan(30);
  });

  it('agrees within 10 m with every sector that consists of a single unit', () => {
    const sectors = new URL('../../assets/postcodes/sectors.tsv', import.meta.url);
    const single = new Map(
      readFileSync(sectors, 'utf8')
        .split('\n')
        .map((line) => line.split('\t'))
        .filter(([, , , count]) => count === '1')
        .map(([sector = '', lat, lng]) => [sector, { lat: Number(lat), lng: Number(lng) }]),
    );
    const distancesKm = units.flatMap(({ postcode, point }) => {
      const sector = single.get(`${postcode.slice(0, -3).trim()} ${postcode.at(-3)}`);
      return sector === undefined ? [] : [distanceKm(sector, point)];
    });
    expect(distancesKm).toHaveLength(39);
    expect(Math.max(...distancesKm)).toBeLessThan(0.01);
  });

  it('is placed exactly once it is imported', async () => {
    const table = join(folder, 'units.bin');
    expect(await importPostcodeTable([SAMPLE], table)).toEqual({
      units: 19_972,
      skipped: { not_a_unit: 0, no_position: 28, bad_position: 0, repeated: 0 },
    });
    const gazetteer = loadGazetteer(table);
    const wrong = units.filter(({ postcode, point }) => {
      const found = gazetteer.resolve(postcode) as ResolvedPostcode;
      return distanceKm(found.point, point) > 0.0001;
    });
    expect(wrong).toEqual([]);
  });
});
