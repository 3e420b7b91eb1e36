// Backs up a data folder while servers and imports run. The copy has a consistent snapshot of the stock, the postcode table, the
// tokens, and the index file, from which a start catches up if it is of an earlier state. Unfinished runs are omitted. The copy
// is a data folder: restoring means putting it in place of the lost one.
import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  tempPathOf,
  removeStaleTempFiles,
  makeDirectory,
  fsyncFile,
  fsyncDirectory,
} from '../files/atomic-write.ts';
import { Problem } from '../problem.ts';
import { inspectIndex, openIndexFile, type OpenIndexFile } from '../index/build/index-file.ts';
import { folderProblem, withFolder } from '../store/store-problem.ts';
import { indexPath, postcodeTablePath, tokensPath } from '../store/paths.ts';
import { verifyFolder } from './verify.ts';
import { type StoreCopy, copyStore } from './copy-store.ts';

export interface Backup {
  readonly folder: string;
  readonly listings: number;
  readonly sequence: number;
  readonly bytes: number;
  /** Names of the files, sorted. */
  readonly files: readonly string[];
}

/**
 * Copies the data folder `from` to `to`, which must be missing or empty. It appears only once all of it is on disk and verified.
 * Throws a Problem `data_…` for either folder.
 */
export async function backup(from: string, to: string): Promise<Backup> {
  const target = resolve(to);
  checkTarget(target);
  const tempPath = tempPathOf(target, process.pid);
  try {
    // The copy contains tokens and the operator's stock, so only its owner may read it.
    makeDirectory(tempPath, 0o700);
    removeStaleTempFiles(target);
    // Opened first: a file written later may be of a later state than the copy.
    const indexFile = openIndexFile(indexPath(from));
    let copied: StoreCopy;
    try {
      copied = await copyStore(from, tempPath);
      await copyIndexFile(indexFile, indexPath(tempPath), copied);
    } finally {
      indexFile?.close();
    }
    const { listings, sequence } = copied;
    for (const path of [postcodeTablePath(from), tokensPath(from)]) copyIfThere(path, tempPath);
    const files = readdirSync(tempPath).sort();
    let bytes = 0;
    for (const name of files) bytes += fsyncedSize(join(tempPath, name));
    const { findings } = await verifyFolder(tempPath, { searches: false });
    for (const name of readdirSync(tempPath)) if (!files.includes(name)) rmSync(join(tempPath, name));
    if (findings.length > 0) throw copyDamaged(from, findings);
    fsyncDirectory(tempPath);
    renameSync(tempPath, target);
    fsyncDirectory(dirname(target));
    return { folder: to, listings, sequence, bytes, files };
  } catch (error) {
    if (existsSync(tempPath)) rmSync(tempPath, { recursive: true, force: true });
    throw folderProblem(to, error);
  }
}

/** Copies the index file if it is valid. It is a cache: a start builds a missing one. */
async function copyIndexFile(
  file: OpenIndexFile | undefined,
  path: string,
  { originalId, storeId, sequence }: StoreCopy,
): Promise<void> {
  if (file?.copyTo(path, { from: originalId, to: storeId, sequence }) === undefined) return;
  if ((await inspectIndex(path, storeId)) === 'damaged') rmSync(path);
}

function copyDamaged(from: string, findings: readonly string[]): Problem {
  const more = findings.length > 1 ? `, and ${findings.length - 1} more` : '';
  return new Problem(
    'data_damaged',
    `No backup of '${from}' was made, because the copy is damaged: ${findings[0]}${more}. ` +
      `Run forecourt verify --data ${from} to find out whether the data folder or the disk of the backup is at fault.`,
  );
}

function checkTarget(target: string): void {
  if (withFolder(target, () => !existsSync(target) || readdirSync(target).length === 0)) return;
  throw new Problem(
    'data_unusable',
    `'${target}' is not empty. A backup needs a new folder: choose another name.`,
  );
}

/** These files are replaced atomically, so the current one is complete. */
function copyIfThere(path: string, folder: string): void {
  if (!existsSync(path)) return;
  const copy = join(folder, basename(path));
  copyFileSync(path, copy);
  chmodSync(copy, statSync(path).mode & 0o777);
}

function fsyncedSize(path: string): number {
  fsyncFile(path);
  return statSync(path).size;
}
