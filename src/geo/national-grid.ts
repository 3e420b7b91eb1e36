// Converts National Grid positions of Great Britain (OSGB36) to WGS84. Formulas and constants: Ordnance Survey, "A guide to
// coordinate systems in Great Britain", annexes A to C and section 6.6. The seven-parameter shift is accurate to about 5 m, far
// less than the width of a postcode; the exact transformation (OSTN15) needs megabytes of tables.
import { RADIANS_PER_DEGREE, type Point } from './great-circle.ts';

interface Ellipsoid {
  /** Semi-major and semi-minor axis in metres. */
  readonly a: number;
  readonly b: number;
}

/** Latitude and longitude in radians on some ellipsoid, at height 0. */
interface Geodetic {
  readonly lat: number;
  readonly lng: number;
}

const AIRY_1830: Ellipsoid = { a: 6_377_563.396, b: 6_356_256.909 };
const WGS84: Ellipsoid = { a: 6_378_137, b: 6_356_752.314_2 };

const ARC_SECONDS = RADIANS_PER_DEGREE / 3600;

// The projection: scale on the central meridian, true origin in radians, and the grid position of that origin in metres.
const F0 = 0.999_601_271_7;
const LAT0 = 49 * RADIANS_PER_DEGREE;
const LNG0 = -2 * RADIANS_PER_DEGREE;
const E0 = 400_000;
const N0 = -100_000;

// From OSGB36 to WGS84: the guide gives the other direction, so all signs are inverted.
const SHIFT = {
  x: 446.448,
  y: -125.157,
  z: 542.06,
  scale: 1 - 20.4894e-6,
  rx: 0.1502 * ARC_SECONDS,
  ry: 0.247 * ARC_SECONDS,
  rz: 0.8421 * ARC_SECONDS,
} as const;

/** The WGS84 position of a grid position in metres: easting from 0 to 700,000, northing from 0 to 1,300,000. */
export function nationalGridToWgs84(easting: number, northing: number): Point {
  const { lat, lng } = shiftedToWgs84(unprojected(easting, northing));
  return { lat: lat / RADIANS_PER_DEGREE, lng: lng / RADIANS_PER_DEGREE };
}

// Inverse transverse Mercator. The names are those of the guide; the Roman numerals are its terms of the two series.
function unprojected(easting: number, northing: number): Geodetic {
  const { a, b } = AIRY_1830;
  const e2 = eccentricitySquared(AIRY_1830);
  let lat = LAT0;
  let rest = northing - N0;
  // Each step leaves less than a hundredth of the previous error, so this ends after a few.
  do {
    lat += rest / (a * F0);
    rest = northing - N0 - meridianArc(lat);
  } while (Math.abs(rest) >= 0.000_01);

  const curvature = 1 - e2 * Math.sin(lat) ** 2;
  const nu = (a * F0) / Math.sqrt(curvature);
  const rho = (nu * (b * b)) / (a * a) / curvature;
  const eta2 = nu / rho - 1;
  const t = Math.tan(lat);
  const t2 = t * t;
  const t4 = t2 * t2;
  const t6 = t4 * t2;
  const sec = 1 / Math.cos(lat);

  const vii = t / (2 * rho * nu);
  const viii = (t / (24 * rho * nu ** 3)) * (5 + 3 * t2 + eta2 - 9 * t2 * eta2);
  const ix = (t / (720 * rho * nu ** 5)) * (61 + 90 * t2 + 45 * t4);
  const x = sec / nu;
  const xi = (sec / (6 * nu ** 3)) * (nu / rho + 2 * t2);
  const xii = (sec / (120 * nu ** 5)) * (5 + 28 * t2 + 24 * t4);
  const xiia = (sec / (5040 * nu ** 7)) * (61 + 662 * t2 + 1320 * t4 + 720 * t6);

  const d = easting - E0;
  return {
    lat: lat - vii * d ** 2 + viii * d ** 4 - ix * d ** 6,
    lng: LNG0 + x * d - xi * d ** 3 + xii * d ** 5 - xiia * d ** 7,
  };
}

// Length of the central meridian from the true origin to a latitude, in metres on the grid (the guide's M).
function meridianArc(lat: number): number {
  const { a, b } = AIRY_1830;
  const n = (a - b) / (a + b);
  const n2 = n * n;
  const n3 = n2 * n;
  const minus = lat - LAT0;
  const plus = lat + LAT0;
  return (
    b *
    F0 *
    ((1 + n + (5 / 4) * n2 + (5 / 4) * n3) * minus -
      (3 * n + 3 * n2 + (21 / 8) * n3) * Math.sin(minus) * Math.cos(plus) +
      ((15 / 8) * n2 + (15 / 8) * n3) * Math.sin(2 * minus) * Math.cos(2 * plus) -
      (35 / 24) * n3 * Math.sin(3 * minus) * Math.cos(3 * plus))
  );
}

// Helmert transformation: to Cartesian coordinates, shifted, rotated and scaled, and back.
function shiftedToWgs84({ lat, lng }: Geodetic): Geodetic {
  const e2 = eccentricitySquared(AIRY_1830);
  const nu = AIRY_1830.a / Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
  const x = nu * Math.cos(lat) * Math.cos(lng);
  const y = nu * Math.cos(lat) * Math.sin(lng);
  const z = nu * (1 - e2) * Math.sin(lat);
  const { scale, rx, ry, rz } = SHIFT;
  return fromCartesian(
    SHIFT.x + scale * x - rz * y + ry * z,
    SHIFT.y + rz * x + scale * y - rx * z,
    SHIFT.z - ry * x + rx * y + scale * z,
  );
}

function fromCartesian(x: number, y: number, z: number): Geodetic {
  const e2 = eccentricitySquared(WGS84);
  const p = Math.hypot(x, y);
  let lat = Math.atan2(z, p * (1 - e2));
  let before: number;
  do {
    before = lat;
    const nu = WGS84.a / Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
    lat = Math.atan2(z + e2 * nu * Math.sin(lat), p);
  } while (Math.abs(lat - before) > 1e-12);
  return { lat, lng: Math.atan2(y, x) };
}

function eccentricitySquared({ a, b }: Ellipsoid): number {
  return 1 - (b * b) / (a * a);
}
