// Price against mileage: the cars on show as dots, and of all cars of the search the median and the cheapest quarter at each
// mileage. The same figures are in a table. The server draws it, and the browser draws it again with a car that is chosen.
import type { Prices } from '../../../api/responses.ts';
import { button, h, type ElementNode } from '../../element.ts';
import { formatCount, formatPounds, pluralize } from '../../../api/format.ts';
import type { PageCar } from './page-car.ts';
import type { PageModel } from './page-model.ts';
import { table } from '../../table.ts';
import { carSentences, mileagesOf, priceSentences } from './price-words.ts';
import type { SearchState } from './search-state.ts';

const WIDTH = 320;
const HEIGHT = 240;
const LEFT = 46;
const RIGHT = 8;
const BOTTOM = 26;
const TOP = 8;

/** A car with a price and a mileage. */
export interface PricedCar {
  readonly car: PageCar;
  readonly price: number;
  readonly mileage: number;
}

export interface PriceChart {
  readonly search: SearchState;
  readonly prices: Prices;
  /** By mileage. */
  readonly cars: readonly PricedCar[];
  /** Index of the chosen car. */
  readonly chosen: number | undefined;
  /** Whether a car can be chosen. */
  readonly isLive: boolean;
}

interface Scale {
  /** At the ends of the axes. */
  readonly miles: number;
  readonly gbp: number;
  readonly x: (miles: number) => number;
  readonly y: (gbp: number) => number;
}

/** The chart of a page, without controls. */
export function serverChart({ search, prices, results }: PageModel): ElementNode[] {
  if (prices === null || results === null) return [];
  const cars = pricedCars(results.cars);
  return priceChart({ search, prices, cars, chosen: undefined, isLive: false });
}

/** Those that have a place on the chart, the lowest mileage first. */
export function pricedCars(cars: readonly PageCar[]): PricedCar[] {
  return cars
    .flatMap((car) =>
      car.price === null || car.mileage === null ? [] : [{ car, price: car.price, mileage: car.mileage }],
    )
    .sort((a, b) => a.mileage - b.mileage);
}

/** The children of the chart's element. */
export function priceChart(chart: PriceChart): ElementNode[] {
  const { search, prices, cars, isLive } = chart;
  const chosen = chart.chosen === undefined ? undefined : cars[chart.chosen];
  const words = chosen === undefined ? [] : carSentences(search, prices, chosen.car);
  return [
    h('h2', {}, 'What is a good price?'),
    h('p', { class: 'answer' }, priceSentences(search, prices, chosen?.car).join(' ')),
    picture(chart, chosen),
    h('p', { class: 'legend note' }, [
      h('span', { class: 'key dots' }, 'cars on this page'),
      prices.bands.length === 0
        ? null
        : [h('span', { class: 'key line' }, 'median'), h('span', { class: 'key area' }, 'cheapest quarter')],
    ]),
    h('div', { class: 'choose scripted' }, [
      isLive
        ? [
            h('input', {
              type: 'range',
              min: 0,
              max: Math.max(0, cars.length - 1),
              value: chart.chosen ?? 0,
              'aria-label': 'Car on the chart, by mileage',
              'aria-valuetext': chosen === undefined ? null : words.join(' '),
              disabled: cars.length === 0,
            }),
            button('Open', { disabled: chosen === undefined }),
          ]
        : null,
    ]),
    h('p', { class: 'note chosen-car scripted' }, [
      chosen === undefined
        ? 'Choose a dot, or point at a car, to see how its price compares.'
        : words.join(' '),
    ]),
    ...(prices.bands.length === 0 ? [] : [priceTable(prices)]),
  ];
}

/** Where a car is on the picture, in its own pixels, and how large that is. */
export function chartPlaces(
  prices: Prices,
  cars: readonly PricedCar[],
): {
  readonly width: number;
  readonly height: number;
  readonly places: readonly (readonly [number, number])[];
} {
  const { x, y } = scaleOf(prices, cars);
  return { width: WIDTH, height: HEIGHT, places: cars.map(({ mileage, price }) => [x(mileage), y(price)]) };
}

