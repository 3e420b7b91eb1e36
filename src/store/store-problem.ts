// The Problems of the data folder, and the conversion of file system and LMDB errors to them. Messages name folder and remedy.
import { NamespaceLock } from '../files/namespace-lock.ts';
import { pathErrorCode, pathFault } from '../files/path-fault.ts';
import { Problem } from '../problem.ts';

/** Name of the stock's file inside the data folder. */
export const STOCK_FILE = 'stock.mdb';

/** `data_unusable`: the folder cannot be used, for example for lack of permission or space. */
export class Unusable extends Problem {
  /** The reason, without the folder and the advice. */
  readonly reason: string;

  constructor(folder: string, reason: string, cause?: unknown) {
    super(
      'data_unusable',
      `The data folder '${folder}' cannot be used: ${reason}. Fix this, or choose another folder.`,
      [],
      { cause },
    );
    this.reason = reason;
  }
}

/** `data_unusable`: the open file is no longer the one in the folder. */
export function storeReplaced(folder: string): Problem {
  return new Problem(
    'data_unusable',
    `${STOCK_FILE} in the data folder '${folder}' was moved away or replaced. Restart to open the new one.`,
  );
}

/** `data_damaged`: the store's content is corrupt. */
export class Damage extends Problem {
  /** The damage found, without the folder and the advice. */
  readonly finding: string;

  constructor(folder: string, finding: string, cause?: unknown) {
    super(
      'data_damaged',
      `The stock in the data folder '${folder}' is damaged: ${finding}. Nothing was changed. ` +
        `Restore ${STOCK_FILE} from a backup, or move it away and import the feeds again.`,
      [],
      { cause },
    );
    this.finding = finding;
  }
}

/** `data_version`: the store has another format. */
export function dataVersion(folder: string, finding: string): Problem {
  return new Problem(
    'data_version',
    `The stock in the data folder '${folder}' cannot be read by this version: ${finding}. Nothing was changed. ` +
      `Use the version that wrote it, or move ${STOCK_FILE} away and import the feeds again.`,
  );
}

/** A file system or LMDB error as a Problem; any other error as it is. */
export function folderProblem(folder: string, error: unknown): unknown {
  const reason = folderFault(error);
  return reason === undefined ? lmdbProblem(folder, error) : new Unusable(folder, reason, error);
}

/** Makes Problems of damage found in a folder's tables. An error of the file system or LMDB as the cause has its own Problem. */
export function damageIn(folder: string): (finding: string, cause?: unknown) => unknown {
  return (finding, cause) => {
    const known = folderProblem(folder, cause);
    return known === cause ? new Damage(folder, finding, cause) : known;
  };
}

/** Runs `work`, and converts its file system and LMDB errors to Problems. */
export function withFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw folderProblem(folder, error);
  }
}

/** Restricts the folder to this PID namespace. Throws a Problem. */
export function acquireNamespace(folder: string): NamespaceLock {
  return withFolder(folder, () => NamespaceLock.acquire(folder));
}

/** An LMDB error as a Problem; any other error, file system errors included, as it is. */
export function lmdbProblem(folder: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return error;
  if (LMDB_DAMAGE.has(error.code)) return new Damage(folder, error.message, error);
  const reason = folderFault(error);
  return reason === undefined ? error : new Unusable(folder, reason, error);
}

function folderFault(error: unknown): string | undefined {
  return FOLDER_FAULTS.get(pathErrorCode(error) ?? '') ?? pathFault(error);
}

/** File system errors in terms of a folder. */
const FOLDER_FAULTS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'this user may not read and write it'],
  ['EPERM', 'this user may not read and write it'],
  ['EEXIST', 'it is not a folder'],
  ['EFBIG', 'a file in it may not grow as large as it would have to'],
]);

// MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_VERSION_MISMATCH and MDB_INVALID.
const LMDB_DAMAGE: ReadonlySet<number> = new Set([-30797, -30796, -30794, -30793]);
