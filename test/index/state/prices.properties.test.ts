// Compares prices by mileage with the reference model: random imports, each followed, random searches.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { ExpectedStock } from '../expected-stock.ts';

const gazetteer = loadGazetteer();

const anyCar = fc.record({
  make: fc.constantFrom('Ford', 'Kia', null),
  price: fc.option(fc.oneof(fc.integer({ min: 1000, max: 1040 }), fc.constant(5000.5)), {
    freq: 9,
  }),
  mileage: fc.option(
    fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 9 }), fc.constant(2_000_000)),
    { freq: 9 },
  ),
});

const anyImport = fc.array(anyCar, { minLength: 30, maxLength: 130, size: 'max' });

const anySearch = fc.constantFrom(
  '',
  'make=Ford',
  'make=Ford&price_max=1020',
  'price_min=4000',
  'miles_min=20000&miles_max=60000',
  'miles_max=9&make=Kia',
  'miles_min=1000000',
  'q=ford',
  'q=nothing',
  'sort=price_desc&page=3',
);

it('agrees with the model', async () => {
  let bands = 0;
  let silent = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyImport, { minLength: 1, maxLength: 3 }),
      fc.array(anySearch, { minLength: 8, maxLength: 8 }),
      async (imports, searches) => {
        const folder = new DataFolder();
        const expected = new ExpectedStock();
        try {
          const search = await folder.open();
          for (const [at, cars] of imports.entries()) {
            const lines = cars.map((car, i) =>
              JSON.stringify({
                ...car,
                id: `${at % 2}-${i}`,
                dealer: 'harbour-cars.example',
                advert_url: `https://harbour-cars.example/${at % 2}-${i}`,
                arrived_at: '2024-01-01T00:00:00Z',
              }),
            );
            await folder.import(lines, { merge: true });
            await expected.import(lines, { merge: true });
            await search.catchUp();
          }
          const model = expected.model(gazetteer);
          for (const sent of searches) {
            const { query } = search.service.parse([...new URLSearchParams(sent)]);
            const prices = await search.service.prices(query);
            expect(prices, sent).toEqual(await model.prices(query));
            bands += prices.bands.length;
            silent += Number(prices.quartiles === null);
          }
        } finally {
          await folder.remove();
        }
      },
    ),
    { numRuns: 25, seed: 20261123 },
  );
  expect(bands).toBeGreaterThan(100);
  expect(silent).toBeGreaterThan(20);
}, 60_000);
