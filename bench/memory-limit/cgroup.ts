// A control group with a limit on memory, below the one of this process, so that nothing escapes the limits that hold already.
// It counts what a unit's MemoryMax counts: the processes' own memory, and the pages of files that they brought in.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

  /** A shell command that runs `command` within the group. */
  within(command: string): string {
    return `echo $$ > '${this.path}/cgroup.procs' && exec ${command}`;
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

  /** Only when all of its processes have ended. */
  remove(): void {
    rmdirSync(this.path);
  }

  #read(file: string): string {
    return readFileSync(join(this.path, file), 'utf8');
  }
}
