// The name under which a first import makes the index of its stock, and waiting for it. The file of that name is there,
// empty, as soon as the index is being finished, which happens while the stock is committed: so a server that sees the
// stock first knows that its index is to come, and does not build what another process has nearly built.
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { WriterLock } from '../store/writer-lock.ts';

/** A server builds by itself what has not come after so long. */
const LONGEST_WAIT_MS = 60_000;
const LOOK_MS = 20;

export function draftOf(indexPath: string): string {
  return `${indexPath}.next`;
}

/** Waits while an import into `folder` is about to publish the index of what it has committed; whether one was. */
export async function indexToCome(indexPath: string, folder: string): Promise<boolean> {
  const end = performance.now() + LONGEST_WAIT_MS;
  const draft = draftOf(indexPath);
  let isComing = false;
  // An import that was killed leaves the file, but not the lock.
  while (existsSync(draft) && WriterLock.isHeld(folder) && performance.now() < end) {
    isComing = true;
    await wait(LOOK_MS);
  }
  return isComing;
}
