// The answer at any earlier state and the changes since make the answer of now: over random imports, withdrawals, returns and restarts,
// for random searches. The answers are the model's, which knows neither states nor changes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { advertUrlOfRecord, decodeRecord } from '../../src/listing/codec.ts';
import { listingKey } from '../../src/listing/listing.ts';
import type { ExportedHit, ListingChange } from '../../src/listing/listing-index.ts';
import { PER_PAGE, type Hit, type SearchQuery } from '../../src/listing/search-query.ts';
import type { Cursor } from '../../src/search/cursor.ts';
import type { SearchService } from '../../src/search/search-service.ts';
import { DataFolder } from '../support/data-folder.ts';
import type { ReferenceModel } from '../support/reference-model.ts';
import { ExpectedStock } from './expected-stock.ts';
import { anyLine, anyQueryString } from './random-stock.ts';

const gazetteer = loadGazetteer();

const anyImport = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 25 }),
  merge: fc.boolean(),
  /** Otherwise the next import comes first. */
  followed: fc.boolean(),
  restarts: fc.boolean(),
});

/** By dealer and advert, what is shown of each match. */
type Answer = ReadonlyMap<string, string>;

interface Known {
  readonly query: SearchQuery;
  readonly cursor: Cursor;
  readonly answer: Answer;
}

it('turns the matches of any earlier state into those of now, with at most one entry for each', async () => {
  const counts = { entered: 0, left: 0, changed: 0, unchanged: 0, paged: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyImport, { minLength: 2, maxLength: 6 }),
      fc.array(anyQueryString, { minLength: 10, maxLength: 10 }),
      fc.integer({ min: 1, max: 12 }),
      async (imports, texts, limit) => {
        const folder = new DataFolder();
        const expected = new ExpectedStock();
        try {
          let search = await folder.open();
          await search.catchUp();
          const known: Known[] = [];
          for (const { lines, merge, followed, restarts } of imports) {
            await folder.import(lines, { merge });
            await expected.import(lines, { merge });
            if (!followed) continue;
            if (restarts) search = await folder.open();
            await search.catchUp();
            const model = expected.model(gazetteer);
            const { service } = search;
            for (const text of texts) {
              const { query } = service.parse([...new URLSearchParams(text)]);
              const now = await answerOf(model, query);
              const { cursor } = await service.changes(query, undefined, limit);
              for (const earlier of known.filter(({ query: other }) => sameSearch(other, query))) {
                const { changes, cursor: end, pages } = await allChanges(service, earlier, limit);
                expect(end.state).toEqual(cursor.state);
                expect(applied(earlier.answer, changes)).toEqual(sorted(now));
                for (const { change } of changes) counts[change] += 1;
                if (changes.length === 0) counts.unchanged += 1;
                if (pages > 1) counts.paged += 1;
              }
              known.push({ query, cursor, answer: now });
            }
          }
        } finally {
          await folder.remove();
        }
      },
    ),
    { numRuns: 40, seed: 20261124 },
  );
  for (const [name, count] of Object.entries(counts)) expect([name, count > 20]).toEqual([name, true]);
}, 120_000);

function sameSearch(one: SearchQuery, other: SearchQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function answerOf(model: ReferenceModel, query: SearchQuery): Promise<Answer> {
  const answer = new Map<string, string>();
  for (let page = 1; ; page++) {
    const { total, hits } = await model.search({ ...query, page });
    for (const hit of hits) answer.set(nameOf(hit), shownOf(hit));
    if (page * PER_PAGE >= total) return answer;
  }
}

function nameOf({ dealer, record }: { readonly dealer: string; readonly record: Uint8Array }): string {
  return `${dealer} ${advertUrlOfRecord(record)}`;
}

/** All that a response shows, besides the address. */
function shownOf(hit: ExportedHit | Hit): string {
  const { year, make, model, mileageMiles, fuelType, transmission, engineLitres, priceGbp, ...rest } =
    decodeRecord(listingKey(hit), Buffer.from(hit.record).toString()) ?? expect.fail('no listing');
  const { loc, thumbnail, images, fullDescription, arrivedAt } = rest;
  const vehicle = { year, make, model, mileageMiles, fuelType, transmission, engineLitres, priceGbp };
  const shown = { ...vehicle, loc, thumbnail, images, fullDescription, arrivedAt };
  return JSON.stringify({ ...shown, distanceKm: hit.distanceKm });
}

async function allChanges(service: SearchService, { query, cursor: first }: Known, limit: number) {
  const changes: ListingChange[] = [];
  let cursor = first;
  for (let pages = 1; ; pages++) {
    const found = await service.changes(query, cursor, limit);
    changes.push(...found.changes);
    ({ cursor } = found);
    if (!found.more) return { changes, cursor, pages };
    expect(found.changes).toHaveLength(limit);
  }
}

function applied(answer: Answer, changes: readonly ListingChange[]): (readonly [string, string])[] {
  const result = new Map(answer);
  const seen = new Set<string>();
  for (const { change, dealer, advertUrl, hit } of changes) {
    const name = `${dealer} ${advertUrl}`;
    expect(seen.has(name)).toBe(false);
    seen.add(name);
    expect([name, result.has(name)]).toEqual([name, change !== 'entered']);
    if (hit === null) result.delete(name);
    else {
      const shown = shownOf(hit);
      if (change === 'changed') expect(shown).not.toBe(result.get(name));
      result.set(name, shown);
    }
  }
  return sorted(result);
}

function sorted(answer: Answer): (readonly [string, string])[] {
  return [...answer].sort(([a], [b]) => (a < b ? -1 : 1));
}
