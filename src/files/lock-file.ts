// Lock files: `writer.lock` in the data folder names the writing process, and other names lock other files. LMDB's own lock
// already protects the data, but blocks silently; this one fails with a message. Locks of dead processes are taken over. PIDs are
// compared within one PID namespace. Processes that lock a data folder hold its NamespaceLock, so a lock of another namespace is
// stale. State files of `forecourt watch` have no NamespaceLock: watchers in several containers do not notice each other.
//
// A stale lock is removed only by the holder of another lock, which is named after the text of the stale one, and only if the text
// is still there. No other process can put a new lock in its place meanwhile, because all of them need that other lock first.
// Otherwise a process that has read the stale text could remove the lock of one that took over before it.
import { hash, randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, parseJson } from '../json.ts';
import { Problem } from '../problem.ts';
import { NamespaceLock, PID_NAMESPACE, sleepSync } from './namespace-lock.ts';
import { pathErrorCode } from './path-fault.ts';
import { isProcessAlive } from './process-alive.ts';

const WRITER_LOCK = 'writer.lock';
/**
 * Retries while a lock file is empty, which it is between its creation and its first write if the file system has no links, and
 * while another process removes a stale lock.
 */
const ATTEMPTS = 20;
const RETRY_DELAY_MS = 10;
const POLL_INTERVAL_MS = 50;

interface Holder {
  readonly pid: number;
  /** Time of locking, ISO 8601. */
  readonly since: string;
  /** Start time of the process in clock ticks since boot, against reused PIDs; null without /proc. */
  readonly processStart: string | null;
  /** PID namespace; undefined without /proc. */
  readonly namespace: string | undefined;
}

export class LockFile {
  readonly #path: string;
  readonly #content: string;

  private constructor(path: string, content: string) {
    this.#path = path;
    this.#content = content;
  }

  /**
   * Takes the lock `file` in a folder. Throws a Problem `data_locked`, which names what is locked, while a living process,
   * perhaps this one, holds it, and file system errors.
   */
  static acquire(folder: string, file = WRITER_LOCK, locked = `the data folder '${folder}'`): LockFile {
    const lock = LockFile.#takeAndTidy(folder, file);
    if (lock instanceof LockFile) return lock;
    const [where, advice] = isForeign(lock)
      ? [' of another container', `. If that container is gone, remove ${file} from the folder`]
      : ['', ', and try again'];
    throw new Problem(
      'data_locked',
      `Process ${lock.pid}${where} has been writing to ${locked} since ${lock.since}. ` +
        `Wait until it has finished, or end it${advice}.`,
    );
  }

  /** The lock; undefined while a living process holds it. */
  static tryAcquire(folder: string, file: string): LockFile | undefined {
    const lock = LockFile.#takeAndTidy(folder, file);
    return lock instanceof LockFile ? lock : undefined;
  }

  static #takeAndTidy(folder: string, file: string): LockFile | Holder {
    const lock = LockFile.#take(folder, file);
    if (lock instanceof LockFile) LockFile.#removeLeftovers(folder);
    return lock;
  }

  /** Removes what processes left that were killed while they created or took over a lock. */
  static #removeLeftovers(folder: string): void {
    try {
      for (const name of readdirSync(folder)) {
        const text = OWN_NAME.test(name) ? readIfPresent(join(folder, name)) : undefined;
        const holder = tryParseHolder(text ?? '');
        if (text !== undefined && holder !== undefined && !isHolderAlive(folder, holder))
          LockFile.#removeStale(folder, name, text);
      }
    } catch {
      // They may be another user's, and harm nobody.
    }
  }

  /** The lock, or the living process that holds it. */
  static #take(folder: string, file: string): LockFile | Holder {
    const path = join(folder, file);
    const content = JSON.stringify({
      pid: process.pid,
      since: new Date().toISOString(),
      processStart: processStart(process.pid),
      namespace: PID_NAMESPACE,
      // No two locks have the same text.
      id: randomBytes(8).toString('hex'),
    } satisfies Holder & { readonly id: string });
    for (let attempt = 1; ; attempt += 1) {
      const found = readIfPresent(path);
      if (found === undefined) {
        if (tryCreate(path, content)) return new LockFile(path, content);
        continue;
      }
      const holder = tryParseHolder(found);
      if (holder !== undefined && isHolderAlive(folder, holder)) return holder;
      const isComplete = holder !== undefined || attempt >= ATTEMPTS;
      const remover = isComplete ? LockFile.#removeStale(folder, file, found) : undefined;
      if (remover !== undefined && attempt >= ATTEMPTS) return remover;
      if (!isComplete || remover !== undefined) sleepSync(RETRY_DELAY_MS);
    }
  }

  /** Removes a lock with this text. Returns the living process that is removing it already, if there is one. */
  static #removeStale(folder: string, file: string, text: string): Holder | undefined {
    const removal = LockFile.#take(folder, lockName(hash('sha256', `${file} ${text}`)));
    if (!(removal instanceof LockFile)) return removal;
    try {
      removeIfUnchanged(join(folder, file), text);
    } finally {
      removal.release();
    }
    return undefined;
  }

  /** Whether any living process holds the lock. */
  static isHeld(folder: string, file: string): boolean {
    return findHolder(folder, file) !== undefined;
  }

  /** Waits up to `timeoutMs` while a living process holds the lock and `isNeeded` returns true. Returns whether it waited. */
  static async waitWhileHeld(
    folder: string,
    file = WRITER_LOCK,
    timeoutMs = Infinity,
    isNeeded = (): boolean => true,
  ): Promise<boolean> {
    const start = performance.now();
    let hasWaited = false;
    while (isNeeded() && LockFile.isHeld(folder, file) && performance.now() - start < timeoutMs) {
      hasWaited = true;
      await sleep(POLL_INTERVAL_MS);
    }
    return hasWaited;
  }

  /** Releases a lock taken by any thread of this process; false if the process does not hold it. */
  static releaseOwn(folder: string, file: string): boolean {
    if (!LockFile.isOwn(folder, file)) return false;
    rmSync(join(folder, file), { force: true });
    return true;
  }

  /** Whether this process holds the lock. */
  static isOwn(folder: string, file: string): boolean {
    const holder = findHolder(folder, file);
    return holder?.pid === process.pid && !isForeign(holder);
  }

  release(): void {
    removeIfUnchanged(this.#path, this.#content);
  }
}

