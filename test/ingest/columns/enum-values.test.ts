// Values of enumerations that begin with the name of their type, as APIs with Protocol Buffers have them.
import { describe, expect, it } from 'vitest';
import { withoutEnumType } from '../../../src/ingest/columns/enum-values.ts';
import { resultsOf } from '../collect.ts';

describe('a value without the name of its type', () => {
  it.each([
    ['MAKE_LAND_ROVER', 'vehicle.make', 'make', 'LAND ROVER'],
    ['VEHICLE_MAKE_SKODA', 'manufacturer', 'make', 'SKODA'],
    ['make_skoda', 'make_name', 'make', 'skoda'],
    ['VehicleMake.Skoda', 'make', 'make', 'Skoda'],
    ['FUEL_TYPE_PETROL', 'fuel_type', 'fuel_type', 'PETROL'],
    ['FUEL_TYPE_PETROL', 'fuel', 'fuel_type', 'PETROL'],
    ['FuelType.PlugInHybrid', 'fuelType', 'fuel_type', 'Plug In Hybrid'],
    ['DISTANCE_UNIT_KILOMETER', 'odometer.unit', 'mileage_unit', 'KILOMETER'],
    ['DISTANCE_UNIT_MILE', 'mileageUnit', 'mileage_unit', 'MILE'],
    ['UNIT_MILE', 'mileage.unit', 'mileage_unit', 'MILE'],
    ['VAT_TREATMENT_EXCLUSIVE', 'vat_treatment', 'vat', 'EXCLUSIVE'],
    ['VAT_STATUS_EXCLUSIVE', 'vat', 'vat', 'EXCLUSIVE'],
    ['LISTING_STATE_PRIVATE', 'listing_state', 'status', 'PRIVATE'],
    ['RESERVATION_STATUS_NONE', 'reservation_status', 'is_reserved', 'NONE'],
    ['TRANSMISSION_TYPE_UNSPECIFIED', 'transmission_type', 'transmission', undefined],
    ['TRANSMISSION_UNKNOWN', 'transmission_type', 'transmission', undefined],
    ['TRIM_UNSPECIFIED', 'trim', 'variant', undefined],
    [' Unknown ', 'Fuel', 'fuel_type', undefined],
    ['Not specified', 'Derivative', 'variant', undefined],
  ])('of %s in a column %s', (value, name, field, said) => {
    expect(withoutEnumType(value, name, field)).toBe(said);
  });

  it.each([
    ['FUEL_CELL', 'fuel', 'fuel_type'],
    ['VAT_NOT_INCLUDED', 'vat', 'vat'],
    ['SOLD_STC', 'sold', 'is_sold'],
    ['RESERVED_ONLINE', 'reserved', 'is_reserved'],
    ['AVAILABLE_SOON', 'available', 'is_available'],
    ['LISTING_SOLD', 'listing_status', 'status'],
    ['NOT_STATUS_LIVE', 'status', 'status'],
    ['MODEL_3', 'model', 'model'],
    ['MODEL_Y', 'model', 'model'],
    ['ALFA_ROMEO', 'make', 'make'],
    ['MAKE_', 'make', 'make'],
    ['MANUAL_TRANSMISSION_6_SPEED', 'transmission', 'transmission'],
    ['HYBRID_UNSPECIFIED', 'fuel_type', 'fuel_type'],
  ])('%s in a column %s is as it was', (value, name, field) => {
    expect(withoutEnumType(value, name, field)).toBe(value);
  });

  it('of a list, the values that say nothing are left out', () => {
    const fuels = ['FUEL_TYPE_PETROL', 'FUEL_TYPE_UNSPECIFIED', 'FUEL_TYPE_ELECTRIC'];
    expect(withoutEnumType(fuels, 'fuel_type', 'fuel_type')).toEqual(['PETROL', 'ELECTRIC']);
  });
});

it('a feed of an API is read by the words behind the names of types', async () => {
  const record = {
    stock_id: 'k7',
    state: 'STATE_LIVE',
    link: 'https://hillside.example/used/k7',
    car: {
      make: 'MAKE_LAND_ROVER',
      model: 'Discovery Sport',
      odometer: { value: 40_000, unit: 'DISTANCE_UNIT_KILOMETER' },
      fuel_type: 'FUEL_TYPE_DIESEL',
      transmission: 'TRANSMISSION_TYPE_UNSPECIFIED',
    },
    price: { amount: 15_400, vat_treatment: 'VAT_TREATMENT_EXCLUSIVE' },
  };
  const [result] = await resultsOf(JSON.stringify([record]), { dealer: 'hillside.example' });
  expect(result).toMatchObject({
    listing: {
      ...{ make: 'Land Rover', model: 'Discovery Sport', mileageMiles: 24_855, fuelType: 'Diesel' },
      ...{ transmission: null, priceGbp: null },
    },
    valueIssues: [{ field: 'price', reason: 'without_vat' }],
  });
});

it('a word for none leaves the value to another column', async () => {
  const record = {
    ...{ stock_id: 'k7', link: 'https://hillside.example/used/k7' },
    ...{ make: 'TBC', town: 'Not known', fuel_type: 'Unknown', fuel: 'Diesel' },
  };
  expect(await resultsOf(JSON.stringify([record]), { dealer: 'hillside.example' })).toMatchObject([
    { listing: { make: null, loc: null, fuelType: 'Diesel' }, valueIssues: [] },
  ]);
});
