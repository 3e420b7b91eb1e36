// Locks of an upgrade: one process may upgrade a stock, while no other has it open. Processes that start meanwhile wait.
import { VERSION } from '../../package-files.ts';
import { Problem } from '../../problem.ts';
import { LockFile, retryWhileLocked } from '../../files/lock-file.ts';
import type { NamespaceLock } from '../../files/namespace-lock.ts';
import { acquireNamespace } from '../store-problem.ts';

export const UPGRADE_LOCK = 'upgrade.lock';
/** How long an upgrade waits for commands that are about to end, and for other starts. */
export const PATIENCE_MS = 5000;

/** Waits while another process upgrades the stock. Holds no lock meanwhile, because that process needs them all. */
export async function whileUpgradedElsewhere(folder: string): Promise<void> {
  await LockFile.waitWhileHeld(folder, UPGRADE_LOCK);
}

export async function withNamespace<T>(
  folder: string,
  work: (namespace: NamespaceLock) => Promise<T>,
): Promise<T> {
  const namespace = acquireNamespace(folder);
  try {
    return await work(namespace);
  } finally {
    namespace.release();
  }
}

/** Runs `work` with the folder's locks; `locked` if another process has just begun to upgrade the stock. */
export async function withLocks<T>(
  folder: string,
  patienceMs: number,
  work: () => Promise<T>,
): Promise<T | 'locked'> {
  return withNamespace(folder, async () => {
    let lock: LockFile | undefined;
    let writer: LockFile | undefined;
    try {
      lock = LockFile.tryAcquire(folder, UPGRADE_LOCK);
      if (lock === undefined) return 'locked';
      writer = LockFile.acquire(folder);
      await checkOthers(folder, patienceMs);
      return await work();
    } finally {
      writer?.release();
      lock?.release();
    }
  });
}

/** Throws a Problem `data_locked` if another process still has the stock open after `patienceMs`. */
export async function checkOthers(folder: string, patienceMs: number): Promise<void> {
  await withNamespace(folder, (namespace) =>
    retryWhileLocked(() => {
      const [other] = namespace.otherProcesses();
      if (other !== undefined) throw openElsewhere(folder, other);
    }, patienceMs),
  );
}

function openElsewhere(folder: string, pid: number): Problem {
  return new Problem(
    'data_locked',
    `The stock in the data folder '${folder}' must be upgraded for Forecourt ${VERSION}, and process ${pid} of an earlier ` +
      'version has it open. Nothing was changed. Stop that server or command, and try again.',
  );
}
