// One writer at a time: `writer.lock` in the data folder names the process that writes. LMDB has a lock of its own,
// which keeps the data whole in any case but makes the second writer wait without a word; this one lets it say why it
// can't start. The lock of a process that has died is taken over. Process numbers are compared within one PID namespace
// alone; the lock of another namespace is that of the dead, because callers hold the folder's NamespaceLock.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../problem.ts';
import { NamespaceLock, PID_NAMESPACE } from './namespace-lock.ts';
import { isProcessAlive } from '../files/process-alive.ts';

const WRITER_LOCK = 'writer.lock';
/** Between its creation and its first byte a lock is empty: how often and how long to wait for the byte. */
const ATTEMPTS = 20;
const RETRY_DELAY_MS = 10;

interface Holder {
  readonly pid: number;
  /** When the lock was taken, ISO 8601. */
  readonly since: string;
  /** When the process was started, as the system counts it; null where the system doesn't tell. Guards against a pid used again. */
  readonly processStart: string | null;
  /** Undefined in locks of processes without one, and of earlier versions. */
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
   * Throws a Problem `data_locked` while another process, or this one, holds the lock. What is no part of the stock has a
   * lock of its own, under another name.
   */
  static acquire(folder: string, file = WRITER_LOCK): LockFile {
    const path = join(folder, file);
    const content = JSON.stringify({
      pid: process.pid,
      since: new Date().toISOString(),
      processStart: processStart(process.pid),
      namespace: PID_NAMESPACE,
    } satisfies Holder);
    for (let attempt = 1; ; attempt += 1) {
      if (tryCreate(path, content)) return new LockFile(path, content);
      const found = readIfPresent(path);
      if (found === undefined) continue;
      const holder = tryParseHolder(found);
      if (holder !== undefined && isHolderAlive(folder, holder)) {
        const [where, advice] = isForeign(holder)
          ? [' of another container', `. If that container is gone, remove ${file} from the folder`]
          : ['', ', and try again'];
        throw new Problem(
          'data_locked',
          `Process ${holder.pid}${where} has been writing to the data folder '${folder}' since ${holder.since}. ` +
            `Wait until it has finished, or end it${advice}.`,
        );
      }
      if (holder === undefined && attempt < ATTEMPTS) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_DELAY_MS);
        continue;
      }
      removeIfUnchanged(path, found);
    }
  }

  /** Whether a living process, perhaps this one, holds the lock. */
  static isHeld(folder: string, file = WRITER_LOCK): boolean {
    return findHolder(folder, file) !== undefined;
  }

  /** Gives back a lock that another thread of this process may have taken; false if the process has none. */
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

/** The living process that holds the lock. */
function findHolder(folder: string, file: string): Holder | undefined {
  const holder = tryParseHolder(readIfPresent(join(folder, file)) ?? '');
  return holder !== undefined && isHolderAlive(folder, holder) ? holder : undefined;
}

function tryCreate(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

// Whoever was faster may have put its own lock there already.
function removeIfUnchanged(path: string, content: string): void {
  if (readIfPresent(path) === content) rmSync(path, { force: true });
}

function tryParseHolder(content: string): Holder | undefined {
  try {
    const { pid, since, processStart, namespace } = JSON.parse(content) as Partial<
      Record<keyof Holder, unknown>
    >;
    if (!Number.isSafeInteger(pid) || (pid as number) <= 0 || typeof since !== 'string') return undefined;
    return {
      pid: pid as number,
      since,
      processStart: typeof processStart === 'string' ? processStart : null,
      namespace: typeof namespace === 'string' ? namespace : undefined,
    };
  } catch {
    return undefined;
  }
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

/** What an earlier boot left is dead in any case. */
function isSameBoot({ namespace }: Holder): boolean {
  return namespace?.split('-')[0] === PID_NAMESPACE?.split('-')[0];
}

function isNamespaceExclusive(folder: string): boolean {
  const lock = NamespaceLock.acquire(folder);
  lock.release();
  return lock.isExclusive;
}

/** Start time of a process in clock ticks since boot, from Linux's /proc; `ended` for one that only waits to be reaped; null where there is no /proc. */
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

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
