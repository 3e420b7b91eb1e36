// The soak of scheduled feeds: a real server imports changing feeds while clients search, and all visible listings are
// compared with the feeds' contents.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedState } from '../../src/ingest/status/feed-state.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import {
  aboveZero,
  commandLine,
  TEMPORARY_FOLDER,
  logProgress,
  option,
  type OptionsOf,
} from '../harness/command.ts';
import { withFolder } from '../harness/process.ts';
import { Server } from '../harness/server.ts';
import { percentilesOf } from '../harness/statistics.ts';
import { memoryFailures, memoryLine, sampleUsage } from '../harness/usage.ts';
import { ChangingFeeds } from './changing-feeds.ts';

export const SOAK_FEEDS = commandLine(
  'soak:feeds',
  {
    listings: option('NUMBER', aboveZero, 1_000_000, 'listings of all feeds together'),
    feeds: option('NUMBER', aboveZero, 600, 'feeds, each of a dealer of its own and at least 20 listings'),
    minutes: option('NUMBER', aboveZero, 10, 'duration, once all feeds have come in'),
    every: option('SECONDS', aboveZero, 60, 'length of a round, and interval of each feed'),
    stale: option('MS', aboveZero, 1000, 'limit from the end of a run until its change is found'),
    clients: option('NUMBER', aboveZero, 2, 'concurrent searches'),
    folder: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Serves feeds from a local server to a real `forecourt serve --feeds`, changes a tenth of every feed each round, and ' +
      'searches meanwhile. Prints a report. Fails if a listing was lost, if a change was found late, or if memory grew. ' +
      "Memory is read from Linux's /proc.",
    examples: ['--listings 100000 --feeds 60 --minutes 3'],
  },
);

type SoakOptions = OptionsOf<typeof SOAK_FEEDS>;

const POLL_INTERVAL_MS = 50;
/** After this a change counts as lost. */
const LOST_TIMEOUT_MS = 30_000;

type SoakStats = Awaited<ReturnType<typeof soakServer>>;

export function soakFeeds(options: SoakOptions): Promise<SoakStats> {
  if (options.listings < options.feeds * 20) throw new Error('a feed needs at least 20 listings');
  return withFolder(options.folder, async (folder) => {
    const feeds = new ChangingFeeds(options.listings, options.feeds);
    const baseUrl = await feeds.listen();
    const list = join(folder, 'feeds.json');
    const settings = Array.from({ length: options.feeds }, (_, feed) => ({
      name: `f${feed}`,
      address: `${baseUrl}/${feed}`,
      dealer: feeds.dealerOf(feed),
      allowPrivate: true,
      every: `${options.every}s`,
    }));
    writeFileSync(list, JSON.stringify({ feeds: settings }));
    const data = join(folder, 'data');
    const server = await Server.start(data, { args: ['--feeds', list] });
    try {
      return await soakServer(options, feeds, server, data);
    } finally {
      await server.stop();
      feeds.close();
    }
  });
}

