// Compares the counts of a map with the reference model: random imports, each followed, random queries, every zoom.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { DataFolder } from '../../support/data-folder.ts';
import { ExpectedStock } from '../expected-stock.ts';
import { anyLine, anyQueryString } from '../random-stock.ts';

const gazetteer = loadGazetteer();

const anyImport = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 30 }),
  merge: fc.boolean(),
});

it('agrees with the model, and cells, unplaced and outside add up to the total', async () => {
  let placed = 0;
  let outside = 0;
  const anyAsk = fc.record({
    sent: anyQueryString,
    zoom: fc.integer({ min: 0, max: 12 }),
    lng: fc.double({ min: -8, max: 2, noNaN: true }),
    lat: fc.double({ min: 49, max: 61, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyImport, { minLength: 1, maxLength: 3 }),
      fc.array(anyAsk, { minLength: 20, maxLength: 20 }),
      async (imports, asks) => {
        const folder = new DataFolder();
        const expected = new ExpectedStock();
        try {
          const search = await folder.open();
          for (const { lines, merge } of imports) {
            await folder.import(lines, { merge });
            await expected.import(lines, { merge });
            await search.catchUp();
          }
          const model = expected.model(gazetteer);
          for (const { sent, zoom, lng, lat } of asks) {
            const { query } = search.service.parse([...new URLSearchParams(sent)]);
            const { total, cells } = await model.countPlaces(query, zoom);
            const whole = await search.service.map(query, { zoom, box: undefined });
            expect([whole.total, whole.outside]).toEqual([total, 0]);
            expect(whole.cells.map(({ count }) => count)).toEqual([...cells.values()].sort((a, b) => b - a));
            const box = { west: lng, south: lat, east: lng + 3, north: lat + 2 };
            const part = await search.service.map(query, { zoom, box });
            const counted = part.cells.reduce((sum, { count }) => sum + count, 0);
            expect(counted + part.outside + part.unplaced).toBe(total);
            expect(part.unplaced).toBe(whole.unplaced);
            expect(part.cells).toEqual(
              whole.cells.filter(
                ({
                  place: {
                    box: { west, south, east, north },
                  },
                }) => !(east < box.west || west > box.east || north < box.south || south > box.north),
              ),
            );
            placed += total - whole.unplaced;
            outside += part.outside;
          }
        } finally {
          await folder.remove();
        }
      },
    ),
    { numRuns: 25, seed: 20261125 },
  );
  expect(placed).toBeGreaterThan(500);
  expect(outside).toBeGreaterThan(100);
}, 60_000);
