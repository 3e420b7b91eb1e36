// A control group with a memory limit, within this process's own group, so that existing limits still apply. It counts
// what a unit's MemoryMax counts: the processes' memory and their page cache.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Launcher } from '../harness/server.ts';

/** Names of a group's files in the two versions of Linux's control groups. */
const VERSIONS = {
  1: { controller: 'memory', limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes', kills: 'memory.oom_control', own: 'rss' }, // prettier-ignore
  2: { controller: '', limit: 'memory.max', peak: 'memory.peak', kills: 'memory.events', own: 'anon' },
} as const;

export class Cgroup {
  readonly path: string;
  readonly #names: (typeof VERSIONS)[1 | 2];

  /** Throws where the system or the user's rights do not allow it: on Linux, root may. */
  constructor(limitBytes: number, name = `forecourt-${process.pid}`) {
    const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
    const own = (controller: string): string | undefined =>
      lines.map((line) => line.split(':')).find(([, names]) => names.split(',').includes(controller))?.[2];
    const first = own('memory');
    this.#names = VERSIONS[first === undefined ? 2 : 1];
    const root = join('/sys/fs/cgroup', this.#names.controller, first ?? own('') ?? '');
    this.path = join(root, name);
    mkdirSync(this.path);
    if (!existsSync(join(this.path, this.#names.limit)))
      throw new Error(`the memory controller is not enabled in ${root}`);
    writeFileSync(join(this.path, this.#names.limit), String(limitBytes));
  }

  /** Runs commands within the group. */
  get launcher(): Launcher {
    return ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(this.path, 'cgroup.procs')];
  }

  /** The most that was in use, in bytes. Pages of files fill a group up to its limit where they can. */
  get peak(): number {
    return Number(this.#read(this.#names.peak));
  }

  /** Bytes of the processes' own, without pages of files. */
  get own(): number {
    return Number(new RegExp(`^${this.#names.own} ([0-9]+)`, 'm').exec(this.#read('memory.stat'))?.[1] ?? 0);
  }

  /** Processes that were killed for want of memory. */
  get kills(): number {
    return Number(/^oom_kill ([0-9]+)/m.exec(this.#read(this.#names.kills))?.[1] ?? 0);
  }

  /** Kills the processes that are left, and removes the group. */
  async remove(): Promise<void> {
    for (const pid of this.#processes()) process.kill(pid, 'SIGKILL');
    while (this.#processes().length > 0) await sleep(50);
    rmdirSync(this.path);
  }

  #processes(): number[] {
    return this.#read('cgroup.procs').split('\n').filter(Boolean).map(Number);
  }

  #read(file: string): string {
    return readFileSync(join(this.path, file), 'utf8');
  }
}
