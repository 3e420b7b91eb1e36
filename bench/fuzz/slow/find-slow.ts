// Searches for the slowest input of each endpoint: from usual and odd requests on, it changes the slowest so far and keeps
// what is slower.
import { Random } from '../../../src/demo/random.ts';
import { openStore } from '../../../src/store/store.ts';
import { corpusSource, feedSource } from '../../corpus/stock-source.ts';
import { logProgress } from '../../harness/command.ts';
import { importFeed, PROJECT, Server, UNLIMITED_QUEUE } from '../../harness/server.ts';
import { median } from '../../harness/statistics.ts';
import { CpuMeter } from './cpu-meter.ts';
import { mutateInput } from './mutate-input.ts';
import { slowEndpoints, type SlowEndpoint, type StockWords } from './slow-endpoints.ts';
import { renderInput, showInput, type SlowInput } from './slow-input.ts';
import { wordPools } from './word-pools.ts';

export interface SlowOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly listings: number;
  /** Names of endpoints, or their beginnings; none: all. */
  readonly endpoints: readonly string[];
  readonly feed: string | undefined;
  readonly folder: string;
}

export interface SlowResult {
  readonly endpoint: string;
  /** Medians of CPU time in milliseconds. */
  readonly usualMs: number;
  readonly slowestMs: number;
  readonly limitMs: number;
  readonly slowest: SlowInput;
  readonly status: number;
  readonly tried: number;
}

const LIMIT_MS = 5;
const LIMIT_RATIO = 5;
/** How many of the slowest are changed. */
const KEPT = 8;
const USUAL_ROUNDS = 5;
const CONFIRMATIONS = 2;
const FINAL_RUNS = 9;
/** The first requests of a process are slow, whatever they ask. */
const WARM_UP_ROUNDS = 4;

/** Imports the stock into `folder`, and searches on a real server. */
export async function findSlowInputs(options: SlowOptions): Promise<SlowResult[]> {
  const { seed, listings, feed, folder } = options;
  const source = feed === undefined ? corpusSource(`${listings}`, listings, seed) : feedSource(feed, seed);
  const prepared = await source.prepare(folder);
  const data = `${folder}/slow-data`;
  await importFeed(PROJECT, prepared.feed, data);
  return searchOn(data, options);
}

/** The same on a data folder. */
async function searchOn(
  data: string,
  options: Pick<SlowOptions, 'seconds' | 'seed' | 'endpoints'>,
): Promise<SlowResult[]> {
  const stock = await stockWords(data);
  const server = await Server.start(data, { environment: UNLIMITED_QUEUE });
  try {
    return await searchAll(server, stock, options);
  } finally {
    await server.stop();
  }
}

async function stockWords(data: string): Promise<StockWords> {
  const store = openStore(data, { mode: 'read' });
  const [adverts, dealers]: [string[], Set<string>] = [[], new Set()];
  for (const { advertUrl, dealer } of store.listings()) {
    adverts.push(advertUrl);
    dealers.add(dealer);
  }
  await store.close();
  return { adverts, dealers: [...dealers] };
}

async function searchAll(
  server: Server,
  stock: StockWords,
  { seconds, seed, endpoints }: Pick<SlowOptions, 'seconds' | 'seed' | 'endpoints'>,
): Promise<SlowResult[]> {
  const chosen = slowEndpoints(stock).filter(
    ({ name }) => endpoints.length === 0 || endpoints.some((start) => name.startsWith(start)),
  );
  if (chosen.length === 0) throw new Error(`no endpoint is named '${endpoints.join(',')}'`);
  const search = new SlowSearch(server, stock, seed);
  try {
    await search.warmUp(chosen);
    const results: SlowResult[] = [];
    for (const endpoint of chosen) {
      results.push(await search.run(endpoint, seconds / chosen.length));
      logProgress(resultLine(results[results.length - 1]));
    }
    return results;
  } finally {
    search.close();
  }
}

interface Measured {
  readonly input: SlowInput;
  readonly cpuMs: number;
  readonly status: number;
}

class SlowSearch {
  readonly #meter: CpuMeter;
  readonly #stock: StockWords;
  readonly #random: Random;
  readonly #pools = wordPools();
  #run = 0;

