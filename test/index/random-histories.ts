// Random histories of a stock whose searches are followed: imports, withdrawals, returns, adverts that move between dealers, restarts,
// rebuilds of the index, other tables of terms, postcodes that move, and a log that forgets. The answers are the model's, which knows
// neither states nor changes. SEED sets which histories.
import fc from 'fast-check';
import { expect } from 'vitest';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { advertUrlOfRecord, decodeRecord } from '../../src/listing/codec.ts';
import { listingKey, type ListingKey } from '../../src/listing/listing.ts';
import type { ExportedHit, ListingChange } from '../../src/stock/stock-changes.ts';
import { PER_PAGE, type Hit, type SearchQuery } from '../../src/query/search-query.ts';
import type { Cursor } from '../../src/search/cursor.ts';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import type { SearchService } from '../../src/search/search-service.ts';
import { postcodeTablePath } from '../../src/store/paths.ts';
import { openStore } from '../../src/store/store.ts';
import type { DataFolder } from '../support/data-folder.ts';
import type { ReferenceModel } from '../support/reference-model.ts';
import { ExpectedStock } from './expected-stock.ts';
import { anyLine, anyQueryString } from './random-stock.ts';

/** A line of a feed, at times with an advert that another dealer may list too, before or at the same time. */
const anyMovedLine = fc
  .tuple(anyLine, fc.option(fc.constantFrom('north.example', 'south.example'), { freq: 4, nil: undefined }))
  .map(([line, dealer]) =>
    dealer === undefined ? line : JSON.stringify({ ...(JSON.parse(line) as object), dealer }),
  );

const anyStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('import' as const),
      lines: fc.array(anyMovedLine, { minLength: 1, maxLength: 25 }),
      merge: fc.boolean(),
    }),
  },
  // The listings of an earlier import as they were then, or with other prices.
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('again' as const),
      nth: fc.nat(),
      price: fc.constantFrom(undefined, undefined, 4999, 5001),
    }),
  },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('follow' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('restart' as const),
      rebuilds: fc.boolean(),
      hasOwnTerms: fc.constantFrom(false, false, true),
    }),
  },
  // A withdrawal after which the log of changes keeps that many sequences.
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('trim' as const), nth: fc.nat(), keeps: fc.nat({ max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('postcodes' as const),
      latitude: fc.constantFrom(51.5, 53.8, 53.9),
    }),
  },
);

function repriced(lines: readonly string[], price: number | undefined): readonly string[] {
  return price === undefined
    ? lines
    : lines.map((line) => JSON.stringify({ ...(JSON.parse(line) as object), price }));
}

/** By dealer and advert, what is shown of each match. */
type Answer = ReadonlyMap<string, string>;

interface Known {
  readonly query: SearchQuery;
  readonly cursor: Cursor;
  readonly answer: Answer;
}

/** A stock whose searches are followed. */
export interface FollowedStock {
  readonly folder: DataFolder;
  /**
   * A search backend on the folder's stock, as after a restart. `rebuilds`: its index is made again. `hasOwnTerms`: with tables that
   * read all texts as the others do, but are another version.
   */
  open(options: { readonly rebuilds: boolean; readonly hasOwnTerms: boolean }): Promise<SearchBackend>;
  /** Searches show what the folder has. */
  catchUp(search: SearchBackend): Promise<void>;
  remove(): Promise<void>;
}

export interface Histories {
  readonly runs: number;
  readonly searches: number;
  /** Each kind of entry and refusal must be met more often. */
  readonly atLeast: number;
  /** Whether the stock may be followed before its first import. */
  readonly startsEmpty: boolean;
}

