// An export is what the model's pages are at the state at which it was opened, whatever is imported and searched while it is read.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import type { ListingExport } from '../../../src/stock/listing-index.ts';
import type { ExportedHit } from '../../../src/stock/stock-changes.ts';
import { listingKey } from '../../../src/listing/listing.ts';
import { PER_PAGE, type SearchQuery } from '../../../src/query/search-query.ts';
import { DataFolder } from '../../support/data-folder.ts';
import type { ReferenceModel } from '../../support/reference-model.ts';
import { ExpectedStock } from '../expected-stock.ts';
import { anyLine, anyQueryString } from '../random-stock.ts';

const gazetteer = loadGazetteer();
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 30 });

it('has every listing of its state in order while the stock changes', async () => {
  let exported = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLines, { minLength: 2, maxLength: 4 }),
      fc.array(fc.record({ text: anyQueryString, from: fc.nat(4), step: fc.integer({ min: 1, max: 9 }) }), {
        minLength: 8,
        maxLength: 8,
      }),
      async (imports, asks) => {
        const folder = new DataFolder();
        const expected = new ExpectedStock();
        try {
          const search = await folder.open();
          const { service } = search;
          const opened: {
            step: number;
            read: ExportedHit[];
            all: ListingExport;
            expected: readonly string[];
          }[] = [];
          for (const lines of imports) {
            await folder.import(lines, { merge: false });
            await expected.import(lines, { merge: false });
            await search.catchUp();
            const model = expected.model(gazetteer);
            for (const { text, from, step } of asks) {
              const { query } = service.parse([...new URLSearchParams(text)]);
              const all = await service.index.openExport(query, from);
              const listed = await everyHit(model, query);
              expect(all.total).toBe(listed.length);
              opened.push({ step, all, read: [], expected: listed.slice(from) });
              // Between two chunks of the others come other searches.
              for (const other of opened) other.read.push(...(await other.all.next(other.step)));
              await service.search(query);
            }
          }
          for (const { all, read, expected: listed } of opened) {
            read.push(...(await all.next(1000)));
            expect(read.map(nameOf)).toEqual(listed);
            exported += read.length;
            all.close();
            all.close();
          }
        } finally {
          await folder.remove();
        }
      },
    ),
    { numRuns: 24, seed: 20261124 },
  );
  expect(exported).toBeGreaterThan(400);
}, 120_000);

async function everyHit(model: ReferenceModel, query: SearchQuery): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page++) {
    const { total, hits } = await model.search({ ...query, page });
    names.push(...hits.map(nameOf));
    if (page * PER_PAGE >= total) return names;
  }
}

function nameOf(hit: Pick<ExportedHit, 'dealer' | 'id' | 'record' | 'distanceKm'>): string {
  return `${listingKey(hit)} ${hit.distanceKm} ${Buffer.from(hit.record).toString()}`;
}
