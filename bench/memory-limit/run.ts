// `npm run memory-limit`: the least memory that a server needs. In a control group it starts on an empty folder, imports
// a whole stock, is searched, imports the stock with every fiftieth price changed, and restarts.
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { corpusSource } from '../corpus/stock-source.ts';
import { drawQueries, searchTarget } from '../corpus/workload.ts';
import {
  aboveZero,
  commandLine,
  TEMPORARY_FOLDER,
  logProgress,
  option,
  runCommand,
} from '../harness/command.ts';
import { withFolder } from '../harness/process.ts';
import { buildTree, importFeed, PROJECT, UNLIMITED_QUEUE, Server } from '../harness/server.ts';
import { percentilesOf } from '../harness/statistics.ts';
import { Cgroup } from './cgroup.ts';

const LIMITS = [192, 256, 384, 512];

const MEMORY_LIMIT = commandLine(
  'memory-limit',
  {
    listings: option('NUMBER', aboveZero, 100_000, 'listings of the stock'),
    limits: option('LIST', limitsOf, LIMITS, 'limits in megabytes', LIMITS.join(',')),
    folder: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Tries a server and its imports under limits on memory, in a control group of their own. Needs Linux, and the right ' +
      'to make a control group: run it as root.',
    examples: ['--listings 1000000 --limits 768,1024,1536,2048'],
  },
);

function limitsOf(list: string, flag: string): readonly number[] {
  return list.split(',').map((megabytes) => aboveZero(megabytes, flag));
}

const CLIENTS = 4;
const SEARCH_DURATION_MS = 8000;
const STEP_TIMEOUT_MS = 600_000;
const POLL_INTERVAL_MS = 50;
const CHANGED_PRICE = /"price":[0-9]/;

interface TrialResult {
  /** What failed first; undefined if nothing did. */
  failed?: string;
  importS?: number;
  againS?: number;
  startS?: number;
  /** Milliseconds, of searches while nothing else happens. */
  p50?: number;
  p99?: number;
  /** The most that the processes had of their own in each step, in megabytes. This cannot be reclaimed. */
  readonly ownMb: Record<string, number>;
  /** The same together with pages of files, which can be. */
  peakMb?: number;
}

interface Trial {
  readonly tree: string;
  readonly data: string;
  readonly feed: string;
  readonly changed: string;
  readonly targets: readonly string[];
  readonly megabytes: number;
}

await runCommand(MEMORY_LIMIT, ({ listings, limits, folder: parent }) =>
  withFolder(parent, async (folder) => {
    const tree = buildTree(PROJECT, join(folder, 'tree'));
    const { feed, sample } = await corpusSource(String(listings), listings, 1).prepare(folder);
    const changed = await changedFeed(feed);
    const targets = drawQueries(sample, 100, 1).flatMap(({ queries }) => queries.map(searchTarget));
    const lines = [`${listings} listings`];
    for (const megabytes of limits) {
      logProgress(`with ${megabytes} MB`);
      const data = join(folder, `data-${megabytes}`);
      mkdirSync(data);
      const line = `${megabytes} MB: ${JSON.stringify(await runTrial({ tree, data, feed, changed, targets, megabytes }))}`;
      logProgress(line);
      lines.push(line);
    }
    return { lines };
  }),
);

async function runTrial({ tree, data, feed, changed, targets, megabytes }: Trial): Promise<TrialResult> {
  const group = new Cgroup(megabytes * 2 ** 20);
  const { launcher } = group;
  const result: TrialResult = { ownMb: {} };
  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (result.failed !== undefined) return;
    let peak = 0;
    const sampling = setInterval(() => (peak = Math.max(peak, group.own)), POLL_INTERVAL_MS);
    try {
      await work();
    } catch (error) {
      result.failed = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    }
    clearInterval(sampling);
    result.ownMb[name] = Math.round(peak / 2 ** 20);
    logProgress(`  ${name}: ${result.failed ?? 'done'}, ${result.ownMb[name]} MB of its own`);
    if (group.kills > 0) result.failed ??= `${name}: killed`;
  };
  const start = (): Promise<Server> =>
    withTimeout(Server.start(data, { tree, environment: UNLIMITED_QUEUE, launcher }));
  const timedImport = async (file: string): Promise<number> => {
    const before = performance.now();
    await importFeed(tree, file, data, { launcher });
    return seconds(before);
  };
  let server: Server | undefined;
  await step('start', async () => void (server = await start()));
  await step('import', async () => {
    result.importS = await timedImport(feed);
    await waitForStock(server);
  });
  await step('search', async () => {
    const { p50, p99 } = percentilesOf(await measureSearches(server, targets));
    Object.assign(result, { p50: rounded(p50), p99: rounded(p99) });
  });
  await step('import again', async () => void (result.againS = await timedImport(changed)));
  await step('search again', async () => void (await measureSearches(server, targets)));
  await step('start again', async () => {
    await server?.stop();
    const before = performance.now();
    server = await start();
    await waitForStock(server);
    result.startS = seconds(before);
  });
  await step('search at last', async () => void (await measureSearches(server, targets)));
  result.peakMb = Math.round(group.peak / 2 ** 20);
  await group.remove();
  return result;
}

/** Rejects if `work` takes too long: a process that has hardly enough memory may never get anywhere. */
async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = async (): Promise<never> => {
    await sleep(STEP_TIMEOUT_MS, undefined, { signal: over.signal });
    throw new Error('it took too long');
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    over.abort();
  }
}

/** Waits until the server has listings. */
async function waitForStock(server: Server | undefined): Promise<void> {
  for (
    const until = performance.now() + STEP_TIMEOUT_MS;
    performance.now() < until;
    await sleep(POLL_INTERVAL_MS)
  ) {
    if (server === undefined || server.exitStatus !== null) throw new Error('the server ended');
    const readiness = await server.readiness().catch(() => undefined);
    if (readiness !== undefined && readiness.listings > 0) return;
  }
  throw new Error('it took too long');
}

/** Milliseconds of each search, sent by several clients for a while. */
async function measureSearches(server: Server | undefined, targets: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + SEARCH_DURATION_MS;
  let next = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      // With a parameter that means nothing, so that no response comes from the cache.
      const target = `${targets[next % targets.length]}&n=${next}`;
      next += 1;
      const before = performance.now();
      const response = await fetch(`${server?.url}${target}`);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`a search was answered with ${response.status}`);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return times;
}

/** The same feed with another price in every fiftieth record that has one. */
async function changedFeed(feed: string): Promise<string> {
  const path = `${feed}.changed`;
  const out = createWriteStream(path);
  let line = 0;
  for await (const record of createInterface({ input: createReadStream(feed) })) {
    line += 1;
    const text = line % 50 === 0 ? record.replace(CHANGED_PRICE, '"price":9') : record;
    if (!out.write(`${text}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return path;
}

function seconds(since: number): number {
  return rounded((performance.now() - since) / 1000);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