async function soakServer(
  { clients, minutes, every, stale }: SoakOptions,
  feeds: ChangingFeeds,
  server: Server,
  data: string,
) {
  /** From the end of a run that brought a change until the change was found, in milliseconds. */
  const lags: number[] = [];
  /** How long runs took, with fetching and queueing. */
  const runMs: number[] = [];
  /** Of searches, in milliseconds. */
  const latencies: number[] = [];
  const failures: string[] = [];
  const lastStarts = new Map<number, string>();
  /** By feed: the last round that was found. */
  const foundRounds = Array.from({ length: feeds.feeds }, () => 0);
  /** By feed: the round that a run has brought and that is not found yet. */
  const pending = new Map<number, { readonly round: number; readonly endedAt: number }>();
  let stopped = false;

  const fetchTotal = async (query: string): Promise<number> => {
    const response = await fetch(`${server.url}/api/v1/vehicles/?${query}`);
    if (response.status !== 200) throw new Error(`${query}: ${response.status}`);
    const { results } = (await response.json()) as { readonly results: { readonly total_vehicles: number } };
    return results.total_vehicles;
  };
  const fetchTotalAtPrice = (feed: number, price: number): Promise<number> =>
    fetchTotal(`dealer=${feeds.dealerOf(feed)}&price_min=${price}&price_max=${price}&per_page=1`);

  /** Which runs have ended, and with which round. */
  const readRuns = (store: Store): void => {
    for (const [name, state] of store.feedStates()) {
      const feed = Number(name.slice(1));
      const { lastRun } = state as FeedState;
      if (lastStarts.get(feed) === lastRun.startedAt) continue;
      lastStarts.set(feed, lastRun.startedAt);
      if (lastRun.outcome === 'not_modified') continue;
      if (lastRun.outcome !== 'imported') {
        failures.push(`${name}: ${lastRun.outcome}: ${lastRun.reason ?? ''}`);
        continue;
      }
      const round = feeds.served[feed] ?? 0;
      if (round <= foundRounds[feed]) continue;
      runMs.push(lastRun.tookMs);
      pending.set(feed, { round, endedAt: Date.parse(lastRun.startedAt) + lastRun.tookMs });
    }
  };
  const pollChanges = async (): Promise<void> => {
    for (const [feed, { round, endedAt }] of pending) {
      const { price, listings } = feeds.changeIn(feed, round);
      const total = await fetchTotalAtPrice(feed, price);
      const lag = Math.max(0, Date.now() - endedAt);
      if (total !== listings && lag < LOST_TIMEOUT_MS) continue;
      if (total !== listings) failures.push(`f${feed}: ${total} of ${listings} changes of round ${round}`);
      else if (lag > stale) failures.push(`f${feed}: round ${round} was found after ${lag} ms`);
      lags.push(lag);
      foundRounds[feed] = round;
      pending.delete(feed);
    }
  };
  const runRounds = async (store: Store): Promise<void> => {
    const begin = Date.now();
    const end = begin + minutes * 60_000;
    for (;;) {
      const now = Date.now();
      const isOver = now >= end;
      const round = 1 + Math.floor((now - begin) / (every * 1000));
      if (!isOver && round > feeds.round) {
        feeds.round = round;
        logProgress(`round ${round}, ${lags.length} runs, ${usage.memory.at(-1) ?? 0} MB`);
      }
      readRuns(store);
      await pollChanges();
      const isComplete = foundRounds.every((round) => round === feeds.round);
      if (isOver && (isComplete || now > end + every * 2000 + LOST_TIMEOUT_MS)) return;
      await sleep(POLL_INTERVAL_MS);
    }
  };
  const search = async (client: number): Promise<void> => {
    for (let number = client; !stopped; number += clients) {
      const begin = performance.now();
      await fetchTotal(QUERIES[number % QUERIES.length](number));
      latencies.push(performance.now() - begin);
      await sleep(5);
    }
  };
  /** In the end every listing must be as its feed has it. */
  const checkAll = async (): Promise<void> => {
    const { round } = feeds;
    if ((await fetchTotal('')) !== feeds.listings) failures.push('listings were lost or kept too long');
    for (let feed = 0; feed < feeds.feeds; feed += 1) {
      if (foundRounds[feed] !== round) failures.push(`f${feed}: the last round did not come in`);
      const total = await fetchTotal(`dealer=${feeds.dealerOf(feed)}`);
      if (total !== feeds.sizeOf(feed)) failures.push(`f${feed}: ${total} listings`);
      for (let back = 0; back < Math.min(10, round); back += 1) {
        const { price, listings } = feeds.changeIn(feed, round - back);
        // The listing of that round alone is gone.
        const expected = back === 0 ? listings : listings - 1;
        const actual = await fetchTotalAtPrice(feed, price);
        if (actual !== expected) failures.push(`f${feed}: ${actual} of ${expected} of round ${round - back}`);
      }
    }
  };

  const startedAt = performance.now();
  while ((await fetchTotal('')) < feeds.listings) await sleep(200);
  const filledSeconds = (performance.now() - startedAt) / 1000;
  logProgress(`${feeds.listings} listings are there after ${filledSeconds.toFixed(1)} s`);
  const store = openStore(data, { mode: 'read' });
  const usage = sampleUsage(server.pid);
  const searching = Array.from({ length: clients }, (_, client) => search(client));
  try {
    await runRounds(store);
  } finally {
    stopped = true;
    await Promise.all([...searching, usage.stop()]);
    await store.close();
  }
  await checkAll();
  failures.push(...memoryFailures(usage.memory));
  const { listings, round: rounds } = feeds;
  return { listings, rounds, filledSeconds, lags, runMs, latencies, memory: usage.memory, failures };
}

const QUERIES: readonly ((number: number) => string)[] = [
  (number) => `q=heated+seats&price_max=${900 + (number % 300)}`,
  (number) => `model=Focus&year_min=${2005 + (number % 20)}&sort=price_asc`,
  (number) => `location=SW1A+1AA&distance=${number % 6}&miles_max=${20_000 + (number % 900)}`,
  (number) => `q=number+${number % 977}&sort=relevance`,
  (number) => `fuel_type=Diesel&page=${1 + (number % 50)}`,
];

export function reportLines(stats: SoakStats): string[] {
  const { listings, rounds, filledSeconds, lags, runMs, latencies, memory } = stats;
  return [
    `${listings} listings came in within ${filledSeconds.toFixed(1)} s.`,
    `${rounds} rounds, ${lags.length} runs that brought changes.`,
    `Runs took ${formatPercentiles(runMs)}, with fetching and queueing.`,
    `Changes were found after ${formatPercentiles(lags)} from the end of their run.`,
    `${latencies.length} searches took ${formatPercentiles(latencies)}.`,
    memoryLine(memory),
  ];
}

function formatPercentiles(times: readonly number[]): string {
  if (times.length === 0) return '–';
  const { p50, p99 } = percentilesOf(times);
  const max = times.reduce((greatest, time) => Math.max(greatest, time));
  return `${p50.toFixed(1)} ms (median), ${p99.toFixed(1)} ms (p99) and at most ${max.toFixed(1)} ms`;
}
