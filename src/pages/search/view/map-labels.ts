// Which names are written on the map, and where: towns of clusters, regions on a map of the country, then other towns, the largest
// first. Each is written only where nothing else is.
import { radiusOf, type Cluster } from './map-clusters.ts';
import type { MapPlaces } from './map-places.ts';
import { MAP_HEIGHT, MAP_WIDTH, onMap, type MapView, type PlanePoint } from './map-view.ts';

/** Pixels of a letter, on average, and of a line. */
const LETTER = 5.6;
const LINE = 13;
/** More would be a list, not a map. */
const MAX_NAMES = 14;
/** The nearest zoom that shows regions, and how far up or down they may be moved. */
const REGION_ZOOM = 6.5;
const REGION_SHIFTS = [0, -14, 14, -28, 28];

export interface MapLabel {
  readonly name: string;
  readonly kind: 'region' | 'town';
  /** The middle of its line. */
  readonly at: PlanePoint;
}

interface Box {
  readonly at: PlanePoint;
  readonly width: number;
  readonly height: number;
}

export function labelsOf(
  view: MapView,
  { towns, regions }: MapPlaces,
  clusters: readonly Cluster[],
): MapLabel[] {
  const taken: Box[] = clusters.map((cluster) => {
    const size = 2 * radiusOf(cluster);
    return { at: cluster.at, width: size, height: size };
  });
  const labels: MapLabel[] = [];
  const add = (
    kind: MapLabel['kind'],
    name: string,
    { x, y }: PlanePoint,
    shifts: readonly number[],
  ): void => {
    if (labels.some((label) => label.name === name)) return;
    for (const shift of shifts) {
      const box = { at: { x, y: y + shift }, width: name.length * LETTER, height: LINE };
      if (!isInside(box) || taken.some((other) => overlaps(box, other))) continue;
      taken.push(box);
      labels.push({ name, kind, at: box.at });
      return;
    }
  };
  for (const cluster of clusters) {
    const below = radiusOf(cluster) + LINE / 2;
    if (cluster.town !== null) add('town', cluster.town, cluster.at, [below, -below]);
  }
  if (view.zoom < REGION_ZOOM)
    for (const { name, ...place } of regions) add('region', name, onMap(view, place), REGION_SHIFTS);
  for (const { name, ...place } of towns.slice(0, townsAt(view))) {
    if (labels.length >= MAX_NAMES) break;
    add('town', name, onMap(view, place), [0]);
  }
  return labels;
}

/** How many of the largest towns may be named: small ones on near maps only. */
function townsAt({ zoom }: MapView): number {
  return 20 * 2 ** (zoom - 4);
}

function isInside({ at, width, height }: Box): boolean {
  return (
    at.x > width / 2 && at.x < MAP_WIDTH - width / 2 && at.y > height / 2 && at.y < MAP_HEIGHT - height / 2
  );
}

function overlaps(a: Box, b: Box): boolean {
  return (
    Math.abs(a.at.x - b.at.x) < (a.width + b.width) / 2 &&
    Math.abs(a.at.y - b.at.y) < (a.height + b.height) / 2
  );
}
