// Price against mileage: the cars on show as dots that open them, and the median and the cheapest quarter of all cars of the
// search at each mileage. The same figures are in a table and in sentences, each of which gives the number of cars.
import type { PriceBand, Prices, RatedVehicle, Vehicle } from '../../../api/responses.ts';
import { h, row, table, type Child, type ElementNode } from '../../element.ts';
import { formatCount, formatPounds, pluralize, roundUpScale } from '../../../format.ts';
import type { PageModel } from './page-model.ts';
import { carPages, type SearchState } from '../../view/search-state.ts';
import { vehicleLocation, vehicleTitle } from '../../view/vehicle-words.ts';

const WIDTH = 320;
const HEIGHT = 240;
const LEFT = 46;
const RIGHT = 8;
const BOTTOM = 26;
const TOP = 8;

interface Scale {
  /** Upper ends of the axes. */
  readonly miles: number;
  readonly gbp: number;
  readonly x: (miles: number) => number;
  readonly y: (gbp: number) => number;
}

type ChartModel = Pick<PageModel, 'basePath' | 'search' | 'results' | 'prices'>;

/** The children of the chart's element. */
export function priceChart(model: ChartModel): Child {
  const { search, results, prices } = model;
  if (prices === null || results === null) return null;
  const { bands } = prices;
  return [
    h('h2', {}, 'What is a good price?'),
    h('p', { class: 'answer' }, priceSentences(search, prices).join(' ')),
    picture(model, results.cars, prices),
    h('p', { class: 'legend note' }, [
      h('span', { class: 'key dots' }, 'cars on this page'),
      bands.length === 0
        ? null
        : [h('span', { class: 'key line' }, 'median'), h('span', { class: 'key area' }, 'cheapest quarter')],
    ]),
    h('p', { class: 'note' }, 'Each dot opens its car.'),
    bands.length === 0 ? null : priceTable(prices),
  ];
}

function scaleOf(
  { bands }: Prices,
  cars: readonly { readonly price: number; readonly mileage: number }[],
): Scale {
  const ends = bands.map(({ from, below }) => below ?? from * 1.2);
  const miles = roundUpScale(Math.max(1000, ...ends, ...cars.map(({ mileage }) => mileage)));
  const gbp = roundUpScale(
    Math.max(1000, ...bands.map(({ upper }) => upper), ...cars.map(({ price }) => price)),
  );
  return {
    miles,
    gbp,
    x: (value) => LEFT + (value / miles) * (WIDTH - LEFT - RIGHT),
    y: (value) => HEIGHT - BOTTOM - (value / gbp) * (HEIGHT - BOTTOM - TOP),
  };
}

function picture(
  { basePath, search }: ChartModel,
  shown: readonly RatedVehicle[],
  prices: Prices,
): ElementNode {
  const cars = shown.flatMap((car, at) =>
    car.price === null || car.mileage === null ? [] : [{ car, at, price: car.price, mileage: car.mileage }],
  );
  const scale = scaleOf(prices, cars);
  const { x, y, miles, gbp } = scale;
  const pageOf = carPages(basePath, search);
  const label =
    `Price against mileage of ${pluralize(cars.length, 'car')} on this page: up to ${formatPounds(gbp)} and ` +
    `${formatCount(miles)} miles${prices.bands.length === 0 ? '' : ', with the median of all'}.`;
  return h('svg', { role: 'group', 'aria-label': label, viewBox: `0 0 ${WIDTH} ${HEIGHT}` }, [
    bandsOf(prices, scale),
    [0, 0.5, 1].map((part) => axes(scale, part)),
    cars.map(({ car, at, price, mileage }) => {
      // Links for keyboards and screen readers are on the cards.
      return h('a', { href: pageOf(car.url), 'data-car': at, tabindex: -1, 'aria-hidden': 'true' }, [
        h('title', {}, carSentences(search, prices, car).join(' ')),
        h('circle', { cx: x(mileage).toFixed(1), cy: y(price).toFixed(1), r: 4 }),
      ]);
    }),
  ]);
}

