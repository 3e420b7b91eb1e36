// Files that are there as a whole, the old one or the new one, whenever a process is killed or the power fails: a draft is
// written beside the file, flushed, moved into its place, and the folder is flushed. Several processes may do so at once:
// each has a draft of its own, and the last one to finish wins. All processes are of one PID namespace.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isProcessAlive } from './process-alive.ts';

interface WriteOptions {
  /** Permissions of the new file, before the umask. */
  readonly mode?: number;
  /** False: nothing is flushed, so after a loss of power the file may be missing or damaged. For caches with checksums. */
  readonly isDurable?: boolean;
}

/** A file that is being replaced. The old one stays until `commit`. */
export class AtomicWrite {
  /** Descriptor of the draft. */
  readonly file: number;
  readonly #path: string;
  readonly #tempPath: string;
  readonly #isDurable: boolean;
  #isOpen = true;

  /** Throws as the file system does, here and in `commit`. */
  constructor(path: string, { mode, isDurable = true }: WriteOptions = {}) {
    this.#path = path;
    this.#tempPath = tempPathOf(path, `${process.pid}-${threadId}`);
    this.#isDurable = isDurable;
    removeStaleTempFiles(path);
    // That of a dead process with the same number.
    rmSync(this.#tempPath, { force: true });
    this.file = openSync(this.#tempPath, 'wx', mode);
  }

  /** Puts the draft in the place of the file; on return it is there to stay. */
  commit(): void {
    if (this.#isDurable) fsyncSync(this.file);
    this.#close();
    renameSync(this.#tempPath, this.#path);
    if (this.#isDurable) fsyncDirectory(dirname(this.#path));
  }

  /** Leaves the old file, or the new one after `commit`. */
  discard(): void {
    this.#close();
    rmSync(this.#tempPath, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.file);
    this.#isOpen = false;
  }
}

/** Replaces the file at `path` by what `write` writes. If that throws, the old file stays. */
export function writeFileAtomic(path: string, write: (file: number) => void, options?: WriteOptions): void {
  const replacement = new AtomicWrite(path, options);
  try {
    write(replacement.file);
    replacement.commit();
  } finally {
    replacement.discard();
  }
}

/** The name of a draft of the file or folder at `path`. */
export function tempPathOf(path: string, process: string | number): string {
  return `${path}.${process}.new`;
}

/** Removes what processes that were killed left of their drafts. */
export function removeStaleTempFiles(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const pid = /^(\d+)(?:-\d+)?\.new$/.exec(rest)?.[1];
    if (pid !== undefined && !isProcessAlive(Number(pid)))
      rmSync(join(dirname(path), name), { recursive: true, force: true });
  }
}

/** Windows has no way to flush a folder, and needs none. */
export function fsyncDirectory(folder: string): void {
  if (process.platform === 'win32') return;
  fsyncPath(folder, 'r');
}

/** Flushes a file that was written by other means. */
export function fsyncFile(path: string): void {
  fsyncPath(path, 'r+');
}

/** Makes a folder and those that it lies in, if they are missing, to stay. */
export function makeDirectory(folder: string, mode?: number): void {
  const first = mkdirSync(folder, { recursive: true, mode });
  if (first === undefined) return;
  for (let made = resolve(folder); made.length >= first.length; made = dirname(made))
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
