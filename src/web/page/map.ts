// The map: a dot for each postcode district of the islands, the circle that is searched in, and the cars at their towns. The
// API does not tell where a listing stands exactly, so neither does the map. A click on it asks from there.
import type { Car } from '../view/answers.ts';
import { h, type ElementNode } from '../view/element.ts';
import { BANDS, counted } from '../view/words.ts';
import type { Search } from '../view/search.ts';
import { patchChildren } from './patch.ts';
import type { District, Places } from './places.ts';
import type { Sample } from './sample.ts';

/** Kilometres: a degree of latitude, and of longitude in the middle of the islands. */
const LAT_KM = 111.2;
const LNG_KM = LAT_KM * Math.cos((54.5 * Math.PI) / 180);
const NORTH = 61;
const WEST = -8.4;
/** The islands, in kilometres. */
const WHOLE = { x: 0, y: 0, width: 680, height: 1320 };

interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class PlaceMap {
  readonly #element: Element;
  readonly #places: Places;
  readonly #land: string;
  #window: Window = WHOLE;

  /** `onChoose` is told the district that is nearest to a click. */
  constructor(element: Element, places: Places, onChoose: (outcode: string) => void) {
    this.#element = element;
    this.#places = places;
    this.#land = places.districts.map((place) => `M${x(place).toFixed(0)} ${y(place).toFixed(0)}h0`).join('');
    element.addEventListener('click', (event) => {
      const svg = event.target instanceof Element ? event.target.closest('svg') : null;
      if (svg === null || !(event instanceof MouseEvent)) return;
      const box = svg.getBoundingClientRect();
      const { x, y, width, height } = this.#window;
      const nearest = this.#nearest(
        x + ((event.clientX - box.left) / box.width) * width,
        y + ((event.clientY - box.top) / box.height) * height,
      );
      if (nearest !== undefined) onChoose(nearest.outcode);
    });
  }

  show({ location, distance }: Search, { cars, total }: Sample): void {
    const outcode = location?.trim().toUpperCase().split(' ')[0];
    const from = this.#places.districts.find((district) => district.outcode === outcode);
    const km = BANDS.find(({ value }) => value === distance)?.km;
    this.#window = from === undefined || km === undefined ? WHOLE : around(from, km);
    const { width, height } = this.#window;
    // What has one size on the screen is drawn in this unit.
    const unit = height / 400;
    const towns = this.#townsOf(cars);
    const placed = towns.reduce((sum, { count }) => sum + count, 0);
    const label =
      `Map: ${counted(placed)} of the first ${cars.length} of ${total}, in ${counted(towns.length, 'town')}.` +
      (from === undefined ? '' : ` Searched from ${from.outcode}.`);
    patchChildren(this.#element, [
      h('h2', {}, 'Where they are'),
      h(
        'svg',
        {
          role: 'img',
          'aria-label': label,
          viewBox: `${this.#window.x.toFixed(0)} ${this.#window.y.toFixed(0)} ${width.toFixed(0)} ${height.toFixed(0)}`,
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
        `The first ${counted(cars.length)} of these, at their towns. Choose a place with a click.`,
      ),
    ]);
  }

  #townsOf(cars: readonly Car[]): Town[] {
    const counts = new Map<string, number>();
    for (const { loc } of cars) if (loc !== null) counts.set(loc, (counts.get(loc) ?? 0) + 1);
    return Array.from(counts, ([name, count]) => ({
      name,
      count,
      at: this.#places.towns.get(name.toLowerCase()),
    }))
      .flatMap(({ at, ...town }) => (at === undefined ? [] : [{ ...town, ...at }]))
      .sort((a, b) => b.count - a.count);
  }

  #nearest(eastKm: number, southKm: number): District | undefined {
    let nearest: District | undefined;
    let least = Infinity;
    for (const district of this.#places.districts) {
      const away = (x(district) - eastKm) ** 2 + (y(district) - southKm) ** 2;
      if (away < least) [nearest, least] = [district, away];
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
    h('title', {}, `${town.name}: ${counted(town.count)}`),
  );
}

/** The circle and as much again around it, no more than the islands. */
function around(from: District, km: number): Window {
  const width = Math.min(WHOLE.width, Math.max(60, km * 3.2));
  const height = (width * WHOLE.height) / WHOLE.width;
  return { x: x(from) - width / 2, y: y(from) - height / 2, width, height };
}

function x({ lng }: { readonly lng: number }): number {
  return (lng - WEST) * LNG_KM;
}

function y({ lat }: { readonly lat: number }): number {
  return (NORTH - lat) * LAT_KM;
}