/** The cheapest quarter as an area and the median as a line, both with a step from band to band. */
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
  const middle = { x: x(miles * part), y: HEIGHT - 8, 'text-anchor': part === 1 ? 'end' : 'middle' };
  return [
    h('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(price), y2: y(price) }),
    h('text', { x: LEFT - 5, y: y(price) + 4, 'text-anchor': 'end' }, formatThousands('£', price)),
    h('text', middle, `${formatThousands('', miles * part)}${part === 1 ? ' miles' : ''}`),
  ];
}

function priceTable({ bands }: Prices): ElementNode {
  const head = ['Mileage', 'Cars', 'A quarter ask at most', 'Half', 'Three quarters'];
  const rows = bands.map(({ count, lower, median, upper, ...band }) =>
    row(mileagesOf(band), [formatCount(count), ...[lower, median, upper].map(formatPounds)]),
  );
  return h('details', { 'data-keeps': 'open' }, [
    h('summary', {}, 'As a table'),
    h('section', { class: 'compared', tabindex: 0, 'aria-label': 'Prices by mileage' }, table(head, rows)),
  ]);
}

function formatThousands(sign: string, value: number): string {
  return value >= 1000 ? `${sign}${formatCount(value / 1000)}k` : `${sign}${formatCount(value)}`;
}

/** A sentence about all cars of the search, and one about the most common mileage. */
export function priceSentences(search: SearchState, { count, quartiles, bands }: Prices): string[] {
  if (quartiles === null) {
    const known = count === 0 ? 'No car here has a price' : `${pluralize(count, 'car')} with a price`;
    return [`${known}: too few to say what is a good one.`];
  }
  const anyPrice = search['price_min'] !== undefined || search['price_max'] !== undefined;
  const cars = `${pluralize(count, 'car')}${anyPrice ? ' at any price' : ''}`;
  const sentences = [`Typical price ${formatPounds(quartiles.median)} (${cars}).`];
  const [band] = bands.toSorted((a, b) => b.count - a.count);
  if (band !== undefined) {
    const good = isOneModel(search) ? ': a good price here.' : '.';
    const isAll = band.count === count;
    const some = isAll
      ? 'A quarter of them'
      : `A quarter of the ${formatCount(band.count)} with ${mileagesOf(band)}`;
    sentences.push(`${some} ask ${formatPounds(band.lower)} or less${good}`);
  }
  if (!isOneModel(search)) sentences.push('Choose a model to see what is a good price for it.');
  return sentences;
}

/** Sentences on a car: its price compared with this search, and with comparable cars of the whole stock. */
export function carSentences(search: SearchState, { bands }: Prices, car: RatedVehicle): string[] {
  const { price, mileage, price_rating } = car;
  const known = [
    vehicleTitle(car),
    price === null ? '' : formatPounds(price),
    mileage === null ? '' : pluralize(mileage, 'mile'),
    vehicleLocation(car),
  ];
  const title = known.filter((part) => part !== '').join(', ');
  const band = bandOf(bands, car);
  const isCompared = band !== undefined && price !== null && isOneModel(search);
  const position = isCompared ? `: ${positionIn(band, price)} of the ${formatCount(band.count)}` : '';
  const { rating, reason } = price_rating;
  return [`${title}${position}.`, ...(rating === null ? [] : [reason])];
}

/** Whether the search has one model: prices of different models cannot be compared. */
function isOneModel(search: SearchState): boolean {
  return search['model'] !== undefined;
}

function positionIn({ lower, median, upper }: PriceBand, price: number): string {
  if (price <= lower) return 'in the cheapest quarter';
  if (price <= median) return 'in the cheaper half';
  return price <= upper ? 'in the dearer half' : 'in the dearest quarter';
}

function bandOf(bands: readonly PriceBand[], { mileage }: Vehicle): PriceBand | undefined {
  if (mileage === null) return undefined;
  return bands.find(({ from, below }) => mileage >= from && (below === null || mileage < below));
}

/** The range of a band: `20,000 to 39,999 miles`. */
function mileagesOf({ from, below }: Pick<PriceBand, 'from' | 'below'>): string {
  if (below === null) return from === 0 ? 'a known mileage' : `${formatCount(from)} miles or more`;
  return from === 0
    ? `under ${formatCount(below)} miles`
    : `${formatCount(from)} to ${formatCount(below - 1)} miles`;
}
