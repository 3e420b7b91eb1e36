// The part of the islands that the map shows: a middle and a zoom, in the Mercator projection of web maps. Maps are drawn on a
// plane of MAP_WIDTH by MAP_HEIGHT, whatever their size on the screen. Postcode districts, towns and regions are read and found
// here too.
import { distanceKm, type Point } from '../../geo/great-circle.ts';

export const MAP_WIDTH = 320;
export const MAP_HEIGHT = 400;

/** The zoom of the API's finest cells. */
export const MAX_VIEW_ZOOM = 12;
/** The zoom that shows all of the islands with some sea. */
const MIN_ZOOM = 4;
/** Zoom of the plane of the stored coastline, and its northwest corner in pixels of that zoom. */
export const LAND_ZOOM = 8;
export const LAND_CORNER = { x: 30_720, y: 17_920 } as const;

const EQUATOR_KM = 40_075;

/** A point in pixels of the plane. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/** West, south, east and north, in degrees. */
export type MapBounds = readonly [west: number, south: number, east: number, north: number];

export interface MapView {
  readonly middle: Point;
  /** The zoom as web maps count it, with fractions. */
  readonly zoom: number;
}

export const WHOLE_COUNTRY: MapView = { middle: { lat: 55.45, lng: -3.2 }, zoom: 4.6 };

const LIMITS: MapBounds = [-9, 49, 2.5, 61];

/** Pixels from the northwest corner of the world, which is 256 pixels wide at zoom 0. */
export function project({ lat, lng }: Point, zoom: number): PlanePoint {
  const size = 256 * 2 ** zoom;
  return {
    x: ((lng + 180) / 360) * size,
    y: (0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * size,
  };
}

function unproject({ x, y }: PlanePoint, zoom: number): Point {
  const size = 256 * 2 ** zoom;
  return {
    lat: (Math.atan(Math.sinh(2 * Math.PI * (0.5 - y / size))) * 180) / Math.PI,
    lng: (x / size) * 360 - 180,
  };
}

export function onMap(view: MapView, place: Point): PlanePoint {
  return placedOn(view)(place);
}

/** As `onMap`, for several places of one view. */
export function placedOn({ middle: inMiddle, zoom }: MapView): (place: Point) => PlanePoint {
  const middle = project(inMiddle, zoom);
  return (place) => {
    const { x, y } = project(place, zoom);
    return { x: x - middle.x + MAP_WIDTH / 2, y: y - middle.y + MAP_HEIGHT / 2 };
  };
}

export function placeAt(view: MapView, { x, y }: PlanePoint): Point {
  const middle = project(view.middle, view.zoom);
  return unproject({ x: middle.x + x - MAP_WIDTH / 2, y: middle.y + y - MAP_HEIGHT / 2 }, view.zoom);
}

export function boxOf(view: MapView): MapBounds {
  const northwest = placeAt(view, { x: 0, y: 0 });
  const southeast = placeAt(view, { x: MAP_WIDTH, y: MAP_HEIGHT });
  return [northwest.lng, southeast.lat, southeast.lng, northwest.lat];
}

export function panned(view: MapView, { x, y }: PlanePoint): MapView {
  return limited({ ...view, middle: placeAt(view, { x: MAP_WIDTH / 2 - x, y: MAP_HEIGHT / 2 - y }) });
}

/** The view `by` zooms nearer. The point `at` stays in place. */
export function zoomed(view: MapView, by: number, at: PlanePoint = MIDDLE): MapView {
  const zoom = Math.min(MAX_VIEW_ZOOM, Math.max(MIN_ZOOM, view.zoom + by));
  const fixed = project(placeAt(view, at), zoom);
  const middle = { x: fixed.x - at.x + MAP_WIDTH / 2, y: fixed.y - at.y + MAP_HEIGHT / 2 };
  return limited({ zoom, middle: unproject(middle, zoom) });
}

const MIDDLE: PlanePoint = { x: MAP_WIDTH / 2, y: MAP_HEIGHT / 2 };

export function canZoom({ zoom }: MapView, by: number): boolean {
  return by > 0 ? zoom < MAX_VIEW_ZOOM : zoom > MIN_ZOOM;
}

export function viewAround(middle: Point, km: number): MapView {
  const zoom = Math.log2((MAP_WIDTH * 0.42) / (km / kmOfPixel({ middle, zoom: 0 })));
  return limited({ middle, zoom: Math.min(MAX_VIEW_ZOOM, Math.max(MIN_ZOOM, zoom)) });
}

/** Kilometres per pixel in the middle of the view. */
export function kmOfPixel({ middle, zoom }: MapView): number {
  return (EQUATOR_KM * Math.cos((middle.lat * Math.PI) / 180)) / (256 * 2 ** zoom);
}

function limited({ middle: { lat, lng }, zoom }: MapView): MapView {
  const [west, south, east, north] = LIMITS;
  return {
    middle: { lat: Math.min(north, Math.max(south, lat)), lng: Math.min(east, Math.max(west, lng)) },
    zoom,
  };
}

export interface DistrictPlace extends Point {
  readonly outcode: string;
}

export interface NamedPlace extends Point {
  readonly name: string;
}

export interface MapPlaces {
  readonly districts: readonly DistrictPlace[];
  /** Towns, those with the most districts first. Names that several places share are omitted. */
  readonly towns: readonly NamedPlace[];
  readonly regions: readonly NamedPlace[];
}

/** Maximum distance of a place's districts from their middle. Farther districts of one name belong to different places. */
const SAME_PLACE_KM = 60;
const SCATTERED_REGION = 'Crown Dependencies';

/** Reads rows of outcode, latitude, longitude, town and region, separated by tabs. A blank region repeats the row's before. */
export function parsePlaces(text: string): MapPlaces {
  const districts: DistrictPlace[] = [];
  const byTown = new Map<string, Point[]>();
  const byRegion = new Map<string, Point[]>();
  let inRegion: Point[] = [];
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
    .filter(({ own, middle }) => own.every((one) => distanceKm(one, middle) < SAME_PLACE_KM))
    .sort((a, b) => b.own.length - a.own.length)
    .map(({ name, middle }) => ({ name, ...middle }));
  byRegion.delete(SCATTERED_REGION);
  const regions = Array.from(byRegion, ([name, own]) => ({ name, ...middleOf(own) }));
  return { districts, towns, regions };
}

function entryOf(places: Map<string, Point[]>, name: string): Point[] {
  const own = places.get(name) ?? [];
  places.set(name, own);
  return own;
}

function middleOf(places: readonly Point[]): Point {
  const mean = (of: (place: Point) => number): number =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) };
}

export function nearestDistrict({ districts }: MapPlaces, place: Point): DistrictPlace | undefined {
  let nearest: DistrictPlace | undefined;
  let least = Infinity;
  for (const district of districts) {
    // Most districts are too far north or south for a closer look.
    if (Math.abs(district.lat - place.lat) * 111 >= least) continue;
    const km = distanceKm(district, place);
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
