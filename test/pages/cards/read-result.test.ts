// How the cards read results of tools, which pass through hosts: known by their members, and nothing taken on trust.
import { describe, expect, test } from 'vitest';
import {
  readResult,
  withDistances,
  withNextPage,
  type CarList,
} from '../../../src/pages/cards/view/read-result.ts';
import { unratedVehicle } from '../../support/vehicle.ts';

const ADVERT = 'https://valley-cars.example/used/1';

function listOf(result: unknown): CarList {
  const { shown } = readResult(result);
  if (shown.kind !== 'list') throw new Error(`a ${shown.kind}`);
  return shown;
}

function searchOf(cars: readonly unknown[], page = 1): object {
  return {
    content: [{ type: 'text', text: '25 listings match.' }],
    structuredContent: {
      results: { cars, total_vehicles: 25, current_page: page, total_pages: 3, per_page: 10 },
    },
  };
}

test('a search is a list of cars, with what came beside the content', () => {
  const car = {
    advert: ADVERT,
    year: '2019',
    make: 'Ford',
    model: 'Fiesta',
    price: 8995,
    mileage: 42_150,
    fuel_type: 'Petrol',
    engine_size: 1,
    loc: 'Leeds',
    distance_km: 16.09344,
    dealer: 'valley-cars.example',
    colour: 'Red',
    trim: 'Zetec',
    doors: '5',
    seats: '4',
    price_mark: 'below',
  };
  const details = {
    drawn_below: 'https://cars.example/pictures/',
    cars: [
      { advert: 'https://other.example/', picture: 'https://img.example/other.jpg' },
      {
        advert: ADVERT,
        picture: 'https://img.example/1.jpg',
        reason: 'So it is.',
        listed_days: 3,
        written_off: 'Cat N',
        owners: '1',
        town: { lat: 53.8, lng: -1.5 },
      },
    ],
  };
  const read = readResult({ ...searchOf([car]), _meta: { 'forecourt/cards': details } });
  expect(read).toEqual({
    shown: {
      kind: 'list',
      total: 25,
      page: 1,
      pages: 3,
      cars: [
        {
          ...unratedVehicle(),
          advert: ADVERT,
          pictures: ['https://img.example/1.jpg'],
          town: { name: 'Leeds', lat: 53.8, lng: -1.5 },
          mileage: 42_150,
          fuel_type: 'Petrol',
          engine_size: 1,
          year: '2019',
          make: 'Ford',
          model: 'Fiesta',
          price: 8995,
          dealer: 'valley-cars.example',
          url: ADVERT,
          loc: 'Leeds',
          images: ['https://img.example/1.jpg'],
          distance_km: 16.09344,
          price_rating: {
            rating: 'below',
            comparables: null,
            expected: null,
            low: null,
            high: null,
            reason: 'So it is.',
          },
          listed_days: 3,
          trim: 'Zetec',
          doors: '5',
          seats: '4',
          colour: 'Red',
          written_off: 'Cat N',
          owners: '1',
        },
      ],
    },
    text: '25 listings match.',
    drawnBelow: 'https://cars.example/pictures/',
  });
});

test('full detail names no advert: details are found by their position', () => {
  const cars = [
    {
      url: 'https://cars.example/cars/redirect/?api_target=a',
      thumbnail: 'https://img.example/1.jpg',
      images: ['https://img.example/2.jpg'],
    },
  ];
  const [car] = listOf({
    ...searchOf(cars),
    _meta: { 'forecourt/cards': { cars: [{ advert: ADVERT, listed_days: 0 }] } },
  }).cars;
  expect(car).toMatchObject({
    advert: ADVERT,
    make: null,
    price: null,
    pictures: ['https://img.example/1.jpg', 'https://img.example/2.jpg'],
  });
});

test('without details a card lacks them only', () => {
  expect(listOf(searchOf([{ advert: ADVERT, make: 'Ford' }])).cars).toMatchObject([
    {
      advert: ADVERT,
      make: 'Ford',
      price_rating: { rating: null, reason: '' },
      written_off: null,
      owners: null,
      pictures: [],
      town: null,
    },
  ]);
});