  constructor(server: Server, stock: StockWords, seed: number) {
    this.#meter = new CpuMeter(server.pid, server.port);
    this.#stock = stock;
    this.#random = new Random(seed);
  }

  async warmUp(endpoints: readonly SlowEndpoint[]): Promise<void> {
    for (let round = 0; round < WARM_UP_ROUNDS; round++)
      for (const endpoint of endpoints)
        for (const input of endpoint.usual) await this.#measure(endpoint, input, 1);
  }

  async run(endpoint: SlowEndpoint, seconds: number): Promise<SlowResult> {
    const end = performance.now() + seconds * 1000;
    const usual: Measured[] = [];
    for (const input of endpoint.usual) usual.push(await this.#measure(endpoint, input, USUAL_ROUNDS));
    const usualMs = median(usual.map(({ cpuMs }) => cpuMs));
    let slowest = this.#kept(usual);
    let tried = 0;
    const consider = async (input: SlowInput): Promise<void> => {
      tried += 1;
      const first = await this.#measure(endpoint, input, 1);
      const bar = slowest.length < KEPT ? 0 : slowest[slowest.length - 1].cpuMs;
      if (first.cpuMs < bar) return;
      const more = await this.#measure(endpoint, input, CONFIRMATIONS);
      slowest = this.#kept([...slowest, { ...more, cpuMs: Math.min(first.cpuMs, more.cpuMs) }]);
    };
    for (const input of endpoint.odd) await consider(input);
    while (performance.now() < end) {
      const random = this.#random;
      const rank = Math.floor(random.fraction() ** 2 * slowest.length);
      const [parent, other] = [slowest[rank], random.pick(slowest)];
      const mutation = { endpoint, stock: this.#stock, pools: this.#pools, random };
      await consider(mutateInput(parent.input, other.input, mutation));
    }
    const finals: Measured[] = [];
    for (const { input } of slowest.slice(0, 3))
      finals.push(await this.#measure(endpoint, input, FINAL_RUNS));
    const [found] = this.#kept(finals);
    return {
      endpoint: endpoint.name,
      usualMs,
      slowestMs: found.cpuMs,
      limitMs: Math.max(LIMIT_MS, LIMIT_RATIO * usualMs),
      slowest: found.input,
      status: found.status,
      tried,
    };
  }

  close(): void {
    this.#meter.close();
  }

  /** The slowest, each once. */
  #kept(measured: readonly Measured[]): Measured[] {
    const byText = new Map(measured.map((one) => [showInput(one.input), one]));
    return [...byText.values()].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, KEPT);
  }

  /** The median of some runs. */
  async #measure(endpoint: SlowEndpoint, input: SlowInput, runs: number): Promise<Measured> {
    const times: number[] = [];
    let status = 0;
    for (let i = 0; i < runs; i++) {
      this.#run += 1;
      const sent = await this.#meter.measure(endpoint.request(renderInput(input, this.#run)));
      times.push(sent.cpuMs);
      status = sent.status;
    }
    return { input, cpuMs: median(times), status };
  }
}

const MAX_SHOWN = 700;

/** One line for each endpoint, and the slowest input below it. */
export function slowLines(results: readonly SlowResult[]): string[] {
  return results.flatMap((result) => [resultLine(result), `    ${shown(result.slowest)}`]);
}

/** Endpoints beyond the limit. */
export function slowFailures(results: readonly SlowResult[]): string[] {
  return results
    .filter(({ slowestMs, limitMs }) => slowestMs > limitMs)
    .map(({ endpoint, slowestMs, limitMs, slowest }) => {
      const limit = `${limitMs.toFixed(1)} ms`;
      return `${endpoint}: ${slowestMs.toFixed(1)} ms of CPU time, more than ${limit}: ${shown(slowest)}`;
    });
}

function resultLine({ endpoint, usualMs, slowestMs, limitMs, status, tried }: SlowResult): string {
  const ratio = (slowestMs / usualMs).toFixed(1);
  return (
    `${endpoint.padEnd(24)} usual ${usualMs.toFixed(2)} ms, slowest ${slowestMs.toFixed(2)} ms ` +
    `(${ratio} times, status ${status}), limit ${limitMs.toFixed(1)} ms, ${tried} inputs tried`
  );
}

function shown(input: SlowInput): string {
  const text = showInput(input);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… ${text.length} characters` : text;
}
