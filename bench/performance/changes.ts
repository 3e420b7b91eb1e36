// The cost of changes to a running server: how soon changed listings are found, and how much an import slows down
// searches.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listing } from '../../src/listing/listing.ts';
import { writeFeed } from '../corpus/feed-file.ts';
import type { StockSample, StockSource } from '../corpus/stock-source.ts';
import { distinctTargets } from '../corpus/workload.ts';
import { logProgress } from '../harness/command.ts';
import { LoadGenerator, type LoadStats } from '../harness/load-generator.ts';
import { importFeed, type Server } from '../harness/server.ts';
import { median } from '../harness/statistics.ts';

const OPTIONS = {
  /** Listings of a small change, and how often one is made. */
  smallChange: 1000,
  rounds: 5,
  /** The part of the stock that each large change has, of which searches go on beside it. */
  largePart: 1 / 10,
  /** Searches at random times: many visitors, far below what a processor can answer. */
  perSecond: 200,
  /** More than ever wait at once. */
  connections: 100,
  quietSeconds: 15,
  /** After a change is found: segments are merged, and the index file is written. */
  mergeSeconds: 6,
};

export type ChangeStats = Awaited<ReturnType<typeof measureChanges>>;

/** Limit of the load beside a large change. */
const MAX_SECONDS = 3600;

interface ChangeSubject {
  readonly tree: string;
  readonly server: Server;
  readonly folder: string;
  readonly source: StockSource;
  readonly sample: StockSample;
  /** Where feeds of changes are written. */
  readonly work: string;
}

export async function measureChanges(subject: ChangeSubject, seed: number) {
  const { source, sample, server } = subject;
  const smallChange = await source.first(OPTIONS.smallChange);
  const small: Awaited<ReturnType<typeof change>>[] = [];
  for (let round = 1; round <= OPTIONS.rounds; round++)
    small.push(await change(subject, withHigherPrices(smallChange, round)));

  const { listings } = await server.readiness();
  const large = await source.first(Math.ceil(listings * OPTIONS.largePart));
  const load = new LoadGenerator();
  try {
    const targets = distinctTargets(sample, seed + 2, 60_000);
    const { perSecond, connections, quietSeconds } = OPTIONS;
    const searches = { port: server.port, targets, repeat: true, strict: true, perSecond, connections };
    logProgress('searching in quiet');
    // The first seconds are those of a server that has just started.
    await load.run({ ...searches, seconds: quietSeconds / 2 });
    const quiet = await load.run({ ...searches, seconds: quietSeconds });
    const beside = async (name: string, changed: readonly Listing[]) => {
      logProgress(`searching beside ${name} of ${changed.length} listings`);
      const [{ searchableMs }, stats] = await Promise.all([
        change(subject, changed)
          .then((times) => sleep(OPTIONS.mergeSeconds * 1000, times))
          .finally(() => load.stop()),
        load.run({ ...searches, seconds: MAX_SECONDS }),
      ]);
      return { searchableMs, ...latencies(stats) };
    };
    return {
      options: OPTIONS,
      /** Medians: from the start of the import command, and from its end, until the server finds the change. */
      searchableMs: median(small.map(({ searchableMs }) => searchableMs)),
      lagMs: median(small.map(({ lagMs }) => lagMs)),
      /** Listings of each large change. */
      largeChange: large.length,
      /** Of searches over HTTP without a change, and from the start of a large one until its segments are merged. */
      quiet: latencies(quiet),
      besideChange: await beside('a change', withHigherPrices(large, OPTIONS.rounds + 1)),
      besideNewDealer: await beside('a new dealer', ofNewDealer(large)),
    };
  } finally {
    await load.close();
  }
}

function latencies({ latencies, sendDelays }: LoadStats) {
  // A request that is sent late waits too.
  const sendDelayMs = sendDelays.percentile(0.99);
  return { p50: latencies.percentile(0.5), p99: latencies.percentile(0.99), sendDelayMs };
}

function withHigherPrices(listings: readonly Listing[], addGbp: number): Listing[] {
  return listings.map((listing) => ({
    ...listing,
    sourceTerms: null,
    priceGbp: (listing.priceGbp ?? 0) + addGbp,
  }));
}

function ofNewDealer(listings: readonly Listing[]): Listing[] {
  const dealer = 'new-dealer.example';
  return listings.map((listing, number) => ({
    ...listing,
    sourceTerms: null,
    dealer,
    id: String(number),
    advertUrl: `https://${dealer}/${number}`,
  }));
}

/** Imports the listings, and waits until the server shows them. */
async function change({ tree, server, folder, work }: ChangeSubject, listings: readonly Listing[]) {
  const feed = join(work, 'changes.ndjson');
  writeFeed(feed, listings);
  const { version } = await server.readiness();
  const start = performance.now();
  await importFeed(tree, feed, folder, { merge: true });
  const imported = performance.now();
  await server.waitUntil((now) => now.version !== version);
  const end = performance.now();
  return { searchableMs: end - start, lagMs: end - imported };
}