/** The result of `work`, which is retried for up to `timeoutMs` while it fails with `data_locked`. */
export async function retryWhileLocked<T>(
  work: () => T | Promise<T>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'data_locked' || performance.now() > end) throw error;
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}

/** The living process that holds the lock. */
function findHolder(folder: string, file: string): Holder | undefined {
  const holder = tryParseHolder(readIfPresent(join(folder, file)) ?? '');
  return holder !== undefined && isHolderAlive(folder, holder) ? holder : undefined;
}

/** Creates a lock file; false if there is one. It has its text from the beginning, except on file systems without links. */
function tryCreate(path: string, content: string): boolean {
  const temp = join(dirname(path), lockName(randomBytes(8).toString('hex')));
  try {
    writeFileSync(temp, content, { flag: 'wx' });
    return unlessPresent(() => {
      try {
        linkSync(temp, path);
      } catch (error) {
        if (pathErrorCode(error) === 'EEXIST') throw error;
        writeFileSync(path, content, { flag: 'wx' });
      }
    });
  } finally {
    rmSync(temp, { force: true });
  }
}

const OWN_NAME = /^[0-9a-f]{16}\.lock$/;

/** The name of a file that is a lock before it has its name, or that protects the removal of a stale one. */
function lockName(digits: string): string {
  return `${digits.slice(0, 16)}.lock`;
}

/** False if `create` fails because there is a file already. */
function unlessPresent(create: () => void): boolean {
  try {
    create();
    return true;
  } catch (error) {
    if (pathErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (pathErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

// A process that took this one for dead may have replaced the lock with its own.
function removeIfUnchanged(path: string, content: string): void {
  if (readIfPresent(path) === content) rmSync(path, { force: true });
}

function tryParseHolder(content: string): Holder | undefined {
  const holder = parseJson(content);
  if (!isObject(holder)) return undefined;
  const { pid, since, processStart, namespace } = holder;
  if (!Number.isSafeInteger(pid) || (pid as number) <= 0 || typeof since !== 'string') return undefined;
  return {
    pid: pid as number,
    since,
    processStart: typeof processStart === 'string' ? processStart : null,
    namespace: typeof namespace === 'string' ? namespace : undefined,
  };
}

function isHolderAlive(folder: string, holder: Holder): boolean {
  if (isForeign(holder)) return isSameBoot(holder) && !isNamespaceExclusive(folder);
  if (!isProcessAlive(holder.pid)) return false;
  const start = processStart(holder.pid);
  return start === null || holder.processStart === null || start === holder.processStart;
}

function isForeign({ namespace }: Holder): boolean {
  return namespace !== undefined && PID_NAMESPACE !== undefined && namespace !== PID_NAMESPACE;
}

/** Whether the lock is of the present boot; processes of earlier ones are dead. */
function isSameBoot({ namespace }: Holder): boolean {
  return namespace?.split('-')[0] === PID_NAMESPACE?.split('-')[0];
}

function isNamespaceExclusive(folder: string): boolean {
  const lock = NamespaceLock.acquire(folder);
  lock.release();
  return lock.isExclusive;
}

/** The start time of a process in clock ticks since boot; `ended` for zombies; null without /proc. */
function processStart(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The second field is the command in brackets and may hold anything; the state is the third, the start the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? null);
}
