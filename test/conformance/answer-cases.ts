// The structure of a response, member by member and in order.
import { unknownVehicle } from '../support/vehicle.ts';
import { finds, row, type Case } from './case.ts';

const FABIA =
  '{"year":"2014","make":"Skoda","model":"Fabia","mileage":61000,"fuel_type":"Petrol","transmission":"Manual","engine_size":1.2,' +
  '"price":4250,"dealer":"lagan-motors.example",' +
  '"url":"https://cars.example/cars/redirect/?api_target=https%3A%2F%2Flagan-motors.example%2Fused%2Ffabia",' +
  '"loc":"Belfast","thumbnail":"https://img.lagan-motors.example/fabia.jpg","images":[],' +
  '"full_description":"Part exchange welcome.","distance_km":517.56}';

const NOTHING = unknownVehicle({
  dealer: 'valley-cars.example',
  url: 'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fvalley-cars.example%2Fused%2Fnothing',
});

export const RESPONSE_CASES: readonly Case[] = [
  ...row(
    'The endpoint',
    {
      query: 'model=fabia&location=SW1A+1AA',
      expect: finds('fabia', {
        exactly: `{"cars":[${FABIA}],"total_vehicles":1,"current_page":1,"total_pages":1,"per_page":20}`,
      }),
      reason: 'all fifteen keys of a vehicle, and those around them, in the order of the contract',
    },
    {
      query: 'page=3&sort=price_asc',
      expect: finds('c-hr 330d mirai xjs c-class new-focus e-class defender no-price nothing', {
        page: 3,
        total: 50,
        pages: 3,
        cars: [{}, {}, {}, {}, {}, {}, {}, {}, {}, NOTHING],
      }),
      reason: 'a listing of which nothing is known is one like any other',
    },
    {
      query: 'make=Trabant',
      expect: finds('', {
        exactly: '{"cars":[],"total_vehicles":0,"current_page":1,"total_pages":0,"per_page":20}',
      }),
      reason: 'where nothing matches, no member is left out',
    },
    {
      query: 'make=Ford&year_min=2023',
      expect: finds('new-focus', {
        cars: [
          { thumbnail: null, images: ['https://img.valley-cars.example/1.jpg'], mileage: 0, year: '2023' },
        ],
      }),
      reason: 'a year is a text; pictures without a thumbnail; a mileage of 0',
    },
    {
      query: 'make=jaguar&model=xj',
      expect: finds('xj', { cars: [{ make: 'Jaguar', model: 'XJ' }] }),
      reason: 'a known make is written in its canonical way, a model as the dealer wrote it',
    },
    {
      query: 'make=Citroen',
      expect: finds('c3', { cars: [{ make: 'Citroen' }] }),
      reason: 'the canonical way for every dealer',
    },
  ),
];