/** Rejects if the matches of an earlier state and the changes are not the matches of now, in some random history. */
export async function holdInHistories(
  makeStock: () => FollowedStock,
  { runs, searches, atLeast, startsEmpty }: Histories,
): Promise<void> {
  const counts = { entered: 0, left: 0, changed: 0, unchanged: 0, paged: 0, expired: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 5, maxLength: 12 }),
      fc.array(anyQueryString, { minLength: searches, maxLength: searches }),
      fc.integer({ min: 1, max: 12 }),
      async (steps, texts, limit) => {
        const stock = makeStock();
        const { folder } = stock;
        const expected = new ExpectedStock();
        let gazetteer = loadGazetteer();
        /** The first sequence whose state is known. */
        let floor = 0;
        try {
          let search = await stock.open({ rebuilds: false, hasOwnTerms: false });
          const known: Known[] = [];
          const imported: (readonly string[])[] = [];
          let isFollowed = startsEmpty;
          for (const step of [...steps, { does: 'follow' as const }]) {
            if (step.does === 'import' || step.does === 'again') {
              const { lines, merge } =
                step.does === 'import'
                  ? step
                  : { lines: repriced(imported[step.nth % imported.length] ?? [], step.price), merge: true };
              if (lines.length === 0) continue;
              await folder.import(lines, { merge, force: true });
              await expected.import(lines, { merge });
              imported.push(lines);
              isFollowed = true;
            } else if (step.does === 'restart') search = await stock.open(step);
            else if (step.does === 'trim') {
              const key = expected.withdraw(step.nth);
              if (key !== undefined) floor = Math.max(floor, await trim(folder, key, step.keeps));
            } else if (step.does === 'postcodes') {
              await folder.importPostcodes(`pcds,lat,long\nLS1 4AP,${step.latitude},-1.5478\n`);
              gazetteer = loadGazetteer(postcodeTablePath(folder.path));
            } else if (isFollowed) {
              await stock.catchUp(search);
              await follow(search.service, expected.model(gazetteer), known, floor);
            }
          }
        } finally {
          await stock.remove();
        }

        async function follow(
          service: SearchService,
          model: ReferenceModel,
          known: Known[],
          oldest: number,
        ): Promise<void> {
          for (const text of texts) {
            const { query } = service.parse([...new URLSearchParams(text)]);
            const now = await answerOf(model, query);
            const { cursor } = await service.changes(query, undefined, limit);
            for (const earlier of known.filter(({ query: other }) => sameSearch(other, query))) {
              const found = await allChanges(service, earlier, limit);
              if (isExpired(earlier, cursor, oldest)) {
                if (found !== 'expired') breach('has changes since a state that is not known');
                counts.expired += 1;
                continue;
              }
              if (found === 'expired') breach('has no changes since a state that is known');
              const { changes, cursor: end, pages } = found;
              expect(end.state).toEqual(cursor.state);
              compare(applied(earlier.answer, changes), now);
              for (const { change } of changes) counts[change] += 1;
              if (changes.length === 0) counts.unchanged += 1;
              if (pages > 1) counts.paged += 1;
            }
            known.push({ query, cursor, answer: now });
          }
        }
      },
    ),
    {
      numRuns: runs,
      seed: Number(process.env['SEED'] ?? 20261124),
      endOnFailure: process.env['FAULT'] !== undefined,
      includeErrorInReport: true,
    },
  );
  for (const [name, count] of Object.entries(counts)) expect([name, count > atLeast]).toEqual([name, true]);
}

/** Withdraws a listing, and forgets all but the last changes. Returns the first sequence whose state is known. */
async function trim({ path }: DataFolder, key: ListingKey, keeps: number): Promise<number> {
  const retention = { keys: Infinity, sequences: keeps + 1 };
  const store = openStore(path, { mode: 'write', changeLogRetention: retention });
  try {
    await store.write((transaction) => transaction.withdraw(key));
    return Math.max(0, store.sequence - retention.sequences);
  } finally {
    await store.close();
  }
}

/**
 * The log no longer has it, its texts were read by other tables, or the search measures from a place that the postcode tables may have
 * moved.
 */
function isExpired({ query, cursor: { state } }: Known, now: Cursor, oldest: number): boolean {
  const hasPlaces = query.center !== undefined || query.cells !== undefined;
  const hasMoved = hasPlaces && state.placesVersion !== now.state.placesVersion;
  return state.sequence < oldest || state.indexFormat !== now.state.indexFormat || hasMoved;
}

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
    const found = await service.changes(query, cursor, limit).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'cursor_expired')
        return 'expired' as const;
      throw error;
    });
    if (found === 'expired') return found;
    changes.push(...found.changes);
    ({ cursor } = found);
    if (!found.more) return { changes, cursor, pages };
    expect(found.changes).toHaveLength(limit);
  }
}

/** How a list of changes can be wrong. */
export type Breach =
  | 'has changes since a state that is not known'
  | 'has no changes since a state that is known'
  | 'has two entries of one listing'
  | 'has an entry that does not follow from the earlier matches'
  | 'has an entry of a listing that is shown as before'
  | 'keeps a listing that left'
  | 'lacks a listing that entered'
  | 'shows a listing as it was';

function breach(which: Breach, name = ''): never {
  throw new Error(`The list of changes ${which}. ${name}`);
}

function applied(answer: Answer, changes: readonly ListingChange[]): Answer {
  const result = new Map(answer);
  const seen = new Set<string>();
  for (const { change, dealer, advertUrl, hit } of changes) {
    const name = `${dealer} ${advertUrl}`;
    if (seen.has(name)) breach('has two entries of one listing', name);
    seen.add(name);
    if (result.has(name) !== (change !== 'entered') || (hit === null) !== (change === 'left'))
      breach('has an entry that does not follow from the earlier matches', `${change} ${name}`);
    if (hit === null) result.delete(name);
    else {
      const shown = shownOf(hit);
      if (change === 'changed' && shown === result.get(name))
        breach('has an entry of a listing that is shown as before', name);
      result.set(name, shown);
    }
  }
  return result;
}

function compare(result: Answer, now: Answer): void {
  for (const name of result.keys()) if (!now.has(name)) breach('keeps a listing that left', name);
  for (const [name, shown] of now) {
    if (!result.has(name)) breach('lacks a listing that entered', name);
    if (result.get(name) !== shown) breach('shows a listing as it was', name);
  }
}
