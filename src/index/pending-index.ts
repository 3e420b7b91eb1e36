// The name under which a first import makes the index of its stock, and waiting for it. The file of that name is there,
// empty, as soon as the index is being finished, which happens while the stock is committed: so a server that sees the
// stock first knows that its index is to come, and does not build what another process has nearly built.
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { LockFile } from '../store/lock-file.ts';

/** A server builds by itself what has not come after so long. */
const WAIT_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 20;

export function pendingIndexPath(indexPath: string): string {
  return `${indexPath}.next`;
}

/** Waits while an import into `folder` is about to publish the index of what it has committed; whether one was. */
export async function waitForPendingIndex(indexPath: string, folder: string): Promise<boolean> {
  const end = performance.now() + WAIT_TIMEOUT_MS;
  const pendingPath = pendingIndexPath(indexPath);
  let isPending = false;
  // An import that was killed leaves the file, but not the lock.
  while (existsSync(pendingPath) && LockFile.isHeld(folder) && performance.now() < end) {
    isPending = true;
    await wait(POLL_INTERVAL_MS);
  }
  return isPending;
}
