// The build lock: one process builds the index, the others read its file. At a start, and after new postcodes or a new stock, all
// processes of a data folder need the same index at once, and building it takes all processors. A dead process's lock is void.
import { LockFile } from '../../files/lock-file.ts';
import { findSavedSequence, saveIndex, type IndexContents } from './index-file.ts';

const LOCK_FILE = 'index.lock';

/** Timeout after which the other processes build too. */
const WAIT_TIMEOUT_MS = 5 * 60_000;

/** True if this process now holds the lock, or held it already; false if another process does. */
export function acquireBuildLock(folder: string): boolean {
  try {
    return LockFile.tryAcquire(folder, LOCK_FILE) !== undefined || LockFile.isOwn(folder, LOCK_FILE);
  } catch {
    // If no lock file can be written, no index file can be either, so waiting would be useless.
    return true;
  }
}

/** Releases the lock if this process holds it. */
export function releaseBuildLock(folder: string): void {
  LockFile.releaseOwn(folder, LOCK_FILE);
}

/** Waits while another process holds the lock. */
export async function waitForBuildLock(folder: string): Promise<void> {
  await LockFile.waitWhileHeld(folder, LOCK_FILE, WAIT_TIMEOUT_MS);
}

/**
 * Writes the index file, unless another process has written one newer than `known`; releases the lock. Returns the sequence of
 * the file now in place, or undefined if it could not be written.
 */
export async function saveIfNewer(
  folder: string,
  path: string,
  index: IndexContents,
  known: number,
): Promise<number | undefined> {
  // A process that holds the lock in order to build found no valid file.
  const isBuilt = LockFile.isOwn(folder, LOCK_FILE);
  if (!isBuilt && !acquireBuildLock(folder)) await waitForBuildLock(folder);
  try {
    const there = isBuilt ? undefined : findSavedSequence(path, index);
    if (there !== undefined && there > known) return there;
    return saveIndex(path, index) ? index.sequence : undefined;
  } finally {
    releaseBuildLock(folder);
  }
}
