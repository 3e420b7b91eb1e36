// One PID namespace at a time, which usually means one container: LMDB's table of readers and our own lock files identify
// processes by number, and a number of another namespace says nothing about who lives. Each thread that has a data folder
// open listens on a socket in it, named after its namespace. The kernel accepts connections to that socket as long as the
// process lives, even if it is busy or paused, and whichever namespace they come from; a socket that a killed process left
// refuses them. Every thread listens before it looks for others, so of two that start together at least one sees the other.
//
// Not seen: namespaces on another kernel (a second host, a virtual machine), and folders on file systems without sockets.
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { threadId, Worker } from 'node:worker_threads';
import { Problem } from '../problem.ts';
import { isProcessAlive } from '../files/process-alive.ts';
import { folderProblem } from './store-problem.ts';

/** The name of a socket: namespace, process, thread. */
const SOCKET = /^in-use-([0-9a-f]+-[0-9]+)-([0-9]+)-[0-9]+$/;
/** Two namespaces that start together both step back and try again after a random pause. */
const ATTEMPTS = 4;
const MAX_BACKOFF_MS = 250;
const PROBE_TIMEOUT_MS = 5000;

/** This thread's use of a folder. */
interface FolderUse {
  readonly key: string;
  readonly directory: number;
  /** Undefined if no socket could be made. */
  readonly server: Server | undefined;
  holders: number;
}

/** By device and inode of the folder. */
const uses = new Map<string, FolderUse>();

/** Names the PID namespace of this process, and the boot that it belongs to; undefined without Linux's /proc. */
export const PID_NAMESPACE = findNamespace();

export class NamespaceLock {
  readonly #use: FolderUse | undefined;
  #isHeld = true;

  private constructor(use: FolderUse | undefined) {
    this.#use = use;
  }

  /**
   * A lock that any number of threads and processes of this PID namespace share. Throws a Problem `data_locked` if another
   * namespace has it. The folder must exist. Without /proc there is nothing to hold.
   */
  static acquire(folder: string): NamespaceLock {
    if (PID_NAMESPACE === undefined) return new NamespaceLock(undefined);
    for (let attempt = 1; ; attempt += 1) {
      const use = acquireUse(folder);
      const other = use.holders === 1 ? findOther(use) : undefined;
      if (other === undefined) return new NamespaceLock(use);
      releaseUse(use);
      if (attempt === ATTEMPTS) throw lockedElsewhere(folder, other);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * MAX_BACKOFF_MS);
    }
  }

  /** Whether holding it keeps other namespaces out: false if no socket could be made in the folder. */
  get isExclusive(): boolean {
    return this.#use?.server !== undefined;
  }

  /** May be called again. */
  release(): void {
    if (this.#isHeld && this.#use !== undefined) releaseUse(this.#use);
    this.#isHeld = false;
  }
}

function acquireUse(folder: string): FolderUse {
  const directory = openFolder(folder);
  const { dev, ino } = fstatSync(directory);
  const key = `${dev}:${ino}`;
  const known = uses.get(key);
  if (known !== undefined) {
    closeSync(directory);
    known.holders += 1;
    return known;
  }
  const use = { key, directory, server: listen(directory), holders: 1 };
  uses.set(key, use);
  return use;
}

function openFolder(folder: string): number {
  try {
    return openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    throw folderProblem(folder, error);
  }
}

function releaseUse(use: FolderUse): void {
  use.holders -= 1;
  if (use.holders > 0) return;
  uses.delete(use.key);
  // Closing removes the socket too.
  use.server?.close();
  closeSync(use.directory);
}

/** Undefined where none can be made: on a folder that this user may not write to, or a file system without sockets. */
function listen(directory: number): Server | undefined {
  const path = inDirectory(directory, `in-use-${PID_NAMESPACE}-${process.pid}-${threadId}`);
  // A process of the same number, now dead, may have left one.
  removeQuietly(path);
  const server = createServer((socket) => socket.destroy());
  // Errors are reported later; whether it listens is known at once.
  server.on('error', () => undefined);
  // A connection needs the right to write: processes of different users may take turns.
  server.listen({ path, exclusive: true, writableAll: true });
  server.unref();
  return server.listening ? server : undefined;
}

/** The number of a living process of another namespace. Sockets of dead processes are removed. */
function findOther({ directory }: FolderUse): number | undefined {
  const foreign: { readonly path: string; readonly pid: number }[] = [];
  for (const name of readdirSync(inDirectory(directory, '.'))) {
    const [, namespace, digits] = SOCKET.exec(name) ?? [];
    if (namespace === undefined) continue;
    const socket = { path: inDirectory(directory, name), pid: Number(digits) };
    if (namespace !== PID_NAMESPACE) foreign.push(socket);
    else if (!isProcessAlive(socket.pid)) removeQuietly(socket.path);
  }
  if (foreign.length === 0) return undefined;
  const refused = probe(foreign.map(({ path }) => path));
  foreign.forEach(({ path }, i) => refused[i] && removeQuietly(path));
  return foreign.find((_, i) => !refused[i])?.pid;
}

// Runs on a thread, because the caller waits for the outcome without giving up its turn: stores open synchronously.
const PROBE = `
const { connect } = require('node:net');
const { paths, refused, left } = require('node:worker_threads').workerData;
paths.forEach((path, i) => {
  const end = (isRefused) => {
    socket.destroy();
    refused[i] = isRefused ? 1 : 0;
    Atomics.sub(left, 0, 1);
    Atomics.notify(left, 0);
  };
  const socket = connect(path)
    .once('connect', () => end(false))
    .once('error', ({ code }) => end(code === 'ECONNREFUSED' || code === 'ENOENT'));
});`;

/** Which sockets nobody listens on. In doubt, for instance if the right to connect is missing, somebody does. */
function probe(paths: readonly string[]): readonly boolean[] {
  const refused = new Uint8Array(new SharedArrayBuffer(paths.length));
  const left = new Int32Array(new SharedArrayBuffer(4)).fill(paths.length);
  const worker = new Worker(PROBE, { eval: true, execArgv: [], workerData: { paths, refused, left } });
  worker.unref();
  const end = performance.now() + PROBE_TIMEOUT_MS;
  for (let now = left[0]; now > 0 && performance.now() < end; now = Atomics.load(left, 0))
    Atomics.wait(left, 0, now, end - performance.now());
  void worker.terminate();
  return Array.from(refused, (flag) => flag === 1);
}

// Addresses of sockets are short; this way the path of the folder may be long.
function inDirectory(directory: number, name: string): string {
  return join(`/proc/self/fd/${directory}`, name);
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Of another user, or on a read-only file system: it does no harm.
  }
}

function findNamespace(): string | undefined {
  try {
    const inode = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().split('-', 1)[0];
    return inode === undefined ? undefined : `${boot}-${inode}`;
  } catch {
    return undefined;
  }
}

function lockedElsewhere(folder: string, pid: number): Problem {
  return new Problem(
    'data_locked',
    `The data folder '${folder}' is in use by process ${pid} of another container (PID namespace), and only one at a time ` +
      'may use it. Run this command in that container, or stop that container first.',
  );
}
