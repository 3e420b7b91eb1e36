// A vehicle of responses for tests, varied by the members that a test is about.
import type { RatedVehicle, Vehicle } from '../../src/api/responses.ts';
import { toVehicle } from '../../src/api/vehicle.ts';
import { statedTexts } from '../../src/listing/stated-fields.ts';
import { unknownListing } from './listings.ts';

const ADVERT = 'https://north.example/1';

/** Nothing is known but its advert. */
export function unknownVehicle(variation: Partial<Vehicle> = {}): Vehicle {
  return {
    ...toVehicle(unknownListing({ advertUrl: ADVERT }), null, 'https://cars.example'),
    dealer: null,
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
