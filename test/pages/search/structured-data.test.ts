// The open listing as structured data, also of hostile texts.
import { expect, test } from 'vitest';
import { structuredData } from '../../../src/pages/site-frame.ts';
import { unknownVehicle } from '../../support/vehicle.ts';
import { HOSTILE_TEXT } from './page-stock.ts';

const UNKNOWN = unknownVehicle();

test('a car says what is known, with its offer, in the terms of schema.org', () => {
  const car = {
    ...UNKNOWN,
    year: '2015',
    make: 'Ford',
    model: 'Focus',
    mileage: 38_000,
    price: 7495,
    dealer: 'a.example',
    loc: 'Leeds',
    images: ['https://a.example/1.jpg'],
    full_description: 'Two keys.',
    fuel_type: 'Petrol',
    transmission: 'Manual',
    engine_size: 1.6,
  };
  expect(JSON.parse(structuredData(car))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Car',
    name: '2015 Ford Focus',
    url: UNKNOWN.url,
    description: 'Two keys.',
    image: ['https://a.example/1.jpg'],
    brand: { '@type': 'Brand', name: 'Ford' },
    model: 'Focus',
    vehicleModelDate: '2015',
    itemCondition: 'https://schema.org/UsedCondition',
    mileageFromOdometer: { '@type': 'QuantitativeValue', value: 38_000, unitCode: 'SMI' },
    fuelType: 'Petrol',
    vehicleTransmission: 'Manual',
    vehicleEngine: {
      '@type': 'EngineSpecification',
      engineDisplacement: { '@type': 'QuantitativeValue', value: 1.6, unitCode: 'LTR' },
    },
    offers: {
      '@type': 'Offer',
      url: UNKNOWN.url,
      price: 7495,
      priceCurrency: 'GBP',
      availability: 'https://schema.org/InStock',
      itemCondition: 'https://schema.org/UsedCondition',
      seller: { '@type': 'AutoDealer', name: 'a.example' },
      availableAtOrFrom: { '@type': 'Place', address: 'Leeds' },
    },
  });
});

test('nothing is made up for what is unknown', () => {
  expect(JSON.parse(structuredData(UNKNOWN))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Car',
    name: 'A car',
    url: UNKNOWN.url,
    itemCondition: 'https://schema.org/UsedCondition',
  });
});

test('no text of a listing can end the script', () => {
  const json = structuredData({
    ...UNKNOWN,
    make: `${HOSTILE_TEXT}</script><!--`,
    full_description: '\u2028]]>&lt;',
  });
  expect(json).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(json)).toMatchObject({
    brand: { name: `${HOSTILE_TEXT}</script><!--` },
    description: '\u2028]]>&lt;',
  });
});
