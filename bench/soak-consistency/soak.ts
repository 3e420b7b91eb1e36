// The consistency soak: a server of several processes under mixed load, while imports change the stock and processes are
// killed. Every response is compared with the model.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../src/demo/random.ts';
import {
  commandLine,
  TEMPORARY_FOLDER,
  logProgress,
  option,
  zeroOrMore,
  type OptionsOf,
} from '../harness/command.ts';
import { withFolder } from '../harness/process.ts';
import { importFeed, PROJECT, Server } from '../harness/server.ts';
import { count, median, sum } from '../harness/statistics.ts';
import { childrenOf, growthOf, memoryFailures, memoryLine, sampleUsage } from '../harness/usage.ts';
import { CLIENTS } from './clients.ts';
import { StockPlan } from './stock-plan.ts';

export const SOAK_CONSISTENCY = commandLine(
  'soak',
  {
    minutes: option('NUMBER', zeroOrMore, 30, 'duration'),
    listings: option('NUMBER', zeroOrMore, 1000, 'listings in the stock'),
    workers: option('NUMBER', zeroOrMore, 2, 'processes of the server'),
    clients: option('NUMBER', zeroOrMore, 2, 'processes of clients'),
    every: option('SECONDS', zeroOrMore, 5, 'interval between imports'),
    kills: option('SECONDS', zeroOrMore, 20, 'mean interval between kills; 0: none'),
    stale: option('MS', zeroOrMore, 5000, 'limit from an import until it is searchable'),
    seed: option('NUMBER', zeroOrMore, 1, 'what requests and kills are drawn from'),
    folder: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Runs a real server of several processes under mixed load (searches, summaries, phrases, redirects, /mcp) while ' +
      'imports change the stock and processes of the server are killed. Every response is compared with a plain model of ' +
      'the stock at the change that it was made from. Prints a report. Fails if a response was wrong or stale, if the ' +
      "server ended, or if memory or open files grew. Memory and files are read from Linux's /proc.",
    examples: ['--minutes 3 --kills 10'],
  },
);

type SoakOptions = OptionsOf<typeof SOAK_CONSISTENCY>;

const POLL_INTERVAL_MS = 200;
/** The age at which a process is ready, also on a busy machine. */
const READY_AGE_MS = 8000;
/** Requests that one kill may break: those in flight at the process, and those on its idle connections. */
const MAX_BROKEN_PER_KILL = 16;

type SoakStats = Awaited<ReturnType<typeof soakServer>>;

export function soakConsistency(options: SoakOptions): Promise<SoakStats> {
  return withFolder(options.folder, async (folder) => {
    const plan = new StockPlan(options.listings);
    const data = join(folder, 'data');
    const importChange = async (sequence: number): Promise<void> => {
      const feed = join(folder, 'feed.ndjson');
      writeFileSync(feed, `${plan.feedOf(sequence).join('\n')}\n`);
      await importFeed(PROJECT, feed, data);
    };
    await importChange(1);
    const server = await Server.start(data, { args: ['--workers', `${options.workers}`] });
    try {
      return await soakServer(options, server, importChange);
    } finally {
      await server.stop();
    }
  });
}

async function soakServer(
  { minutes, listings, workers, clients, every, kills: killSeconds, stale, seed }: SoakOptions,
  server: Server,
  importChange: (sequence: number) => Promise<void>,
) {
  const random = new Random(seed);
  const end = Date.now() + minutes * 60_000;
  const isOver = (): boolean => Date.now() >= end || server.exitStatus !== null;
  const { version } = await server.readiness();
  const processes = Array.from({ length: clients }, () => CLIENTS.start());
  const running = processes.map((process, at) =>
    process.run({ url: server.url, version, listings, staleMs: stale, seed: seed * 1000 + at }),
  );
  const usage = sampleUsage(server.pid);
  let sequence = 1;
  let kills = 0;

  const importChanges = async (): Promise<void> => {
    while (!isOver()) {
      await sleep(Math.min(every * 1000, Math.max(0, end - Date.now())));
      if (isOver()) return;
      await importChange(sequence + 1);
      sequence += 1;
      for (const process of processes) process.send(String(sequence));
      if (sequence % 20 === 0)
        logProgress(`${sequence} changes, ${kills} kills, ${usage.memory.at(-1) ?? 0} MB`);
    }
  };
  /** Kills one of the server's processes at a time, and never the last. */
  const killProcesses = async (): Promise<void> => {
    if (killSeconds === 0 || workers < 2) return;
    const seenAt = new Map<number, number>();
    const nextKill = (): number => Date.now() + random.whole(5, 15) * killSeconds * 100;
    for (let next = nextKill(); !isOver(); await sleep(POLL_INTERVAL_MS)) {
      const now = Date.now();
      const children = childrenOf(server.pid);
      for (const child of children) if (!seenAt.has(child)) seenAt.set(child, now);
      const ready = children.filter((child) => now - (seenAt.get(child) ?? now) > READY_AGE_MS);
      if (now < next || ready.length < workers) continue;
      process.kill(random.pick(ready), 'SIGKILL');
      kills += 1;
      next = nextKill();
    }
  };
  await Promise.all([importChanges(), killProcesses()]);
  const failures = server.exitStatus === null ? [] : [`the server ended with ${server.exitStatus}`];
  for (const process of processes) process.send('stop');
  const stats = await Promise.all(running);
  await Promise.all([usage.stop(), ...processes.map((process) => process.close())]);

  const broken = sum(stats.map((each) => each.broken));
  if (broken > kills * MAX_BROKEN_PER_KILL) failures.push(`${broken} connections broke with ${kills} kills`);
  failures.push(...memoryFailures(usage.memory));
  const growth = growthOf(usage.files, { factor: 1.1, megabytes: 20 });
  if (growth?.isGrowth === true) failures.push(`open files grew from ${growth.from} to ${growth.to}`);
  const responses = new Map<string, number>();
  for (const each of stats) for (const [kind, times] of each.responses) count(responses, kind, times);
  return {
    responses,
    rejected: sum(stats.map((each) => each.rejected)),
    imports: sequence - 1,
    kills,
    broken,
    memory: usage.memory,
    files: usage.files,
    failures: [...failures, ...stats.flatMap((each) => each.failures)],
  };
}

export function reportLines({
  responses,
  rejected,
  imports,
  kills,
  broken,
  memory,
  files,
}: SoakStats): string[] {
  const kinds = Array.from(responses, ([kind, times]) => `${kind} ${times}`);
  return [
    `${sum([...responses.values()])} responses were compared with the model: ${kinds.join(', ')}.`,
    `${rejected} requests were rejected by the overloaded server.`,
    `${imports} imports, ${kills} kills, ${broken} connections broken by them.`,
    memoryLine(memory),
    `Open files: median ${files.length === 0 ? 0 : median(files)}, at most ${Math.max(0, ...files)}.`,
  ];
}
