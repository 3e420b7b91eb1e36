// What the chart says of prices: exact, of how many cars, and nothing of too few.
import { describe, expect, test } from 'vitest';
import { h } from '../../../src/pages/element.ts';
import { renderHtml } from '../../../src/pages/render-html.ts';
import type { Prices, RatedVehicle } from '../../../src/api/responses.ts';
import { carSentences, priceChart, priceSentences } from '../../../src/pages/search/view/price-chart.ts';
import { unratedVehicle } from '../../support/vehicle.ts';

const PRICES: Prices = {
  count: 312,
  quartiles: { lower: 6000, median: 8995, upper: 12_000 },
  bands: [
    { from: 0, below: 40_000, count: 200, lower: 9000, median: 11_000, upper: 13_000 },
    { from: 40_000, below: 60_000, count: 57, lower: 7800, median: 8500, upper: 9900 },
    { from: 60_000, below: null, count: 21, lower: 3000, median: 4000, upper: 5000 },
  ],
};
const FOCUS = { make: 'Ford', model: 'Focus' };

function car(price: number | null, mileage: number | null, make = 'Ford'): RatedVehicle {
  const url = `https://a.example/${price}-${mileage}`;
  return unratedVehicle({ year: '2015', make, model: 'Focus', mileage, price, url, loc: 'Leeds' });
}

describe('a good price is said', () => {
  test('for the mileage that most cars of a model have', () => {
    expect(priceSentences(FOCUS, PRICES)).toEqual([
      'Typical price £8,995 (312 cars).',
      'A quarter of the 200 with under 40,000 miles ask £9,000 or less: a good price here.',
    ]);
  });

  test('of all cars, whatever the limit on prices', () => {
    const [all] = priceSentences({ ...FOCUS, price_max: '5000' }, PRICES);
    expect(all).toBe('Typical price £8,995 (312 cars at any price).');
  });

  test('not of several models', () => {
    expect(priceSentences({ make: 'Ford' }, PRICES)).toEqual([
      'Typical price £8,995 (312 cars).',
      'A quarter of the 200 with under 40,000 miles ask £9,000 or less.',
      'Choose a model to see what is a good price for it.',
    ]);
    expect(carSentences({}, PRICES, car(7800, 50_000))).toEqual([
      '2015 Ford Focus, £7,800, 50,000 miles, Leeds.',
    ]);
  });

  test('not of too few', () => {
    const few = { count: 7, quartiles: null, bands: [] };
    expect(priceSentences(FOCUS, few)).toEqual(['7 cars with a price: too few to say what is a good one.']);
    expect(priceSentences(FOCUS, { ...PRICES, bands: [] })).toEqual(['Typical price £8,995 (312 cars).']);
  });
});

test.each([
  [7800, 'in the cheapest quarter of the 57'],
  [8500, 'in the cheaper half of the 57'],
  [9900, 'in the dearer half of the 57'],
  [9901, 'in the dearest quarter of the 57'],
])('a car for £%i is %s', (price, position) => {
  const [sentence] = carSentences(FOCUS, PRICES, car(price, 59_999));
  expect(sentence).toBe(
    `2015 Ford Focus, £${price.toLocaleString('en-GB')}, 59,999 miles, Leeds: ${position}.`,
  );
});

test('a car says its rating against the whole stock', () => {
  const { price_rating, ...unknown } = car(null, null);
  const rated = { ...price_rating, rating: 'below', reason: 'It is below.' } as const;
  const sentences = carSentences(FOCUS, PRICES, { ...unknown, price_rating: rated });
  expect(sentences).toEqual(['2015 Ford Focus, Leeds.', 'It is below.']);
});

test('a chart has a dot for each car with a price and a mileage, and its figures as a table', () => {
  const hostile = '<script>alert(1)</script>';
  const cars = [car(9000, 50_000), car(null, 1), car(8000, 10_000, hostile), car(1, null)];
  const results = { cars, total_vehicles: 4, current_page: 1, total_pages: 1, per_page: 20 } as const;
  const chart = { basePath: '/', search: FOCUS, prices: PRICES, results };
  const html = renderHtml(h('div', {}, priceChart(chart)));
  expect(html.match(/<circle/g)).toHaveLength(2);
  expect(html).toContain('£9,000, 50,000 miles, Leeds: in the dearer half of the 57.</title>');
  expect(html).toContain('aria-label="Price against mileage of 2 cars on this page');
  expect(html).toContain(
    '<th scope="row">40,000 to 59,999 miles</th><td>57</td><td>£7,800</td><td>£8,500</td><td>£9,900</td>',
  );
  expect(html).not.toContain('<script');
});
