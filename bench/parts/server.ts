// A server of the real command in a process of its own: starting it, asking whether it is ready, what it takes up.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, type BuiltTree } from '../built-tree.ts';
import { atEnd } from '../cleanup.ts';

export interface Readiness {
  readonly listings: number;
  /** Changes with the stock. */
  readonly version: string;
}

/** Bytes. Pages of the stock's file that are in memory are not the process's own: the system takes them back at need. */
export interface Memory {
  readonly own: number;
  readonly file: number;
  /** The most that the two were together since the process began. */
  readonly most: number;
}

/** Between two looks at whether a server has caught up. */
const LOOK_MS = 20;

export class Server {
  /** `http://127.0.0.1:8080`, without a slash at its end. */
  readonly address: string;
  /** From the start of the process until it said that it was ready. */
  readonly readyMs: number;
  readonly #process: ChildProcess;
  readonly #forget: () => void;

  private constructor(process: ChildProcess, address: string, readyMs: number, forget: () => void) {
    this.#process = process;
    this.address = address;
    this.readyMs = readyMs;
    this.#forget = forget;
  }

  /** Listens on the loopback address only. `nodeOptions` are those of Node itself. */
  static async start(
    tree: BuiltTree,
    folder: string,
    nodeOptions: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Server> {
    const start = performance.now();
    const args = ['serve', '--data', folder, '--host', '127.0.0.1', '--port', '0'];
    const child = spawn(process.execPath, [...nodeOptions, commandOf(tree), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // A tree from before `--max-queue` refuses by time, and answers are to be measured. This one does not know it.
      env: { FORECOURT_MAX_WAIT: '60000', ...process.env, ...environment },
    });
    const forget = atEnd(() => child.kill('SIGKILL'));
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /answers on (\S+) from/.exec(line)?.[1];
      if (address === undefined) continue;
      child.stdout.resume();
      await readinessAt(address);
      return new Server(child, address, performance.now() - start, forget);
    }
    forget();
    throw new Error('the server ended before it was ready');
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  readiness(): Promise<Readiness> {
    return readinessAt(this.address);
  }

  /** Waits until the server's state passes the test. */
  async until(test: (readiness: Readiness) => boolean): Promise<void> {
    while (!test(await this.readiness())) {
      if (this.#process.exitCode !== null) throw new Error('the server ended while it was waited for');
      await sleep(LOOK_MS);
    }
  }

  /** Undefined where the system does not say it. */
  memory(): Memory | undefined {
    const path = `/proc/${this.#process.pid}/status`;
    if (!existsSync(path)) return undefined;
    const status = readFileSync(path, 'utf8');
    const bytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
    return { own: bytes('RssAnon'), file: bytes('RssFile') + bytes('RssShmem'), most: bytes('VmHWM') };
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    if (this.#process.exitCode === null && this.#process.kill('SIGTERM')) await ended;
    this.#forget();
  }
}

async function readinessAt(address: string): Promise<Readiness> {
  const response = await fetch(`${address}/readyz`);
  if (!response.ok) throw new Error(`${address}/readyz answered ${response.status}`);
  return (await response.json()) as Readiness;
}
