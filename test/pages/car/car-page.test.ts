// What the page of a listing says of its price, and hostile texts on it.
import { expect, test } from 'vitest';
import { carPage, type CarPageModel } from '../../../src/pages/car/car-page.ts';
import { HOSTILE_TEXT } from '../search/page-stock.ts';
import { unratedVehicle } from '../../support/vehicle.ts';
import { visibleText } from '../../support/visible-text.ts';

const CAR: NonNullable<CarPageModel['car']> = unratedVehicle({
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
  price_rating: {
    rating: 'below',
    comparables: 108,
    expected: 10_240,
    low: 9_100,
    high: 11_300,
    reason: 'Below typical: 8 in 10 of 108 similar cars cost £9,100 to £11,300.',
  },
  ulez: { verdict: 'likely', rule: 'The standard for petrol is Euro 4.' },
  listed_days: 12,
  trim: 'Titanium',
  body: 'hatchback',
  doors: '5',
  colour: 'blue',
  written_off: 'Cat N',
  owners: '1',
});

const MODEL: CarPageModel = {
  basePath: '/',
  baseUrl: 'https://cars.example',
  style: '',
  script: '/page/x/car.js',
  from: {},
  car: CAR,
  gone: 'unknown',
  comparables: [
    {
      advert: 'https://south.example/2',
      dealer: 'south.example',
      year: 2018,
      mileageMiles: 38_500,
      priceGbp: 9_950,
    },
    {
      advert: 'https://west.example/3?a=1&b=2',
      dealer: 'west.example',
      year: 2019,
      mileageMiles: 1,
      priceGbp: 11_500,
    },
  ],
  similar: null,
  ofDealer: null,
};

test('a rating says what it follows from, with links to the cars that it is compared with', () => {
  const page = carPage(MODEL);
  const text = visibleText(page);
  expect(text).toContain('Good price');
  expect(text).toContain('£1,240 below the typical price of 108 similar cars, £10,240.');
  expect(text).toContain('Below typical: 8 in 10 of 108 similar cars cost £9,100 to £11,300.');
  expect(text).toContain('The 2 cars that it is compared with');
  expect(page).toContain(
    '<a href="/cars/?advert=https%3A%2F%2Fsouth.example%2F2" dir="auto">£9,950 · 38,500 miles · 2018</a> · south.example',
  );
  expect(page).toContain('£11,500 · 1 mile · 2019</a> · west.example');
  expect(page.match(/<a href="[^"]*" tabindex="-1" aria-hidden="true"><title>/g)).toEqual([
    '<a href="/cars/?advert=https%3A%2F%2Fsouth.example%2F2" tabindex="-1" aria-hidden="true"><title>',
    '<a href="/cars/?advert=https%3A%2F%2Fwest.example%2F3%3Fa%3D1%26b%3D2" tabindex="-1" aria-hidden="true"><title>',
  ]);
});

test.each([
  [10_240, 'Exactly the typical price of 108 similar cars, £10,240.'],
  [10_500, '£260 above the typical price of 108 similar cars, £10,240.'],
  [null, 'The typical price of 108 similar cars, £10,240.'],
])('a price of %j is compared with the typical one', (price, sentence) => {
  expect(visibleText(carPage({ ...MODEL, car: { ...CAR, price } }))).toContain(sentence);
});

test('the facts have what the texts of the advert state', () => {
  const text = visibleText(carPage(MODEL));
  for (const fact of [
    'Body Hatchback',
    'Doors 5',
    'Colour Blue',
    'Trim Titanium',
    'History Written off: Cat N (see the advert)',
    'Owners One',
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(fact);
});

test('without a rating there is the reason', () => {
  const nothing = { comparables: 3, expected: null, low: null, high: null };
  const reason = 'No price rating: only 3 similar cars here, and 20 are needed.';
  const car = { ...CAR, price: null, price_rating: { rating: null, ...nothing, reason } };
  const text = visibleText(carPage({ ...MODEL, car, comparables: [] }));
  expect(text).toContain(reason);
  expect(text).toContain('Price on request');
  expect(text).not.toMatch(/typical price/i);
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
  expect(page.match(/<script[^>]*>/g)).toEqual([
    '<script type="module" src="/page/x/car.js">',
    '<script type="application/ld+json">',
    '<script type="application/json" id="state">',
  ]);
  expect(page.match(/<style>[^<]*/g)).toEqual(['<style>p{}']);
  expect(page).not.toContain('<img');
  expect(page).not.toMatch(/(?:src|href)="(?:javascript|data):/);
});
