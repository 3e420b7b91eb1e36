// Texts that list facts between separators, in columns whose names do not say so.
import { describe, expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

async function factsOf(more: Readonly<Record<string, unknown>>): Promise<object> {
  const record = { id: '7', advert_link: 'https://a.example/7', title: 'Peugeot 208 Allure', ...more };
  const [result] = await resultsOf(JSON.stringify([record]), { dealer: 'a.example' });
  if (result?.kind !== 'listing') throw new Error('no listing');
  const { year, mileageMiles, fuelType, transmission, engineLitres, priceGbp } = result.listing;
  const all = { year, mileageMiles, fuelType, transmission, engineLitres, priceGbp };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

const petrolManual = { fuelType: 'Petrol', transmission: 'Manual' };
const whole = { year: 2019, mileageMiles: 31_204, ...petrolManual };

describe('a text that lists facts gives those that no column has', () => {
  it.each([
    ['2019 (69) \u00b7 31,204 miles \u00b7 Petrol \u00b7 Manual', whole],
    ['2021 (71) \u00b7 Diesel \u00b7 Manual', { year: 2021, fuelType: 'Diesel', transmission: 'Manual' }],
    ['Year: 2019 | Mileage: 31,204 | Fuel: Petrol | Gearbox: Manual', whole],
    ['2019 / 31,204 miles / Petrol / Man', whole],
    ['2019 &middot; 31,204 miles &middot; Petrol &middot; Manual', whole],
    [
      '69 plate, 31k, Plug-in Hybrid, 6-speed automatic, 1.2L',
      { year: 2019, mileageMiles: 31_000, fuelType: 'Hybrid', transmission: 'Automatic', engineLitres: 1.2 },
    ],
    [
      '2019 \u2022 31,204 miles \u2022 1.2L petrol \u2022 Manual \u2022 \u00a39,495',
      { ...whole, engineLitres: 1.2, priceGbp: 9495 },
    ],
    ['Hatchback \u00b7 5dr \u00b7 Petrol \u00b7 Manual \u00b7 Yellow \u00b7 1 owner', petrolManual],
    [['2019', '31,204 miles', 'Petrol', 'Manual'], whole],
  ])('%j', async (subtitle, facts) => {
    expect(await factsOf({ subtitle })).toEqual(facts);
  });

  it.each([
    ['that it says twice', 'Petrol \u00b7 Manual \u00b7 2019 \u00b7 2018', petrolManual],
    ['about a test', 'MOT 12/03/2027, petrol, manual', petrolManual],
    ['about a warranty', 'Petrol, manual, 12 months / 12,000 miles', petrolManual],
    ['about equipment', 'Electric windows, diesel heater, manual handbook, 2019', {}],
    ['alone', 'Hatchback \u00b7 2019', {}],
    ['about the range', '250 miles range \u00b7 2019 \u00b7 Electric', { year: 2019, fuelType: 'Electric' }],
  ])('but none %s', async (_, subtitle, facts) => {
    expect(await factsOf({ subtitle })).toEqual(facts);
  });

  it('but no year that is the model', async () => {
    const tags = ['Peugeot', '2008', 'Petrol', 'Manual'];
    expect(await factsOf({ title: 'Peugeot 2008 Active', tags })).toEqual(petrolManual);
    expect(await factsOf({ title: 'Bargain of the week', tags })).toEqual(petrolManual);
  });

  it('but for those that a column has', async () => {
    const subtitle = '2019 \u00b7 31,204 miles \u00b7 Petrol \u00b7 Manual';
    expect(await factsOf({ subtitle, year: '2018', mileage: '30,100' })).toEqual({
      ...{ ...whole, year: 2018, mileageMiles: 30_100 },
    });
  });
});

it.each(['Line 2', 'At a glance', 'Custom label 0', 'Bullets'])(
  'a column of unknown name %j is known by its lists of facts',
  async (name) => {
    const lines = [
      '2015 \u00b7 71,204 miles \u00b7 Petrol',
      '2016 (66) \u00b7 Diesel \u00b7 Manual',
      '2019 \u00b7 31,204 miles \u00b7 Hybrid',
    ];
    const records = lines.map((line, n) => ({
      id: n,
      url: `https://a.example/${n}`,
      title: 'Kia Rio',
      [name]: line,
    }));
    const results = await resultsOf(JSON.stringify(records), { dealer: 'a.example' });
    expect(results.map((result) => result.kind === 'listing' && result.listing)).toMatchObject([
      { year: 2015, mileageMiles: 71_204, fuelType: 'Petrol' },
      { year: 2016, mileageMiles: null, fuelType: 'Diesel', transmission: 'Manual' },
      { year: 2019, mileageMiles: 31_204, fuelType: 'Hybrid' },
    ]);
  },
);
