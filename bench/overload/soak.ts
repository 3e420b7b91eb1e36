// One soak: the capacity of a real server, its response times in quiet, then too much of everything, and quiet again.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { corpusSource } from '../corpus/source.ts';
import { distinctTargets } from '../corpus/workload.ts';
import { note } from '../harness/command.ts';
import { LoadGenerator, type LoadFigures, type LoadTask } from '../harness/load.ts';
import { withFolder } from '../harness/process.ts';
import { importFeed, PROJECT, Server } from '../harness/server.ts';
import { cpuMs, openFiles } from '../harness/usage.ts';
import type { OverloadOptions } from './options.ts';
import { startSlowClients, type SlowKind } from './slow-clients.ts';

/** More than a server's cache of answers holds. */
const TARGETS = 60_000;
/** One of so many slow clients sends piles: each is a flood. */
const PILES_SHARE = 50;
const QUIET_SHARE = 0.3;
/** Enough that the server always has something to do, and few enough that nobody waits long. */
const BUSY_CONNECTIONS = 8;
/** So long it takes until connections are really gone. */
const SETTLE_MS = 1000;

export const MOST_TIMES = 5;
/** What counts as `as before`: a machine does other things as well. */
const AS_BEFORE = 2;
const FORGIVEN_MS = 2;
const ALLOWED_GROWTH = { times: 1.25, megabytes: 60, files: 20 };

/** A load, and what it took of the server. */
export interface Stretch extends LoadFigures {
  /** Megabytes, at most. */
  readonly memory: number;
  readonly files: number;
  /** Of the server. */
  readonly serverCpuSeconds: number;
}

export interface SlowStretch {
  readonly kind: SlowKind;
  readonly connections: number;
  /** Megabytes and open files while they were connected, before others asked. */
  readonly memory: number;
  readonly files: number;
  readonly before: { readonly memory: number; readonly files: number };
  /** Other clients, in quiet, meanwhile. */
  readonly others: Stretch;
  readonly closed: number;
}

export interface OverloadFigures {
  /** Answers a second. */
  readonly capacity: number;
  readonly quiet: Stretch;
  readonly overload: Stretch | undefined;
  readonly after: Stretch | undefined;
  readonly slow: readonly SlowStretch[];
  readonly failures: readonly string[];
}

export function soakOverload(options: OverloadOptions): Promise<OverloadFigures> {
  return withFolder(options.folder, async (folder) => {
    const source = corpusSource('stock', options.listings, options.seed);
    const { feed, sample } = await source.prepare(folder);
    const data = join(folder, 'data');
    await importFeed(PROJECT, feed, data);
    const targets = distinctTargets(sample, options.seed, Math.min(TARGETS, 10 * options.listings));
    note(`${options.listings} listings, ${targets.length} questions`);
    const environment = { FORECOURT_MAX_WAIT: String(options.maxWait) };
    const server = await Server.start(data, { environment });
    const crowd = new LoadGenerator(options.processes);
    const visitor = new LoadGenerator(1);
    try {
      return await new Soak(options, server, targets, visitor, crowd).run();
    } finally {
      await Promise.all([crowd.close(), visitor.close()]);
      await server.stop();
    }
  });
}

class Soak {
  readonly #options: OverloadOptions;
  readonly #server: Server;
  readonly #targets: readonly string[];
  readonly #visitor: LoadGenerator;
  readonly #crowd: LoadGenerator;
  readonly #failures: string[] = [];

  constructor(
    options: OverloadOptions,
    server: Server,
    targets: readonly string[],
    visitor: LoadGenerator,
    crowd: LoadGenerator,
  ) {
    this.#options = options;
    this.#server = server;
    this.#targets = targets;
    this.#visitor = visitor;
    this.#crowd = crowd;
  }

