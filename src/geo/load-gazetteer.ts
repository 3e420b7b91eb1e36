// Loads a gazetteer from the shipped sectors and districts, and from the table of unit postcodes if one was imported. Runs at
// every start and after imports of postcodes, so it reads the tables in one pass and builds lookups only.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PostcodeGazetteer, type Gazetteer, type District } from './postcode-gazetteer.ts';
import type { Point } from './great-circle.ts';
import { loadPostcodeTable } from './postcode-table.ts';
import { packageFile } from '../package-files.ts';

const FOLDER = packageFile('assets/postcodes/');

/**
 * The gazetteer of the shipped tables, and of the postcode table if `postcodeTablePath` names an existing file.
 * Problems `data_damaged`, `data_version` and `data_unusable` of that file.
 */
export function loadGazetteer(postcodeTablePath?: string): Gazetteer {
  const sectorText = readText('sectors.tsv');
  const districtText = readText('districts.tsv');
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
  for (const [sector, lat, lng] of rowsOf('sectors.tsv', text)) {
    sectors.set(sector, { lat: Number(lat), lng: Number(lng) });
  }
  return sectors;
}

function districtsOf(text: string): District[] {
  const rows = rowsOf('districts.tsv', text);
  return rows.map(([outcode, lat, lng]) => ({
    outcode,
    point: { lat: Number(lat), lng: Number(lng) },
  }));
}

type FirstColumns = [name: string, lat: string, lng: string, fourth: string];
type ShippedTable = keyof typeof HEADERS;

const HEADERS = {
  'sectors.tsv': 'sector\tlat\tlng\tunits',
  'districts.tsv': 'outcode\tlat\tlng\ttown\tregion\tuk_region',
  'town-names.tsv': 'name\ttown',
  'suburbs.tsv': 'name\toutcodes',
};

/** The columns of a shipped table, at most the first four: `units` is the fourth of sectors, `town` of districts. */
export function loadRows(file: ShippedTable): FirstColumns[] {
  return rowsOf(file, readText(file));
}

function readText(file: ShippedTable): string {
  return readFileSync(new URL(file, FOLDER), 'utf8');
}

// The tables are part of the program, so a damaged one is a broken installation, not a problem.
function rowsOf(file: ShippedTable, text: string): FirstColumns[] {
  const lines = text.split('\n');
  if (lines[0] !== HEADERS[file] || lines.at(-1) !== '') {
    const path = fileURLToPath(new URL(file, FOLDER));
    throw new Error(`'${path}' is not the table that was shipped: install the program again`);
  }
  return lines.slice(1, -1).map((line) => line.split('\t', 4) as FirstColumns);
}

// The gazetteer of a long-running process, which reloads the postcode table after an import has replaced it.

export class ReloadingGazetteer {
  readonly #postcodeTablePath: string;
  #seen: string;
  #current: Gazetteer;

  /** Problems as in loadGazetteer. */
  constructor(postcodeTablePath: string) {
    this.#postcodeTablePath = postcodeTablePath;
    this.#seen = stampOf(postcodeTablePath);
    this.#current = loadGazetteer(postcodeTablePath);
  }

  get current(): Gazetteer {
    return this.#current;
  }

  /** Reloads the tables if the file has changed. After a problem the current tables remain. */
  refresh(): void {
    const stamp = stampOf(this.#postcodeTablePath);
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    this.#current = loadGazetteer(this.#postcodeTablePath);
  }
}

/** Equal for the same file. A table is replaced by renaming, so a new one has another inode. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.ino}:${found.mtimeMs}:${found.size}`;
}
