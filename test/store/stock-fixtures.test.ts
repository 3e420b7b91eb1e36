// Every stock that a released version wrote is upgraded, searched, verified, and imported into. A change of the format without a
// step and a fixture of the format before it fails here (CONTRIBUTING.md, "Changing the stored form").
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listTokens } from '../../src/auth/tokens-file.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { stockStatus } from '../../src/stock-status.ts';
import { verifyFolder } from '../../src/maintenance/verify.ts';
import { VERSION } from '../../src/package-files.ts';
import { openEmbeddedBackend } from '../../src/search/search-backend.ts';
import { postcodeTablePath } from '../../src/store/paths.ts';
import { FORMAT } from '../../src/store/tables.ts';
import { stepsFrom } from '../../src/store/upgrade/format-steps.ts';
import { upgradeStock } from '../../src/store/upgrade/upgrade-stock.ts';
import { FILES } from '../fixtures/stocks/feeds.ts';
import { summarizeResult } from '../index/answers.ts';
import { stockQueries } from '../index/stock-queries.ts';
import { ReferenceModel } from '../support/reference-model.ts';
import { fixtureFormats, readFixture, unpackFixture } from '../support/stock-fixture.ts';
import { openStore } from '../../src/store/store.ts';
import { openReader } from './opened.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The format of the first fixture, by commit 157086a9. */
const FIRST = '5-1u1db1y';

/** The newest first. */
const RUNS = ['hand-2', 'market', 'west', 'hand-1'];

interface Status {
  readonly imports: readonly { readonly startedAt: string }[];
}

test('each format since the first has a step to the next and a fixture, up to today’s', () => {
  const steps = stepsFrom(FIRST) ?? [];
  expect([FIRST, ...steps.map(({ to }) => to)]).toEqual([...steps.map(({ from }) => from), FORMAT]);
  expect(fixtureFormats()).toEqual([...steps.map(({ from }) => from), FORMAT].sort());
});

describe.each(fixtureFormats())('a stock of format %s', (format) => {
  const fixture = readFixture(format);
  // Imports of format 7 store domains in punycode.
  const renamed = `${Number(format[0]) < 7 ? 'müller-autos' : 'xn--mller-autos-thb'}.example/renamed`;
  const upgraded = async (): Promise<string> => {
    const folder = temporaryFolder();
    unpackFixture(fixture, folder);
    await upgradeStock(folder);
    return folder;
  };

  test('is upgraded once, and keeps its status, owners, tokens and postcodes', async () => {
    const folder = temporaryFolder();
    unpackFixture(fixture, folder);
    const upgrade = await upgradeStock(folder);
    expect(upgrade?.to).toBe(format === FORMAT ? undefined : FORMAT);
    expect(await upgradeStock(folder)).toBeUndefined();
    const status = await stockStatus(folder);
    const before = fixture.answers['status'] as object;
    const writtenBy = upgrade === undefined ? {} : { writtenBy: VERSION };
    expect({ ...status, folder: 'data' }).toMatchObject({ ...before, ...writtenBy });
    expect(status.writtenBy).toMatch(/^\d+\.\d+\.\d+/);
    expect(status.dealers.map(({ dealer, feed }) => [dealer, feed])).toContainEqual([
      'east.example',
      'market',
    ]);
    const tokens = listTokens(folder).map(({ name, permissions }) => `${name}: ${permissions.join()}`);
    expect(tokens).toEqual(['Reader: search', 'Metrics: operate']);
    expect(loadGazetteer(postcodeTablePath(folder)).resolve('ZE1 0AA')).toMatchObject({
      point: { lat: 60.1547, lng: -1.1494 },
    });
    expect(existsSync(join(folder, 'upgrade'))).toBe(false);
  });

  test('is whole', async () => {
    const { findings, entries } = await verifyFolder(await upgraded(), { searches: true });
    expect({ findings, listings: entries['listings'] }).toEqual({ findings: [], listings: 42 });
  });

  test('is found as before, and as the model finds it', async () => {
    const folder = await upgraded();
    const listings = [...openReader(folder).listings()];
    const backend = openEmbeddedBackend(folder, { threads: false });
    onTestFinished(() => backend.close());
    await backend.catchUp();
    const model = new ReferenceModel(listings, loadGazetteer(postcodeTablePath(folder)));
    for (const request of stockQueries(listings, 100, 7)) {
      const { query } = backend.service.parse([...new URLSearchParams(request)]);
      const found = summarizeResult(await backend.service.search(query));
      expect({ request, ...found }).toEqual({ request, ...summarizeResult(await model.search(query)) });
    }
    const golf = listings.find(({ dealer, id }) => dealer === 'north.example' && id === 'N-7');
    expect(golf).toMatchObject({ model: 'Golf', priceGbp: 1006, arrivedAt: Date.UTC(2025, 7, 15, 10) });
  });

  test('goes on with its feeds: the same listings are unchanged, and keep the times of their changes', async () => {
    const folder = await upgraded();
    const keys = ['north.example/N-7', 'north.example/N-8', renamed, 'west.example/W1'];
    const feed = (text: string) => [{ name: 'hand.ndjson', source: fileWith(text) }];
    const times = await changeTimes(folder, keys);
    const later = FILES['hand-2.ndjson'];
    expect(await importFeeds(folder, feed(later), { merge: false })).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 26,
      withdrawn: 0,
    });
    expect(await changeTimes(folder, keys)).toEqual(times);
    const now = Date.parse('2031-01-01');
    const dearer = later.replace('"price":1006', '"price":1106');
    expect(await importFeeds(folder, feed(dearer), { merge: false, now: () => now })).toMatchObject({
      changed: 1,
      unchanged: 25,
    });
    expect(await changeTimes(folder, keys)).toEqual([now, ...times.slice(1)]);
  });

  test('knows when its listings changed last', async () => {
    const runs = (fixture.answers['status'] as Status).imports.map(({ startedAt }) => Date.parse(startedAt));
    const times = await changeTimes(await upgraded(), [
      'north.example/N-7',
      'north.example/N-8',
      renamed,
      'west.example/W1',
      'far-east.example/N-40',
    ]);
    // The change log of earlier versions takes its time a moment after the report: the run is the last that began by then.
    const runOf = (time = 0): string | undefined => RUNS[runs.findIndex((startedAt) => startedAt <= time)];
    expect(times.map(runOf)).toEqual(['hand-2', 'hand-1', 'hand-2', 'west', 'market']);
  });
});

/** When the listings changed last; undefined for unknown keys. */
async function changeTimes(folder: string, keys: readonly string[]): Promise<(number | undefined)[]> {
  const store = openStore(folder, { mode: 'read' });
  try {
    const snapshot = store.snapshot();
    const times = snapshot.getChangeTimes([...keys, 'west.example/none']);
    expect(times.pop()).toBeUndefined();
    return times;
  } finally {
    await store.close();
  }
}

function fileWith(text: string): string {
  const path = join(temporaryFolder(), 'feed.ndjson');
  writeFileSync(path, text);
  expect(readFileSync(path, 'utf8')).toBe(text);
  return path;
}
