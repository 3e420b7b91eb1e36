// A small map of the cars' towns, because no listing gives an exact position. It uses the plane of the search page's coastline.
import { pluralize } from '../../../format.ts';
import { h, type ElementNode } from '../../element.ts';
import {
  kmOfPixel,
  LAND_CORNER,
  LAND_ZOOM,
  project,
  WHOLE_COUNTRY,
  type PlanePoint,
} from '../../view/map-view.ts';
import type { Car } from './car.ts';

const KM = 1 / kmOfPixel({ ...WHOLE_COUNTRY, zoom: LAND_ZOOM });
/** Margin around the towns, and minimum width of the map. */
const MARGIN = 40 * KM;
const MIN_WIDTH = 220 * KM;
/** Height divided by width. */
const SHAPE = 1.25;
/** The radius of a dot for one car, and its growth, as parts of the width. */
const DOT = 0.018;

interface CarsInTown extends PlanePoint {
  readonly name: string;
  readonly count: number;
}

/** The map; null if no town is known. `land` is a path of the coastline. */
export function carMap(cars: readonly Car[], land: string): ElementNode | null {
  const towns = townsOf(cars);
  if (towns.length === 0) return null;
  const xs = towns.map(({ x }) => x);
  const ys = towns.map(({ y }) => y);
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.max(MIN_WIDTH, east - west + 2 * MARGIN, (south - north + 2 * MARGIN) / SHAPE);
  const height = width * SHAPE;
  const viewBox = [(west + east - width) / 2, (north + south - height) / 2, width, height];
  const total = towns.reduce((sum, { count }) => sum + count, 0);
  const names = towns.map(({ name, count }) => `${name} ${count}`).join(', ');
  const label = `Map of ${pluralize(total, 'car')} at their towns: ${names}`;
  const attributes = { 'aria-label': label, viewBox: viewBox.map((pixels) => pixels.toFixed(0)).join(' ') };
  return h('figure', { class: 'map' }, [
    h('svg', { role: 'img', ...attributes }, [
      h('path', { class: 'land', d: land }),
      towns.map(({ name, count, x, y }) => {
        const r = (width * DOT * (1 + Math.sqrt(count) / 2)).toFixed(1);
        const dot = { cx: x.toFixed(1), cy: y.toFixed(1), r, 'stroke-width': (width * 0.006).toFixed(1) };
        return h('circle', dot, h('title', {}, `${name}: ${pluralize(count, 'car')}`));
      }),
    ]),
    h('figcaption', {}, 'At their towns'),
  ]);
}

/** The towns of the cars, those with the most cars first. */
function townsOf(cars: readonly Car[]): CarsInTown[] {
  const towns = new Map<string, CarsInTown>();
  for (const { town } of cars) {
    if (town === null) continue;
    const { x, y } = project(town, LAND_ZOOM);
    const count = (towns.get(town.name)?.count ?? 0) + 1;
    towns.set(town.name, { name: town.name, count, x: x - LAND_CORNER.x, y: y - LAND_CORNER.y });
  }
  return [...towns.values()].sort((a, b) => b.count - a.count);
}
