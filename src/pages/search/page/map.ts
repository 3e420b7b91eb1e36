// The map: a dot for each postcode district of the islands, the circle that is searched in, and the cars at their towns. The
// API does not tell where a listing stands exactly, so neither does the map. A click searches from there.
import type { Vehicle } from '../view/api-types.ts';
import { h, type ElementNode } from '../../element.ts';
import { eastKm as x, MAP_HEIGHT_KM, MAP_WIDTH_KM, southKm as y } from '../../map-projection.ts';
import { DISTANCE_BANDS, pluralize } from '../view/labels.ts';
import type { SearchState } from '../view/search-state.ts';
import { patchChildren } from './patch.ts';
import type { District, DistrictTable } from './districts.ts';
import type { FirstResults } from './first-results.ts';

const FULL_VIEWPORT = { x: 0, y: 0, width: MAP_WIDTH_KM, height: MAP_HEIGHT_KM };

interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class ResultMap {
  readonly #element: Element;
  readonly #districtTable: DistrictTable;
  readonly #land: string;
  #viewport: Viewport = FULL_VIEWPORT;

  /** `onChoose` is called with the district that is nearest to a click. */
  constructor(element: Element, districtTable: DistrictTable, onChoose: (outcode: string) => void) {
    this.#element = element;
    this.#districtTable = districtTable;
    this.#land = districtTable.districts
      .map((district) => `M${x(district).toFixed(0)} ${y(district).toFixed(0)}h0`)
      .join('');
    element.addEventListener('click', (event) => {
      const svg = event.target instanceof Element ? event.target.closest('svg') : null;
      if (svg === null || !(event instanceof MouseEvent)) return;
      const box = svg.getBoundingClientRect();
      const { x, y, width, height } = this.#viewport;
      const nearest = this.#nearest(
        x + ((event.clientX - box.left) / box.width) * width,
        y + ((event.clientY - box.top) / box.height) * height,
      );
      if (nearest !== undefined) onChoose(nearest.outcode);
    });
  }

  show({ location, distance }: SearchState, { cars, total }: FirstResults): void {
    const outcode = location?.trim().toUpperCase().split(' ')[0];
    const from = this.#districtTable.districts.find((district) => district.outcode === outcode);
    const km = DISTANCE_BANDS.find(({ value }) => value === distance)?.km;
    this.#viewport = from === undefined || km === undefined ? FULL_VIEWPORT : around(from, km);
    const { width, height } = this.#viewport;
    // What has one size on the screen is drawn in this unit.
    const unit = height / 400;
    const towns = this.#townsOf(cars);
    const placed = towns.reduce((sum, { count }) => sum + count, 0);
    const label =
      `Map: ${pluralize(placed)} of the first ${cars.length} of ${total}, in ${pluralize(towns.length, 'town')}.` +
      (from === undefined ? '' : ` Searched from ${from.outcode}.`);
    patchChildren(this.#element, [
      h('h2', {}, 'Locations'),
      h(
        'svg',
        {
          role: 'img',
          'aria-label': label,
          viewBox: `${this.#viewport.x.toFixed(0)} ${this.#viewport.y.toFixed(0)} ${width.toFixed(0)} ${height.toFixed(0)}`,
        },
        h('path', { class: 'land', d: this.#land, 'stroke-width': Math.max(2, 5 * unit).toFixed(1) }),
        from === undefined || km === undefined
          ? null
          : h('circle', {
              class: 'radius',
              cx: x(from).toFixed(1),
              cy: y(from).toFixed(1),
              r: km,
              'stroke-width': unit,
            }),
        towns.map((town) => dot(town, unit)),
        from === undefined
          ? null
          : h('circle', {
              class: 'from',
              cx: x(from).toFixed(1),
              cy: y(from).toFixed(1),
              r: 4 * unit,
              'stroke-width': 2 * unit,
            }),
      ),
      h(
        'p',
        { class: 'note' },
        `The first ${pluralize(cars.length)} of these, at their towns. Choose a place with a click.`,
      ),
    ]);
  }

  #townsOf(cars: readonly Vehicle[]): Town[] {
    const counts = new Map<string, number>();
    for (const { loc } of cars) if (loc !== null) counts.set(loc, (counts.get(loc) ?? 0) + 1);
    return Array.from(counts, ([name, count]) => ({
      name,
      count,
      at: this.#districtTable.towns.get(name.toLowerCase()),
    }))
      .flatMap(({ at, ...town }) => (at === undefined ? [] : [{ ...town, ...at }]))
      .sort((a, b) => b.count - a.count);
  }

  #nearest(eastKm: number, southKm: number): District | undefined {
    let nearest: District | undefined;
    let minDistance = Infinity;
    for (const district of this.#districtTable.districts) {
      const distance = (x(district) - eastKm) ** 2 + (y(district) - southKm) ** 2;
      if (distance < minDistance) [nearest, minDistance] = [district, distance];
    }
    return nearest;
  }
}

interface Town {
  readonly name: string;
  readonly count: number;
  readonly lat: number;
  readonly lng: number;
}

function dot(town: Town, unit: number): ElementNode {
  return h(
    'circle',
    {
      class: 'cars',
      cx: x(town).toFixed(1),
      cy: y(town).toFixed(1),
      r: ((3 + 1.6 * Math.sqrt(town.count)) * unit).toFixed(1),
      'stroke-width': unit.toFixed(2),
    },
    h('title', {}, `${town.name}: ${pluralize(town.count)}`),
  );
}

/** The circle and as much again around it, no more than the islands. */
function around(from: District, km: number): Viewport {
  const width = Math.min(FULL_VIEWPORT.width, Math.max(60, km * 3.2));
  const height = (width * FULL_VIEWPORT.height) / FULL_VIEWPORT.width;
  return { x: x(from) - width / 2, y: y(from) - height / 2, width, height };
}
