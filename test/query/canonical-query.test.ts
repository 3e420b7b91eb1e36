import { describe, expect, it } from 'vitest';
import { canonicalQuery, canonicalQueryWithoutPage, canonicalText } from '../../src/query/canonical-query.ts';

describe('the canonical query', () => {
  it('of a search that asks nothing is its page', () => {
    expect(canonicalQuery({ page: 1 })).toBe('page=1');
  });

  it('has no page where it is asked for without one', () => {
    expect(canonicalQueryWithoutPage({ page: 1 })).toBe('');
    expect(canonicalQueryWithoutPage({ q: 'page=1', page: 3 })).toBe('q=page%3D1');
  });

  it('holds all that was asked, encoded, in the order of the specification, the page last', () => {
    expect(
      canonicalQuery({
        page: 2,
        sort: 'distance',
        distanceBand: 0,
        center: { postcode: 'SW1A 1AA', point: { lat: 51.501, lng: -0.1416 } },
        engineLitres: { min: 1.6, max: 1e-7 },
        year: { max: 2020 },
        mileageMiles: { min: 0 },
        priceGbp: { min: -5, max: 9007199254740991 },
        dealer: { any: ['a.example', 'b.example'] },
        transmission: { any: ['Manual'] },
        fuelType: { any: ['Petrol'] },
        model: { any: ['3  Series'] },
        make: { any: ['Mercedes-Benz & Co'] },
        q: 'Red\tCITROËN 50% off+more',
      }),
    ).toBe(
      'q=red%20citro%C3%ABn%2050%25%20off%2Bmore&make=mercedes-benz%20%26%20co&model=3%20series&fuel_type=Petrol' +
        '&transmission=Manual&dealer=a.example%2Cb.example&price_min=-5&price_max=9007199254740991&miles_min=0' +
        '&year_max=2020&engine_min=1.6&engine_max=0.0000001&location=SW1A%201AA&distance=0&sort=distance&page=2',
    );
  });

  it('is the same for the aliases of a make, but not for a slip, which is reported', () => {
    const query = (make: string) => canonicalQuery({ make: { any: [make] }, page: 1 });
    expect([query('VW'), query('volkswagen')]).toEqual(['make=volkswagen&page=1', 'make=volkswagen&page=1']);
    expect([query('Ford'), query('Frod')]).toEqual(['make=ford&page=1', 'make=frod&page=1']);
  });

  it('writes numbers without an exponent', () => {
    expect(canonicalQuery({ engineLitres: { max: 1e21 }, page: 1 })).toBe(
      'engine_max=1000000000000000000000&page=1',
    );
  });

  it('never makes a text longer, so that it stays within its limit', () => {
    expect(Array.from(canonicalText('İ'.repeat(512)))).toHaveLength(512);
  });
});
