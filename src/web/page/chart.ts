// Price against mileage: a point for each of the first results. Points are chosen with the pointer, or one after the other
// with a slider, which keyboards and readers of screens can use; what is chosen can be opened.
import type { Car } from '../view/answers.ts';
import { h, type ElementNode } from '../view/element.ts';
import { amount, counted, placeOf, pounds, titleOf } from '../view/words.ts';
import { patchChildren } from './patch.ts';
import type { Sample } from './sample.ts';

const WIDTH = 320;
const HEIGHT = 240;
const LEFT = 46;
const BOTTOM = 26;
const TOP = 8;

interface Point {
  readonly car: Car;
  readonly price: number;
  readonly mileage: number;
}

export class Chart {
  readonly #element: Element;
  #points: readonly Point[] = [];
  #chosen: number | undefined;
  #drawn: Sample | undefined;

  constructor(element: Element, onOpen: (car: Car) => void) {
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

  show(sample: Sample): void {
    if (sample === this.#drawn) return;
    this.#drawn = sample;
    this.#chosen = undefined;
    this.#points = sample.cars
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
    let least = 24 ** 2;
    let nearest: number | undefined;
    this.#points.forEach((point, i) => {
      const away = (scale.x(point.mileage) - toX) ** 2 + (scale.y(point.price) - toY) ** 2;
      if (away < least) [nearest, least] = [i, away];
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
    const label = `Price against mileage of ${counted(points.length)}: up to ${pounds(gbp)} and ${amount(miles)} miles.`;
    const mark = (part: number): ElementNode[] => [
      h('line', { x1: LEFT, x2: WIDTH - 8, y1: y(gbp * part), y2: y(gbp * part) }),
      h('text', { x: LEFT - 5, y: y(gbp * part) + 4, 'text-anchor': 'end' }, short('£', gbp * part)),
      h(
        'text',
        { x: x(miles * part), y: HEIGHT - 8, 'text-anchor': part === 1 ? 'end' : 'middle' },
        short('', miles * part),
      ),
    ];
    patchChildren(this.#element, [
      h('h2', {}, 'Price and mileage'),
      h(
        'svg',
        { role: 'img', 'aria-label': label, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
        [0, 0.5, 1].map(mark),
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
          'aria-valuetext': chosen === undefined ? null : saying(chosen),
          disabled: points.length === 0,
        }),
        h('button', { type: 'button', disabled: chosen === undefined }, 'Open'),
      ),
      h(
        'p',
        { class: 'note' },
        chosen === undefined ? 'Choose a point to see which car it is.' : saying(chosen),
      ),
    ]);
  }
}

function saying({ car, price, mileage }: Point): string {
  const place = placeOf(car);
  return `${titleOf(car)}, ${pounds(price)}, ${amount(mileage)} miles${place === '' ? '' : `, ${place}`}`;
}

/** The next round number: one of ROUND times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND.find((step) => step * power >= value) ?? 10) * power;
}

const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

function short(sign: string, value: number): string {
  return value >= 1000 ? `${sign}${amount(value / 1000)}k` : `${sign}${amount(value)}`;
}
