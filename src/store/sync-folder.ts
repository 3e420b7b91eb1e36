// Makes sure that what a folder lists outlives a crash: a file that was moved into place is there for good only when its
// folder is on the disk too.
import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Windows has no way to flush a folder, and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
