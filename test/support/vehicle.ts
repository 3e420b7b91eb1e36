// A vehicle of responses for tests, varied by the members that a test is about.
import type { RatedVehicle, Vehicle } from '../../src/api/responses.ts';
import { statedTexts } from '../../src/listing/stated-fields.ts';

const ADVERT = 'https://north.example/1';

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
    url: `https://cars.example/cars/redirect/?api_target=${encodeURIComponent(ADVERT)}`,
    loc: null,
    thumbnail: null,
    images: [],
    full_description: null,
    distance_km: null,
    ...variation,
  };
}

/** The same, of which the stock says nothing either. */
export function unratedVehicle(variation: Partial<RatedVehicle> = {}): RatedVehicle {
  return {
    advert: ADVERT,
    state: 'listed',
    ...unknownVehicle(),
    ...statedTexts({}),
    price_rating: { rating: null, comparables: null, expected: null, low: null, high: null, reason: '' },
    ulez: { verdict: 'unknown', rule: '' },
    listed_days: 0,
    ...variation,
  };
}