function scaleOf({ bands }: Prices, cars: readonly PricedCar[]): Scale {
  const ends = bands.map(({ from, below }) => below ?? from * 1.2);
  const miles = roundUp(Math.max(1000, ...ends, ...cars.map(({ mileage }) => mileage)));
  const gbp = roundUp(Math.max(1000, ...bands.map(({ upper }) => upper), ...cars.map(({ price }) => price)));
  return {
    miles,
    gbp,
    x: (value) => LEFT + (value / miles) * (WIDTH - LEFT - RIGHT),
    y: (value) => HEIGHT - BOTTOM - (value / gbp) * (HEIGHT - BOTTOM - TOP),
  };
}

function picture({ prices, cars }: PriceChart, chosen: PricedCar | undefined): ElementNode {
  const scale = scaleOf(prices, cars);
  const { x, y, miles, gbp } = scale;
  const dot = ({ mileage, price }: PricedCar, r: number, name: string | null): ElementNode =>
    h('circle', { class: name, cx: x(mileage).toFixed(1), cy: y(price).toFixed(1), r });
  const { low = null, high = null } = chosen?.car.remark?.price_mark ?? {};
  const label =
    `Price against mileage of ${pluralize(cars.length, 'car')} on this page: up to ${formatPounds(gbp)} and ` +
    `${formatCount(miles)} miles${prices.bands.length === 0 ? '' : ', with the median of all'}.`;
  return h('svg', { role: 'img', 'aria-label': label, viewBox: `0 0 ${WIDTH} ${HEIGHT}` }, [
    bandsOf(prices, scale),
    [0, 0.5, 1].map((part) => axes(scale, part)),
    low === null || high === null || chosen === undefined
      ? null
      : h('path', {
          class: 'range',
          d: `M${x(chosen.mileage).toFixed(1)} ${y(low).toFixed(1)}V${y(high).toFixed(1)}`,
        }),
    cars.map((one) => dot(one, 4, null)),
    chosen === undefined ? null : dot(chosen, 7, 'chosen'),
  ]);
}

/** The cheapest quarter as an area, and the median as a line, with a step from each band to the next. */
function bandsOf({ bands }: Prices, { x, y, miles }: Scale): ElementNode[] {
  if (bands.length === 0) return [];
  const steps = (height: (band: Prices['bands'][number]) => number): string =>
    bands.map((band) => `${y(height(band)).toFixed(1)}H${x(band.below ?? miles).toFixed(1)}`).join('V');
  const start = x(bands[0]?.from ?? 0).toFixed(1);
  const ground = y(0).toFixed(1);
  return [
    h('path', { class: 'area', d: `M${start} ${ground}V${steps(({ lower }) => lower)}V${ground}Z` }),
    h('path', { class: 'line', d: `M${start} ${steps(({ median }) => median)}` }),
  ];
}

function axes({ x, y, miles, gbp }: Scale, part: number): ElementNode[] {
  const price = gbp * part;
  return [
    h('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(price), y2: y(price) }),
    h('text', { x: LEFT - 5, y: y(price) + 4, 'text-anchor': 'end' }, formatCompact('£', price)),
    h('text', { x: x(miles * part), y: HEIGHT - 8, 'text-anchor': part === 1 ? 'end' : 'middle' }, [
      `${formatCompact('', miles * part)}${part === 1 ? ' miles' : ''}`,
    ]),
  ];
}

function priceTable({ bands }: Prices): ElementNode {
  const head = ['Mileage', 'Cars', 'A quarter ask at most', 'Half', 'Three quarters'];
  return h('details', { 'data-keeps': 'open' }, [
    h('summary', {}, 'As a table'),
    h('section', { class: 'compared', tabindex: 0, 'aria-label': 'Prices by mileage' }, [
      table(
        head,
        bands.map((band) =>
          h('tr', {}, [
            h('th', { scope: 'row' }, mileagesOf(band)),
            h('td', {}, formatCount(band.count)),
            [band.lower, band.median, band.upper].map((price) => h('td', {}, formatPounds(price))),
          ]),
        ),
      ),
    ]),
  ]);
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
