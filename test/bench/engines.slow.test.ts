// The comparison of other engines' results, and failing engines. Engines need not be installed; installed in-process
// ones must return Forecourt's results on a small stock.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpus } from '../../bench/corpus/corpus.ts';
import { ReservoirSampler } from '../../bench/corpus/stock-source.ts';
import { drawQueries } from '../../bench/corpus/workload.ts';
import { DUCKDB } from '../../bench/engines/duckdb/duckdb.ts';
import type { EngineResult, OpenEngine, OtherEngine } from '../../bench/engines/engine.ts';
import { MINISEARCH } from '../../bench/engines/minisearch.ts';
import { ORAMA } from '../../bench/engines/orama.ts';
import { SQLITE } from '../../bench/engines/sqlite/sqlite.ts';
import { TANTIVY } from '../../bench/engines/tantivy/tantivy.ts';
import { ForecourtEngine, type Expected } from '../../bench/engines/forecourt.ts';
import { verifyResults } from '../../bench/engines/verify-results.ts';
import { Vocabulary } from '../../bench/engines/query-words.ts';
import { TaskProcess } from '../../bench/harness/process.ts';
import { runLimited } from '../../bench/performance/other-engines.ts';
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import type { SearchQuery } from '../../src/query/search-query.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'forecourt-engines-test-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const result = (total: number, ...ids: string[]): EngineResult => ({ total, ids: ids });

