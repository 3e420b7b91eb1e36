// The program as users run it, in separate processes: builds a source tree, imports feeds by the command, and starts,
// watches and stops servers.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ImportRun } from '../../src/ingest/status/import-report.ts';
import { onExit } from './process.ts';
import { memoryOf, type Memory } from './usage.ts';

/** The root of the project. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds `source` into the new folder `root`, without checking types, so that a run measures one state of the sources
 * whatever happens to them meanwhile. Returns `root`, a tree: `bin/` and `dist/` are the command, and `modules/` holds every
 * module as a file of its own.
 */
export function buildTree(source: string, root: string): string {
  mkdirSync(root);
  const tools = join(PROJECT, 'node_modules/.bin');
  const run = (command: string, ...args: readonly string[]): unknown =>
    execFileSync(command, args, {
      cwd: source,
      env: { ...process.env, PATH: `${tools}${delimiter}${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 2, 2],
    });
  run('npm', 'run', '--silent', 'build:program', '--', `--outdir=${join(root, 'dist')}`);
  run('npm', 'run', '--silent', 'build:page', '--', join(root, 'dist/page'));
  run('tsc', '-p', 'tsconfig.build.json', '--noCheck', '--outDir', join(root, 'modules'));
  // Copied, because a linked module would look for its neighbours in the source.
  for (const part of ['bin', 'assets', 'package.json']) {
    cpSync(join(source, part), join(root, part), { recursive: true });
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

/** The words of a command that runs the command after them in its own process, as `nice` does. */
export type Launcher = readonly string[];

const commandOf = (tree: string): string => join(tree, 'bin/forecourt.js');

interface MeasuredImport extends ImportRun {
  /** The most memory of the command's process, without page cache; undefined: unknown on this system. */
  readonly peakBytes: number | undefined;
}

const MEMORY_SAMPLE_MS = 100;

/** The command's own counts of one import, and its memory. Throws with the end of its standard error if it fails. */
export async function importFeed(
  tree: string,
  feed: string,
  folder: string,
  { merge = false, launcher = [] }: { readonly merge?: boolean; readonly launcher?: Launcher } = {},
): Promise<MeasuredImport> {
  const args = ['import', feed, '--data', folder, '--json', ...(merge ? ['--merge'] : [])];
  const [command, ...rest] = [...launcher, process.execPath, commandOf(tree), ...args];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  const cancelCleanup = onExit(() => child.kill('SIGKILL'));
  let peakBytes: number | undefined;
  const sampling = setInterval(() => {
    const { own, shared = 0 } = memoryOf(child.pid ?? 0) ?? { own: 0 };
    if (own > 0) peakBytes = Math.max(peakBytes ?? 0, own + shared);
  }, MEMORY_SAMPLE_MS);
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2000)));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearInterval(sampling);
  cancelCleanup();
  if (code !== 0) throw new Error(`the import ended with ${code ?? signal}: ${errors}`);
  return { ...(JSON.parse(output) as ImportRun), peakBytes };
}

interface Readiness {
  readonly listings: number;
  /** Changes with the stock. */
  readonly version: string;
}

interface ServerOptions {
  readonly tree?: string;
  /** Options of `forecourt serve`. */
  readonly args?: readonly string[];
  readonly nodeOptions?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly launcher?: Launcher;
}

/** For measurements of responses, which must not be rejections, however many clients there are. */
export const UNLIMITED_QUEUE = { FORECOURT_MAX_QUEUE: process.env['FORECOURT_MAX_QUEUE'] ?? '10000' };

const POLL_INTERVAL_MS = 20;

export class Server {
  /** `http://127.0.0.1:8080`, without a slash at its end. */
  readonly url: string;
  /** From the start of the process until `/readyz` answered 200. */
  readonly readyMs: number;
  readonly #process: ChildProcess;
  readonly #cancelCleanup: () => void;

  private constructor(process: ChildProcess, url: string, readyMs: number, cancelCleanup: () => void) {
    this.#process = process;
    this.url = url;
    this.readyMs = readyMs;
    this.#cancelCleanup = cancelCleanup;
  }

  /** A ready server on a free port of the loopback address. */
  static async start(folder: string, options: ServerOptions = {}): Promise<Server> {
    const { tree = PROJECT, args = [], nodeOptions = [], environment, launcher = [] } = options;
    const start = performance.now();
    const [command, ...rest] = [
      ...launcher,
      process.execPath,
      ...nodeOptions,
      commandOf(tree),
      'serve',
      '--data',
      folder,
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      ...args,
    ];
    const child = spawn(command, rest, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...environment },
    });
    const cancelCleanup = onExit(() => child.kill('SIGKILL'));
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /answers on (\S+) from/.exec(line)?.[1];
      if (url === undefined) continue;
      child.stdout.resume();
      await readinessAt(url);
      return new Server(child, url, performance.now() - start, cancelCleanup);
    }
    cancelCleanup();
    throw new Error('the server ended before it was ready');
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** The exit code or signal of an ended server; null while it runs. */
  get exitStatus(): number | string | null {
    return this.#process.exitCode ?? this.#process.signalCode;
  }

  readiness(): Promise<Readiness> {
    return readinessAt(this.url);
  }

  /** Waits until the server's readiness passes the test. */
  async waitUntil(test: (readiness: Readiness) => boolean): Promise<void> {
    while (!test(await this.readiness())) {
      if (this.exitStatus !== null) throw new Error('the server ended while it was waited for');
      await sleep(POLL_INTERVAL_MS);
    }
  }

  memory(): Memory | undefined {
    return memoryOf(this.pid);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    if (this.exitStatus === null && this.#process.kill('SIGTERM')) await ended;
    this.#cancelCleanup();
  }
}

async function readinessAt(url: string): Promise<Readiness> {
  const response = await fetch(`${url}/readyz`);
  if (!response.ok) throw new Error(`${url}/readyz answered ${response.status}`);
  return (await response.json()) as Readiness;
}
