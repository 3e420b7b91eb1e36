// Who makes the index file. All processes that follow a folder come to build the same index at the same time: when they
// start, and when new postcodes or a whole new stock come in. Building takes all processors, writing takes the disk. So
// one process claims it, and the others read what it wrote. A claim lies beside the file; one of a dead process is void.
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../problem.ts';
import { WriterLock } from '../store/writer-lock.ts';
import { findSavedSequence, saveIndex, type SavedIndex } from './index-file.ts';

const CLAIM_FILE = 'index.lock';

/** Then everybody builds after all. Of a stock that takes longer, each would take as long. */
const LONGEST_WAIT_MS = 5 * 60_000;
const LOOK_MS = 20;

/** False: it is another process' turn. Claiming again what this process has claimed is true. */
export function claimIndex(folder: string): boolean {
  try {
    WriterLock.acquire(folder, CLAIM_FILE);
    return true;
  } catch (error) {
    const isTaken = error instanceof Problem && error.code === 'data_locked';
    // Where no claim can be made, no file can be written either: there is nothing to wait for.
    return !isTaken || WriterLock.isOwn(folder, CLAIM_FILE);
  }
}

/** Gives up the claim of this process, if it has one. */
export function releaseIndex(folder: string): void {
  WriterLock.releaseOwn(folder, CLAIM_FILE);
}

/** Waits while another process has the claim. */
export async function indexReleased(folder: string): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  while (WriterLock.isHeld(folder, CLAIM_FILE) && performance.now() < end) await wait(LOOK_MS);
}

/**
 * Writes the index file, unless another process has written a newer one than `known`, the last that the caller knows of;
 * gives up the claim. The sequence of the file that is there then; undefined where it could not be written.
 */
export async function saveInTurn(
  folder: string,
  path: string,
  index: SavedIndex,
  known: number,
): Promise<number | undefined> {
  // Who claimed it to build found no file that was good.
  const isBuilt = WriterLock.isOwn(folder, CLAIM_FILE);
  if (!isBuilt && !claimIndex(folder)) await indexReleased(folder);
  try {
    const there = isBuilt ? undefined : findSavedSequence(path, index);
    if (there !== undefined && there > known) return there;
    return saveIndex(path, index) ? index.sequence : undefined;
  } finally {
    releaseIndex(folder);
  }
}
