// One soak: a real server pulls the changing feeds while others search, and everything that becomes visible is held
// against what was handed out. Gives back figures and faults; prints nothing but progress.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FeedState } from '../../src/service/feed-state.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { ChangingFeeds } from './changing-feeds.ts';
import type { SoakOptions } from './options.ts';
import { growthOf, residentMegabytes } from './resident-memory.ts';

const COMMAND = fileURLToPath(new URL('../../bin/forecourt.js', import.meta.url));
const LOOK_MS = 50;
const MEMORY_MS = 1000;
/** After this a change is taken for lost. */
const LATEST_MS = 30_000;

export interface SoakFigures {
  readonly listings: number;
  readonly rounds: number;
  /** Runs that brought a change, of which each was looked for. */
  readonly runs: number;
  readonly filledSeconds: number;
  /** From the end of a run until its change was found, in milliseconds. */
  readonly lags: readonly number[];
  /** How long runs took, fetching and waiting for their turn included. */
  readonly runMs: readonly number[];
  /** Of searches, in milliseconds. */
  readonly latencies: readonly number[];
  /** Megabytes of the server and the process that pulls feeds, once a second. */
  readonly memory: readonly number[];
  readonly faults: readonly string[];
}

export async function soak(options: SoakOptions, note: (text: string) => void): Promise<SoakFigures> {
  const folder = mkdtempSync(join(options.folder, 'forecourt-soak-'));
  const feeds = new ChangingFeeds(options.listings, options.feeds);
  const address = await feeds.listen();
  const list = join(folder, 'feeds.json');
  const settings = Array.from({ length: options.feeds }, (_, feed) => ({
    name: `f${feed}`,
    address: `${address}/${feed}`,
    dealer: feeds.dealerOf(feed),
    allowPrivate: true,
    every: `${options.every}s`,
  }));
  writeFileSync(list, JSON.stringify({ feeds: settings }));
  const data = join(folder, 'data');
  const args = [COMMAND, 'serve', '--port', '0', '--data', data, '--feeds', list];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url = await addressOf(server);
    return await new Soak(options, feeds, url, data, server.pid ?? 0, note).run();
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    feeds.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    server.stdout?.on('data', (chunk) => {
      printed += String(chunk);
      const url = /answers on (\S+) /.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    server.once('exit', () => reject(new Error('the server ended before it answered')));
  });
}

interface Awaited {
  readonly round: number;
  readonly endedAt: number;
}

class Soak {
  readonly #options: SoakOptions;
  readonly #feeds: ChangingFeeds;
  readonly #url: string;
  readonly #data: string;
  readonly #pid: number;
  readonly #note: (text: string) => void;
  readonly #lags: number[] = [];
  readonly #runMs: number[] = [];
  readonly #latencies: number[] = [];
  readonly #memory: number[] = [];
  readonly #faults: string[] = [];
  readonly #lastStarts = new Map<number, string>();
  readonly #seen: number[];
  readonly #awaited = new Map<number, Awaited>();
  #stopped = false;

  constructor(
    options: SoakOptions,
    feeds: ChangingFeeds,
    url: string,
    data: string,
    pid: number,
    note: (text: string) => void,
  ) {
    this.#options = options;
    this.#feeds = feeds;
    this.#url = url;
    this.#data = data;
    this.#pid = pid;
    this.#note = note;
    this.#seen = Array.from({ length: options.feeds }, () => 0);
  }

