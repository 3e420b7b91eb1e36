// The outline of the islands for a small map: a point for each square of a grid in which a postcode district has its middle.
import { readFileSync } from 'node:fs';
import { eastKm, southKm } from './map-projection.ts';
import { packageFile } from '../../package-files.ts';

const DISTRICTS = packageFile('assets/postcodes/districts.tsv');

/** Kilometres between two points. Drawn a little wider, neighbours touch. */
const GRID_KM = 8;

/** An SVG path of points, in kilometres on the map. */
export function landPath(): string {
  const rows = readFileSync(DISTRICTS, 'utf8').split('\n').slice(1, -1);
  const points = rows.map((row) => {
    const [, lat, lng] = row.split('\t', 3);
    const at = { lat: Number(lat), lng: Number(lng) };
    return `M${onGrid(eastKm(at))} ${onGrid(southKm(at))}h0`;
  });
  return [...new Set(points)].join('');
}

function onGrid(km: number): number {
  return Math.round(km / GRID_KM) * GRID_KM;
}
