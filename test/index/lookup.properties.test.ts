// Compares lookups of the index in this process with those of the reference model, after random imports.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { lookUpAdvert } from '../../src/marks/lookup.ts';
import { DataFolder } from '../support/data-folder.ts';
import { ExpectedStock } from './expected-stock.ts';

const gazetteer = loadGazetteer();
const NOW = new Date('2026-03-01T10:00:00Z');

const anyRecord = fc.record({
  id: fc.integer({ min: 1, max: 200 }),
  dealer: fc.integer({ min: 1, max: 9 }).map((number) => `dealer-${number}.example`),
  make: fc.constantFrom('Ford', 'Ford', 'Ford', 'Vauxhall'),
  model: fc.constantFrom('Fiesta', 'Fiesta 1.0 Zetec', 'FIESTA', 'Focus', 'Corsa'),
  year: fc.constantFrom(2016, 2017, 2018, 2018, 2019, 2009, null),
  price: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 5900, max: 6100 }) },
    fc.constantFrom(5200, 6900, 900, null),
  ),
  mileage: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 50, max: 60_000 }) }, fc.constant(null)),
  fuel_type: fc.constantFrom('Petrol', 'Petrol', 'Petrol', 'Diesel', 'Hydrogen'),
  transmission: fc.constantFrom('Manual', 'Manual', 'Manual', 'Automatic'),
  engine_size: fc.constantFrom(1, 1, 1.2, null),
  full_description: fc.constantFrom(
    'Titanium, 55.4 mpg',
    'Zetec. Cat N, 60 mpg',
    'Zetec',
    '50.4 mpg combined',
  ),
  arrived_at: fc.constantFrom('2026-02-20T23:59:59Z', '2026-03-05T00:00:00Z'),
});

function lineOf({ id, dealer, ...rest }: { id: number; dealer: string }): string {
  const advert_url = `https://${dealer}/used/${id}`;
  return JSON.stringify({ id: String(id), dealer, advert_url, postcode: 'LS1 4AP', ...rest });
}

const anyImport = fc.array(anyRecord.map(lineOf), { minLength: 100, maxLength: 250 });

it('says of each advert what the reference model says', async () => {
  const marks = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(anyImport, anyImport, async (first, second) => {
      const folder = new DataFolder();
      const expected = new ExpectedStock();
      try {
        const search = await folder.open();
        for (const lines of [first, second]) {
          await folder.import(lines, { merge: true });
          await expected.import(lines, { merge: true });
          await search.catchUp();
        }
        const model = expected.model(gazetteer);
        const adverts = [...first, ...second].slice(-40).map((line) => {
          const { advert_url } = JSON.parse(line) as { advert_url: string };
          return advert_url;
        });
        const found = await search.service.lookUp(adverts, NOW);
        const gone = { findAdvert: (advertUrl: string) => search.service.findAdvert(advertUrl) };
        for (const [i, advert] of adverts.entries())
          expect(found[i]).toEqual(await model.read((stock) => lookUpAdvert(advert, stock, gone, NOW)));
        expect(found).toHaveLength(adverts.length);
        for (const entry of found) {
          if (entry.state !== 'listed') continue;
          const { priceMark } = entry;
          const outcome = priceMark.mark ?? priceMark.reason;
          marks.set(outcome, (marks.get(outcome) ?? 0) + 1);
          if (priceMark.mark === null) continue;
          const { total } = await search.service.search(priceMark.search);
          expect(total).toBeGreaterThanOrEqual(priceMark.comparables);
        }
      } finally {
        await folder.remove();
      }
    }),
    { numRuns: 8, seed: 20260301, endOnFailure: true },
  );
  expect([...marks.keys()].sort()).toEqual([
    'above',
    'around',
    'below',
    'nearly_new',
    'price_out_of_range',
    'too_few_comparables',
    'too_old',
    'unknown_facts',
    'write_off',
  ]);
}, 120_000);
