// What changes cost a running server: how soon changed listings are found, and what an import does meanwhile to those
// who search.
import { join } from 'node:path';
import type { Listing } from '../../src/listing/listing.ts';
import type { BuiltTree } from '../built-tree.ts';
import { writeFeed } from '../feed-file.ts';
import { median, type Percentiles } from '../percentiles.ts';
import { note } from '../progress.ts';
import type { StockSample } from '../sample.ts';
import type { StockSource } from '../source.ts';
import { distinctTargets } from './http.ts';
import { importFeed } from './import-command.ts';
import { Load } from './load.ts';
import type { Server } from './server.ts';

export interface ChangeOptions {
  /** Listings of a small change, and how often one is made. */
  readonly few: number;
  readonly rounds: number;
  /** Listings of the import that searches go on beside. */
  readonly many: number;
  readonly connections: number;
  /** Of the quiet time that is measured before it. */
  readonly quietSeconds: number;
}

const CHANGE_OPTIONS: ChangeOptions = {
  few: 1000,
  rounds: 5,
  many: 100_000,
  connections: 4,
  quietSeconds: 10,
};

export interface ChangeFigures {
  readonly options: ChangeOptions;
  /** Medians: from the start of the import command, and from its end, until the server finds the change. */
  readonly searchableMs: number;
  readonly lagMs: number;
  /** Listings that the large import changed, and how long it took until they were found. */
  readonly many: number;
  readonly manyMs: number;
  /** Of searches over HTTP. */
  readonly quietMs: Percentiles;
  readonly duringMs: Percentiles;
}

/** An import that takes longer is no longer searched beside. */
const MOST_SECONDS = 3600;

interface Subject {
  readonly tree: BuiltTree;
  readonly server: Server;
  readonly folder: string;
  readonly source: StockSource;
  readonly sample: StockSample;
  /** Where feeds of changes are written. */
  readonly workFolder: string;
}

export async function measureChanges(
  subject: Subject,
  seed: number,
  options: ChangeOptions = CHANGE_OPTIONS,
): Promise<ChangeFigures> {
  const { server, source, sample } = subject;
  const few = await source.first(options.few);
  const small: Timing[] = [];
  for (let round = 1; round <= options.rounds; round++) small.push(await change(subject, few, round));

  const many = await source.first(options.many);
  const load = new Load();
  try {
    const targets = distinctTargets(sample, seed + 2, 60_000);
    const half = targets.length >> 1;
    const beside = { port: server.port, connections: options.connections };
    note('searching in quiet');
    const quiet = await load.run({
      ...beside,
      targets: targets.slice(0, half),
      seconds: options.quietSeconds,
    });
    note(`searching while ${many.length} listings are imported`);
    const [large, during] = await Promise.all([
      change(subject, many, options.rounds + 1).finally(() => load.stop()),
      load.run({ ...beside, targets: targets.slice(half), again: true, seconds: MOST_SECONDS }),
    ]);
    return {
      options,
      searchableMs: median(small.map(({ searchableMs }) => searchableMs)),
      lagMs: median(small.map(({ lagMs }) => lagMs)),
      many: many.length,
      manyMs: large.searchableMs,
      quietMs: quiet.latencyMs,
      duringMs: during.latencyMs,
    };
  } finally {
    await load.close();
  }
}

interface Timing {
  readonly searchableMs: number;
  readonly lagMs: number;
}

/** Makes the listings dearer by `addGbp`, and waits until the server shows it. */
async function change(
  { tree, server, folder, workFolder }: Subject,
  listings: readonly Listing[],
  addGbp: number,
): Promise<Timing> {
  const feed = join(workFolder, 'changes.ndjson');
  writeFeed(
    feed,
    listings.map((listing) => ({
      ...listing,
      wording: null,
      priceGbp: (listing.priceGbp ?? 0) + addGbp,
    })),
  );
  const { version } = await server.readiness();
  const start = performance.now();
  await importFeed(tree, feed, folder, ['--merge']);
  const imported = performance.now();
  await server.until((now) => now.version !== version);
  const end = performance.now();
  return { searchableMs: end - start, lagMs: end - imported };
}
