// One soak: a server's capacity, its response times at low load, overload, and low load again.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { corpusSource } from '../corpus/stock-source.ts';
import { distinctTargets } from '../corpus/workload.ts';
import { logProgress } from '../harness/command.ts';
import { LoadGenerator, type LoadStats, type LoadTask } from '../harness/load-generator.ts';
import { withFolder } from '../harness/process.ts';
import { importFeed, PROJECT, Server } from '../harness/server.ts';
import { cpuMs, openFiles } from '../harness/usage.ts';
import { isCheck, type OverloadOptions } from './options.ts';
import { startSlowClients, type SlowKind } from './slow-clients.ts';

/** More than a server's response cache holds. */
const TARGETS = 60_000;
/** One of so many slow clients sends piles: each is a flood. */
const PIPELINING_SHARE = 50;
const BASELINE_LOAD = 0.3;
/** Enough that the server always has something to do, and few enough that nobody waits long. */
const BUSY_CONNECTIONS = 8;
/** So long it takes until connections are really gone. */
const SETTLE_MS = 1000;

export const MAX_P99_RATIO = 3;
/** What counts as `as before`: a machine does other things as well. */
const MAX_RECOVERED_P99_RATIO = 2;
const TOLERANCE_MS = 2;
const ALLOWED_GROWTH = { times: 1.25, megabytes: 60, files: 20 };

const PAGES = {
  targets: Array.from({ length: 10_000 }, (_, number) => `/?price_max=${number}`),
  accept: 'text/html',
};
const FILES = ['/healthz', '/docs', '/openapi.json', '/llms.txt'];
const FILES_PER_SECOND = 50;

/** A load, and what it took of the server. */
export interface LoadPhase extends LoadStats {
  /** Megabytes, at most. */
  readonly memory: number;
  readonly files: number;
  /** Of the server. */
  readonly serverCpuSeconds: number;
}

export interface SlowClientPhase {
  readonly kind: SlowKind;
  readonly connections: number;
  /** Megabytes and open files while they were connected, before others sent requests. */
  readonly memory: number;
  readonly files: number;
  readonly before: { readonly memory: number; readonly files: number };
  /** Other clients, at baseline load, meanwhile. */
  readonly others: LoadPhase;
  readonly closed: number;
}

/** More requests than a server can complete. */
export interface Flood {
  readonly of: 'searches' | 'pages';
  readonly overload: LoadPhase;
  /** Requests that have no queue, sent meanwhile. */
  readonly files: LoadPhase;
  readonly after: LoadPhase;
}

interface FloodTask {
  readonly of: Flood['of'];
  readonly capacity: number;
  readonly baseline: LoadPhase;
  readonly perSecond: number;
}

export interface OverloadStats {
  /** Responses per second. */
  readonly capacity: number;
  readonly baseline: LoadPhase;
  readonly floods: readonly Flood[];
  readonly slow: readonly SlowClientPhase[];
  readonly failures: readonly string[];
}

export function soakOverload(options: OverloadOptions): Promise<OverloadStats> {
  return withFolder(options.folder, async (folder) => {
    const source = corpusSource('stock', options.listings, options.seed);
    const { feed, sample } = await source.prepare(folder);
    const data = join(folder, 'data');
    await importFeed(PROJECT, feed, data);
    const targets = distinctTargets(sample, options.seed, Math.min(TARGETS, 10 * options.listings));
    logProgress(`${options.listings} listings, ${targets.length} questions`);
    const environment = { FORECOURT_MAX_QUEUE: String(options.maxQueue) };
    const server = await Server.start(data, { environment });
    const floodGenerator = new LoadGenerator(options.processes);
    const baselineGenerator = new LoadGenerator(1);
    try {
      return await new OverloadSoak(options, server, targets, baselineGenerator, floodGenerator).run();
    } finally {
      await Promise.all([floodGenerator.close(), baselineGenerator.close()]);
      await server.stop();
    }
  });
}

class OverloadSoak {
  readonly #options: OverloadOptions;
  readonly #server: Server;
  readonly #targets: readonly string[];
  readonly #baselineGenerator: LoadGenerator;
  readonly #floodGenerator: LoadGenerator;
  readonly #failures: string[] = [];

  constructor(
    options: OverloadOptions,
    server: Server,
    targets: readonly string[],
    baselineGenerator: LoadGenerator,
    floodGenerator: LoadGenerator,
  ) {
    this.#options = options;
    this.#server = server;
    this.#targets = targets;
    this.#baselineGenerator = baselineGenerator;
    this.#floodGenerator = floodGenerator;
  }

