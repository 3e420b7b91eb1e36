// What the page of a listing says of its price, and hostile texts on it.
import { expect, test } from 'vitest';
import { carPage, type CarPageModel } from '../../../src/pages/car/car-page.ts';
import { HOSTILE_TEXT } from '../search/page-stock.ts';
import { visibleText } from '../../support/visible-text.ts';

const CAR: NonNullable<CarPageModel['car']> = {
  advert: 'https://north.example/1',
  state: 'listed',
  year: '2019',
  make: 'Ford',
  model: 'Focus',
  mileage: 38_000,
  fuel_type: 'Petrol',
  transmission: 'Manual',
  engine_size: 1,
  price: 9_000,
  dealer: 'north.example',
  url: 'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fnorth.example%2F1',
  loc: 'Leeds',
  thumbnail: null,
  images: [],
  full_description: null,
  distance_km: null,
  price_mark: {
    mark: 'below',
    comparables: 108,
    expected: 10_240,
    low: 9_100,
    high: 11_300,
    reason: 'Below typical: 8 in 10 of 108 similar cars cost £9,100 to £11,300.',
    search_url: null,
  },
  ulez: { verdict: 'likely', rule: 'The standard for petrol is Euro 4.' },
  listed_days: 12,
  similar: [],
};

const MODEL: CarPageModel = {
  basePath: '/',
  baseUrl: 'https://cars.example',
  style: '',
  from: {},
  car: CAR,
  isWithdrawn: false,
  comparables: {
    cars: [
      {
        ...CAR,
        price: 9_950,
        url: 'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fsouth.example%2F2',
        dealer: 'south.example',
      },
    ],
    search: { make: 'ford', model: 'focus' },
  },
  similar: null,
};

test('a rating says what it follows from, with links to the cars that it is compared with', () => {
  const page = carPage(MODEL);
  const text = visibleText(page);
  expect(text).toContain('Good price');
  expect(text).toContain('Typical price £10,240, £1,240 above this one, by 108 similar cars.');
  expect(text).toContain('Below typical: 8 in 10 of 108 similar cars cost £9,100 to £11,300.');
  expect(page).toContain(
    '<a href="/cars/?advert=https%3A%2F%2Fsouth.example%2F2" dir="auto">2019 Ford Focus</a> · £9,950 · 38,000 miles · south.example',
  );
  expect(page).toContain('<a href="/?make=ford&amp;model=focus">All of them</a>');
});

test('without a rating there is the reason', () => {
  const nothing = { comparables: 3, expected: null, low: null, high: null, search_url: null };
  const reason = 'No price rating: only 3 similar cars here, and 20 are needed.';
  const car = { ...CAR, price: null, price_mark: { mark: null, ...nothing, reason } };
  const text = visibleText(carPage({ ...MODEL, car, comparables: null }));
  expect(text).toContain(reason);
  expect(text).toContain('Price on request');
  expect(text).not.toContain('Typical price');
});

test('hostile texts and addresses are text, or are left out', () => {
  const hostile = {
    make: HOSTILE_TEXT,
    model: HOSTILE_TEXT,
    dealer: HOSTILE_TEXT,
    loc: HOSTILE_TEXT,
    fuel_type: HOSTILE_TEXT,
    full_description: `</script>${HOSTILE_TEXT}<style></style>`,
  };
  const car = { ...CAR, ...hostile, images: ['javascript:alert(1)', 'data:text/html,x'] };
  const page = carPage({ ...MODEL, car, style: 'p{}' });
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">']);
  expect(page.match(/<style>[^<]*/g)).toEqual(['<style>p{}']);
  expect(page).not.toContain('<img');
  expect(page).not.toMatch(/(?:src|href)="(?:javascript|data):/);
});
