// One soak: a server of several processes, others that ask it, imports one after the other, and kills. Gives back figures and
// faults; prints nothing but progress.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandOf, PROJECT } from '../built-tree.ts';
import { Child } from '../child.ts';
import { atEnd, temporaryFolder } from '../cleanup.ts';
import { median } from '../percentiles.ts';
import { growthOf, residentMegabytes } from '../soak/resident-memory.ts';
import { Random } from '../../src/demo/random.ts';
import type { LoadFigures, LoadTask } from './load-process.ts';
import type { SoakOptions } from './options.ts';
import { childrenOf, openFiles } from './processes.ts';
import { StockPlan } from './stock-plan.ts';

const COMMAND = commandOf({ root: PROJECT });
const LOAD = new URL('./load-process.ts', import.meta.url);
const SAMPLE_MS = 1000;
const LOOK_MS = 200;
/** A process that was started so long ago answers, also on a machine with much else to do. */
const GROWN_UP_MS = 8000;
/** Requests that one kill may break: those under way on the process, and those on connections that it kept. */
const BROKEN_BY_KILL = 16;
const MORE_FILES = { times: 1.1, files: 20 };

export interface SoakFigures {
  readonly answered: Readonly<Record<string, number>>;
  readonly imports: number;
  readonly kills: number;
  readonly broken: number;
  readonly memory: readonly number[];
  readonly files: readonly number[];
  readonly faults: readonly string[];
}

export async function soakAll(options: SoakOptions, note: (text: string) => void): Promise<SoakFigures> {
  const folder = temporaryFolder(options.folder);
  const plan = new StockPlan(options.listings);
  const data = join(folder.path, 'data');
  await importChange(plan, 1, folder.path, data);
  const args = [COMMAND, 'serve', '--port', '0', '--data', data, '--workers', `${options.workers}`];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const forget = atEnd(() => server.kill('SIGKILL'));
  try {
    const address = await addressOf(server);
    return await new Soak(options, plan, server, address, folder.path, note).run();
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    forget();
    folder.remove();
  }
}

class Soak {
  readonly #options: SoakOptions;
  readonly #plan: StockPlan;
  readonly #server: ChildProcess;
  readonly #address: string;
  readonly #folder: string;
  readonly #note: (text: string) => void;
  readonly #random: Random;
  readonly #memory: number[] = [];
  readonly #files: number[] = [];
  readonly #faults: string[] = [];
  #sequence = 1;
  #kills = 0;
  #isOver = false;

  constructor(
    options: SoakOptions,
    plan: StockPlan,
    server: ChildProcess,
    address: string,
    folder: string,
    note: (text: string) => void,
  ) {
    this.#options = options;
    this.#plan = plan;
    this.#server = server;
    this.#address = address;
    this.#folder = folder;
    this.#note = note;
    this.#random = new Random(options.seed);
    server.once('exit', (code, signal) => {
      if (!this.#isOver) this.#faults.push(`the server ended with ${code ?? signal}`);
      this.#isOver = true;
    });
  }

  async run(): Promise<SoakFigures> {
    const { version } = (await (await fetch(`${this.#address}/readyz`)).json()) as {
      readonly version: string;
    };
    const { listings, staleMs, seed, clients, minutes } = this.#options;
    const loads = Array.from({ length: clients }, () => new Child<LoadTask, LoadFigures>(LOAD));
    const asked = loads.map((load, at) =>
      load.ask({ address: this.#address, version, listings, staleMs, seed: seed * 1000 + at }),
    );
    const others = [this.#sample(), this.#kill()];
    await this.#import(loads, Date.now() + minutes * 60_000);
    this.#isOver = true;
    for (const load of loads) load.tell('stop');
    const figures = await Promise.all(asked);
    await Promise.all([...others, ...loads.map((load) => load.close())]);
    const broken = figures.reduce((sum, each) => sum + each.broken, 0);
    if (broken > this.#kills * BROKEN_BY_KILL)
      this.#faults.push(`${broken} connections broke with ${this.#kills} kills`);
    this.#checkGrowth();
    return {
      answered: sumOf(figures.map(({ answered }) => answered)),
      imports: this.#sequence - 1,
      kills: this.#kills,
      broken,
      memory: this.#memory,
      files: this.#files,
      faults: [...this.#faults, ...figures.flatMap(({ faults }) => faults)],
    };
  }

  async #import(loads: readonly Child<LoadTask, LoadFigures>[], end: number): Promise<void> {
    while (Date.now() < end && !this.#isOver) {
      await pause(Math.min(this.#options.every * 1000, Math.max(0, end - Date.now())));
      if (Date.now() >= end) return;
      const sequence = this.#sequence + 1;
      await importChange(this.#plan, sequence, this.#folder, join(this.#folder, 'data'));
      this.#sequence = sequence;
      for (const load of loads) load.tell(String(sequence));
      if (sequence % 20 === 0)
        this.#note(
          `${sequence} changes, ${this.#kills} kills, ${this.#memory.at(-1) ?? 0} MB, ${this.#faults.length} faults`,
        );
    }
  }

  /** Kills one of the server's processes at a time, and never the last. */
  async #kill(): Promise<void> {
    const { kills, workers } = this.#options;
    if (kills === 0 || workers < 2) return;
    const seenAt = new Map<number, number>();
    let next = Date.now() + this.#random.whole(5, 15) * kills * 100;
    for (; !this.#isOver; await pause(LOOK_MS)) {
      const now = Date.now();
      const children = childrenOf(this.#server.pid ?? 0);
      for (const child of children) if (!seenAt.has(child)) seenAt.set(child, now);
      const grown = children.filter((child) => now - (seenAt.get(child) ?? now) > GROWN_UP_MS);
      if (now < next || grown.length < workers) continue;
      process.kill(this.#random.pick(grown), 'SIGKILL');
      this.#kills += 1;
      next = now + this.#random.whole(5, 15) * kills * 100;
    }
  }

  async #sample(): Promise<void> {
    while (!this.#isOver) {
      this.#memory.push(residentMegabytes(this.#server.pid ?? 0));
      this.#files.push(openFiles(this.#server.pid ?? 0));
      await pause(SAMPLE_MS);
    }
  }

  #checkGrowth(): void {
    const growth = growthOf(this.#memory);
    if (growth === undefined) return;
    if (growth.isMore) this.#faults.push(`memory grew from ${growth.from} to ${growth.to} MB`);
    const third = Math.floor(this.#files.length / 3);
    const from = median(this.#files.slice(third, 2 * third));
    const to = median(this.#files.slice(-third));
    if (to > from * MORE_FILES.times + MORE_FILES.files)
      this.#faults.push(`open files grew from ${from} to ${to}`);
  }
}

/** A change, by the command as operators run it. */
async function importChange(plan: StockPlan, sequence: number, folder: string, data: string): Promise<void> {
  const feed = join(folder, 'feed.ndjson');
  writeFileSync(feed, `${plan.feedOf(sequence).join('\n')}\n`);
  const child = spawn(process.execPath, [COMMAND, 'import', feed, '--data', data], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the import of change ${sequence} ended with ${code}`);
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    server.stdout?.on('data', (chunk) => {
      printed += String(chunk);
      const address = /answers on (\S+) /.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
    server.once('exit', () => reject(new Error('the server ended before it answered')));
  });
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const count of counts)
    for (const [name, value] of Object.entries(count)) sums.set(name, (sums.get(name) ?? 0) + value);
  return Object.fromEntries(sums);
}
