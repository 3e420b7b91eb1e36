// Where dealers of the corpus may stand: the postcode sectors that come with the program, each as likely as it has unit
// postcodes. People live where postcodes are, and cars are sold where people live.
import { readFileSync } from 'node:fs';
import type { Point } from '../../src/geo/great-circle.ts';
import { weighted, type Random, type Weighted } from '../../src/demo/random.ts';

export interface Site {
  /** A unit postcode: it lies in its sector, but need not exist. */
  readonly postcode: string;
  readonly town: string;
  /** Near the middle of the sector. */
  readonly point: Point;
}

interface Sector {
  readonly name: string;
  readonly town: string;
  readonly point: Point;
}

const FOLDER = new URL('../../assets/postcodes/', import.meta.url);
/** Letters that the last two places of a postcode may have. */
const UNIT_LETTERS = [...'ABDEFGHJLNPQRSTUWXYZ'];
/** Degrees of latitude: about a kilometre. */
const NEAR = 0.009;

export class Places {
  readonly #sectors: Weighted<Sector>;

  constructor() {
    const towns = new Map(rowsOf('districts.tsv').map(([outcode, , , town]) => [outcode, town]));
    const rows = rowsOf('sectors.tsv');
    const sectors = rows.map(([name, lat, lng]): Sector => {
      const town = towns.get(name.slice(0, name.indexOf(' '))) ?? name;
      return { name, town, point: { lat: Number(lat), lng: Number(lng) } };
    });
    this.#sectors = weighted(sectors, (_, row) => Number(rows[row][3]));
  }

  pick(random: Random): Site {
    const { name, town, point } = random.pickWeighted(this.#sectors);
    const unit = random.pick(UNIT_LETTERS) + random.pick(UNIT_LETTERS);
    return { postcode: `${name}${unit}`, town, point: jittered(random, point, NEAR) };
  }
}

/** A point up to `degrees` of latitude to each side, and about as far east or west; five decimals, a metre. */
export function jittered(random: Random, { lat, lng }: Point, degrees: number): Point {
  const rounded = (value: number): number => Math.round(value * 1e5) / 1e5;
  return {
    lat: rounded(lat + (2 * random.fraction() - 1) * degrees),
    // Where Britain is, a degree of longitude is about 0.6 of one of latitude.
    lng: rounded(lng + ((2 * random.fraction() - 1) * degrees) / 0.6),
  };
}

function rowsOf(file: string): string[][] {
  const [, ...lines] = readFileSync(new URL(file, FOLDER), 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
}
