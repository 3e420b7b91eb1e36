// The published formats of unit postcodes, and what a row of each says: OS Code-Point Open, which has no header, and
// the ONS directories ONSPD and NSPL, whose column names differ between releases.
import type { Point } from './great-circle.ts';
import { nationalGridToWgs84 } from './national-grid.ts';
import { postcodeKey } from './postcode-table.ts';
import { readPostcode } from './postcode.ts';

export type RowFault = 'not_a_unit' | 'no_position' | 'bad_position';

interface PostcodeRow {
  readonly key: number;
  readonly point: Point;
}

export interface PostcodeFormat {
  readonly name: 'Code-Point Open' | 'ONSPD or NSPL';
  readonly hasHeader: boolean;
  readRow(row: readonly string[]): PostcodeRow | RowFault;
}

/** The formats that detectPostcodeFormat recognises, as words that follow `neither`. */
export const KNOWN_FORMATS =
  'OS Code-Point Open (no header, 10 columns, the first four a postcode, its quality, easting and northing) ' +
  'nor ONSPD or NSPL (a header with pcds, pcd, pcd2, pcd7 or pcd8, and with lat and long)';

/** The format of a file that begins with `firstRow`; undefined if it is none of these. */
export function detectPostcodeFormat(firstRow: readonly string[]): PostcodeFormat | undefined {
  const [postcode, quality, easting, northing] = firstRow;
  if (firstRow.length === 10 && [quality, easting, northing].every((value) => INTEGER.test(value))) {
    return readPostcode(postcode)?.kind === 'unit' ? CODE_POINT_OPEN : undefined;
  }
  const names = firstRow.map((name) => name.trim().toLowerCase());
  const postcodeName = POSTCODE_COLUMNS.find((name) => names.includes(name));
  const lat = names.indexOf('lat');
  const lng = names.indexOf('long');
  if (postcodeName === undefined || lat === -1 || lng === -1) return undefined;
  return onsDirectory(names.indexOf(postcodeName), lat, lng);
}

const INTEGER = /^[0-9]{1,7}$/;
const DECIMAL = /^-?[0-9]{1,3}(?:\.[0-9]{1,15})?$/;

// One postcode in several widths: preferably with one space, else padded to seven or eight characters.
const POSTCODE_COLUMNS = ['pcds', 'pcd', 'pcd7', 'pcd2', 'pcd8'];

const NO_POSITION = '90';

const CODE_POINT_OPEN: PostcodeFormat = {
  name: 'Code-Point Open',
  hasHeader: false,
  readRow([postcode, quality, easting, northing]) {
    const key = keyOf(postcode);
    if (key === undefined) return 'not_a_unit';
    if (quality === NO_POSITION) return 'no_position';
    if (!INTEGER.test(easting) || !INTEGER.test(northing)) return 'bad_position';
    const [east, north] = [Number(easting), Number(northing)];
    if (east === 0 || east > 700_000 || north > 1_300_000) return 'bad_position';
    return { key, point: nationalGridToWgs84(east, north) };
  },
};

// Terminated postcodes (those with a doterm) are read like others: adverts still carry them for years.
function onsDirectory(postcodeColumn: number, latColumn: number, lngColumn: number): PostcodeFormat {
  return {
    name: 'ONSPD or NSPL',
    hasHeader: true,
    readRow(row) {
      const key = keyOf(row[postcodeColumn]);
      if (key === undefined) return 'not_a_unit';
      const [lat, lng] = [row[latColumn].trim(), row[lngColumn].trim()];
      if (lat === '' || lng === '') return 'no_position';
      if (!DECIMAL.test(lat) || !DECIMAL.test(lng)) return 'bad_position';
      const point = { lat: Number(lat), lng: Number(lng) };
      // The directories write 99.999999 for an unknown position.
      if (point.lat > 99) return 'no_position';
      return isInBritishIsles(point) ? { key, point } : 'bad_position';
    },
  };
}

function keyOf(text: string): number | undefined {
  const postcode = readPostcode(text);
  return postcode?.kind === 'unit' ? postcodeKey(postcode.outward, postcode.inward) : undefined;
}

function isInBritishIsles({ lat, lng }: Point): boolean {
  return lat > 48 && lat < 62 && lng > -10 && lng < 3;
}
