// Results while nodes and writers are lost during an import, while all nodes are down and while one hangs: correct, or an error.
// `KILLS=20` kills at more moments of an import, `QUERIES=2000` tries more queries; `SEED=…` repeats a run.
import { get } from '../support/get.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { serverFor } from '../support/server.ts';
import { Problem } from '../../src/problem.ts';
import type { SearchBackend } from '../../src/search/search-backend.ts';
import { summarizeResult } from '../index/answers.ts';
import type { Cluster } from './cluster.ts';
import { ClusteredStock, type StockResponses } from './clustered-stock.ts';
import { onOwnCluster } from './on-cluster.ts';

const KILLS = Number(process.env['KILLS'] ?? 1);
const QUERIES = Number(process.env['QUERIES'] ?? 30);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
/** Each of these tests waits for several starts of nodes. */
const TIMEOUT_MS = 240_000;

onOwnCluster(`a cluster of which parts go at any moment (seed ${SEED})`, (cluster) => {
  async function stockOf(size: number): Promise<ClusteredStock> {
    const { urls } = cluster();
    const stock = await ClusteredStock.create({ urls, size, queries: QUERIES, seed: SEED });
    onTestFinished(() => stock.close());
    return stock;
  }

  it(
    `loses a node during an import (${KILLS} ×): results are correct, nothing is lost or duplicated`,
    { timeout: TIMEOUT_MS + KILLS * (120_000 + QUERIES * 200) },
    async () => {
      const random = randomFrom(SEED);
      const stock = await stockOf(6000);
      const startedAt = Date.now();
      await stock.publish();
      const usualMs = Date.now() - startedAt;
      const search = await stock.open();
      search.startPolling(() => undefined);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await cluster().untilGreen();
        const before = stock.right;
        await stock.change();
        const watch = new Watch(search, stock, before);
        const killing = pause(random() * usualMs).then(() => killAndReturn(cluster(), kill % 3));
        await stock.publish();
        await killing;
        await watch.untilChanged();
        await stock.expectRight(search);
        await stock.expectHeldOnce();
      }
    },
  );

  it(
    `loses its writer (${KILLS} ×): the next one continues, and nothing is duplicated`,
    { timeout: TIMEOUT_MS + KILLS * 60_000 },
    async () => {
      const random = randomFrom(SEED);
      const stock = await stockOf(3000);
      await stock.publish();
      const search = await stock.open();
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const before = stock.right;
        await stock.change();
        await killWriter(stock, random() * 1500);
        await search.catchUp();
        // The whole change, or nothing of it.
        expect([before, stock.right]).toContainEqual(await answersOf(search, stock));
        await stock.publish();
        await search.catchUp();
        await stock.expectRight(search);
        await stock.expectHeldOnce();
      }
    },
  );

  it(
    'is down: 503 with Retry-After, and correct results once it is back',
    { timeout: TIMEOUT_MS },
    async () => {
      const stock = await stockOf(300);
      await stock.publish();
      await cluster().untilGreen();
      const search = await stock.open();
      search.startPolling(() => undefined);
      const app = serverFor(search.service, { isReady: () => search.isReady });
      onTestFinished(() => app.close());
      expect((await get(app, '/api/v1/vehicles/?sort=price_asc')).status).toBe(200);
      // A new query each time, because the server caches responses until the stock changes.
      const sendRequest = () => get(app, '/api/v1/vehicles/?sort=price_desc');

      await Promise.all([0, 1, 2].map((node) => cluster().stopNode(node)));
      const rejected = await sendRequest();
      expect(rejected.status).toBe(503);
      expect(rejected.headers['retry-after']).toBe('5');
      expect(JSON.parse(String(rejected.body))).toMatchObject({ code: 'index_unavailable' });

      await Promise.all([0, 1, 2].map((node) => cluster().startNode(node)));
      await expect
        .poll(async () => (await sendRequest()).status, { timeout: 60_000, interval: 500 })
        .toBe(200);
      await stock.expectRight(search);
    },
  );

  it(
    'has a hanging node: results are correct or errors, and soon avoid it',
    { timeout: TIMEOUT_MS },
    async () => {
      const stock = await stockOf(300);
      await stock.publish();
      await cluster().untilGreen();
      const search = await stock.open();
      const watch = new Watch(search, stock, stock.right);
      cluster().suspendNode(2);
      try {
        await expect.poll(() => isAnswered(search, stock), { timeout: 120_000, interval: 500 }).toBe(true);
      } finally {
        cluster().resumeNode(2);
      }
      await cluster().untilGreen();
      await watch.end();
      await stock.expectRight(search);
    },
  );
});

/** Queries repeatedly while the stock changes: each result is that before or after the change, never before again. */
class Watch {
  readonly #search: SearchBackend;
  readonly #stock: ClusteredStock;
  readonly #before: StockResponses;
  readonly #watching: Promise<void>;
  #isOver = false;
  #seenAfter = false;

  constructor(search: SearchBackend, stock: ClusteredStock, before: StockResponses) {
    this.#search = search;
    this.#stock = stock;
    this.#before = before;
    this.#watching = this.#watch();
    // Reported to the caller that ends the watch.
    this.#watching.catch(() => undefined);
  }

  async untilChanged(): Promise<void> {
    await expect.poll(() => isAnswered(this.#search, this.#stock), { timeout: 60_000 }).toBe(true);
    await this.end();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      for (const [i, { sendRequest, query }] of this.#stock.queries.entries()) {
        if (this.#isOver) return;
        const response = await answerTo(this.#search, query);
        // An error is allowed, a wrong result is not.
        if (response === undefined) continue;
        const isBefore = isDeepStrictEqual(response, this.#before[i]);
        const isAfter = isDeepStrictEqual(response, this.#stock.right[i]);
        if (isBefore && !isAfter && this.#seenAfter)
          throw new Error(`${sendRequest} was answered from the past`);
        if (!isBefore && !isAfter)
          expect({ sendRequest, ...response }).toEqual({ sendRequest, ...this.#stock.right[i] });
        this.#seenAfter ||= isAfter && !isBefore;
      }
    }
  }
}

/** Whether all results match the current stock. */
async function isAnswered(search: SearchBackend, stock: ClusteredStock): Promise<boolean> {
  for (const [i, { query }] of stock.queries.entries()) {
    if (!isDeepStrictEqual(await answerTo(search, query), stock.right[i])) return false;
  }
  return true;
}

async function answersOf(search: SearchBackend, { queries }: ClusteredStock): Promise<StockResponses> {
  const responses = [];
  for (const { query } of queries) responses.push(summarizeResult(await search.service.search(query)));
  return responses;
}

/** Undefined if the cluster is unavailable. */
async function answerTo({ service }: SearchBackend, query: ClusteredStock['queries'][number]['query']) {
  try {
    return summarizeResult(await service.search(query));
  } catch (error) {
    if (error instanceof Problem && error.code === 'index_unavailable') return undefined;
    throw error;
  }
}

async function killAndReturn(cluster: Cluster, node: number): Promise<void> {
  await cluster.stopNode(node);
  await cluster.startNode(node);
}

/** Starts to publish, and kills the writer after a delay. */
async function killWriter({ folder, clusterOptions }: ClusteredStock, afterMs: number): Promise<void> {
  const script = fileURLToPath(new URL('publish-process.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, folder, clusterOptions.prefix, ...clusterOptions.urls],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  await Promise.race([pause(afterMs), ended]);
  child.kill('SIGKILL');
  await ended;
}

/** From 0 to 1, determined by the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