  async run(): Promise<OverloadStats> {
    const { baseline: seconds, parts } = this.#options;
    // Warm, and then measured.
    await this.#load(this.#baselineGenerator, { seconds, connections: BUSY_CONNECTIONS });
    const busy = await this.#load(this.#baselineGenerator, { seconds, connections: BUSY_CONNECTIONS });
    const capacity = (busy.statuses.get(200) ?? 0) / busy.seconds;
    logProgress(`capacity: ${capacity.toFixed(0)} responses/s`);
    const perSecond = capacity * BASELINE_LOAD;
    await this.#measureBaseline(perSecond);
    const baseline = await this.#measureBaseline(perSecond);
    logProgress(`baseline: p99 ${baseline.latencies.percentile(0.99).toFixed(1)} ms`);

    const floods: Flood[] = [];
    const slow: SlowClientPhase[] = [];
    for (const part of parts) {
      if (part === 'overload')
        floods.push(await this.#flood({ of: 'searches', capacity, baseline, perSecond }));
      else if (part === 'pages') {
        const pages = await this.#load(this.#baselineGenerator, {
          seconds,
          connections: BUSY_CONNECTIONS,
          ...PAGES,
        });
        const capacity = (pages.statuses.get(200) ?? 0) / pages.seconds;
        floods.push(await this.#flood({ of: 'pages', capacity, baseline, perSecond }));
      } else if (part !== 'fairness' && !isCheck(part))
        slow.push(await this.#slow(part, baseline, perSecond));
    }
    return { capacity, baseline, floods, slow, failures: this.#failures };
  }

  #measureBaseline(perSecond: number): Promise<LoadPhase> {
    const { baseline: seconds } = this.#options;
    return this.#load(this.#baselineGenerator, { seconds, connections: 200, perSecond });
  }

  async #flood({ of, capacity, baseline, perSecond }: FloodTask): Promise<Flood> {
    const { factor, seconds, connections } = this.#options;
    const flood = { seconds, connections, perSecond: capacity * factor, ...(of === 'pages' && PAGES) };
    const [overload, files] = await Promise.all([
      this.#load(this.#floodGenerator, flood),
      this.#load(this.#baselineGenerator, {
        seconds,
        connections: 200,
        perSecond: FILES_PER_SECOND,
        targets: FILES,
      }),
    ]);
    logProgress(`overload with ${of}: p99 ${overload.latencies.percentile(0.99).toFixed(1)} ms`);
    const rejected = overload.statuses.get(503) ?? 0;
    // Pages are never rejected, so those of a flood wait for each other.
    if (of === 'searches') this.#compare('during the overload', overload, baseline, MAX_P99_RATIO);
    else if (rejected > 0) this.#failures.push(`${rejected} pages were rejected`);
    await sleep(seconds * 1000);
    const after = await this.#measureBaseline(perSecond);
    this.#compare(`after the overload with ${of}`, after, baseline, MAX_RECOVERED_P99_RATIO);
    if (after.memory > baseline.memory * ALLOWED_GROWTH.times + ALLOWED_GROWTH.megabytes)
      this.#failures.push(`after the overload with ${of}: ${after.memory} MB instead of ${baseline.memory}`);
    if (after.files > baseline.files + ALLOWED_GROWTH.files)
      this.#failures.push(
        `after the overload with ${of}: ${after.files} open files instead of ${baseline.files}`,
      );
    return { of, overload, files, after };
  }

  async #slow(kind: SlowKind, baseline: LoadPhase, perSecond: number): Promise<SlowClientPhase> {
    const connections = this.#connectionsOf(kind);
    const { port } = this.#server;
    const before = this.#usage();
    const clients = await startSlowClients({ kind, port, connections });
    let others: LoadPhase;
    let closed: number;
    let during: { readonly memory: number; readonly files: number };
    try {
      await sleep(SETTLE_MS);
      during = this.#usage();
      others = await this.#measureBaseline(perSecond);
      ({ closed } = await clients.count());
    } finally {
      await clients.close();
    }
    logProgress(`${kind}: p99 of others ${others.latencies.percentile(0.99).toFixed(1)} ms`);
    this.#compare(`with ${connections} clients of the kind ${kind}`, others, baseline, MAX_P99_RATIO);
    await sleep(SETTLE_MS);
    const { files } = this.#usage();
    if (files > before.files + ALLOWED_GROWTH.files)
      this.#failures.push(`after ${kind}: ${files} open files instead of ${before.files}`);
    return { kind, connections, ...during, before, others, closed };
  }

  #connectionsOf(kind: SlowKind): number {
    const { idle, slow } = this.#options;
    if (kind === 'idle' || kind === 'silent') return idle;
    return kind === 'piles' ? Math.ceil(slow / PIPELINING_SHARE) : slow;
  }

  #compare(when: string, phase: LoadPhase, baseline: LoadPhase, maxRatio: number): void {
    const took = phase.latencies.percentile(0.99);
    const usual = baseline.latencies.percentile(0.99);
    if (!(took <= usual * maxRatio + TOLERANCE_MS))
      this.#failures.push(`${when}: p99 ${took.toFixed(1)} ms instead of ${usual.toFixed(1)}`);
  }

  async #load(
    generator: LoadGenerator,
    task: Partial<LoadTask> & Pick<LoadTask, 'seconds' | 'connections'>,
  ): Promise<LoadPhase> {
    const { pid, port } = this.#server;
    const cpuBefore = cpuMs(pid) ?? 0;
    let { memory, files } = this.#usage();
    const sampling = setInterval(() => {
      const now = this.#usage();
      memory = Math.max(memory, now.memory);
      files = Math.max(files, now.files);
    }, 500);
    try {
      const stats = await generator.run({ targets: this.#targets, ...task, port, repeat: true });
      for (const [status, count] of stats.statuses)
        if (status !== 200 && status !== 503) this.#failures.push(`${count} responses with status ${status}`);
      if (stats.unanswered > 0) this.#failures.push(`${stats.unanswered} requests were not answered`);
      const serverCpuSeconds = ((cpuMs(pid) ?? 0) - cpuBefore) / 1000;
      return { ...stats, memory, files, serverCpuSeconds };
    } finally {
      clearInterval(sampling);
    }
  }

  #usage(): { readonly memory: number; readonly files: number } {
    const memory = Math.round((this.#server.memory()?.own ?? 0) / 2 ** 20);
    return { memory, files: openFiles(this.#server.pid) };
  }
}
