// `npm run memory-limit`: how little memory a server may have. In a control group with a limit it is started on an empty
// folder, gets a whole stock, is searched, gets the stock again with every fiftieth price changed, and is started anew.
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { corpusSource } from '../corpus/source.ts';
import { drawQueries, searchTarget } from '../corpus/workload.ts';
import { aboveZero, commandLine, FOLDER, note, option, runCommand } from '../harness/command.ts';
import { withFolder } from '../harness/process.ts';
import { buildTree, importFeed, PROJECT, REJECTS_NOTHING, Server } from '../harness/server.ts';
import { percentilesOf } from '../harness/statistics.ts';
import { Cgroup } from './cgroup.ts';

const LIMITS = [192, 256, 384, 512];

const MEMORY_LIMIT = commandLine(
  'memory-limit',
  {
    listings: option('NUMBER', aboveZero, 100_000, 'listings of the stock'),
    limits: option('LIST', limitsOf, LIMITS, 'limits in megabytes', LIMITS.join(',')),
    folder: FOLDER,
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
const SEARCHING_MS = 8000;
const LONGEST_MS = 600_000;
const POLL_MS = 50;
const CHANGED_PRICE = /"price":[0-9]/;

interface Tried {
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
      note(`with ${megabytes} MB`);
      const data = join(folder, `data-${megabytes}`);
      mkdirSync(data);
      const line = `${megabytes} MB: ${JSON.stringify(await tryLimit({ tree, data, feed, changed, targets, megabytes }))}`;
      note(line);
      lines.push(line);
    }
    return { lines };
  }),
);

async function tryLimit({ tree, data, feed, changed, targets, megabytes }: Trial): Promise<Tried> {
  const group = new Cgroup(megabytes * 2 ** 20);
  const { launcher } = group;
  const tried: Tried = { ownMb: {} };
  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (tried.failed !== undefined) return;
    let most = 0;
    const sampling = setInterval(() => (most = Math.max(most, group.own)), POLL_MS);
    try {
      await work();
    } catch (error) {
      tried.failed = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    }
    clearInterval(sampling);
    tried.ownMb[name] = Math.round(most / 2 ** 20);
    note(`  ${name}: ${tried.failed ?? 'done'}, ${tried.ownMb[name]} MB of its own`);
    if (group.kills > 0) tried.failed ??= `${name}: killed`;
  };
  const start = (): Promise<Server> =>
    inTime(Server.start(data, { tree, environment: REJECTS_NOTHING, launcher }));
  const timedImport = async (file: string): Promise<number> => {
    const before = performance.now();
    await importFeed(tree, file, data, { launcher });
    return seconds(before);
  };
  let server: Server | undefined;
  await step('start', async () => void (server = await start()));
  await step('import', async () => {
    tried.importS = await timedImport(feed);
    await untilFilled(server);
  });
  await step('search', async () => {
    const { p50, p99 } = percentilesOf(await searchTimes(server, targets));
    Object.assign(tried, { p50: rounded(p50), p99: rounded(p99) });
  });
  await step('import again', async () => void (tried.againS = await timedImport(changed)));
  await step('search again', async () => void (await searchTimes(server, targets)));
  await step('start again', async () => {
    await server?.stop();
    const before = performance.now();
    server = await start();
    await untilFilled(server);
    tried.startS = seconds(before);
  });
  await step('search at last', async () => void (await searchTimes(server, targets)));
  tried.peakMb = Math.round(group.peak / 2 ** 20);
  await group.remove();
  return tried;
}

/** Rejects if `work` takes too long: a process that has hardly enough memory may never get anywhere. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = async (): Promise<never> => {
    await sleep(LONGEST_MS, undefined, { signal: over.signal });
    throw new Error('it took too long');
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    over.abort();
  }
}

/** Waits until the server has listings. */
async function untilFilled(server: Server | undefined): Promise<void> {
  for (const until = performance.now() + LONGEST_MS; performance.now() < until; await sleep(POLL_MS)) {
    if (server === undefined || server.ended !== null) throw new Error('the server ended');
    const readiness = await server.readiness().catch(() => undefined);
    if (readiness !== undefined && readiness.listings > 0) return;
  }
  throw new Error('it took too long');
}

/** Milliseconds of each search, sent by several clients for a while. */
async function searchTimes(server: Server | undefined, targets: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + SEARCHING_MS;
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
