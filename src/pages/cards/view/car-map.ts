// A small map of the towns in which cars stand: no listing says where exactly.
import { h, type ElementNode } from '../../element.ts';
import { eastKm, southKm } from '../map-projection.ts';
import { pluralize } from '../../../api/format.ts';
import type { Car, TownOfCar } from './car.ts';

/** Kilometres around the towns, and at least across. */
const MARGIN_KM = 40;
const MIN_WIDTH_KM = 220;
/** Height for a width. */
const SHAPE = 1.25;
/** Parts of the width: a dot for one car, and how it grows. */
const DOT = 0.018;

interface CarsInTown extends TownOfCar {
  readonly count: number;
}

/** Null if no town is known. `land` is a path in kilometres. */
export function carMap(cars: readonly Car[], land: string): ElementNode | null {
  const towns = townsOf(cars);
  if (towns.length === 0) return null;
  const { x, y, width, height } = viewport(towns);
  const names = towns.map(({ name, count }) => `${name} ${count}`).join(', ');
  return h('figure', { class: 'map' }, [
    h(
      'svg',
      {
        role: 'img',
        'aria-label': `Map of ${pluralize(
          towns.reduce((sum, { count }) => sum + count, 0),
          'car',
        )} at their towns: ${names}`,
        viewBox: [x, y, width, height].map((km) => km.toFixed(0)).join(' '),
      },
      [
        h('path', { class: 'land', d: land }),
        towns.map((town) =>
          h(
            'circle',
            {
              cx: eastKm(town).toFixed(1),
              cy: southKm(town).toFixed(1),
              r: (width * DOT * (1 + Math.sqrt(town.count) / 2)).toFixed(1),
              'stroke-width': (width * 0.006).toFixed(1),
            },
            h('title', {}, `${town.name}: ${pluralize(town.count, 'car')}`),
          ),
        ),
      ],
    ),
    h('figcaption', {}, 'At their towns'),
  ]);
}

function townsOf(cars: readonly Car[]): CarsInTown[] {
  const towns = new Map<string, CarsInTown>();
  for (const { town } of cars)
    if (town !== null) towns.set(town.name, { ...town, count: (towns.get(town.name)?.count ?? 0) + 1 });
  return [...towns.values()].sort((a, b) => b.count - a.count);
}

function viewport(towns: readonly TownOfCar[]) {
  const xs = towns.map(eastKm);
  const ys = towns.map(southKm);
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.max(MIN_WIDTH_KM, east - west + 2 * MARGIN_KM, (south - north + 2 * MARGIN_KM) / SHAPE);
  const height = width * SHAPE;
  return { x: (west + east - width) / 2, y: (north + south - height) / 2, width, height };
}
