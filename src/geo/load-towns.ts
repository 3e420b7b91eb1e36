// The towns of the shipped tables. Read when the first text asks for one, and kept: the tables are part of the program.
import { readFileSync } from 'node:fs';
import { townsOf, type Towns } from './towns.ts';

// The same steps lead to the tables from src/geo and from dist/geo.
const FOLDER = new URL('../../assets/postcodes/', import.meta.url);

let loaded: Towns | undefined;

export function loadTowns(): Towns {
  return (loaded ??= readTowns());
}

function readTowns(): Towns {
  const units = new Map<string, number>();
  for (const [sector = '', , , count] of tsvRows('sectors.tsv')) {
    const outcode = sector.slice(0, sector.indexOf(' '));
    units.set(outcode, (units.get(outcode) ?? 0) + Number(count));
  }
  return townsOf(
    tsvRows('districts.tsv').map(([outcode = '', lat, lng, town = '']) => ({
      outcode,
      town,
      point: { lat: Number(lat), lng: Number(lng) },
      units: units.get(outcode) ?? 0,
    })),
  );
}

function tsvRows(file: string): string[][] {
  const lines = readFileSync(new URL(file, FOLDER), 'utf8').split('\n');
  return lines.slice(1, -1).map((line) => line.split('\t', 4));
}
