// Restricts a data folder to one PID namespace, usually one container: LMDB's reader table and the lock files identify
// processes by PID, which is meaningless in another namespace. Each thread that has a folder open listens on a socket in it,
// named after its namespace. The kernel accepts connections as long as the process lives, even if it is busy or paused, and
// refuses them on the socket of a dead process. A thread listens before it looks for others, so of two concurrent starts at
// least one sees the other.
//
// Not detected: namespaces of another kernel (another host or virtual machine), and file systems without sockets.
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
import { isProcessAlive } from './process-alive.ts';

/** The name of a socket: namespace, process, thread. */
const SOCKET = /^in-use-([0-9a-f]+-[0-9]+)-([0-9]+)-[0-9]+$/;
/** Attempts with random backoff, for two namespaces that start together and both back off. */
const ATTEMPTS = 4;
const MAX_BACKOFF_MS = 250;
const PROBE_TIMEOUT_MS = 5000;

/** This thread's registration in a folder. */
interface FolderUse {
  readonly key: string;
  readonly directory: number;
  /** Undefined if no socket could be created. */
  readonly server: Server | undefined;
  holders: number;
}

/** Registrations by device and inode of the folder. */
const uses = new Map<string, FolderUse>();

/** The boot id and PID namespace of this process; undefined without /proc. */
export const PID_NAMESPACE = findNamespace();

export class NamespaceLock {
  readonly #use: FolderUse | undefined;
  #isHeld = true;

  private constructor(use: FolderUse | undefined) {
    this.#use = use;
  }

  /**
   * Takes a lock that all threads and processes of this PID namespace share. The folder must exist. Throws a Problem
   * `data_locked` if another namespace holds it, and file system errors. Without /proc it does nothing.
   */
  static acquire(folder: string): NamespaceLock {
    if (PID_NAMESPACE === undefined) return new NamespaceLock(undefined);
    for (let attempt = 1; ; attempt += 1) {
      const use = acquireUse(folder);
      const other = use.holders === 1 ? findOther(use) : undefined;
      if (other === undefined) return new NamespaceLock(use);
      releaseUse(use);
      if (attempt === ATTEMPTS) throw lockedElsewhere(folder, other);
      sleepSync(Math.random() * MAX_BACKOFF_MS);
    }
  }

  /** PIDs of the other processes of this namespace that have the folder open. This one must have it open too. */
  otherProcesses(): number[] {
    return this.#use === undefined ? [] : withListener(socketsIn(this.#use).own).map(({ pid }) => pid);
  }

  /** Whether the lock keeps other namespaces out: false if no socket could be created in the folder. */
  get isExclusive(): boolean {
    return this.#use?.server !== undefined;
  }

  /** Idempotent. */
  release(): void {
    if (this.#isHeld && this.#use !== undefined) releaseUse(this.#use);
    this.#isHeld = false;
  }
}

function acquireUse(folder: string): FolderUse {
  const directory = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
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

function releaseUse(use: FolderUse): void {
  use.holders -= 1;
  if (use.holders > 0) return;
  uses.delete(use.key);
  // Closing removes the socket too.
  use.server?.close();
  closeSync(use.directory);
}

/** A listening socket; undefined without write permission, or on a file system without sockets. */
function listen(directory: number): Server | undefined {
  const path = inDirectory(directory, `in-use-${PID_NAMESPACE}-${process.pid}-${threadId}`);
  // A dead process with the same PID may have left one.
  removeQuietly(path);
  const server = createServer((socket) => socket.destroy());
  // Errors arrive asynchronously, but `listening` is set synchronously.
  server.on('error', () => undefined);
  // Connecting requires write permission, and processes of different users may alternate.
  server.listen({ path, exclusive: true, writableAll: true });
  server.unref();
  return server.listening ? server : undefined;
}

interface OtherSocket {
  readonly path: string;
  readonly pid: number;
}

/** The PID of a living process in another namespace, if any. Removes sockets of dead processes. */
function findOther(use: FolderUse): number | undefined {
  const { foreign } = socketsIn(use);
  const alive = withListener(foreign);
  for (const socket of foreign) if (!alive.includes(socket)) removeQuietly(socket.path);
  return alive[0]?.pid;
}

/** The sockets of other processes, by namespace. Removes those of dead processes of this one. */
function socketsIn({ directory }: FolderUse): {
  readonly own: readonly OtherSocket[];
  readonly foreign: readonly OtherSocket[];
} {
  const own: OtherSocket[] = [];
  const foreign: OtherSocket[] = [];
  for (const name of readdirSync(inDirectory(directory, '.'))) {
    const [, namespace, digits] = SOCKET.exec(name) ?? [];
    if (namespace === undefined) continue;
    const socket = { path: inDirectory(directory, name), pid: Number(digits) };
    if (namespace !== PID_NAMESPACE) foreign.push(socket);
    else if (!isProcessAlive(socket.pid)) removeQuietly(socket.path);
    else if (socket.pid !== process.pid) own.push(socket);
  }
  return { own, foreign };
}

/** The sockets that somebody listens on. */
function withListener(sockets: readonly OtherSocket[]): OtherSocket[] {
  if (sockets.length === 0) return [];
  const refused = probe(sockets.map(({ path }) => path));
  return sockets.filter((_, i) => !refused[i]);
}

// Runs on a worker thread, because opening a store is synchronous and blocks this thread's event loop.
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

/** Blocks this thread. */
export function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Which sockets have no listener. In doubt, for example without permission to connect, a socket counts as alive. */
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

// Socket paths are limited to about 100 bytes; /proc/self/fd keeps them short for any folder.
function inDirectory(directory: number, name: string): string {
  return join(`/proc/self/fd/${directory}`, name);
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Owned by another user, or on a read-only file system: harmless.
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
