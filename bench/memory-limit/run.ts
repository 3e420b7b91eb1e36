// `npm run memory-limit`: how little memory a server may have. In a control group with a limit it is started on an empty
// folder, gets a whole stock, is searched, gets the stock again with every fiftieth price changed, and is started anew.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../test/support/ports.ts';
import { buildTree, commandOf, PROJECT } from '../built-tree.ts';
import { temporaryFolder } from '../cleanup.ts';
import { percentilesOf } from '../percentiles.ts';
import { note } from '../progress.ts';
import { corpusSource } from '../source.ts';
import { drawQuestions, queryString } from '../workload.ts';
import { Cgroup } from './cgroup.ts';

const HELP = `npm run memory-limit -- [options]

Tries a server and its imports under limits on memory, in a control group of their own. Needs Linux, and the right to make
one: run it as root.

  --listings NUMBER  of the stock (default: 100000)
  --limits LIST      in megabytes (default: 192,256,384,512)
  --folder FOLDER    where temporary folders are made and removed again (default: /tmp)

Example
  npm run memory-limit -- --listings 1000000 --limits 768,1024,1536,2048
`;

const CLIENTS = 4;
const SEARCHING_MS = 8000;
const LONGEST_MS = 600_000;
const LOOK_MS = 50;
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

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    listings: { type: 'string', default: '100000' },
    limits: { type: 'string', default: '192,256,384,512' },
    folder: { type: 'string', default: '/tmp' },
  },
});
if (values.help === true) process.stdout.write(HELP);
else await run(Number(values.listings), values.limits.split(',').map(Number), values.folder);

async function run(listings: number, limits: readonly number[], parent: string): Promise<void> {
  const folder = temporaryFolder(parent);
  try {
    const command = commandOf(buildTree(PROJECT, join(folder.path, 'tree')));
    const { feed, sample } = await corpusSource(String(listings), listings, 1).prepare(folder.path);
    const changed = await changedFeed(feed);
    const questions = drawQuestions(sample, 100, 1).flatMap(({ asked }) => asked.map(queryString));
    process.stdout.write(`${listings} listings\n`);
    for (const megabytes of limits) {
      note(`with ${megabytes} MB`);
      const data = join(folder.path, `data-${megabytes}`);
      mkdirSync(data);
      const tried = await tryLimit({ command, data, feed, changed, questions, megabytes });
      process.stdout.write(`${megabytes} MB: ${JSON.stringify(tried)}\n`);
    }
  } finally {
    folder.remove();
  }
}

interface Trial {
  readonly command: string;
  readonly data: string;
  readonly feed: string;
  readonly changed: string;
  readonly questions: readonly string[];
  readonly megabytes: number;
}

async function tryLimit({ command, data, feed, changed, questions, megabytes }: Trial): Promise<Tried> {
  const group = new Cgroup(megabytes * 2 ** 20);
  const tried: Tried = { ownMb: {} };
  const running = new Set<ChildProcess>();
  const begin = (args: string): ChildProcess => {
    const line = group.within(`'${process.execPath}' '${command}' ${args} --data '${data}'`);
    const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'ignore', 'inherit'] });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  };
  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (tried.failed !== undefined) return;
    let most = 0;
    const looking = setInterval(() => (most = Math.max(most, group.own)), LOOK_MS);
    try {
      await work();
    } catch (error) {
      tried.failed = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    }
    clearInterval(looking);
    tried.ownMb[name] = Math.round(most / 2 ** 20);
    note(`  ${name}: ${tried.failed ?? 'done'}, ${tried.ownMb[name]} MB of its own`);
    if (group.kills > 0) tried.failed ??= `${name}: killed`;
  };
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const start = async (): Promise<ChildProcess> => {
    const server = begin(`serve --host 127.0.0.1 --port ${port} --max-wait 60000`);
    await untilReady(address, server, () => true);
    return server;
  };
  const importing = async (file: string): Promise<number> => {
    const before = performance.now();
    const [code, signal] = (await once(begin(`import '${file}'`), 'exit')) as [number | null, string | null];
    if (code !== 0) throw new Error(`the import ended with ${code ?? signal}`);
    return seconds(before);
  };
  let server: ChildProcess | undefined;
  await step('start', async () => void (server = await start()));
  await step('import', async () => {
    tried.importS = await importing(feed);
    await untilReady(address, server, (listings) => listings > 0);
  });
  await step('search', async () => {
    const { p50, p99 } = percentilesOf(await searchTimes(address, questions));
    Object.assign(tried, { p50: rounded(p50), p99: rounded(p99) });
  });
  await step('import again', async () => void (tried.againS = await importing(changed)));
  await step('search again', async () => void (await searchTimes(address, questions)));
  await step('start again', async () => {
    server?.kill('SIGTERM');
    if (server !== undefined && server.exitCode === null) await once(server, 'exit');
    const before = performance.now();
    server = await start();
    await untilReady(address, server, (listings) => listings > 0);
    tried.startS = seconds(before);
  });
  await step('search at last', async () => void (await searchTimes(address, questions)));
  tried.peakMb = Math.round(group.peak / 2 ** 20);
  for (const child of running) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await sleep(200);
  group.remove();
  return tried;
}

async function untilReady(
  address: string,
  server: ChildProcess | undefined,
  isEnough: (listings: number) => boolean,
): Promise<void> {
  for (const until = performance.now() + LONGEST_MS; performance.now() < until; await sleep(50)) {
    if (server?.exitCode !== null || server.signalCode !== null) throw new Error('the server ended');
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.status !== 200) continue;
    const { listings } = (await answer.json()) as { listings: number };
    if (isEnough(listings)) return;
  }
  throw new Error('it took too long');
}

/** Milliseconds of each search, asked by several clients for a while. */
async function searchTimes(address: string, questions: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + SEARCHING_MS;
  let next = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      // With a parameter that means nothing, so that no answer comes from the cache.
      const question = `${questions[next % questions.length]}&n=${next}`;
      next += 1;
      const before = performance.now();
      const answer = await fetch(`${address}/api/v1/vehicles/?${question}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`a search was answered with ${answer.status}`);
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
