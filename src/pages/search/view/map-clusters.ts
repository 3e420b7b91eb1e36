// Joins the cells of the API's map into clusters that can be told apart on the drawn map, and gives the searches that they lead
// to. Counts are sums of cells, so they are exact.
import type { MapCounts } from '../../../api/responses.ts';
import type { Point } from '../../../geo/great-circle.ts';
import { DISTANCE_BANDS } from './labels.ts';
import {
  kmOfPixel,
  MAP_HEIGHT,
  MAX_VIEW_ZOOM,
  nearestDistrict,
  placedOn,
  type MapPlaces,
  type MapView,
  type PlanePoint,
} from '../../view/map-view.ts';
import { AREA, withChange, type SearchState } from '../../view/search-state.ts';

/** The corners of cells are not needed, and a third of what the page would send about them. */
export type Cell = Omit<MapCounts['cells'][number], 'bbox'>;

/** Zooms by which cells are finer than the map, so a cell is 16 pixels wide. */
const FINER = 2;
/** Minimum distance between clusters in pixels: a finger can choose between two. Cells with nearer middles are one cluster. */
const APART = 32;

export interface Cluster {
  readonly at: PlanePoint;
  /** The town of most of its listings; null if none is near. */
  readonly town: string | null;
  readonly count: number;
  readonly cells: readonly Cell[];
}

/** The `zoom` of the cells in a view. */
export function cellZoomOf({ zoom }: MapView): number {
  return Math.min(MAX_VIEW_ZOOM, Math.round(zoom) + FINER);
}

/** The radius of a cluster's circle in pixels. It has space for the count, so larger counts have larger circles. */
export function radiusOf({ count }: Pick<Cluster, 'count'>): number {
  const digits = Math.floor(Math.log10(count)) + 1;
  const commas = Math.floor((digits - 1) / 3);
  return Math.max(13, 5 + 2.8 * (digits + commas));
}

/** A cluster while cells are joined. */
interface Part extends Cluster {
  count: number;
  readonly cells: Cell[];
}

/** Joins cells with the largest one near them, and circles that would overlap. The clusters with the most listings come first. */
export function clustersOf(view: MapView, cells: readonly Cell[]): Cluster[] {
  const at = placedOn(view);
  let parts = cells.map((cell): Part => ({
    at: at(placeOf(cell)),
    town: cell.town,
    count: cell.count,
    cells: [cell],
  }));
  for (;;) {
    const { length } = parts;
    parts = joinNear(parts);
    if (parts.length === length) return parts;
  }
}

/** Joins each part with a larger one near it. Sorts and changes `parts`. */
function joinNear(parts: Part[]): Part[] {
  const clusters: Part[] = [];
  const radii: number[] = [];
  for (const part of parts.sort((a, b) => b.count - a.count)) {
    const radius = radiusOf(part);
    let near = 0;
    for (; near < clusters.length; near++) {
      const { at } = clusters[near];
      const [x, y] = [at.x - part.at.x, at.y - part.at.y];
      if (x * x + y * y < Math.max(APART, radii[near] + radius) ** 2) break;
    }
    if (near === clusters.length) clusters.push(part);
    else {
      clusters[near].count += part.count;
      clusters[near].cells.push(...part.cells);
    }
    radii[near] = radiusOf(clusters[near]);
  }
  return clusters;
}

function placeOf({ latitude, longitude }: Cell): Point {
  return { lat: latitude, lng: longitude };
}

/** A function from a cluster to the search for exactly the listings that it counts. */
export function searchesOfClusters(search: SearchState): (cluster: Cluster) => SearchState {
  // Each cluster replaces both values of this template.
  const inArea = withChange(search, { cell: '-', [AREA]: '-' });
  return ({ cells, town }) => ({
    ...inArea,
    cell: cells.map(({ cell }) => cell).join(),
    [AREA]: town ?? undefined,
  });
}

/** The search around the middle of a view, nearest first, with the distance band closest to half of its height. */
export function searchOfView(search: SearchState, places: MapPlaces, view: MapView): SearchState {
  const from = nearestDistrict(places, view.middle);
  if (from === undefined) return search;
  const km = (MAP_HEIGHT / 2) * kmOfPixel(view);
  const [band] = [...DISTANCE_BANDS].sort(
    (a, b) => Math.abs(Math.log(a.km / km)) - Math.abs(Math.log(b.km / km)),
  );
  return withChange(search, {
    cell: null,
    location: from.outcode,
    distance: band?.value ?? null,
    sort: 'distance',
  });
}
