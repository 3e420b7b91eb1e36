// Atomic file replacement: after a crash or power failure a file is whole, either the old or the new one. A temporary file is
// written beside it, flushed and renamed, and the directory is flushed. Concurrent writers use separate temporary files, and
// the last to commit wins. All processes must share one PID namespace.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isProcessAlive } from './process-alive.ts';

interface WriteOptions {
  /** Mode of the new file, before the umask. */
  readonly mode?: number;
  /** False skips flushing: after a power failure the file may be missing or damaged. For caches with checksums. */
  readonly isDurable?: boolean;
}

/** A pending replacement of a file. The old file stays until `commit`. */
export class AtomicWrite {
  /** Descriptor of the temporary file. */
  readonly file: number;
  readonly #path: string;
  readonly #tempPath: string;
  readonly #isDurable: boolean;
  #isOpen = true;

  /** Throws file system errors, as `commit` does. */
  constructor(path: string, { mode, isDurable = true }: WriteOptions = {}) {
    this.#path = path;
    this.#tempPath = tempPathOf(path, `${process.pid}-${threadId}`);
    this.#isDurable = isDurable;
    removeStaleTempFiles(path);
    // Left by a dead process with the same PID.
    rmSync(this.#tempPath, { force: true });
    this.file = openSync(this.#tempPath, 'wx', mode);
  }

  /** Replaces the file; durable on return. */
  commit(): void {
    if (this.#isDurable) fsyncSync(this.file);
    this.#close();
    renameSync(this.#tempPath, this.#path);
    if (this.#isDurable) fsyncDirectory(dirname(this.#path));
  }

  /** Removes the temporary file. Has no effect after `commit`. */
  discard(): void {
    this.#close();
    rmSync(this.#tempPath, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.file);
    this.#isOpen = false;
  }
}

/** Replaces the file at `path` with what `write` writes. If `write` throws, the old file stays. */
export function writeFileAtomic(path: string, write: (file: number) => void, options?: WriteOptions): void {
  const replacement = new AtomicWrite(path, options);
  try {
    write(replacement.file);
    replacement.commit();
  } finally {
    replacement.discard();
  }
}

/** The path of the temporary file or folder for `path`. */
export function tempPathOf(path: string, process: string | number): string {
  return `${path}.${process}.new`;
}

/** Removes temporary files of dead processes. */
export function removeStaleTempFiles(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const pid = /^(\d+)(?:-\d+)?\.new$/.exec(rest)?.[1];
    if (pid !== undefined && !isProcessAlive(Number(pid)))
      rmSync(join(dirname(path), name), { recursive: true, force: true });
  }
}

/** Flushes a directory, so that created and renamed entries survive a power failure. Not needed on Windows. */
export function fsyncDirectory(folder: string): void {
  if (process.platform === 'win32') return;
  fsyncPath(folder, 'r');
}

/** Flushes a file. */
export function fsyncFile(path: string): void {
  fsyncPath(path, 'r+');
}

/**
 * Creates a directory and its missing parents; returns the first that it created. Resolves the path, because Node 20 tries for
 * ever to create a relative one in a working directory that was removed.
 */
export function ensureDirectory(folder: string, mode?: number): string | undefined {
  return mkdirSync(resolve(folder), { recursive: true, mode });
}

/** Creates a directory and its missing parents durably. */
export function makeDirectory(folder: string, mode?: number): void {
  const first = ensureDirectory(folder, mode);
  if (first === undefined) return;
  for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made))
    fsyncDirectory(dirname(made));
}

function fsyncPath(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
