// Changes for tests of watchers.
import type { Change, Vehicle } from '../../src/client/index.ts';

export function vehicle(known: Partial<Vehicle>): Vehicle {
  return {
    year: null,
    make: null,
    model: null,
    mileage: null,
    fuel_type: null,
    transmission: null,
    engine_size: null,
    price: null,
    dealer: 'north.example',
    url: 'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fnorth.example%2F1',
    loc: null,
    thumbnail: null,
    images: [],
    full_description: null,
    distance_km: null,
    ...known,
  };
}

export function change(known: Partial<Change>): Change {
  return {
    change: 'left',
    advert: 'https://north.example/1',
    dealer: 'north.example',
    at: '2026-11-20T04:10:07.512Z',
    vehicle: null,
    ...known,
  };
}
