// The dealers of a corpus, largest first: a few are large and have many sites, most are small. Their number grows with
// the corpus. Sites are in postcode sectors, weighted by unit postcodes, as a proxy for population.
import { readFileSync } from 'node:fs';
import { Random, weighted, type Weighted } from '../../src/demo/random.ts';
import type { Point } from '../../src/geo/great-circle.ts';
import { zipf } from './zipf.ts';

export interface Dealer {
  readonly domain: string;
  readonly sites: readonly DealerSite[];
  /** Whether its feed has coordinates beside the postcode. */
  readonly sendsCoordinates: boolean;
}

export const LISTINGS_PER_DEALER = 160;
/** The largest dealer has about 2 % of a hundred thousand listings. */
export const DEALER_SHIFT = 10;
export const COORDINATES_SHARE = 0.4;
const LISTINGS_PER_SITE = 400;
const MAX_SITES = 60;

const FIRST =
  `harrow finch thorn castle bracken willow raven penny oak farthing ash mill lark stone copper merri dun hollin
  hawk fern salter kestrel briar tamar forge wether grey quarry nettle high marlow bell pebble fox hay cross yarrow linnet
  orchard bramble`.split(/\s+/);
const SECOND =
  `motors cars autos garage carsales motorgroup wheels vehicles carcentre autohaus motorco trade direct
  approved prestige vans select drive forecourts specialists`.split(/\s+/);

export function makeDealers(size: number, seed: number): Weighted<Dealer> {
  // Not the numbers that the listings are drawn from.
  const random = new Random(seed ^ 0x5eed);
  const siteGenerator = new SiteGenerator();
  const count = Math.max(3, Math.round(size / LISTINGS_PER_DEALER));
  const { cumulativeWeights: sums } = zipf(Array.from({ length: count }), DEALER_SHIFT);
  const total = sums[count - 1];
  const dealers = sums.map((sum, rank): Dealer => {
    const listings = (size * (sum - (sums[rank - 1] ?? 0))) / total;
    const sites = 1 + Math.min(MAX_SITES - 1, Math.floor(listings / LISTINGS_PER_SITE));
    return {
      domain: domainOf(rank),
      sites: Array.from({ length: sites }, () => siteGenerator.pick(random)),
      sendsCoordinates: random.chance(COORDINATES_SHARE),
    };
  });
  return { values: dealers, cumulativeWeights: sums };
}

/** `harrowmotors.example`, and once all pairs are used `harrowmotors-2.example`. */
function domainOf(rank: number): string {
  const first = FIRST[rank % FIRST.length];
  const second = SECOND[Math.floor(rank / FIRST.length) % SECOND.length];
  const round = Math.floor(rank / FIRST.length / SECOND.length);
  return `${first}${second}${round === 0 ? '' : `-${round + 1}`}.example`;
}

export interface DealerSite {
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
/** The letters that the last two places of a postcode may have. */
export const UNIT_LETTERS = [...'ABDEFGHJLNPQRSTUWXYZ'];
/** Degrees of latitude: about a kilometre. */
const SECTOR_RADIUS_DEGREES = 0.009;

class SiteGenerator {
  readonly #sectors: Weighted<Sector>;

  constructor() {
    const towns = new Map(readRows('districts.tsv').map(([outcode, , , town]) => [outcode, town]));
    const rows = readRows('sectors.tsv');
    const sectors = rows.map(([name, lat, lng]): Sector => {
      const town = towns.get(name.slice(0, name.indexOf(' '))) ?? name;
      return { name, town, point: { lat: Number(lat), lng: Number(lng) } };
    });
    this.#sectors = weighted(sectors, (_, row) => Number(rows[row][3]));
  }

  pick(random: Random): DealerSite {
    const { name, town, point } = random.pickWeighted(this.#sectors);
    const unit = random.pick(UNIT_LETTERS) + random.pick(UNIT_LETTERS);
    return { postcode: `${name}${unit}`, town, point: jittered(random, point, SECTOR_RADIUS_DEGREES) };
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

function readRows(file: string): string[][] {
  const [, ...lines] = readFileSync(new URL(file, FOLDER), 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
}
