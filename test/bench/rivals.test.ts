// What is expected of other engines' answers, and what becomes of an engine that fails. No rival has to be installed;
// those that are, and that live in this process, must answer a small stock as Forecourt does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpus } from '../../bench/corpus.ts';
import { inRivalChild } from '../../bench/parts/rival-child.ts';
import { compareAnswers, type Reference } from '../../bench/rivals/agree.ts';
import { DUCKDB } from '../../bench/rivals/duckdb/duckdb-rival.ts';
import { MINISEARCH } from '../../bench/rivals/minisearch/minisearch-rival.ts';
import { ORAMA } from '../../bench/rivals/orama/orama-rival.ts';
import { OwnAnswers } from '../../bench/rivals/own-answers.ts';
import type { OpenRival, Rival, RivalAnswer } from '../../bench/rivals/rival.ts';
import { SQLITE } from '../../bench/rivals/sqlite/sqlite-rival.ts';
import { Vocabulary } from '../../bench/rivals/vocabulary.ts';
import { Sampler } from '../../bench/sample.ts';
import { drawQuestions } from '../../bench/workload.ts';
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { parseQuery } from '../../src/listing/parse-query.ts';
import type { SearchQuery } from '../../src/listing/search-query.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'forecourt-rivals-test-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const answer = (total: number, ...ids: string[]): RivalAnswer => ({ total, ids: ids });

