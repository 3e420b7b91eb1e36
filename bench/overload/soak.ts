// One soak: the capacity of a real server, its answering times in quiet, then too much of everything, and quiet again. Gives
// back figures and faults; prints nothing but progress.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT, type BuiltTree } from '../built-tree.ts';
import { temporaryFolder } from '../cleanup.ts';
import { cpuMs } from '../parts/cpu-time.ts';
import { distinctTargets } from '../parts/http.ts';
import { importFeed } from '../parts/import-command.ts';
import { Server } from '../parts/server.ts';
import { corpusSource } from '../source.ts';
import { isCheck, type OverloadOptions } from './options.ts';
import { SlowClients, type SlowKind } from './slow-clients.ts';
import { Crowd, type LoadFigures, type VisitorsTask } from './visitors.ts';

/** More than a server's cache of answers holds. */
const TARGETS = 60_000;
/** One of so many slow clients sends piles: each is a flood. */
const PILES_SHARE = 50;
const QUIET_SHARE = 0.3;
/** Enough that the server always has something to do, and few enough that nobody waits long. */
const BUSY_CONNECTIONS = 8;
/** So long it takes until connections are really gone. */
const SETTLE_MS = 1000;

export const MOST_TIMES = 3;
/** What counts as `as before`: a machine does other things as well. */
const AS_BEFORE = 2;
const FORGIVEN_MS = 2;
const ALLOWED_GROWTH = { times: 1.25, megabytes: 60, files: 20 };

const PAGES = {
  targets: Array.from({ length: 10_000 }, (_, number) => `/?price_max=${number}`),
  accept: 'text/html',
};
const FILES = ['/healthz', '/docs', '/openapi.json', '/llms.txt'];
const FILES_A_SECOND = 50;

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

/** More than a server can answer. */
export interface Flood {
  readonly of: 'searches' | 'pages';
  readonly overload: Stretch;
  /** Requests that have no queue, asked meanwhile. */
  readonly files: Stretch;
  readonly after: Stretch;
}

interface FloodTask {
  readonly of: Flood['of'];
  readonly capacity: number;
  readonly quiet: Stretch;
  readonly perSecond: number;
}

export interface OverloadFigures {
  /** Answers a second. */
  readonly capacity: number;
  readonly quiet: Stretch;
  readonly floods: readonly Flood[];
  readonly slow: readonly SlowStretch[];
  readonly faults: readonly string[];
}

export async function soakOverload(
  options: OverloadOptions,
  note: (text: string) => void,
  tree: BuiltTree = { root: PROJECT },
): Promise<OverloadFigures> {
  const folder = temporaryFolder(options.folder);
  const source = corpusSource('stock', options.listings, options.seed);
  try {
    const { feed, sample } = await source.prepare(folder.path);
    const data = join(folder.path, 'data');
    await importFeed(tree, feed, data);
    const targets = distinctTargets(sample, options.seed, Math.min(TARGETS, 10 * options.listings));
    note(`${options.listings} listings, ${targets.length} questions`);
    const server = await Server.start(tree, data, [], { FORECOURT_MAX_QUEUE: String(options.maxQueue) });
    const crowd = new Crowd(options.processes);
    const visitor = new Crowd(1);
    try {
      return await new Soak(options, server, targets, visitor, crowd, note).run();
    } finally {
      await Promise.all([crowd.close(), visitor.close()]);
      await server.stop();
    }
  } finally {
    folder.remove();
  }
}

class Soak {
  readonly #options: OverloadOptions;
  readonly #server: Server;
  readonly #targets: readonly string[];
  readonly #visitor: Crowd;
  readonly #crowd: Crowd;
  readonly #note: (text: string) => void;
  readonly #faults: string[] = [];

  constructor(
    options: OverloadOptions,
    server: Server,
    targets: readonly string[],
    visitor: Crowd,
    crowd: Crowd,
    note: (text: string) => void,
  ) {
    this.#options = options;
    this.#server = server;
    this.#targets = targets;
    this.#visitor = visitor;
    this.#crowd = crowd;
    this.#note = note;
  }

