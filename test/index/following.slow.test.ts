// The index follows its folder: from nothing, through imports and new postcode tables, and while it is searched.
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { postcodeTablePath } from '../../src/store/paths.ts';
import { openEmbeddedBackend, type SearchBackend } from '../../src/search/search-backend.ts';
import type { Hit, SearchQuery, SearchResult } from '../../src/query/search-query.ts';
import { DataFolder } from '../support/data-folder.ts';
import { STOCK_LINES, UNIT_POSTCODES } from '../support/fixtures.ts';
import { ExpectedStock } from './expected-stock.ts';
import { anyQueryString, anyLine } from './random-stock.ts';

let folder: DataFolder;
beforeEach(() => {
  folder = new DataFolder();
});
afterEach(() => folder.remove());

function queryOf(search: SearchBackend, sendRequest: string): SearchQuery {
  return search.service.parse([...new URLSearchParams(sendRequest)]).query;
}

async function namesFor(search: SearchBackend, sendRequest: string): Promise<string[]> {
  const { hits } = await search.service.search(queryOf(search, sendRequest));
  return hits.map(({ id }) => id);
}

/** Hits of the index read what adverts state when they are asked; those of the model have it. */
function plain({ total, hits, corrections }: SearchResult): SearchResult {
  const read = ({ dealer, id, record, stated, distanceKm }: Hit): Hit => ({
    dealer,
    id,
    record,
    stated,
    distanceKm,
  });
  return { total, hits: hits.map(read), ...(corrections && { corrections }) };
}

describe('from nothing', () => {
  it('a folder without stock is ready, and searches find nothing', async () => {
    const search = openEmbeddedBackend(folder.path, { threads: false });
    expect(search.isReady).toBe(false);
    await search.catchUp();
    expect(search.isReady).toBe(true);
    expect(search.service.index.size).toBe(0);
    const query = queryOf(search, 'q=golf&location=SW1A+1AA&distance=3&sort=distance');
    expect(await search.service.search(query)).toEqual({ total: 0, hits: [] });
    await search.close();
  });

  it('a folder and its stock may be created after opening', async () => {
    const path = join(folder.path, 'later');
    const search = openEmbeddedBackend(path, { threads: false });
    await search.catchUp();
    const { version } = search.service;
    // It belongs to this test alone, so it is made by its own import.
    const later = new DataFolder(path);
    await later.import(STOCK_LINES, { merge: false });
    expect(await namesFor(search, 'make=skoda')).toEqual([]);
    await search.catchUp();
    expect(await namesFor(search, 'make=skoda')).toEqual(['fabia', 'octavia']);
    expect(search.service.version).not.toBe(version);
    await search.close();
  });

  it('the event loop has turns while a large stock is indexed', async () => {
    const search = await folder.open();
    const line = JSON.parse(STOCK_LINES[0]) as object;
    const lines = Array.from({ length: 5000 }, (_, n) =>
      JSON.stringify({
        ...line,
        id: `n${n}`,
        advert_url: `https://adverts.example/n${n}`,
        // Words of their own, so that taking over the index is worth more than one turn.
        full_description: Array.from({ length: 20 }, (_, i) => `word${n}x${i}`).join(' '),
      }),
    );
    await folder.import(lines, { merge: false });
    let turns = 0;
    let isReady = false;
    const countTurns = (): void => {
      turns++;
      if (!isReady) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await search.catchUp();
    isReady = true;
    expect(turns).toBeGreaterThan(2);
    expect(search.service.index.size).toBe(5000);
    await search.close();
  });

  it('what a whole import withdraws is no longer found', async () => {
    const search = await folder.open();
    await folder.import(STOCK_LINES, { merge: false });
    await search.catchUp();
    const lagan = STOCK_LINES.filter((line) => line.includes('lagan-motors'));
    await folder.import(lagan.slice(0, 1), { merge: false });
    await search.catchUp();
    expect(await namesFor(search, 'dealer=lagan-motors.example')).toEqual(['octavia']);
    expect(search.service.index.size).toBe(48);
  });
});

describe('a table of unit postcodes', () => {
  const ASK = 'model=yaris&sort=distance&location=LS1+4';

  it('is loaded, and moves every listing', async () => {
    const search = await folder.open();
    await folder.import(STOCK_LINES, { merge: false });
    await search.catchUp();
    const { version } = search.service;
    expect(await namesFor(search, ASK)).toEqual([
      'at-sector',
      'at-unit',
      'at-coordinates',
      'at-district',
      'nowhere',
    ]);
    const ZZ9 = 'pcds,lat,long\nLS1 4AP,53.7965,-1.5478\nLS1 4ZZ,53.9,-1.5478\n';
    await folder.importPostcodes(ZZ9);
    await search.catchUp();
    expect(await namesFor(search, ASK)).toEqual([
      'at-unit',
      'at-sector',
      'at-coordinates',
      'at-district',
      'nowhere',
    ]);
    expect(search.service.version).not.toBe(version);
  });

  it('has a version of its own, before and after', async () => {
    const search = await folder.open();
    await folder.import(STOCK_LINES, { merge: false });
    await search.catchUp();
    const query = queryOf(search, ASK);
    const responses = new Map<string, unknown>();
    const sendRequest = async (): Promise<void> => {
      const { version } = search.service;
      const response = await search.service.search(query);
      if (search.service.version !== version) return;
      if (responses.has(version)) expect(responses.get(version)).toEqual(response);
      responses.set(version, response);
    };
    await sendRequest();
    await folder.importPostcodes(UNIT_POSTCODES);
    await sendRequest();
    const caughtUp = search.catchUp();
    await sendRequest();
    await caughtUp;
    await sendRequest();
    expect(responses.size).toBeGreaterThan(1);
  });
});

describe.each([
  ['building on the thread that searches', () => folder.open()],
  ['building on a thread of its own', () => folder.openWithThread()],
])('%s', (_title, open) => {
  it('shows a single state of the stock to every search, finally the newest', async () => {
    const gazetteer = loadGazetteer(postcodeTablePath(folder.path));
    const asks = fc.sample(anyQueryString, { numRuns: 40, seed: 11 });
    const runs = fc.sample(fc.array(anyLine, { minLength: 5, maxLength: 25 }), { numRuns: 40, seed: 12 });
    const search = await open();
    const expected = new ExpectedStock();
    await search.catchUp();
    let before = expected.model(gazetteer);
    let during = 0;
    for (const [number, lines] of runs.entries()) {
      const merge = number % 3 !== 0;
      await expected.import(lines, { merge });
      const after = expected.model(gazetteer);
      const query = queryOf(search, asks[number]);
      const [earlier, later] = [await before.search(query), await after.search(query)];

      const imported = folder.import(lines, { merge });
      expect(plain(await search.service.search(query))).toEqual(earlier);
      await imported;
      expect(plain(await search.service.search(query))).toEqual(earlier);
      let isOver = false;
      const caughtUp = search.catchUp().finally(() => (isOver = true));
      while (!isOver) {
        expect([earlier, later]).toContainEqual(plain(await search.service.search(query)));
        during += 1;
        await new Promise((resume) => setImmediate(resume));
      }
      await caughtUp;
      expect(plain(await search.service.search(query))).toEqual(later);
      before = after;
    }
    expect(during).toBeGreaterThanOrEqual(runs.length);
  });
});
