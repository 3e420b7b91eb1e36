// Towns by name, with the district at the centre of each: the one whose distances to the others, weighted by their
// unit postcodes, have the smallest sum. Made from the shipped tables.
import { addToList } from '../lists-by-key.ts';
import { distanceKm, type Point } from './great-circle.ts';
import { loadRows } from './postcode-gazetteer.ts';

export interface Town {
  readonly name: string;
  /** The central district; for an ambiguous name also one of every other place. */
  readonly districts: readonly [middle: string, ...others: string[]];
  readonly size: number;
  /** Whether places far from each other share the name. */
  readonly ambiguous: boolean;
}

export interface Towns {
  /** Ignores case, spaces, hyphens and apostrophes. */
  find(name: string): Town | undefined;
  /** Every name, as a key that `find` takes. */
  keys(): readonly string[];
  /** The post town of a district (`S66`, in upper case); undefined if there is no such district. */
  ofDistrict(outcode: string): string | undefined;
}

export interface WeighedDistrict {
  readonly outcode: string;
  readonly town: string;
  readonly point: Point;
  readonly units: number;
}

/** Districts farther than this from the centre belong to another place. */
const SAME_PLACE_KM = 60;
/** A district with a smaller share of the average number of units is an office block, never a centre. */
const MIN_SHARE = 0.25;

/** The name without case, spaces, hyphens, full stops and apostrophes: people write `Kings Lynn` and `Stoke on Trent`. */
export function townKey(town: string): string {
  return town.toLowerCase().replace(/[\s\u0085\u200b\u2060'’.-]/g, '');
}

export function townsOf(districts: readonly WeighedDistrict[]): Towns {
  const byKey = new Map<string, WeighedDistrict[]>();
  for (const district of districts) {
    const key = townKey(district.town);
    addToList(byKey, key, district);
  }
  const towns = new Map([...byKey].map(([key, own]) => [key, townOf(own)] as const));
  for (const [name, town] of loadRows('town-names.tsv')) {
    const known = towns.get(townKey(town));
    if (known !== undefined) towns.set(townKey(name), known);
  }
  const townOfOutcode = new Map(districts.map(({ outcode, town }) => [outcode, town] as const));
  for (const [name, outcodes] of loadRows('suburbs.tsv')) {
    const key = townKey(name);
    const [first, ...others] = outcodes.split(' ');
    if (townOfOutcode.has(first) && !towns.has(key))
      towns.set(key, { name, districts: [first, ...others], size: 1, ambiguous: others.length > 0 });
  }
  const keys = [...towns.keys()];
  return {
    find: (name) => towns.get(townKey(name)),
    keys: () => keys,
    ofDistrict: (outcode) => townOfOutcode.get(outcode),
  };
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

/** The district with the smallest weighted sum of distances to the others; the first of equals. */
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

let loaded: Towns | undefined;

/** The towns of the shipped tables, read at the first call. */
export function loadTowns(): Towns {
  return (loaded ??= readTowns());
}

function readTowns(): Towns {
  const units = new Map<string, number>();
  for (const [sector, , , count] of loadRows('sectors.tsv')) {
    const outcode = sector.slice(0, sector.indexOf(' '));
    units.set(outcode, (units.get(outcode) ?? 0) + Number(count));
  }
  return townsOf(
    loadRows('districts.tsv').map(([outcode, lat, lng, town]) => ({
      outcode,
      town,
      point: { lat: Number(lat), lng: Number(lng) },
      units: units.get(outcode) ?? 0,
    })),
  );
}
