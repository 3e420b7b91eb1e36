// Where postcode districts, towns and regions are, for the map: names to write on it, and the district that a click searches from.
import { kmBetween, type Place } from './map-view.ts';

export interface DistrictPlace extends Place {
  readonly outcode: string;
}

export interface NamedPlace extends Place {
  readonly name: string;
}

export interface MapPlaces {
  readonly districts: readonly DistrictPlace[];
  /** Those with most districts first. Names that several places share are left out. */
  readonly towns: readonly NamedPlace[];
  readonly regions: readonly NamedPlace[];
}

/** Districts of one name that are farther from their middle are of different places. */
const SAME_PLACE_KM = 60;
const SCATTERED_REGION = 'Crown Dependencies';

/** Reads rows of outcode, latitude, longitude, town and region, separated by tabs. A blank region is that of the row before. */
export function parsePlaces(text: string): MapPlaces {
  const districts: DistrictPlace[] = [];
  const byTown = new Map<string, Place[]>();
  const byRegion = new Map<string, Place[]>();
  let inRegion: Place[] = [];
  for (const row of text.split('\n')) {
    const [outcode = '', lat, lng, town = '', region = ''] = row.split('\t');
    if (outcode === '') continue;
    const district = { outcode, lat: Number(lat), lng: Number(lng) };
    districts.push(district);
    if (region !== '') inRegion = entryOf(byRegion, region);
    inRegion.push(district);
    entryOf(byTown, town).push(district);
  }
  const towns = Array.from(byTown, ([name, own]) => ({ name, own, middle: middleOf(own) }))
    .filter(({ own, middle }) => own.every((one) => kmBetween(one, middle) < SAME_PLACE_KM))
    .sort((a, b) => b.own.length - a.own.length)
    .map(({ name, middle }) => ({ name, ...middle }));
  byRegion.delete(SCATTERED_REGION);
  const regions = Array.from(byRegion, ([name, own]) => ({ name, ...middleOf(own) }));
  return { districts, towns, regions };
}

function entryOf(places: Map<string, Place[]>, name: string): Place[] {
  const own = places.get(name) ?? [];
  places.set(name, own);
  return own;
}

function middleOf(places: readonly Place[]): Place {
  const mean = (of: (place: Place) => number): number =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) };
}

export function nearestDistrict({ districts }: MapPlaces, place: Place): DistrictPlace | undefined {
  let nearest: DistrictPlace | undefined;
  let least = Infinity;
  for (const district of districts) {
    // Most are too far to the north or south to be looked at more closely.
    if (Math.abs(district.lat - place.lat) * 111 >= least) continue;
    const km = kmBetween(district, place);
    if (km < least) [nearest, least] = [district, km];
  }
  return nearest;
}

export function districtOf(
  { districts }: MapPlaces,
  location: string | undefined,
): DistrictPlace | undefined {
  if (location === undefined) return undefined;
  const outcode = location
    .trim()
    .toUpperCase()
    .replace(/ .*|\d[A-Z]{2}$/, '');
  return districts.find((district) => district.outcode === outcode);
}
