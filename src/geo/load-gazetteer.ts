// From files to a gazetteer: the sectors and districts that come with the program, and the table of unit postcodes if
// one was imported. Runs at every start, so it reads the tables in one pass and builds nothing that is not looked up.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PostcodeGazetteer, type Gazetteer, type District } from './postcode-gazetteer.ts';
import type { Point } from './great-circle.ts';
import { loadPostcodeTable } from './postcode-table.ts';

// The same steps lead to the tables from src/geo and from dist/geo.
const FOLDER = new URL('../../assets/postcodes/', import.meta.url);

/**
 * The gazetteer of the shipped tables, and of the unit table where `postcodeTablePath` names a file that exists. Throws a
 * Problem `data_damaged`, `data_version` or `data_unusable` about that file.
 */
export function loadGazetteer(postcodeTablePath?: string): Gazetteer {
  const sectorText = readFileSync(new URL('sectors.tsv', FOLDER), 'utf8');
  const districtText = readFileSync(new URL('districts.tsv', FOLDER), 'utf8');
  const units = postcodeTablePath === undefined ? undefined : loadPostcodeTable(postcodeTablePath);
  const shipped = createHash('sha256').update(sectorText).update(districtText).digest('hex').slice(0, 12);
  return new PostcodeGazetteer({
    sectors: sectorsOf(sectorText),
    districts: districtsOf(districtText),
    units,
    version: units === undefined ? shipped : `${shipped}-${units.version}`,
  });
}

function sectorsOf(text: string): Map<string, Point> {
  const sectors = new Map<string, Point>();
  for (const [sector, lat, lng] of tsvRows(text, 'sectors.tsv', 'sector\tlat\tlng\tunits')) {
    sectors.set(sector, { lat: Number(lat), lng: Number(lng) });
  }
  return sectors;
}

function districtsOf(text: string): District[] {
  const rows = tsvRows(text, 'districts.tsv', 'outcode\tlat\tlng\ttown\tregion\tuk_region');
  return rows.map(([outcode, lat, lng, town]) => ({
    outcode,
    town,
    point: { lat: Number(lat), lng: Number(lng) },
  }));
}

type FirstColumns = [name: string, lat: string, lng: string, fourth: string];

// The tables are part of the program: a damaged one is a broken installation, not something a user did.
function tsvRows(text: string, file: string, header: string): FirstColumns[] {
  const lines = text.split('\n');
  if (lines[0] !== header || lines.at(-1) !== '') {
    const path = fileURLToPath(new URL(file, FOLDER));
    throw new Error(`'${path}' is not the table that was shipped: install the program again`);
  }
  return lines.slice(1, -1).map((line) => line.split('\t', 4) as FirstColumns);
}