/** An engine that gives one answer to everything. */
function engine(given: RivalAnswer, rival: Partial<Rival> = {}): [Rival, OpenRival] {
  const open: OpenRival = {
    load: () => Promise.resolve(),
    ask: () => Promise.resolve(given),
    bytes: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  return [
    {
      name: 'Abacus',
      find: () => Promise.resolve({ found: true, version: '1' }),
      refuses: () => undefined,
      open: () => Promise.resolve(open),
      ...rival,
    },
    open,
  ];
}

const knows = (right: RivalAnswer, everyWord = true): Reference => ({
  ask: () => right,
  hasEveryWord: () => everyWord,
});

const CHEAPEST: SearchQuery = { sort: 'price_asc', page: 1 };
const RELEVANT: SearchQuery = { q: 'red golf', sort: 'relevance', page: 1 };

describe("a comparison with Forecourt's answers", () => {
  it('finds nothing where total and page are the same', async () => {
    const agreement = await compareAnswers(...engine(answer(2, 'a', 'b')), knows(answer(2, 'a', 'b')), [
      CHEAPEST,
    ]);
    expect(agreement).toEqual({ compared: 1, refusals: [], disagreements: [] });
  });

  it('says what is different: the total, the size of the page, or the place of a listing', async () => {
    const right = knows(answer(2, 'a', 'b'));
    const given = [answer(3, 'a', 'b'), answer(2, 'a'), answer(2, 'b', 'a')];
    const said = given.map(
      async (wrong) => (await compareAnswers(...engine(wrong), right, [CHEAPEST])).disagreements,
    );
    expect(await Promise.all(said)).toEqual([
      ['Abacus: sort=price_asc&page=1: finds 3 listings instead of 2'],
      ['Abacus: sort=price_asc&page=1: shows 1 listings on the page instead of 2'],
      ["Abacus: sort=price_asc&page=1: shows 'b' in place 1 instead of 'a'"],
    ]);
  });

  it('leaves it to each engine what is relevant, but not how much is found', async () => {
    const right = knows(answer(2, 'a', 'b'));
    const other = await compareAnswers(...engine(answer(2, 'b', 'a')), right, [RELEVANT]);
    expect(other).toEqual({ compared: 1, refusals: [], disagreements: [] });
    const less = await compareAnswers(...engine(answer(1, 'a')), right, [RELEVANT]);
    expect(less.disagreements).toHaveLength(1);
  });

  it('expects nothing where a word is mistyped', async () => {
    const agreement = await compareAnswers(...engine(answer(0)), knows(answer(2, 'a', 'b'), false), [
      RELEVANT,
    ]);
    expect(agreement).toEqual({ compared: 0, refusals: [], disagreements: [] });
  });

  it('expects no more than the engine promises', async () => {
    const right = knows(answer(2, 'a', 'b'));
    const total = engine(answer(2, 'b', 'a'), { comparable: () => 'total' });
    expect(await compareAnswers(...total, right, [CHEAPEST])).toMatchObject({
      compared: 1,
      disagreements: [],
    });
    const nothing = engine(answer(9), { comparable: () => 'nothing' });
    expect(await compareAnswers(...nothing, right, [CHEAPEST])).toMatchObject({
      compared: 0,
      disagreements: [],
    });
  });

  it('asks nothing that is refused, and gives each reason once', async () => {
    const rival = engine(answer(9), { refuses: ({ q }) => (q === undefined ? undefined : 'it cannot read') });
    const agreement = await compareAnswers(...rival, knows(answer(2, 'a', 'b')), [RELEVANT, RELEVANT]);
    expect(agreement).toEqual({ compared: 0, refusals: ['it cannot read'], disagreements: [] });
  });
});

describe("a rival's process", () => {
  const LIMITS = { seconds: 60, heapMegabytes: 64 };
  const program = (source: string) => {
    const path = join(folder, `${source.length}.mjs`);
    writeFileSync(path, source);
    return pathToFileURL(path);
  };

  it('gives back what it found', async () => {
    const file = program("process.on('message', ({ task }) => process.send({ result: task + 1 }));");
    expect(await inRivalChild(file, 41, LIMITS)).toEqual({ result: 42 });
  });

  it('is ended when its time is over', async () => {
    const file = program("process.on('message', () => {});");
    expect(await inRivalChild(file, 0, { ...LIMITS, seconds: 0.5 })).toEqual({
      failed: 'took longer than the 1 minutes that it is given',
    });
  });

  it('is out of memory where the system kills it, as it does when there is none left', async () => {
    const file = program("process.on('message', () => process.kill(process.pid, 'SIGKILL'));");
    expect(await inRivalChild(file, 0, LIMITS)).toEqual({ failed: 'ran out of memory (a heap of 1 GB)' });
  });

  it('may fail, and says how in one line', async () => {
    const file = program("process.on('message', () => process.send({ error: 'Error: no\\n  at once' }));");
    expect(await inRivalChild(file, 0, LIMITS)).toEqual({ failed: 'Error: no' });
  });
});

describe('a vocabulary', () => {
  const vocabulary = new Vocabulary(['gold', 'golden', 'golf', 'polo', 'vw']);
  const asked = (word: string, completed: boolean) => ({
    word,
    spellings: [word],
    completed,
    correctable: true,
  });
  const words = (word: string, completed: boolean): string[] =>
    vocabulary.termsOf(asked(word, completed)).map((term) => term.word).sort(); // prettier-ignore

  it('has a word as it is, and as a beginning where it is completed', () => {
    expect(words('gold', false)).toEqual(['gold']);
    expect(words('gol', true)).toEqual(['gold', 'golden', 'golf']);
  });

  it('has similar words only where it has none', () => {
    expect(words('glof', false)).toEqual(['golf']);
    expect(vocabulary.has(asked('glof', false))).toBe(false);
    expect(vocabulary.has(asked('gol', true))).toBe(true);
  });
});

// Rivals are never needed: those that are not installed have no test that could be missed.
const installed = [];
for (const rival of [SQLITE, DUCKDB, ORAMA, MINISEARCH]) {
  if ((await rival.find()).found) installed.push(rival);
  else process.stderr.write(`${rival.name} is not installed, so its answers are not compared\n`);
}

describe.each(installed)('$name', (rival) => {
  it('answers as Forecourt does, as far as it can be asked', async () => {
    const gazetteer = loadGazetteer();
    const listings = [...corpus({ size: 400, seed: 3 })];
    const sampler = new Sampler(3);
    for (const listing of listings) sampler.add(listing);
    const queries = drawQuestions(sampler.sample(gazetteer), 5, 3)
      .flatMap(({ asked }) => asked)
      .map((pairs) => parseQuery(pairs, gazetteer).query);
    const place = mkdtempSync(join(folder, 'rival-'));
    const open = await rival.open(place);
    try {
      await open.load(listings, gazetteer, () => undefined);
      const own = new OwnAnswers(listings, gazetteer);
      const { compared, disagreements } = await compareAnswers(rival, open, own, queries);
      expect(disagreements).toEqual([]);
      expect(compared).toBeGreaterThanOrEqual(5);
    } finally {
      await open.close();
    }
  });
});
