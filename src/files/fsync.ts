// Makes sure that what a folder lists outlives the loss of power: a file that was made or moved is certain to be there
// only when its folder has been flushed too.
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

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