  async run(): Promise<OverloadFigures> {
    const { quiet: seconds, parts } = this.#options;
    // Warm, and then measured.
    await this.#load(this.#visitor, { seconds, connections: BUSY_CONNECTIONS });
    const busy = await this.#load(this.#visitor, { seconds, connections: BUSY_CONNECTIONS });
    const capacity = (busy.statuses.get(200) ?? 0) / busy.seconds;
    note(`capacity: ${capacity.toFixed(0)} answers a second`);
    const perSecond = capacity * QUIET_SHARE;
    await this.#quiet(perSecond);
    const quiet = await this.#quiet(perSecond);
    note(`quiet: p99 ${quiet.answered.percentile(0.99).toFixed(1)} ms`);

    const hard = parts.includes('overload') ? await this.#overload(capacity, quiet, perSecond) : undefined;
    const slow: SlowStretch[] = [];
    for (const kind of parts) if (kind !== 'overload') slow.push(await this.#slow(kind, quiet, perSecond));
    return { capacity, quiet, overload: hard?.overload, after: hard?.after, slow, failures: this.#failures };
  }

  #quiet(perSecond: number): Promise<Stretch> {
    const { quiet: seconds } = this.#options;
    return this.#load(this.#visitor, { seconds, connections: 200, perSecond });
  }

  async #overload(
    capacity: number,
    quiet: Stretch,
    perSecond: number,
  ): Promise<{ readonly overload: Stretch; readonly after: Stretch }> {
    const { factor, seconds, connections } = this.#options;
    const overload = await this.#load(this.#crowd, { seconds, connections, perSecond: capacity * factor });
    note(`overload: p99 ${overload.answered.percentile(0.99).toFixed(1)} ms`);
    this.#compare('during the overload', overload, quiet, MOST_TIMES);
    await pause(seconds * 1000);
    const after = await this.#quiet(perSecond);
    this.#compare('after the overload', after, quiet, AS_BEFORE);
    const before = quiet;
    if (after.memory > before.memory * ALLOWED_GROWTH.times + ALLOWED_GROWTH.megabytes)
      this.#failures.push(`after the overload: ${after.memory} MB instead of ${before.memory}`);
    if (after.files > before.files + ALLOWED_GROWTH.files)
      this.#failures.push(`after the overload: ${after.files} open files instead of ${before.files}`);
    return { overload, after };
  }

  async #slow(kind: SlowKind, quiet: Stretch, perSecond: number): Promise<SlowStretch> {
    const connections = this.#connectionsOf(kind);
    const { port } = this.#server;
    const before = this.#takesUp();
    const clients = await startSlowClients({ kind, port, connections });
    let others: Stretch;
    let closed: number;
    let during: { readonly memory: number; readonly files: number };
    try {
      await pause(SETTLE_MS);
      during = this.#takesUp();
      others = await this.#quiet(perSecond);
      ({ closed } = await clients.count());
    } finally {
      await clients.close();
    }
    note(`${kind}: p99 of others ${others.answered.percentile(0.99).toFixed(1)} ms`);
    this.#compare(`with ${connections} clients of the kind ${kind}`, others, quiet, MOST_TIMES);
    await pause(SETTLE_MS);
    const { files } = this.#takesUp();
    if (files > before.files + ALLOWED_GROWTH.files)
      this.#failures.push(`after ${kind}: ${files} open files instead of ${before.files}`);
    return { kind, connections, ...during, before, others, closed };
  }

  #connectionsOf(kind: SlowKind): number {
    const { idle, slow } = this.#options;
    if (kind === 'idle' || kind === 'silent') return idle;
    return kind === 'piles' ? Math.ceil(slow / PILES_SHARE) : slow;
  }

  #compare(when: string, stretch: Stretch, quiet: Stretch, times: number): void {
    const took = stretch.answered.percentile(0.99);
    const usual = quiet.answered.percentile(0.99);
    if (!(took <= usual * times + FORGIVEN_MS))
      this.#failures.push(`${when}: p99 ${took.toFixed(1)} ms instead of ${usual.toFixed(1)}`);
  }

  async #load(
    crowd: LoadGenerator,
    task: Pick<LoadTask, 'seconds' | 'connections' | 'perSecond'>,
  ): Promise<Stretch> {
    const { pid, port } = this.#server;
    const cpuBefore = cpuMs(pid) ?? 0;
    let { memory, files } = this.#takesUp();
    const looking = setInterval(() => {
      const now = this.#takesUp();
      memory = Math.max(memory, now.memory);
      files = Math.max(files, now.files);
    }, 500);
    try {
      const figures = await crowd.run({ ...task, port, targets: this.#targets, repeat: true });
      for (const [status, count] of figures.statuses)
        if (status !== 200 && status !== 503) this.#failures.push(`${count} answers with status ${status}`);
      if (figures.unanswered > 0) this.#failures.push(`${figures.unanswered} requests were not answered`);
      const serverCpuSeconds = ((cpuMs(pid) ?? 0) - cpuBefore) / 1000;
      return { ...figures, memory, files, serverCpuSeconds };
    } finally {
      clearInterval(looking);
    }
  }

  #takesUp(): { readonly memory: number; readonly files: number } {
    const memory = Math.round((this.#server.memory()?.own ?? 0) / 2 ** 20);
    return { memory, files: openFiles(this.#server.pid) };
  }
}
