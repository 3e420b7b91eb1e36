// The cars that a price was compared with: a scatter plot with a dot per car by price and mileage, and a list with the same cars.
// Dots and lines link to the pages of their cars.
import { formatPounds, pluralize } from '../../format.ts';
import type { ComparedAdvert } from '../../stock/stock-reader.ts';
import { h, type ElementNode } from '../element.ts';

export interface ComparedPrices {
  /** The compared cars, at least one. */
  readonly cars: readonly ComparedAdvert[];
  readonly own: { readonly priceGbp: number; readonly mileageMiles: number };
  /** Bounds of the range of typical prices, and the typical price, in pounds. */
  readonly low: number;
  readonly expected: number;
  readonly high: number;
  readonly pageOf: (advert: string) => string;
}

/** Size of the plot in its own pixels. */
const WIDTH = 400;
const HEIGHT = 150;
const SIDE = 16;
const TOP = 12;
const BOTTOM = 30;

export function comparedPrices(compared: ComparedPrices): ElementNode {
  const { cars } = compared;
  return h('div', { class: 'compared' }, [
    scatter(compared),
    h('p', { class: 'note' }, [
      'Each dot is one of them: dearer to the right, more miles higher up. The band is the typical range.',
    ]),
    h('details', {}, [
      h('summary', {}, `The ${pluralize(cars.length, 'car')} that it is compared with`),
      h('ul', {}, [
        cars.map((car) =>
          h('li', {}, [
            h('a', { href: compared.pageOf(car.advert), dir: 'auto' }, comparedCarName(car)),
            ` · ${car.dealer}`,
          ]),
        ),
      ]),
    ]),
  ]);
}

function comparedCarName({ year, priceGbp, mileageMiles }: ComparedAdvert): string {
  return `${formatPounds(priceGbp)} · ${pluralize(mileageMiles, 'mile')} · ${year}`;
}

function scatter({ cars, own, low, expected, high, pageOf }: ComparedPrices): ElementNode {
  const prices = [...cars.map(({ priceGbp }) => priceGbp), own.priceGbp, low, high];
  const x = scale(prices, SIDE, WIDTH - SIDE);
  const y = scale(
    [...cars, own].map(({ mileageMiles }) => mileageMiles),
    HEIGHT - BOTTOM,
    TOP,
  );
  const label = `Prices of ${pluralize(cars.length, 'similar car')} from ${formatPounds(Math.min(...prices))} to ${formatPounds(Math.max(...prices))}, typically ${formatPounds(expected)}.`;
  return h(
    'svg',
    { class: 'scatter', role: 'group', 'aria-label': label, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    [
      h('rect', {
        class: 'typical',
        x: x(low).toFixed(1),
        y: 0,
        width: (x(high) - x(low)).toFixed(1),
        height: HEIGHT - BOTTOM + 8,
      }),
      h('path', { class: 'expected', d: `M${x(expected).toFixed(1)} 0V${HEIGHT - BOTTOM + 8}` }),
      [
        { at: low, anchor: 'end' },
        { at: high, anchor: 'start' },
      ].map(({ at, anchor }) =>
        h('text', { x: x(at).toFixed(1), y: HEIGHT - 6, 'text-anchor': anchorWithin(x(at), anchor) }, [
          formatPounds(at),
        ]),
      ),
      cars.map((car) =>
        h(
          'a',
          // Links for keyboards and screen readers are in the list below.
          { href: pageOf(car.advert), tabindex: -1, 'aria-hidden': 'true' },
          [
            h('title', {}, `${comparedCarName(car)} · ${car.dealer}`),
            h('circle', { cx: x(car.priceGbp).toFixed(1), cy: y(car.mileageMiles).toFixed(1), r: 5 }),
          ],
        ),
      ),
      h('circle', { class: 'own', cx: x(own.priceGbp).toFixed(1), cy: y(own.mileageMiles).toFixed(1), r: 8 }),
    ],
  );
}

function anchorWithin(at: number, anchor: string): string {
  if (at < 60) return 'start';
  return at > WIDTH - 60 ? 'end' : anchor;
}

/** A scale from the least of the values at `start` to the greatest at `end`. */
function scale(values: readonly number[], start: number, end: number): (value: number) => number {
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  return (value) => start + ((value - least) / span) * (end - start);
}
