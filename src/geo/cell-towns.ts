// The town of each cell of the map's grid: the one with most addresses in it. A cell without any has the town of the nearest
// ones, because dealers are at the edge of towns. Made from the shipped tables, by postcode sector.
import { addToList } from '../lists-by-key.ts';
import { distanceKm, type Point } from './great-circle.ts';
import { loadRows } from './postcode-gazetteer.ts';
import { cellAt, cellBox, cellMiddle, cellName, finestCell, type BoundingBox } from './map-grid.ts';
import { loadTowns } from './towns.ts';

/** Farther than this from all addresses a cell has no town: it is at sea, or abroad. */
const MAX_KM = 30;
/** Sectors are looked for in boxes of this many degrees, from the middle outwards. */
const BOX_LATITUDES = 0.1;
const BOX_LONGITUDES = 0.2;
/** No box with sectors is lower or narrower: the northernmost ones are at 61 degrees. */
const BOX_KM = 10.6;

/** Maps of the whole country have thousands of cells, and most are asked for again. Positions of feeds may be anywhere. */
const MAX_REMEMBERED = 100_000;

/** All of a cell but its listings. */
export interface CellPlace {
  readonly name: string;
  readonly middle: Point;
  readonly box: BoundingBox;
  /** Null: there is none near. */
  readonly town: string | null;
}

interface Sector {
  readonly town: string;
  readonly point: Point;
  readonly units: number;
  readonly cell: number;
}

export class CellTowns {
  readonly #sectors: readonly Sector[];
  readonly #boxes = new Map<number, Sector[]>();
  /** By zoom, then by cell. */
  readonly #towns = new Map<number, Map<number, string | null>>();
  /** The same. */
  readonly #places = new Map<number, Map<number, CellPlace>>();
  #remembered = 0;

  constructor(sectors: readonly Omit<Sector, 'cell'>[]) {
    this.#sectors = sectors.map((sector) => ({ ...sector, cell: finestCell(sector.point) }));
    for (const sector of this.#sectors) {
      const key = boxKey(...boxOf(sector.point));
      addToList(this.#boxes, key, sector);
    }
  }

  /** The same object for the same cell, as long as it is remembered. */
  placeOf(cell: number, zoom: number): CellPlace {
    let places = this.#places.get(zoom);
    let place = places?.get(cell);
    if (place !== undefined) return place;
    if (this.#remembered === MAX_REMEMBERED) {
      this.#places.clear();
      this.#remembered = 0;
    }
    places = this.#places.get(zoom) ?? new Map();
    this.#places.set(zoom, places);
    place = {
      name: cellName(cell, zoom),
      middle: cellMiddle(cell, zoom),
      box: cellBox(cell, zoom),
      town: this.townOf(cell, zoom),
    };
    places.set(cell, place);
    this.#remembered += 1;
    return place;
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
    const [row, column] = boxOf(point);
    let nearest: string | null = null;
    let nearestKm = MAX_KM;
    // All that is in the boxes of a ring is at least so far away.
    for (let ring = 0; (ring - 1) * BOX_KM <= nearestKm; ring++) {
      for (let i = -ring; i <= ring; i++) {
        const step = Math.abs(i) === ring ? 1 : 2 * ring;
        for (let j = -ring; j <= ring; j += step) {
          for (const { town, point: at } of this.#boxes.get(boxKey(row + i, column + j)) ?? []) {
            const km = distanceKm(point, at);
            if (km > nearestKm || (km === nearestKm && nearest !== null)) continue;
            nearest = town;
            nearestKm = km;
          }
        }
      }
    }
    return nearest;
  }
}

function boxOf({ lat, lng }: Point): [row: number, column: number] {
  return [Math.floor(lat / BOX_LATITUDES), Math.floor(lng / BOX_LONGITUDES)];
}

function boxKey(row: number, column: number): number {
  return row * 10_000 + column;
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
