// Towns by name, and the district in the middle of each. The middle is where its addresses are nearest to on the
// whole: the districts weigh as many unit postcodes as they have. Made from the tables that come with the program.
import { distanceKm, type Point } from './great-circle.ts';
import { readFileSync } from 'node:fs';

export interface Town {
  readonly name: string;
  /** The district in its middle; of an ambiguous name, one of each place, as far as they lie apart. */
  readonly districts: readonly [middle: string, ...others: string[]];
  /** How many districts it has. */
  readonly size: number;
  /** Places far from each other share the name. */
  readonly ambiguous: boolean;
}

export interface Towns {
  /** In any case; spaces, hyphens and apostrophes do not count. */
  find(name: string): Town | undefined;
}

export interface WeighedDistrict {
  readonly outcode: string;
  readonly town: string;
  readonly point: Point;
  /** Unit postcodes in it. */
  readonly units: number;
}

/** Districts farther from the middle than this belong to another place. */
const SAME_PLACE_KM = 60;
/** A district with less than this share of the average is an office block, and in the middle of nothing. */
const MIN_SHARE = 0.25;

/** What people call towns whose name on letters is another. */
const TOWN_ALIASES: readonly (readonly [name: string, town: string])[] = [
  ['Newcastle', 'Newcastle upon Tyne'],
  ['Stoke', 'Stoke-on-Trent'],
  ['Southend', 'Southend-on-Sea'],
  ['Kingston', 'Kingston upon Thames'],
  ['Kingston upon Hull', 'Hull'],
  ['Stockton', 'Stockton-on-Tees'],
  ['Burton', 'Burton-on-Trent'],
  ['Burton upon Trent', 'Burton-on-Trent'],
  ['Weston super Mare', 'Weston-super-Mare'],
  ['Bury Saint Edmunds', 'Bury St Edmunds'],
  ['Saint Albans', 'St Albans'],
  ['Saint Helens', 'St Helens'],
  ['Leamington', 'Leamington Spa'],
  ['Derry', 'Londonderry'],
  ['Brum', 'Birmingham'],
  ['Letchworth', 'Letchworth Garden City'],
  ['Berwick', 'Berwick-upon-Tweed'],
  ['Barrow', 'Barrow-in-Furness'],
];

export function townsOf(districts: readonly WeighedDistrict[]): Towns {
  const byKey = new Map<string, WeighedDistrict[]>();
  for (const district of districts) {
    const key = townKey(district.town);
    byKey.set(key, [...(byKey.get(key) ?? []), district]);
  }
  const towns = new Map([...byKey].map(([key, own]) => [key, townOf(own)] as const));
  for (const [name, town] of TOWN_ALIASES) {
    const known = towns.get(townKey(town));
    if (known !== undefined) towns.set(townKey(name), known);
  }
  return { find: (name) => towns.get(townKey(name)) };
}

function townOf(own: readonly WeighedDistrict[]): Town {
  const middle = middleOf(own);
  const places = [middle];
  for (const district of own) {
    if (places.every(({ point }) => distanceKm(point, district.point) > SAME_PLACE_KM)) places.push(district);
  }
  return {
    name: middle.town,
    districts: [middle.outcode, ...places.slice(1).map(({ outcode }) => outcode)],
    size: own.length,
    ambiguous: places.length > 1,
  };
}

/** The district with the smallest weighed sum of distances to the others; the first of equals. */
function middleOf(own: readonly WeighedDistrict[]): WeighedDistrict {
  const average = own.reduce((sum, { units }) => sum + units, 0) / own.length;
  let best = own[0];
  let minDistance = Infinity;
  for (const candidate of own) {
    if (candidate.units < average * MIN_SHARE) continue;
    const sum = own.reduce((all, { point, units }) => all + units * distanceKm(candidate.point, point), 0);
    if (sum < minDistance) [best, minDistance] = [candidate, sum];
  }
  return best;
}

function townKey(name: string): string {
  return name.toLowerCase().replace(/[\s\u0085\u200b\u2060'’.-]/g, '');
}

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
