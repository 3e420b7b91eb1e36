// The town of each cell of the map's grid: the one with most addresses in it. A cell without any has the town of the nearest
// ones, because dealers are at the edge of towns. Made from the shipped tables, by postcode sector.
import { distanceKm, type Point } from './great-circle.ts';
import { loadRows } from './load-gazetteer.ts';
import { cellAt, cellMiddle, finestCell } from './map-grid.ts';
import { loadTowns } from './towns.ts';

/** Farther than this from all addresses a cell has no town: it is at sea, or abroad. */
const MAX_KM = 30;
/** Sectors are looked for in squares of this many degrees: three side by side are more than 30 km to each side of the UK. */
const SQUARE_DEGREES = 0.5;

interface Sector {
  readonly town: string;
  readonly point: Point;
  /** Number of unit postcodes. */
  readonly units: number;
  readonly cell: number;
}

export class CellTowns {
  readonly #sectors: readonly Sector[];
  readonly #squares = new Map<string, Sector[]>();
  /** By zoom, then by cell. */
  readonly #towns = new Map<number, Map<number, string | null>>();

  constructor(sectors: readonly Omit<Sector, 'cell'>[]) {
    this.#sectors = sectors.map((sector) => ({ ...sector, cell: finestCell(sector.point) }));
    for (const sector of this.#sectors) {
      const key = squareKey(...squareOf(sector.point));
      this.#squares.set(key, [...(this.#squares.get(key) ?? []), sector]);
    }
  }

  /** Null if there is none within 30 km of the cell's middle. */
  townOf(cell: number, zoom: number): string | null {
    let towns = this.#towns.get(zoom);
    if (towns === undefined) this.#towns.set(zoom, (towns = this.#largestTowns(zoom)));
    let town = towns.get(cell);
    if (town === undefined) towns.set(cell, (town = this.#nearestTown(cellMiddle(cell, zoom))));
    return town;
  }

  /** Of cells with addresses. Of towns with equally many, the first by name. */
  #largestTowns(zoom: number): Map<number, string | null> {
    const units = new Map<number, Map<string, number>>();
    for (const sector of this.#sectors) {
      const cell = cellAt(sector.cell, zoom);
      const own = units.get(cell) ?? new Map<string, number>();
      units.set(cell, own.set(sector.town, (own.get(sector.town) ?? 0) + sector.units));
    }
    const largest = (own: ReadonlyMap<string, number>): string =>
      [...own].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0][0];
    return new Map([...units].map(([cell, own]) => [cell, largest(own)]));
  }

  #nearestTown(point: Point): string | null {
    const [row, column] = squareOf(point);
    let nearest: { readonly town: string; readonly km: number } | undefined;
    for (let i = row - 1; i <= row + 1; i++) {
      for (let j = column - 1; j <= column + 1; j++) {
        for (const { town, point: at } of this.#squares.get(squareKey(i, j)) ?? []) {
          const km = distanceKm(point, at);
          if (km <= MAX_KM && (nearest === undefined || km < nearest.km)) nearest = { town, km };
        }
      }
    }
    return nearest?.town ?? null;
  }
}

function squareOf({ lat, lng }: Point): [row: number, column: number] {
  return [Math.floor(lat / SQUARE_DEGREES), Math.floor(lng / SQUARE_DEGREES)];
}

function squareKey(row: number, column: number): string {
  return `${row} ${column}`;
}

let loaded: CellTowns | undefined;

/** The towns of the shipped tables, read at the first call. */
export function loadCellTowns(): CellTowns {
  return (loaded ??= readCellTowns());
}

function readCellTowns(): CellTowns {
  const towns = loadTowns();
  const sectors = loadRows('sectors.tsv').flatMap(([sector, lat, lng, units]) => {
    const town = towns.ofDistrict(sector.slice(0, sector.indexOf(' ')));
    const point = { lat: Number(lat), lng: Number(lng) };
    return town === undefined ? [] : [{ town, point, units: Number(units) }];
  });
  return new CellTowns(sectors);
}
