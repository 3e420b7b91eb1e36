// Headings that have their group before a dash: `Condition - Odometer Reading (Miles)`.
import { describe, expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

async function listingOf(columns: Readonly<Record<string, string>>): Promise<unknown> {
  const names = ['id', 'advert_link', 'make', ...Object.keys(columns)].join('\t');
  const values = ['7', 'https://a.example/7', 'Ford', ...Object.values(columns)].join('\t');
  const [result] = await resultsOf(`${names}\n${values}\n`, { dealer: 'a.example' });
  if (result?.kind !== 'listing') throw new Error('no listing');
  return result.listing;
}

describe('headings with a group before a dash', () => {
  it.each([
    ['Vehicle Record - Date of First Registration (DD/MM/YYYY)', '14/03/2019', { year: 2019 }],
    ['Age – First Registered', '02/08/2016', { year: 2016 }],
    ['Condition - Odometer Reading at Last Inspection', '52388', { mileageMiles: 52_388 }],
    ['Usage - Odometer (km)', '48280', { mileageMiles: 30_000 }],
  ])('%s of %s is read as what follows the dash', async (name, value, facts) => {
    expect(await listingOf({ [name]: value })).toMatchObject(facts);
  });

  it('reads the unit of an odometer from its own column', async () => {
    const columns = {
      'Condition - Odometer Reading': '48280',
      'Condition - Odometer Unit of Measure (Miles/Km)': 'Km',
    };
    expect(await listingOf(columns)).toMatchObject({ mileageMiles: 30_000 });
  });

  it.each([
    ['Part Exchange - Odometer Reading', '52388'],
    ['Finance Illustration - Retail Price (GBP)', '7995'],
    ['Previous - Price', '7995'],
    ['Last Service - Mileage', '52388'],
  ])('%s is not the fact of the car', async (name, value) => {
    expect(await listingOf({ [name]: value })).toMatchObject({ mileageMiles: null, priceGbp: null });
  });
});