  async run(): Promise<OverloadFigures> {
    const { quiet: seconds, parts } = this.#options;
    // Warm, and then measured.
    await this.#load(this.#visitor, { seconds, connections: BUSY_CONNECTIONS });
    const busy = await this.#load(this.#visitor, { seconds, connections: BUSY_CONNECTIONS });
    const capacity = (busy.statuses.get(200) ?? 0) / busy.seconds;
    this.#note(`capacity: ${capacity.toFixed(0)} answers a second`);
    const perSecond = capacity * QUIET_SHARE;
    await this.#quiet(perSecond);
    const quiet = await this.#quiet(perSecond);
    this.#note(`quiet: p99 ${quiet.answered.within(0.99).toFixed(1)} ms`);

    const floods: Flood[] = [];
    const slow: SlowStretch[] = [];
    for (const part of parts) {
      if (part === 'overload') floods.push(await this.#flood({ of: 'searches', capacity, quiet, perSecond }));
      else if (part === 'pages') {
        const pages = await this.#load(this.#visitor, { seconds, connections: BUSY_CONNECTIONS, ...PAGES });
        const capacity = (pages.statuses.get(200) ?? 0) / pages.seconds;
        floods.push(await this.#flood({ of: 'pages', capacity, quiet, perSecond }));
      } else if (!isCheck(part)) slow.push(await this.#slow(part, quiet, perSecond));
    }
    return { capacity, quiet, floods, slow, faults: this.#faults };
  }

  #quiet(perSecond: number): Promise<Stretch> {
    const { quiet: seconds } = this.#options;
    return this.#load(this.#visitor, { seconds, connections: 200, perSecond });
  }

  async #flood({ of, capacity, quiet, perSecond }: FloodTask): Promise<Flood> {
    const { factor, seconds, connections } = this.#options;
    const flood = { seconds, connections, perSecond: capacity * factor, ...(of === 'pages' && PAGES) };
    const [overload, files] = await Promise.all([
      this.#load(this.#crowd, flood),
      this.#load(this.#visitor, { seconds, connections: 200, perSecond: FILES_A_SECOND, targets: FILES }),
    ]);
    this.#note(`overload with ${of}: p99 ${overload.answered.within(0.99).toFixed(1)} ms`);
    const refused = overload.statuses.get(503) ?? 0;
    // Pages are never refused, so those of a flood wait for each other.
    if (of === 'searches') this.#compare('during the overload', overload, quiet, MOST_TIMES);
    else if (refused > 0) this.#faults.push(`${refused} pages were refused`);
    await pause(seconds * 1000);
    const after = await this.#quiet(perSecond);
    this.#compare(`after the overload with ${of}`, after, quiet, AS_BEFORE);
    if (after.memory > quiet.memory * ALLOWED_GROWTH.times + ALLOWED_GROWTH.megabytes)
      this.#faults.push(`after the overload with ${of}: ${after.memory} MB instead of ${quiet.memory}`);
    if (after.files > quiet.files + ALLOWED_GROWTH.files)
      this.#faults.push(`after the overload with ${of}: ${after.files} open files instead of ${quiet.files}`);
    return { of, overload, files, after };
  }

  async #slow(kind: SlowKind, quiet: Stretch, perSecond: number): Promise<SlowStretch> {
    const connections = this.#connectionsOf(kind);
    const { port } = this.#server;
    const before = this.#takesUp();
    const clients = await SlowClients.start({ kind, port, connections });
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
    this.#note(`${kind}: p99 of others ${others.answered.within(0.99).toFixed(1)} ms`);
    this.#compare(`with ${connections} clients of the kind ${kind}`, others, quiet, MOST_TIMES);
    await pause(SETTLE_MS);
    const { files } = this.#takesUp();
    if (files > before.files + ALLOWED_GROWTH.files)
      this.#faults.push(`after ${kind}: ${files} open files instead of ${before.files}`);
    return { kind, connections, ...during, before, others, closed };
  }

  #connectionsOf(kind: SlowKind): number {
    const { idle, slow } = this.#options;
    if (kind === 'idle' || kind === 'silent') return idle;
    return kind === 'piles' ? Math.ceil(slow / PILES_SHARE) : slow;
  }

  #compare(when: string, stretch: Stretch, quiet: Stretch, times: number): void {
    const took = stretch.answered.within(0.99);
    const usual = quiet.answered.within(0.99);
    if (!(took <= usual * times + FORGIVEN_MS))
      this.#faults.push(`${when}: p99 ${took.toFixed(1)} ms instead of ${usual.toFixed(1)}`);
  }

  async #load(
    crowd: Crowd,
    task: Partial<VisitorsTask> & Pick<VisitorsTask, 'seconds' | 'connections'>,
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
      const figures = await crowd.ask({ targets: this.#targets, ...task, port });
      for (const [status, count] of figures.statuses)
        if (status !== 200 && status !== 503) this.#faults.push(`${count} answers with status ${status}`);
      if (figures.unanswered > 0) this.#faults.push(`${figures.unanswered} requests were not answered`);
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

/** Zero where the system does not say. */
function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
