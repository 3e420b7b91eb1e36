// The chart in the browser: a car is chosen by pointing at its dot or its card, or with a slider, which keyboards and screen
// readers can use. What is chosen can be opened.
import type { Prices } from '../../../api/responses.ts';
import { chartPlaces, priceChart, pricedCars, type PricedCar } from '../view/price-chart.ts';
import type { PageCar } from '../view/page-car.ts';
import type { PageModel } from '../view/page-model.ts';
import { patchChildren } from './patch.ts';

/** How far from a dot it can be chosen, in pixels of the picture. */
const REACH = 24;

export class ScatterChart {
  readonly #element: Element;
  #model: PageModel | undefined;
  #prices: Prices | undefined;
  #cars: readonly PricedCar[] = [];
  /** The `url` of the chosen car. */
  #chosen: string | undefined;

  constructor(element: Element, onOpen: (car: PageCar) => void) {
    this.#element = element;
    element.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement) this.choose(this.#cars[Number(target.value)]?.car.url);
    });
    element.addEventListener('pointermove', (event) => {
      if (event instanceof PointerEvent) this.#point(event);
    });
    element.addEventListener('click', (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event instanceof MouseEvent && target?.closest('svg') !== null) this.#point(event);
      const chosen = this.#cars.find(({ car }) => car.url === this.#chosen);
      const opens = target?.closest('button') !== null || target?.closest('circle') !== null;
      if (chosen !== undefined && opens) onOpen(chosen.car);
    });
  }

  show(model: PageModel, prices: Prices): void {
    this.#model = model;
    this.#prices = prices;
    this.#cars = pricedCars(model.results?.cars ?? []);
    this.#draw();
  }

  /** A car on this page, by its `url`. */
  choose(url: string | undefined): void {
    if (url === undefined || url === this.#chosen) return;
    this.#chosen = url;
    this.#draw();
  }

  #point(event: {
    readonly target: EventTarget | null;
    readonly clientX: number;
    readonly clientY: number;
  }): void {
    const svg = event.target instanceof Element ? event.target.closest('svg') : null;
    if (svg === null || this.#prices === undefined) return;
    const box = svg.getBoundingClientRect();
    const { width, height, places } = chartPlaces(this.#prices, this.#cars);
    const toX = ((event.clientX - box.left) / box.width) * width;
    const toY = ((event.clientY - box.top) / box.height) * height;
    let least = REACH;
    let nearest: number | undefined;
    places.forEach(([x, y], i) => {
      const distance = Math.hypot(x - toX, y - toY);
      if (distance < least) [nearest, least] = [i, distance];
    });
    if (nearest !== undefined) this.choose(this.#cars[nearest]?.car.url);
  }

  #draw(): void {
    if (this.#model === undefined || this.#prices === undefined) return;
    const { search } = this.#model;
    const found = this.#cars.findIndex(({ car }) => car.url === this.#chosen);
    patchChildren(
      this.#element,
      priceChart({
        search,
        prices: this.#prices,
        cars: this.#cars,
        chosen: found < 0 ? undefined : found,
        isLive: true,
      }),
    );
  }
}
