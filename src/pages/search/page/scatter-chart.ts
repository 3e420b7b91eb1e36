// Price against mileage: a point for each of the first results. Points are chosen with the pointer, or one after the other
// with a slider, which keyboards and screen readers can use; what is chosen can be opened.
import type { Vehicle } from '../view/api-types.ts';
import { h, type ElementNode } from '../../element.ts';
import { formatCount, pluralize, vehicleLocation, formatPounds, vehicleTitle } from '../view/labels.ts';
import { patchChildren } from './patch.ts';
import type { FirstResults } from './first-results.ts';

const WIDTH = 320;
const HEIGHT = 240;
const LEFT = 46;
const BOTTOM = 26;
const TOP = 8;

interface Point {
  readonly car: Vehicle;
  readonly price: number;
  readonly mileage: number;
}

export class ScatterChart {
  readonly #element: Element;
  #points: readonly Point[] = [];
  #chosen: number | undefined;
  #shown: FirstResults | undefined;

  constructor(element: Element, onOpen: (car: Vehicle) => void) {
    this.#element = element;
    element.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement) this.#choose(Number(target.value));
    });
    element.addEventListener('pointermove', (event) => {
      if (event instanceof PointerEvent) this.#point(event);
    });
    element.addEventListener('click', (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event instanceof MouseEvent && target?.closest('svg') !== null) this.#point(event);
      const chosen = this.#chosen === undefined ? undefined : this.#points[this.#chosen];
      const opens = target?.closest('button') !== null || target?.closest('circle') !== null;
      if (chosen !== undefined && opens) onOpen(chosen.car);
    });
  }

  show(firstResults: FirstResults): void {
    if (firstResults === this.#shown) return;
    this.#shown = firstResults;
    this.#chosen = undefined;
    this.#points = firstResults.cars
      .flatMap((car) =>
        car.price === null || car.mileage === null ? [] : [{ car, price: car.price, mileage: car.mileage }],
      )
      .sort((a, b) => a.mileage - b.mileage);
    this.#draw();
  }

  #point(event: {
    readonly target: EventTarget | null;
    readonly clientX: number;
    readonly clientY: number;
  }): void {
    const svg = event.target instanceof Element ? event.target.closest('svg') : null;
    if (svg === null) return;
    const box = svg.getBoundingClientRect();
    const toX = ((event.clientX - box.left) / box.width) * WIDTH;
    const toY = ((event.clientY - box.top) / box.height) * HEIGHT;
    const scale = this.#scale();
    let minDistance = 24 ** 2;
    let nearest: number | undefined;
    this.#points.forEach((point, i) => {
      const distance = (scale.x(point.mileage) - toX) ** 2 + (scale.y(point.price) - toY) ** 2;
      if (distance < minDistance) [nearest, minDistance] = [i, distance];
    });
    if (nearest !== undefined && nearest !== this.#chosen) this.#choose(nearest);
  }

  #choose(at: number): void {
    this.#chosen = at;
    this.#draw();
  }

  #scale() {
    const miles = roundUp(Math.max(1000, ...this.#points.map(({ mileage }) => mileage)));
    const gbp = roundUp(Math.max(1000, ...this.#points.map(({ price }) => price)));
    return {
      miles,
      gbp,
      x: (value: number) => LEFT + (value / miles) * (WIDTH - LEFT - 8),
      y: (value: number) => HEIGHT - BOTTOM - (value / gbp) * (HEIGHT - BOTTOM - TOP),
    };
  }

  #draw(): void {
    const { miles, gbp, x, y } = this.#scale();
    const points = this.#points;
    const chosen = this.#chosen === undefined ? undefined : points[this.#chosen];
    const label = `Price against mileage of ${pluralize(points.length)}: up to ${formatPounds(gbp)} and ${formatCount(miles)} miles.`;
    const axisLabels = (part: number): ElementNode[] => [
      h('line', { x1: LEFT, x2: WIDTH - 8, y1: y(gbp * part), y2: y(gbp * part) }),
      h('text', { x: LEFT - 5, y: y(gbp * part) + 4, 'text-anchor': 'end' }, formatCompact('£', gbp * part)),
      h(
        'text',
        { x: x(miles * part), y: HEIGHT - 8, 'text-anchor': part === 1 ? 'end' : 'middle' },
        formatCompact('', miles * part),
      ),
    ];
    patchChildren(this.#element, [
      h('h2', {}, 'Price and mileage'),
      h(
        'svg',
        { role: 'img', 'aria-label': label, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
        [0, 0.5, 1].map(axisLabels),
        points.map(({ price, mileage }) =>
          h('circle', { cx: x(mileage).toFixed(1), cy: y(price).toFixed(1), r: 4 }),
        ),
        chosen === undefined
          ? null
          : h('circle', {
              class: 'chosen',
              cx: x(chosen.mileage).toFixed(1),
              cy: y(chosen.price).toFixed(1),
              r: 6,
            }),
      ),
      h(
        'div',
        { class: 'choose' },
        h('input', {
          type: 'range',
          min: 0,
          max: Math.max(0, points.length - 1),
          value: this.#chosen ?? 0,
          'aria-label': 'Car on the chart, by mileage',
          'aria-valuetext': chosen === undefined ? null : pointLabel(chosen),
          disabled: points.length === 0,
        }),
        h('button', { type: 'button', disabled: chosen === undefined }, 'Open'),
      ),
      h(
        'p',
        { class: 'note' },
        chosen === undefined ? 'Choose a point to see which car it is.' : pointLabel(chosen),
      ),
    ]);
  }
}

function pointLabel({ car, price, mileage }: Point): string {
  const place = vehicleLocation(car);
  return `${vehicleTitle(car)}, ${formatPounds(price)}, ${formatCount(mileage)} miles${place === '' ? '' : `, ${place}`}`;
}

/** The next round number: one of ROUND times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND.find((step) => step * power >= value) ?? 10) * power;
}

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

function formatCompact(sign: string, value: number): string {
  return value >= 1000 ? `${sign}${formatCount(value / 1000)}k` : `${sign}${formatCount(value)}`;
}
