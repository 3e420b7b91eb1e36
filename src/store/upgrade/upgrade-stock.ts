// Upgrades a stock of an earlier format. The new file is written in a folder beside the old one, compared with it, and then
// renamed over it. A crash at any moment leaves a complete file, old or new; the next upgrade removes the leftover folder. No
// other process may have the stock open: it would continue with the old file.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { fsyncDirectory, fsyncFile } from '../../files/atomic-write.ts';
import { Problem } from '../../problem.ts';
import { stockPath } from '../lmdb-file.ts';
import { extendAfterCrash } from '../lmdb-meta-pages.ts';
import { LockFile } from '../../files/lock-file.ts';
import { folderProblem, STOCK_FILE, Unusable, withFolder } from '../store-problem.ts';
import { FORMAT } from '../tables.ts';
import type { FormatStep } from './format-step.ts';
import { stepsFrom, type StockFormat } from './format-steps.ts';
import { OldStock, openAnyFormat } from './old-stock.ts';
import { copyStock, verifyCopy } from './stock-rewrite.ts';
import {
  checkOthers,
  PATIENCE_MS,
  UPGRADE_LOCK,
  whileUpgradedElsewhere,
  withLocks,
  withNamespace,
} from './upgrade-locks.ts';

/** The new file's folder inside the data folder. */
const UPGRADE_FOLDER = 'upgrade';

/** The plan or the result of an upgrade. */
export interface Upgrade {
  readonly from: string;
  readonly to: string;
  /** The version of the program that wrote the stock last; undefined for formats before 6. */
  readonly writtenBy: string | undefined;
  /** What is new, one text per step. */
  readonly changes: readonly string[];
  /** Entries in all tables. */
  readonly entries: number;
  readonly neededBytes: number;
  readonly freeBytes: number;
}

export interface UpgradeOptions {
  /** Called when the work starts. */
  readonly onStart?: (upgrade: Upgrade) => void;
  readonly onProgress?: (done: number, total: number) => void;
  /** The free space of a folder's disk. */
  readonly freeBytes?: (folder: string) => number;
  /** How long to wait for other processes that have the stock open. */
  readonly patienceMs?: number;
  /** Called between the parts of the work, with their names; for tests. */
  readonly checkpoint?: (part: 'reading' | 'written' | 'verified' | 'switched') => void;
}

/** What `upgradeStock` would do; undefined without a stock, or if it has today's format. Throws a Problem `data_…`. */
export async function planUpgrade(folder: string): Promise<Upgrade | undefined> {
  const old = await withNamespace(folder, () => openOld(folder));
  if (old === undefined) return undefined;
  try {
    return planOf(folder, old, freeBytesOf);
  } finally {
    await old.stock.close();
  }
}

/**
 * Upgrades the stock of a folder to today's format; undefined if there was nothing to do. If another process is upgrading it,
 * waits for it. Throws a Problem `data_…`, which leaves the old stock unchanged.
 */
export async function upgradeStock(
  folder: string,
  options: UpgradeOptions = {},
): Promise<Upgrade | undefined> {
  const { patienceMs = PATIENCE_MS } = options;
  while (existsSync(stockPath(folder))) {
    await whileUpgradedElsewhere(folder);
    const isOld = await withNamespace(folder, async () => {
      const old = await openOld(folder);
      await old?.stock.close();
      return old !== undefined;
    });
    if (!isOld) {
      removeLeftovers(folder);
      return undefined;
    }
    try {
      const upgrade = await withLocks(folder, patienceMs, () =>
        upgradeLocked(folder, { ...options, patienceMs }),
      );
      if (upgrade !== 'locked') return upgrade;
    } catch (error) {
      throw upgradeProblem(folder, error);
    }
  }
  return undefined;
}

interface Old {
  readonly stock: OldStock;
  readonly found: StockFormat;
  readonly steps: readonly FormatStep[];
}

/** The stock, if it can be upgraded; undefined also if its format is unknown, which the next opening reports. */
async function openOld(folder: string): Promise<Old | undefined> {
  if (!existsSync(stockPath(folder))) return undefined;
  const { root, found } = withFolder(folder, () => openAnyFormat(folder));
  const steps = stepsFrom(found.format);
  if (steps === undefined) {
    await root.close();
    return undefined;
  }
  return { stock: new OldStock(folder, root, steps[0].tables), found, steps };
}

