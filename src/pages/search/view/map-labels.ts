// Chooses the names on the map and their places: towns of clusters, regions on a map of the country, then other towns, the
// largest first. A name is placed only where nothing else is.
import { radiusOf, type Cluster } from './map-clusters.ts';
import {
  MAP_HEIGHT,
  MAP_WIDTH,
  onMap,
  type MapPlaces,
  type MapView,
  type PlanePoint,
} from '../../view/map-view.ts';

/** Average width of a letter and height of a line, in pixels. */
const LETTER = 6.3;
const LINE = 13;
/** Pixels between a circle and a name beside it. */
const GAP = 5;
/** Maximum names: more would be a list, not a map. */
const MAX_NAMES = 14;
/** Maximum zoom that shows regions, and how far their names may be moved up or down. */
const REGION_ZOOM = 6.5;
const REGION_SHIFTS = [0, -12, 12];

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
  /** Places a name at the first of `points` where nothing else is. */
  const add = (kind: MapLabel['kind'], name: string, points: readonly PlanePoint[]): void => {
    if (labels.some((label) => label.name === name)) return;
    for (const at of points) {
      const box = { at, width: widthOf(name), height: LINE };
      if (!isInside(box) || taken.some((other) => overlaps(box, other))) continue;
      taken.push(box);
      labels.push({ name, kind, at });
      return;
    }
  };
  for (const cluster of clusters) {
    const { at, town } = cluster;
    if (town === null) continue;
    const down = radiusOf(cluster) + LINE / 2;
    const aside = radiusOf(cluster) + widthOf(town) / 2 + GAP;
    add('town', town, [
      { x: at.x, y: at.y + down },
      { x: at.x, y: at.y - down },
      { x: at.x + aside, y: at.y },
      { x: at.x - aside, y: at.y },
    ]);
  }
  if (view.zoom < REGION_ZOOM)
    for (const { name, ...place } of regions) {
      const { x, y } = onMap(view, place);
      const points = REGION_SHIFTS.map((shift) => ({ x, y: y + shift }));
      add('region', name, points);
    }
  for (const { name, ...place } of towns.slice(0, townsAt(view))) {
    if (labels.length >= MAX_NAMES) break;
    add('town', name, [onMap(view, place)]);
  }
  return labels;
}

/** The number of largest towns that may be named; small towns are named on near maps only. */
function townsAt({ zoom }: MapView): number {
  return 20 * 2 ** (zoom - 4);
}

function widthOf(name: string): number {
  return name.length * LETTER;
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
