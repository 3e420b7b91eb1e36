import { describe, expect, it } from 'vitest';
import { distanceKm } from '../../src/geo/great-circle.ts';
import { nationalGridToWgs84 } from '../../src/geo/national-grid.ts';

const degrees = (whole: number, minutes: number, seconds: number) => whole + minutes / 60 + seconds / 3600;

describe('nationalGridToWgs84', () => {
  it("agrees with the Ordnance Survey's worked example to a millimetre, after the shift to WGS84", () => {
    // E 651409.903 N 313177.270 is 52°39'27.2531"N 1°43'4.5177"E on Airy 1830, and this after the seven-parameter shift.
    const expected = { lat: degrees(52, 39, 28.723), lng: degrees(1, 42, 57.787) };
    const { lat, lng } = nationalGridToWgs84(651_409.903, 313_177.27);
    expect(lat).toBeCloseTo(expected.lat, 7);
    expect(lng).toBeCloseTo(expected.lng, 7);
  });

  it.each([
    // Positions published by the Office for National Statistics, made with the exact transformation.
    ['SW1A 1AA', 529_090, 179_645, 51.501009, -0.141588],
    ['SW1A 2AA', 530_047, 179_951, 51.503541, -0.12767],
  ])('puts %s within 5 m of its published position', (_, easting, northing, lat, lng) => {
    expect(distanceKm(nationalGridToWgs84(easting, northing), { lat, lng })).toBeLessThan(0.005);
  });

  it('keeps directions and distances across the grid', () => {
    const west = nationalGridToWgs84(100_000, 900_000);
    const east = nationalGridToWgs84(500_000, 900_000);
    const south = nationalGridToWgs84(500_000, 100_000);
    expect(west.lng).toBeLessThan(east.lng);
    expect(south.lat).toBeLessThan(east.lat);
    // 800 km on the grid, whose scale is within 0.05 % of the ground's.
    expect(distanceKm(south, east)).toBeGreaterThan(797);
    expect(distanceKm(south, east)).toBeLessThan(803);
  });
});
