// A vehicle of responses for tests, varied by the members that a test is about.
import type { Vehicle } from '../../src/api/responses.ts';

/** Nothing is known but its advert. */
export function unknownVehicle(variation: Partial<Vehicle> = {}): Vehicle {
  return {
    year: null,
    make: null,
    model: null,
    mileage: null,
    fuel_type: null,
    transmission: null,
    engine_size: null,
    price: null,
    dealer: null,
    url: 'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fnorth.example%2F1',
    loc: null,
    thumbnail: null,
    images: [],
    full_description: null,
    distance_km: null,
    ...variation,
  };
}
