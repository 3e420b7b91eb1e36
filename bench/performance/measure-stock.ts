// All measurements of one stock, one after the other, in a temporary folder: imports, engine, other engines, starts, workers,
// HTTP and changes.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { StockSource } from '../corpus/stock-source.ts';
import { drawQueries } from '../corpus/workload.ts';
import { logProgress } from '../harness/command.ts';
import { LARGE_HEAP, withFolder } from '../harness/process.ts';
import { UNLIMITED_QUEUE, Server } from '../harness/server.ts';
import type { Memory } from '../harness/usage.ts';
import { measureChanges, type ChangeStats } from './changes.ts';
import { measureColdStarts, type ColdStartStats } from './cold-starts.ts';
import { measureHttp, type HttpStats } from './http.ts';
import {
  measureCsvImport,
  measureImport,
  measureRepeatedImport,
  type ImportStats,
  type RepeatedImportStats,
} from './import.ts';
import type { BenchOptions } from './options.ts';
import { enginesNamed, measureEngines, type OtherEnginesStats } from './other-engines.ts';
import { runSearches, searchStatsOf, type SearchStats } from './search.ts';
import { measureWorkers, type WorkersStats } from './workers.ts';

/** All that was measured with one stock. */
export interface StockMeasurements {
  readonly stock: string;
  readonly imported: ImportStats;
  readonly repeatedImport?: RepeatedImportStats;
  readonly csvImport?: ImportStats;
  readonly search: SearchStats;
  /** Right after the import, and once more: files that the first start wrote may help the next one. */
  readonly firstStart: StartStats;
  readonly start: StartStats;
  /** Of the data folder, after the starts. */
  readonly diskBytes: number;
  readonly coldStarts?: ColdStartStats;
  readonly workers?: WorkersStats;
  readonly http?: HttpStats;
  readonly changes?: ChangeStats;
  readonly engines?: OtherEnginesStats;
}

interface StartStats {
  /** From the start of the process until `/readyz` answers 200. */
  readonly readyMs: number;
  /** Right after that. */
  readonly memory?: Memory;
}

/** Of a feed file. From here on a server is given more heap than Node's default. */
const LARGE_FEED_THRESHOLD_BYTES = 2 ** 31;

type MeasureOptions = Pick<
  BenchOptions,
  'each' | 'seed' | 'imports' | 'cold' | 'workers' | 'http' | 'changes' | 'rivals' | 'only'
>;

/** `parent` is where the folder is made. */
export function measureStock(tree: string, source: StockSource, options: MeasureOptions, parent: string) {
  return withFolder(parent, async (work): Promise<StockMeasurements> => {
    const { seed } = options;
    const stage = (name: string): void => logProgress(`${source.name}: ${name}`);
    stage('preparing the feed');
    const { feed, sample } = await source.prepare(work);
    const queries = drawQueries(sample, options.each, seed);
    const folder = join(work, 'data');
    const nodeOptions = statSync(feed).size < LARGE_FEED_THRESHOLD_BYTES ? [] : LARGE_HEAP;
    const startOn = (data: string, args: readonly string[] = []) =>
      Server.start(data, { tree, args, nodeOptions, environment: UNLIMITED_QUEUE });
    const startServer = () => startOn(folder);

    stage('import');
    const imported = await measureImport(tree, feed, folder, await startServer());
    const repeatedImport = options.imports ? await measureRepeatedImport(tree, feed, folder) : undefined;
    // From here on the stock is in the data folder. A feed of the user's own is not in the work folder.
    if (feed.startsWith(work)) rmSync(feed);
    const csvImport =
      options.imports && source.writeCsv !== undefined
        ? await measureCsvImport(tree, work, source.writeCsv, startOn)
        : undefined;

    stage('engine');
    const search = searchStatsOf(await runSearches({ tree, folder, queries }), queries);
    const emptyFolder = (name: string): string => {
      const path = join(work, `engine-${name}`);
      mkdirSync(path);
      return path;
    };
    const engines = options.rivals
      ? await measureEngines(folder, imported.listings, queries, enginesNamed(options.only), emptyFolder)
      : undefined;

    stage('start');
    const first = await startServer();
    const firstStart = { readyMs: first.readyMs, memory: first.memory() };
    await first.stop();
    const coldStarts = options.cold ? await measureColdStarts(startServer, sample, seed + 3) : undefined;
    const workers = options.workers
      ? await measureWorkers((args) => startOn(folder, args), sample, seed + 4)
      : undefined;
    const server = await startServer();
    try {
      const start = { readyMs: server.readyMs, memory: server.memory() };
      const diskBytes = folderBytes(folder);
      const http = options.http ? await measureHttp(server, sample, seed) : undefined;
      if (options.changes) stage('changes');
      const subject = { tree, server, folder, source, sample, work };
      const changes = options.changes ? await measureChanges(subject, seed) : undefined;
      return {
        stock: source.name,
        imported,
        repeatedImport,
        csvImport,
        search,
        firstStart,
        start,
        diskBytes,
        coldStarts,
        workers,
        http,
        changes,
        engines,
      };
    } finally {
      await server.stop();
    }
  });
}

/** The unit in which file systems count. */
const BLOCK_BYTES = 512;

/** Space that the files take, without holes. */
function folderBytes(folder: string): number {
  const files = readdirSync(folder).map((name) => statSync(join(folder, name)));
  return files.reduce((sum, { blocks }) => sum + blocks * BLOCK_BYTES, 0);
}