  async run(): Promise<SoakFigures> {
    const startedAt = Date.now();
    const listings = this.#feeds.listings;
    while ((await this.#total('')) < listings) await pause(200);
    const filledSeconds = (Date.now() - startedAt) / 1000;
    this.#note(`${listings} listings are there after ${filledSeconds.toFixed(1)} s`);
    const store = openStore(this.#data, { mode: 'read' });
    const others = [
      ...Array.from({ length: this.#options.clients }, (_, client) => this.#search(client)),
      this.#sample(),
    ];
    try {
      await this.#followRounds(store);
    } finally {
      this.#stopped = true;
      await Promise.all(others);
      await store.close();
    }
    await this.#checkAll();
    const growth = growthOf(this.#memory);
    if (growth !== undefined && growth.isMore)
      this.#faults.push(`memory grew from ${growth.from} to ${growth.to} MB`);
    return {
      listings,
      rounds: this.#feeds.round,
      runs: this.#lags.length,
      filledSeconds,
      lags: this.#lags,
      runMs: this.#runMs,
      latencies: this.#latencies,
      memory: this.#memory,
      faults: this.#faults,
    };
  }

  async #followRounds(store: Store): Promise<void> {
    const begin = Date.now();
    const end = begin + this.#options.minutes * 60_000;
    for (;;) {
      const now = Date.now();
      const isOver = now >= end;
      if (!isOver) {
        const round = 1 + Math.floor((now - begin) / (this.#options.every * 1000));
        if (round > this.#feeds.round) {
          this.#feeds.round = round;
          this.#note(`round ${round}, ${this.#lags.length} runs, ${this.#memory.at(-1) ?? 0} MB`);
        }
      }
      this.#lookAtRuns(store);
      await this.#lookForChanges();
      const isComplete = this.#seen.every((round) => round === this.#feeds.round);
      if (isOver && (isComplete || now > end + this.#options.every * 2000 + LATEST_MS)) return;
      await pause(LOOK_MS);
    }
  }

  /** Which runs have ended, and with which round. */
  #lookAtRuns(store: Store): void {
    for (const [name, kept] of store.feeds()) {
      const feed = Number(name.slice(1));
      const { lastRun } = kept as FeedState;
      if (this.#lastStarts.get(feed) === lastRun.startedAt) continue;
      this.#lastStarts.set(feed, lastRun.startedAt);
      if (lastRun.outcome === 'not_modified') continue;
      if (lastRun.outcome !== 'imported') {
        this.#faults.push(`${name}: ${lastRun.outcome}: ${lastRun.why ?? ''}`);
        continue;
      }
      const round = this.#feeds.served[feed] ?? 0;
      if (round <= (this.#seen[feed] ?? 0)) continue;
      this.#runMs.push(lastRun.tookMs);
      this.#awaited.set(feed, { round, endedAt: Date.parse(lastRun.startedAt) + lastRun.tookMs });
    }
  }

  async #lookForChanges(): Promise<void> {
    for (const [feed, { round, endedAt }] of this.#awaited) {
      const { price, listings } = this.#feeds.markOf(feed, round);
      const found = await this.#total(ofPrice(this.#feeds.dealerOf(feed), price));
      const lag = Math.max(0, Date.now() - endedAt);
      if (found !== listings && lag < LATEST_MS) continue;
      if (found !== listings)
        this.#faults.push(`f${feed}: ${found} of ${listings} changes of round ${round}`);
      else if (lag > this.#options.staleMs)
        this.#faults.push(`f${feed}: round ${round} was found after ${lag} ms`);
      this.#lags.push(lag);
      this.#seen[feed] = round;
      this.#awaited.delete(feed);
    }
  }

  /** In the end every listing must be as its feed has it. */
  async #checkAll(): Promise<void> {
    const { round } = this.#feeds;
    if ((await this.#total('')) !== this.#feeds.listings)
      this.#faults.push('listings were lost or kept too long');
    for (let feed = 0; feed < this.#options.feeds; feed += 1) {
      const dealer = this.#feeds.dealerOf(feed);
      if (this.#seen[feed] !== round) this.#faults.push(`f${feed}: the last round did not come in`);
      const total = await this.#total(`dealer=${dealer}`);
      if (total !== this.#feeds.sizeOf(feed)) this.#faults.push(`f${feed}: ${total} listings`);
      for (let back = 0; back < Math.min(10, round); back += 1) {
        const { price, listings } = this.#feeds.markOf(feed, round - back);
        // The listing of that round alone is gone.
        const expected = back === 0 ? listings : listings - 1;
        const found = await this.#total(ofPrice(dealer, price));
        if (found !== expected)
          this.#faults.push(`f${feed}: ${found} of ${expected} of round ${round - back}`);
      }
    }
  }

  async #search(client: number): Promise<void> {
    for (let number = client; !this.#stopped; number += this.#options.clients) {
      const begin = performance.now();
      await this.#total(QUESTIONS[number % QUESTIONS.length]?.(number) ?? '');
      this.#latencies.push(performance.now() - begin);
      await pause(5);
    }
  }

  async #sample(): Promise<void> {
    while (!this.#stopped) {
      this.#memory.push(residentMegabytes(this.#pid));
      await pause(MEMORY_MS);
    }
  }

  async #total(query: string): Promise<number> {
    const response = await fetch(`${this.#url}/api/v1/vehicles/?${query}`);
    if (response.status !== 200) throw new Error(`${query}: ${response.status}`);
    const { results } = (await response.json()) as { readonly results: { readonly total_vehicles: number } };
    return results.total_vehicles;
  }
}

const QUESTIONS: readonly ((number: number) => string)[] = [
  (number) => `q=heated+seats&price_max=${900 + (number % 300)}`,
  (number) => `model=Focus&year_min=${2005 + (number % 20)}&sort=price_asc`,
  (number) => `location=SW1A+1AA&distance=${number % 6}&miles_max=${20_000 + (number % 900)}`,
  (number) => `q=number+${number % 977}&sort=relevance`,
  (number) => `fuel_type=Diesel&page=${1 + (number % 50)}`,
];

function ofPrice(dealer: string, price: number): string {
  return `dealer=${dealer}&price_min=${price}&price_max=${price}&per_page=1`;
}
