// Finds postcodes in the tables: sectors and districts always, unit postcodes if they were imported. The finest table that has
// the postcode places it. Tables are loaded at every start and after imports of postcodes, so they are read in one pass, which
// builds lookups only.
import { BoundedMap } from '../memo.ts';
import type { Point } from './great-circle.ts';
import { formatPostcode, readPostcode, type Postcode } from './postcode.ts';
import { type PostcodeTable, loadPostcodeTable } from './postcode-table.ts';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../package-files.ts';

/** A postcode that was found. `postcode` is canonical: upper case, one space (`SW1A 1AA`). */
export interface ResolvedPostcode {
  readonly postcode: string;
  readonly point: Point;
  /** Of a place that was given by its name: which one it is. */
  readonly note?: string;
}

/** Why a text is not a known postcode, and an obvious alternative if there is one. */
export interface UnresolvedPostcode {
  readonly reason: 'not_a_postcode' | 'area_only' | 'place_name' | 'several_places' | 'unknown_district';
  /** A district that is accepted, for example `LS2` for `Leeds` or `SW1A` for `SW`. */
  readonly suggestion?: string;
  /** Of `several_places`: a district of each. */
  readonly postcodes?: readonly string[];
}

export interface Gazetteer {
  /**
   * The position of a postcode as people type it: unit, sector or district, in any case, with any spaces. An unknown unit is
   * placed at its sector, else at its district. Without a space, `G22` is the district if it exists, else the sector `G2 2`.
   */
  resolve(text: string): ResolvedPostcode | UnresolvedPostcode;
  /** Changes with the tables; equal versions give equal results. */
  readonly version: string;
}

export interface District {
  readonly outcode: string;
  readonly point: Point;
}

export interface PostcodeTables {
  /** By canonical spelling, `SW1A 1`. */
  readonly sectors: ReadonlyMap<string, Point>;
  /** In natural order: a suggestion is the first that fits. */
  readonly districts: readonly District[];
  readonly units: PostcodeTable | undefined;
  readonly version: string;
}

/** Maximum number and length of the texts whose result is cached: all listings of a dealer's site share one. */
const MAX_FOUND = 10_000;
const MAX_TEXT_LENGTH = 16;

class PostcodeGazetteer implements Gazetteer {
  readonly version: string;
  readonly #found = new BoundedMap<string, ResolvedPostcode | UnresolvedPostcode>(MAX_FOUND);
  readonly #sectors: ReadonlyMap<string, Point>;
  readonly #units: PostcodeTable | undefined;
  readonly #districts = new Map<string, Point>();
  readonly #districtOfArea = new Map<string, string>();
  /** `SW1A` for `SW1`: people omit the letter that ends some London districts. */
  readonly #districtWithLetter = new Map<string, string>();

  constructor({ sectors, districts, units, version }: PostcodeTables) {
    this.version = version;
    this.#sectors = sectors;
    this.#units = units;
    for (const { outcode, point } of districts) {
      this.#districts.set(outcode, point);
      setFirst(this.#districtOfArea, outcode.slice(0, outcode.search(/[0-9]/)), outcode);
      if (/[A-Z]$/.test(outcode)) setFirst(this.#districtWithLetter, outcode.slice(0, -1), outcode);
    }
  }

  resolve(text: string): ResolvedPostcode | UnresolvedPostcode {
    if (text.length > MAX_TEXT_LENGTH) return this.#find(text);
    return this.#found.getOrMake(text, () => this.#find(text));
  }

  #find(text: string): ResolvedPostcode | UnresolvedPostcode {
    const read = readPostcode(text);
    if (read === undefined) return { reason: 'not_a_postcode' };
    if (read.kind === 'area') {
      const suggestion = this.#districtOfArea.get(read.outward);
      return suggestion === undefined ? { reason: 'not_a_postcode' } : { reason: 'area_only', suggestion };
    }
    const postcode = read.orSector !== undefined && !this.#districts.has(read.outward) ? read.orSector : read;
    return this.#locate(postcode) ?? this.#unknownDistrict(read);
  }

  #locate(postcode: Postcode): ResolvedPostcode | undefined {
    const { outward, inward } = postcode;
    const unit = inward.length === 3 ? this.#units?.find(outward, inward) : undefined;
    const sector = inward === '' ? undefined : this.#sectors.get(`${outward} ${inward.charAt(0)}`);
    const point = unit ?? sector ?? this.#districts.get(outward);
    return point && { postcode: formatPostcode(postcode), point };
  }

  #unknownDistrict({ outward }: Postcode): UnresolvedPostcode {
    const suggestion = this.#districtWithLetter.get(outward);
    return suggestion === undefined
      ? { reason: 'unknown_district' }
      : { reason: 'unknown_district', suggestion };
  }
}

function setFirst(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}

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

/** The gazetteer of a long-running process, which reloads the postcode table after an import has replaced it. */
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