test('cars looked up are sheets, and those that are gone are told apart', () => {
  const { shown } = readResult({
    structuredContent: {
      results: {
        cars: [
          {
            advert: ADVERT,
            state: 'listed',
            price_mark: { mark: 'above', reason: 'Why.' },
            ulez: { verdict: 'likely', rule: 'A rule.' },
            full_description: 'A text.',
          },
          { advert: 'https://a.example/1', state: 'withdrawn' },
          { advert: 'https://a.example/2', state: 'unknown' },
        ],
      },
    },
  });
  expect(shown).toMatchObject({
    kind: 'sheets',
    cars: [
      {
        advert: ADVERT,
        price_rating: { rating: 'above', reason: 'Why.' },
        ulez: { verdict: 'likely', rule: 'A rule.' },
        full_description: 'A text.',
      },
    ],
    gone: [
      { advert: 'https://a.example/1', isWithdrawn: true },
      { advert: 'https://a.example/2', isWithdrawn: false },
    ],
  });
});

test('a comparison has its cars', () => {
  const vehicles = [
    { advert: ADVERT, price_mark: 'around', price_reason: 'Why.', ulez: 'unlikely', listed_days: 2 },
  ];
  expect(
    readResult({ structuredContent: { vehicles, differences: ['Price: the same.'] } }).shown,
  ).toMatchObject({
    kind: 'comparison',
    cars: [
      {
        price_rating: { rating: 'around', reason: 'Why.' },
        listed_days: 2,
        ulez: { verdict: 'unlikely', rule: '' },
      },
    ],
  });
});

test('a car that is opened from a list keeps its distance, which a lookup does not know', () => {
  const list = listOf(searchOf([{ advert: ADVERT, distance_km: 3.2 }]));
  const cars = [
    { advert: ADVERT, state: 'listed' },
    { advert: 'https://valley-cars.example/used/2', state: 'listed' },
  ];
  const { shown } = readResult({ structuredContent: { results: { cars } } });
  expect(withDistances(shown, list)).toMatchObject({ cars: [{ distance_km: 3.2 }, { distance_km: null }] });
  expect(withDistances(shown, undefined)).toEqual(shown);
});

describe('what is no result of these tools is a message:', () => {
  test.each([
    [
      {
        isError: true,
        content: [{ type: 'text', text: 'make must be a text.' }],
        structuredContent: { vehicles: [] },
      },
      'make must be a text.',
    ],
    [{ content: [{ type: 'image' }, { type: 'text', text: 'Words alone.' }] }, 'Words alone.'],
    [{}, 'There is no result.'],
    [null, 'There is no result.'],
    ['text', 'There is no result.'],
    [{ structuredContent: { results: { cars: 'none' } } }, 'There is no result.'],
  ])('%j', (result, text) => {
    expect(readResult(result).shown).toEqual({ kind: 'message', text });
  });
});

test('values of other types count as unknown', () => {
  const strange = {
    advert: ADVERT,
    make: { a: 1 },
    price: '5',
    mileage: null,
    loc: ['x'],
    images: [1, null, ''],
    price_mark: 'cheap',
    listed_days: Infinity,
  };
  expect(listOf(searchOf([strange, 7, null, { make: 'Ford' }])).cars).toMatchObject([
    {
      make: null,
      price: null,
      mileage: null,
      loc: null,
      pictures: [],
      price_rating: { rating: null },
      listed_days: 0,
    },
  ]);
});

test('the next page follows, each car once', () => {
  const car = (n: number) => ({ advert: `https://a.example/${n}` });
  const both = withNextPage(listOf(searchOf([car(1), car(2)])), listOf(searchOf([car(2), car(3)], 2)));
  expect(both.cars.map(({ advert }) => advert)).toEqual([
    'https://a.example/1',
    'https://a.example/2',
    'https://a.example/3',
  ]);
  expect(both.page).toBe(2);
});
