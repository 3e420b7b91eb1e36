import { buildGeoPointColumn } from '../builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GeoPointColumn } from '../../../src/engine/columns/geo-point-column.ts';
import { distanceKm, EARTH_RADIUS_KM, type Point } from '../../../src/geo/great-circle.ts';
import { expectKeeps } from '../query/compiled-filter-contract.ts';

const columnOf = (places: readonly (Point | null)[]): GeoPointColumn =>
  new GeoPointColumn(buildGeoPointColumn(places));

const at = (lat: number, lng: number): Point => ({ lat, lng });

/** The point that lies `km` from `from` in the direction `bearing`, in degrees clockwise from north. */
function destination(from: Point, bearing: number, km: number): Point {
  const radians = Math.PI / 180;
  const angle = km / EARTH_RADIUS_KM;
  const lat = from.lat * radians;
  const sin = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing * radians);
  const lng = Math.atan2(
    Math.sin(bearing * radians) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * sin,
  );
  const degrees = from.lng + lng / radians;
  return at(
    Math.asin(sin) / radians,
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees,
  );
}

it('rejects a point outside the globe', () => {
  expect(() => buildGeoPointColumn([{ lat: NaN, lng: 0 }])).toThrow(
    'a point must lie within ±90 and ±180 degrees, not at NaN, 0',
  );
  expect(() => buildGeoPointColumn([null, { lat: 1, lng: 180.5 }])).toThrow('not at 1, 180.5');
});

describe('buildGeoPointColumn', () => {
  it('numbers points by band of latitude, and lists each band once', () => {
    const data = buildGeoPointColumn([at(51.515, -0.11), null, at(51.511, -0.12), at(0, 0)]);
    expect([...data.pointIds]).toEqual([3, 0, 2, 1]);
    expect([...data.bands]).toEqual([9000, 14151]);
    expect([...data.bandStarts]).toEqual([1, 2, 4]);
    expect([...data.lats]).toEqual([NaN, 0, 51.511, 51.515]);
    expect([...data.lngs]).toEqual([NaN, 0, -0.12, -0.11]);
    expect([...data.rows]).toEqual([1, 3, 2, 0]);
    expect([...data.starts]).toEqual([0, 1, 2, 3, 4]);
  });

  it('numbers the points of a band from west to east, then from south to north, whatever their rows', () => {
    const data = buildGeoPointColumn([at(51.515, -0.11), at(51.511, -0.11), at(51.519, -0.12)]);
    expect([...data.pointIds]).toEqual([3, 2, 1]);
  });

  it('gives equal positions one point, also with negative zeros, and the rows of a point in ascending order', () => {
    const data = buildGeoPointColumn([at(0, 7), at(0, -0), at(-0, 0), at(0, 7), at(0, 0)]);
    expect([...data.pointIds]).toEqual([2, 1, 1, 2, 1]);
    expect([...data.rows]).toEqual([1, 2, 4, 0, 3]);
    expect([...data.lngs]).toEqual([NaN, 0, 7]);
  });
});

