// Who makes the index file. All processes that follow a folder come to build the same index at the same time: when they
// start, and when new postcodes or a whole new stock come in. Building takes all processors, writing takes the disk. So
// one process claims it, and the others read what it wrote. A claim lies beside the file; one of a dead process is void.
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../problem.ts';
import { LockFile } from '../store/lock-file.ts';
import { findSavedSequence, saveIndex, type IndexContents } from './index-file.ts';

const LOCK_FILE = 'index.lock';

/** Then everybody builds after all. Of a stock that takes longer, each would take as long. */
const WAIT_TIMEOUT_MS = 5 * 60_000;
const POLL_INTERVAL_MS = 20;

/** False: it is another process' turn. Claiming again what this process has claimed is true. */
export function acquireBuildLock(folder: string): boolean {
  try {
    LockFile.acquire(folder, LOCK_FILE);
    return true;
  } catch (error) {
    const isTaken = error instanceof Problem && error.code === 'data_locked';
    // Where no claim can be made, no file can be written either: there is nothing to wait for.
    return !isTaken || LockFile.isOwn(folder, LOCK_FILE);
  }
}

/** Gives up the claim of this process, if it has one. */
export function releaseBuildLock(folder: string): void {
  LockFile.releaseOwn(folder, LOCK_FILE);
}

/** Waits while another process has the claim. */
export async function waitForBuildLock(folder: string): Promise<void> {
  const end = performance.now() + WAIT_TIMEOUT_MS;
  while (LockFile.isHeld(folder, LOCK_FILE) && performance.now() < end) await wait(POLL_INTERVAL_MS);
}

/**
 * Writes the index file, unless another process has written a newer one than `known`, the last that the caller knows of;
 * gives up the claim. The sequence of the file that is there then; undefined where it could not be written.
 */
export async function saveIfNewer(
  folder: string,
  path: string,
  index: IndexContents,
  known: number,
): Promise<number | undefined> {
  // Who claimed it to build found no file that was good.
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
