// A file that is there whole or not at all: it is written under another name and moved into place. Several processes may
// do so at once: each writes a draft of its own, and the last one stays.
import { closeSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isProcessAlive } from '../store/process-alive.ts';

/** Replaces the file at `path` by what `write` writes. Throws where that cannot be done; then the old one stays. */
export function replaceFile(path: string, write: (file: number) => void): void {
  removeLeftOvers(path);
  const draft = `${path}.${process.pid}-${threadId}.new`;
  try {
    const file = openSync(draft, 'w');
    try {
      write(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

// Drafts of processes that were killed while they wrote.
function removeLeftOvers(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const pid = /^(\d+)(?:-\d+)?\.new$/.exec(rest)?.[1];
    if (pid !== undefined && !isProcessAlive(Number(pid))) rmSync(join(dirname(path), name), { force: true });
  }
}