function planOf(
  folder: string,
  { stock, found, steps }: Old,
  freeBytes: (folder: string) => number,
): Upgrade {
  return {
    from: found.format,
    to: FORMAT,
    writtenBy: found.program,
    changes: steps.map(({ summary }) => summary),
    entries: stock.size,
    neededBytes: neededBytes(stock),
    freeBytes: freeBytes(folder),
  };
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Maximum growth: pages are filled differently, values become longer, and every commit leaves some pages free. */
const GROWTH = 1.25;
const FIXED_BYTES = 2 ** 20;

function neededBytes(stock: OldStock): number {
  return Math.ceil(stock.bytesInUse * GROWTH) + FIXED_BYTES;
}

async function upgradeLocked(
  folder: string,
  { patienceMs = PATIENCE_MS, ...options }: UpgradeOptions,
): Promise<Upgrade | undefined> {
  const path = stockPath(folder);
  const target = join(folder, UPGRADE_FOLDER);
  extendAfterCrash(folder, path);
  const old = await openOld(folder);
  if (old === undefined) return undefined;
  let isOpen = true;
  const closeOld = async (): Promise<void> => {
    if (isOpen) await old.stock.close();
    isOpen = false;
  };
  try {
    // A dead upgrade's leftovers take the space of the new file.
    rmSync(target, { recursive: true, force: true });
    const upgrade = planOf(folder, old, options.freeBytes ?? freeBytesOf);
    if (upgrade.freeBytes < upgrade.neededBytes) throw tooLittleRoom(folder, upgrade);
    options.onStart?.(upgrade);
    mkdirSync(target, { mode: 0o700 });
    // Writing is half of the progress, reading back the other half.
    const total = 2 * upgrade.entries;
    const { stock, steps } = old;
    options.checkpoint?.('reading');
    const written = await copyStock(stock, steps, target, (done) => options.onProgress?.(done, total));
    options.checkpoint?.('written');
    await verifyCopy(stock, steps, target, written, (done) =>
      options.onProgress?.(upgrade.entries + done, total),
    );
    options.checkpoint?.('verified');
    await closeOld();
    await checkOthers(folder, patienceMs);
    putInPlace(target, folder);
    options.checkpoint?.('switched');
    return upgrade;
  } finally {
    await closeOld();
    rmSync(target, { recursive: true, force: true });
  }
}

/** Replaces the old file by the new one, in a single rename. */
function putInPlace(target: string, folder: string): void {
  const [from, to] = [stockPath(target), stockPath(folder)];
  const { uid, gid, mode } = statSync(to);
  // The upgrade may run as root, in the folder of a server that runs as another user.
  const takeOver = (path: string): void => {
    if (process.getuid?.() === 0) chownSync(path, uid, gid);
    chmodSync(path, mode & 0o777);
  };
  takeOver(from);
  fsyncFile(from);
  fsyncDirectory(target);
  // LMDB's table of readers belongs to the file. It is replaced first, so no reader of the new file meets the old table.
  if (existsSync(`${to}-lock`) && existsSync(`${from}-lock`)) {
    takeOver(`${from}-lock`);
    renameSync(`${from}-lock`, `${to}-lock`);
  }
  renameSync(from, to);
  fsyncDirectory(folder);
}

/** Removes a dead upgrade's leftovers, unless an upgrade is running. */
function removeLeftovers(folder: string): void {
  const left = [UPGRADE_FOLDER, UPGRADE_LOCK]
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path));
  if (left.length === 0 || LockFile.isHeld(folder, UPGRADE_LOCK)) return;
  try {
    for (const path of left) rmSync(path, { recursive: true, force: true });
  } catch {
    // This user may not write here; leftovers are harmless.
  }
}

function tooLittleRoom(folder: string, { neededBytes, freeBytes }: Upgrade): Problem {
  return new Problem(
    'data_unusable',
    `The upgrade of the stock in the data folder '${folder}' needs ${megabytes(neededBytes)} of free space, because the old ` +
      `file stays until the new one is whole, and ${megabytes(freeBytes)} are free. Nothing was changed. Free some space, and try again.`,
  );
}

/** Rounded up. */
function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 1e5) / 10).toFixed(1)} MB`;
}

function upgradeProblem(folder: string, thrown: unknown): unknown {
  const error = folderProblem(folder, thrown);
  if (!(error instanceof Unusable)) return error;
  return new Problem(
    'data_unusable',
    `The stock in the data folder '${folder}' has an earlier format and could not be upgraded: ${error.reason}. ` +
      `${STOCK_FILE} is as it was. Fix this, and run forecourt upgrade --data ${folder}.`,
    [],
    { cause: error },
  );
}