/** An engine that gives one answer to everything. */
function engine(given: EngineResult, changes: Partial<OtherEngine> = {}): [OtherEngine, OpenEngine] {
  const open: OpenEngine = {
    load: () => Promise.resolve(),
    search: () => Promise.resolve(given),
    bytes: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  return [
    {
      name: 'Abacus',
      find: () => Promise.resolve({ isAvailable: true, version: '1' }),
      unsupported: () => undefined,
      open: () => Promise.resolve(open),
      ...changes,
    },
    open,
  ];
}

const knows =
  (right: EngineResult, hasEveryWord = true) =>
  (): Expected => ({ ...right, hasEveryWord });

const CHEAPEST: SearchQuery = { sort: 'price_asc', page: 1 };
const RELEVANT: SearchQuery = { q: 'red golf', sort: 'relevance', page: 1 };

describe("a comparison with Forecourt's answers", () => {
  it('finds nothing where total and page are the same', async () => {
    const agreement = await verifyResults(...engine(result(2, 'a', 'b')), knows(result(2, 'a', 'b')), [
      CHEAPEST,
    ]);
    expect(agreement).toEqual({ compared: 1, unsupported: [], disagreements: [] });
  });

  it('says what is different: the total, the size of the page, or the place of a listing', async () => {
    const right = knows(result(2, 'a', 'b'));
    const given = [result(3, 'a', 'b'), result(2, 'a'), result(2, 'b', 'a')];
    const said = given.map(
      async (wrong) => (await verifyResults(...engine(wrong), right, [CHEAPEST])).disagreements,
    );
    expect(await Promise.all(said)).toEqual([
      ['Abacus: sort=price_asc&page=1: finds 3 listings instead of 2'],
      ['Abacus: sort=price_asc&page=1: shows 1 listings on the page instead of 2'],
      ["Abacus: sort=price_asc&page=1: shows 'b' in place 1 instead of 'a'"],
    ]);
  });

  it('leaves it to each engine what is relevant, but not how much is found', async () => {
    const right = knows(result(2, 'a', 'b'));
    const other = await verifyResults(...engine(result(2, 'b', 'a')), right, [RELEVANT]);
    expect(other).toEqual({ compared: 1, unsupported: [], disagreements: [] });
    const less = await verifyResults(...engine(result(1, 'a')), right, [RELEVANT]);
    expect(less.disagreements).toHaveLength(1);
  });

  it('expects nothing where a word is mistyped', async () => {
    const agreement = await verifyResults(...engine(result(0)), knows(result(2, 'a', 'b'), false), [
      RELEVANT,
    ]);
    expect(agreement).toEqual({ compared: 0, unsupported: [], disagreements: [] });
  });

  it('expects no more than the engine promises', async () => {
    const right = knows(result(2, 'a', 'b'));
    const total = engine(result(2, 'b', 'a'), { comparable: () => 'total' });
    expect(await verifyResults(...total, right, [CHEAPEST])).toMatchObject({
      compared: 1,
      disagreements: [],
    });
    const nothing = engine(result(9), { comparable: () => 'nothing' });
    expect(await verifyResults(...nothing, right, [CHEAPEST])).toMatchObject({
      compared: 0,
      disagreements: [],
    });
  });

  it('asks nothing that is refused, and gives each reason once', async () => {
    const reader = engine(result(9), {
      unsupported: ({ q }) => (q === undefined ? undefined : 'it cannot read'),
    });
    const agreement = await verifyResults(...reader, knows(result(2, 'a', 'b')), [RELEVANT, RELEVANT]);
    expect(agreement).toEqual({ compared: 0, unsupported: ['it cannot read'], disagreements: [] });
  });
});

describe("another engine's process", () => {
  const LIMITS = { seconds: 60, heapMegabytes: 64 };
  const program = (source: string) => {
    const path = join(folder, `${source.length}.mjs`);
    writeFileSync(path, source);
    return new TaskProcess<number, number>(pathToFileURL(path).href);
  };

  it('gives back what it found', async () => {
    const child = program("process.on('message', ({ task }) => process.send({ result: task + 1 }));");
    expect(await runLimited(child, 41, LIMITS)).toEqual({ result: 42 });
  });

  it('is ended when its time is over', async () => {
    const child = program("process.on('message', () => {});");
    expect(await runLimited(child, 0, { ...LIMITS, seconds: 0.5 })).toEqual({
      failed: 'took longer than the limit of 1 minutes',
    });
  });

  it('is out of memory where the system kills it, as it does when there is none left', async () => {
    const child = program("process.on('message', () => process.kill(process.pid, 'SIGKILL'));");
    expect(await runLimited(child, 0, LIMITS)).toEqual({ failed: 'ran out of memory (a heap of 1 GB)' });
  });

  it('may fail, and says how in one line', async () => {
    const child = program("process.on('message', () => process.send({ error: 'Error: no\\n  at once' }));");
    expect(await runLimited(child, 0, LIMITS)).toEqual({ failed: 'Error: no' });
  });
});

describe('a vocabulary', () => {
  const vocabulary = new Vocabulary(['gold', 'golden', 'golf', 'polo', 'vw']);
  const requested = (word: string, isPrefix: boolean) => ({
    word,
    spellings: [word],
    isPrefix,
    isFuzzy: true,
  });
  const words = (word: string, isPrefix: boolean): string[] =>
    vocabulary.termsOf(requested(word, isPrefix)).map((term) => term.word).sort(); // prettier-ignore

  it('has a word as it is, and as a beginning where it is completed', () => {
    expect(words('gold', false)).toEqual(['gold']);
    expect(words('gol', true)).toEqual(['gold', 'golden', 'golf']);
  });

  it('has similar words only where it has none', () => {
    expect(words('glof', false)).toEqual(['golf']);
    expect(vocabulary.has(requested('glof', false))).toBe(false);
    expect(vocabulary.has(requested('gol', true))).toBe(true);
  });
});

// Engines are optional: those that are not installed have no test that could be missed.
const installed = [];
for (const engine of [SQLITE, DUCKDB, TANTIVY, ORAMA, MINISEARCH]) {
  if ((await engine.find()).isAvailable) installed.push(engine);
  else process.stderr.write(`${engine.name} is not installed, so its results are not compared\n`);
}

describe.each(installed)('$name', (engine) => {
  it('finds what Forecourt finds, as far as it supports the query', async () => {
    const gazetteer = loadGazetteer();
    const listings = [...corpus({ size: 400, seed: 3 })];
    const sampler = new ReservoirSampler(3);
    for (const listing of listings) sampler.add(listing);
    const queries = drawQueries(sampler.sample(gazetteer), 5, 3)
      .flatMap(({ queries }) => queries)
      .map((pairs) => parseQuery(pairs, gazetteer).query);
    const place = mkdtempSync(join(folder, 'engine-'));
    const open = await engine.open(place);
    try {
      await open.load(listings, gazetteer, () => undefined);
      const forecourt = new ForecourtEngine(listings, gazetteer);
      const { compared, disagreements } = await verifyResults(
        engine,
        open,
        (query) => forecourt.expect(query),
        queries,
      );
      expect(disagreements).toEqual([]);
      expect(compared).toBeGreaterThanOrEqual(5);
    } finally {
      await open.close();
    }
  });
});
