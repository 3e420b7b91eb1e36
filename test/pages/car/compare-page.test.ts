// The page that compares cars: which rows come first, what is marked as best, and what is said of cars that are gone.
import { expect, test } from 'vitest';
import { comparePage } from '../../../src/pages/car/compare-page.ts';
import { comparePageUrl } from '../../../src/pages/view/search-state.ts';
import type { RatedVehicle } from '../../../src/api/responses.ts';
import { unratedVehicle } from '../../support/vehicle.ts';
import { visibleText } from '../../support/visible-text.ts';

const CAR = unratedVehicle({
  advert: 'https://a.example/1',
  year: '2019',
  make: 'Ford',
  model: 'Focus',
  mileage: 40_000,
  fuel_type: 'Petrol',
  transmission: 'Manual',
  engine_size: 1,
  price: 9000,
  dealer: 'a.example',
  url: 'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fa.example%2F1',
  loc: 'Leeds',
  images: ['https://a.example/1.jpg'],
  price_rating: {
    rating: 'around',
    comparables: 30,
    expected: 9500,
    low: 8800,
    high: 10_200,
    reason: '',
  },
  ulez: { verdict: 'likely', rule: '' },
  listed_days: 3,
  body: 'hatchback',
});
const OTHER: RatedVehicle = { ...CAR, price: 9800, mileage: 20_000, fuel_type: null };

const shown = (cars: readonly RatedVehicle[], gone = 0): string =>
  comparePage({
    basePath: '/',
    baseUrl: 'https://cars.example',
    style: 'p{}',
    script: '/car.js',
    cars,
    gone,
  });

function rowsOf(html: string): string[] {
  const [, body = ''] = /<tbody>(.*)<\/tbody>/s.exec(html) ?? [];
  return body
    .split('</tr>')
    .flatMap((row) => (row === '' ? [] : [visibleText(row.replaceAll('<wbr>', '')).trim()]));
}

test('rows that differ come first, and the best of a row is marked', () => {
  expect(rowsOf(shown([CAR, OTHER]))).toEqual([
    'Price £9,000 Best £9,800',
    'Against the typical price £500 below Best £300 above',
    'Mileage 40,000 miles 20,000 miles Best',
    'Fuel Petrol Unknown',
    'Price rating Fair price Fair price',
    'Year 2019 2019',
    'Gearbox Manual Manual',
    'Engine 1.0 litres 1.0 litres',
    'Body Hatchback Hatchback',
    'Place Leeds Leeds',
    'Dealer a.example a.example',
    'ULEZ Probably meets the standard Probably meets the standard',
    'Listed 3 days ago or earlier 3 days ago or earlier',
  ]);
});

test('a car that has been known since today may have been listed earlier', () => {
  expect(rowsOf(shown([CAR, { ...CAR, listed_days: 0 }]))).toContain(
    'Listed 3 days ago or earlier Today or earlier',
  );
});

test('the best price against the typical one is the most pounds below it, as the row shows', () => {
  const large = { ...CAR, price: 27_000, price_rating: { ...CAR.price_rating, expected: 28_500 } };
  expect(rowsOf(shown([CAR, large]))).toContain('Against the typical price £500 below £1,500 below Best');
});

test('each car has its picture and the link to its page', () => {
  const html = shown([CAR, OTHER]);
  expect(html.match(/<img src="https:\/\/a\.example\/1\.jpg"/g)).toHaveLength(2);
  expect(html).toContain('<a href="/cars/?advert=https%3A%2F%2Fa.example%2F1">2019 Ford Focus</a>');
});

test('cars that are gone are counted, and without any left the page says what to do', () => {
  expect(shown([CAR], 1)).toContain('1 car of this comparison is no longer listed.');
  expect(shown([])).toContain('Save cars in the search with the star, then compare them.');
});

test('hostile texts stay texts', () => {
  const html = shown([{ ...CAR, make: '<script>alert(1)</script>', images: ['javascript:alert(1)'] }]);
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/car.js">']);
  expect(html).not.toContain('<img');
});

test('can be shared: it has a button for its address, which previews of links show with its cars', () => {
  const html = shown([CAR, { ...OTHER, advert: 'https://b.example/2' }]);
  expect(visibleText(html)).toContain('Copy link Print');
  const url =
    'https://cars.example/cars/compare/?advert=https%3A%2F%2Fa.example%2F1&amp;advert=https%3A%2F%2Fb.example%2F2';
  expect(html).toContain(`<link rel="canonical" href="${url}">`);
  expect(html).toContain('content="2019 Ford Focus, £9,000 · 2019 Ford Focus, £9,800"');
  expect(shown([])).not.toContain('canonical');
});

test('its address has the adverts in their order', () => {
  expect(comparePageUrl('/', ['https://b.example/1?x=1', 'https://a.example/1'])).toBe(
    '/cars/compare/?advert=https%3A%2F%2Fb.example%2F1%3Fx%3D1&advert=https%3A%2F%2Fa.example%2F1',
  );
});

test('more cars than fit side by side are a list', () => {
  const page = shown([CAR, CAR, OTHER, OTHER, CAR]);
  expect(visibleText(page)).toContain('5 cars on this list');
  expect(page.match(/<li class="card"/g)).toHaveLength(5);
});
