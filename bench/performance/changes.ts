// The cost of changes to a running server: how soon changed listings are found, and how much an import slows down
// searches.
import { join } from 'node:path';
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
  /** Listings of the import that searches go on beside. */
  largeChange: 100_000,
  connections: 4,
  /** Of the time without changes that is measured before it. */
  quietSeconds: 10,
};

export type ChangeStats = Awaited<ReturnType<typeof measureChanges>>;

/** Limit of the load beside the large import. */
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
  for (let round = 1; round <= OPTIONS.rounds; round++) small.push(await change(subject, smallChange, round));

  const largeChange = await source.first(OPTIONS.largeChange);
  const load = new LoadGenerator();
  try {
    const targets = distinctTargets(sample, seed + 2, 60_000);
    const half = targets.length >> 1;
    const beside = { port: server.port, connections: OPTIONS.connections, strict: true };
    logProgress('searching in quiet');
    const seconds = OPTIONS.quietSeconds;
    const quiet = await load.run({ ...beside, targets: targets.slice(0, half), seconds });
    logProgress(`searching while ${largeChange.length} listings are imported`);
    const [large, during] = await Promise.all([
      change(subject, largeChange, OPTIONS.rounds + 1).finally(() => load.stop()),
      load.run({ ...beside, targets: targets.slice(half), repeat: true, seconds: MAX_SECONDS }),
    ]);
    return {
      options: OPTIONS,
      /** Medians: from the start of the import command, and from its end, until the server finds the change. */
      searchableMs: median(small.map(({ searchableMs }) => searchableMs)),
      lagMs: median(small.map(({ lagMs }) => lagMs)),
      /** Listings that the large import changed, and how long it took until they were found. */
      largeChange: largeChange.length,
      largeChangeMs: large.searchableMs,
      /** Of searches over HTTP. */
      quietMs: latencies(quiet),
      duringMs: latencies(during),
    };
  } finally {
    await load.close();
  }
}

function latencies({ latencies }: LoadStats) {
  return { p50: latencies.percentile(0.5), p99: latencies.percentile(0.99) };
}

/** Raises the price of the listings by `addGbp`, and waits until the server shows it. */
async function change(
  { tree, server, folder, work }: ChangeSubject,
  listings: readonly Listing[],
  addGbp: number,
) {
  const feed = join(work, 'changes.ndjson');
  const withHigherPrice = (listing: Listing) => ({
    ...listing,
    sourceTerms: null,
    priceGbp: (listing.priceGbp ?? 0) + addGbp,
  });
  writeFeed(feed, listings.map(withHigherPrice));
  const { version } = await server.readiness();
  const start = performance.now();
  await importFeed(tree, feed, folder, { merge: true });
  const imported = performance.now();
  await server.waitUntil((now) => now.version !== version);
  const end = performance.now();
  return { searchableMs: end - start, lagMs: end - imported };
}