describe('GeoPointColumn', () => {
  const london = at(51.5, -0.1);
  const leeds = at(53.8, -1.5);
  const column = columnOf([leeds, london, null, at(51.5, -0.1), null, at(51.5, -0.2)]);

  it('gives rows at one position the same point, numbered from 1, and 0 to unknown positions', () => {
    expect([...column.pointIds]).toEqual([3, 2, 0, 2, 0, 1]);
    expect([column.size, column.distinct]).toEqual([6, 4]);
    expect([0, 1, 2, 3].map((point) => [...column.rowsAt(point)])).toEqual([[2, 4], [5], [1, 3], [0]]);
  });

  it('measures the distance to a point from anywhere', () => {
    expect(column.distancesFrom(london)(2)).toBe(0);
    // A degree along a meridian of a sphere with a radius of 6371.0088 km.
    expect(column.distancesFrom(at(52.5, -0.1))(2)).toBeCloseTo(111.195, 3);
  });

  it('lists the points of a ring, excluding its inner edge and including its outer one', () => {
    const near = distanceKm(london, at(51.5, -0.2));
    const far = distanceKm(london, leeds);
    const points = (beyond: number, within: number): number[] => [
      ...column.pointsBetween(london, beyond, within),
    ];
    expect(points(-1, 1000)).toEqual([1, 2, 3]);
    expect(points(0, 1000)).toEqual([1, 3]);
    expect(points(-1, near)).toEqual([1, 2]);
    expect(points(near, far)).toEqual([3]);
    expect(points(far, 30000)).toEqual([]);
  });

  it('finds all rows as near as the last of the nearest ones', () => {
    const twins = columnOf([at(51.5, 0.3), at(51.5, -0.3), null, at(51.5, 0.2), at(51.5, 0.3)]);
    const rows = Uint32Array.of(0, 1, 2, 4);
    expect([...twins.nearlyNearest(rows, at(51.5, 0), 1)]).toEqual([0, 1, 3]);
    expect([...twins.nearlyNearest(rows, at(51.5, 0), 4)]).toEqual([0, 1, 2, 3]);
    expect([...twins.nearlyNearest(rows, at(51.5, 0), 0)]).toEqual([]);
    expect([...twins.nearlyNearest(rows.subarray(0, 0), at(51.5, 0), 5)]).toEqual([]);
  });

  it.each([
    [london, 0, [1, 3]],
    [at(51.5, -0.1000001), 0, []],
    [london, 5, [1, 3]],
    [london, 7, [1, 3, 5]],
    [london, 500, [0, 1, 3, 5]],
    [leeds, 1, [0]],
    [at(0, 0), 100, []],
    [at(-51.5, 179.9), 20015, [0, 5]],
    [at(-51.5, 179.9), 20016, [0, 1, 3, 5]],
  ])('around %j within %d km, matches the rows %j', (center, km, rows) => {
    expectKeeps(column.filter(center, km), 6, rows);
  });

  it('matches nothing if no row has a position', () => {
    expectKeeps(columnOf([null, null]).filter(london, 30000), 2, []);
    expectKeeps(columnOf([]).filter(london, 30000), 0, []);
  });

  // At the date line and the poles a circle is not one arc of each band.
  it.each([
    ['London', at(51.5, -0.1)],
    ['the equator', at(0, 0)],
    ['the far north', at(84, 10)],
    ['a place just short of the pole', at(89.7, -120)],
    ['the North Pole', at(90, 0)],
    ['the South Pole', at(-90, 45)],
    ['west of the date line', at(-17, 179.9)],
    ['east of the date line', at(66, -179.9)],
    ['on the date line', at(52, 180)],
    ['on the date line, counted from the east', at(52, -180)],
  ])('finds points just inside the radius all around %s, and none just outside', (_, center) => {
    for (const km of [0.5, 8, 60, 500, 3000]) {
      const bearings = Array.from({ length: 72 }, (_, i) => i * 5);
      const inside = bearings.map((bearing) => destination(center, bearing, km * 0.9999));
      const outside = bearings.map((bearing) => destination(center, bearing, km * 1.0001));
      const filter = columnOf([...inside, ...outside]).filter(center, km);
      expect([...filter.rows()]).toEqual([...inside.keys()]);
    }
  });

  it('matches a point exactly at the radius, even on the edge of a band', () => {
    const lat = fc.oneof(
      fc.integer({ min: -900, max: 900 }).map((tenths) => tenths / 10),
      fc.double({ min: -90, max: 90, noNaN: true }),
    );
    const lng = fc.oneof(
      fc.integer({ min: -1800, max: 1800 }).map((tenths) => tenths / 10),
      fc.double({ min: -180, max: 180, noNaN: true }),
    );
    const offset = fc.constantFrom(-0.3, -0.1, 0, 0.1, 0.2);
    fc.assert(
      fc.property(lat, lng, offset, offset, fc.record({ lat, lng }), (south, west, up, along, anywhere) => {
        const center = at(south, west);
        const neighbour = at(
          Math.max(-90, Math.min(90, south + up)),
          Math.max(-180, Math.min(180, west + along)),
        );
        for (const point of [neighbour, at(neighbour.lat, west), at(south, neighbour.lng), anywhere]) {
          expect([...columnOf([point]).filter(center, distanceKm(center, point)).rows()]).toEqual([0]);
        }
      }),
      { numRuns: 1000, seed: 2 },
    );
  });

  it('finds one place on both sides of the date line, and at a pole with any longitude', () => {
    const edges = columnOf([at(52, 180), at(52, -180), at(90, 0), at(90, 120), at(-90, 180)]);
    expect([...edges.filter(at(52, 180), 0.001).rows()]).toEqual([0, 1]);
    expect([...edges.filter(at(52, -180), 0.001).rows()]).toEqual([0, 1]);
    expect([...edges.filter(at(90, -50), 0.001).rows()]).toEqual([2, 3]);
    expect([...edges.filter(at(-90, 0), 0.001).rows()]).toEqual([4]);
  });

  it('keeps what measuring every row keeps, and never writes to what it shares', () => {
    const near = fc.record({
      lat: fc.double({ min: 50, max: 52, noNaN: true }),
      lng: fc.double({ min: -1, max: 1, noNaN: true }),
    });
    const anywhere = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const place = fc.oneof(near, anywhere, fc.constantFrom(london, leeds, null));
    const km = fc.oneof(
      fc.double({ min: 0, max: 150, noNaN: true }),
      fc.double({ min: 0, max: 20100, noNaN: true }),
    );
    const circles = fc.array(fc.tuple(fc.oneof(near, anywhere), km), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 60 }), circles, (places, requested) => {
        const data = buildGeoPointColumn(places);
        const before = structuredClone(data);
        const own = new GeoPointColumn(data);
        for (const [center, radius] of requested) {
          const expected = [...places.keys()].filter((row) => {
            const point = places[row];
            return point !== null && distanceKm(center, point) <= radius;
          });
          const filter = own.filter(center, radius);
          expectKeeps(filter, places.length, expected);
          expect(filter.estimate).toBe(expected.length);
        }
        expect(data).toEqual(before);
      }),
      { numRuns: 150, seed: 1 },
    );
  });
});
