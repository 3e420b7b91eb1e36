// The Problems of the data folder, and what turns the errors of the file system and of LMDB into them. Every sentence
// names the folder and says what to do next. Nothing here touches a file.
import { Problem } from '../problem.ts';

/** Name of the stock's file inside the data folder. */
export const STOCK_FILE = 'stock.mdb';

/** The folder itself is in the way: missing rights, not a folder, no space. */
export function dataUnusable(folder: string, reason: string, cause?: unknown): Problem {
  return new Problem(
    'data_unusable',
    `The data folder '${folder}' cannot be used: ${reason}. Put that right, or choose another folder.`,
    [],
    { cause },
  );
}

/** The file that is open is no longer the one in the folder. */
export function storeReplaced(folder: string): Problem {
  return new Problem(
    'data_unusable',
    `${STOCK_FILE} in the data folder '${folder}' was moved away or replaced. Start again to see what is there now.`,
  );
}

/** A Problem `data_damaged` of the stock. */
export class Damage extends Problem {
  /** What is damaged, without where and what to do. */
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

/** What the folder holds is broken. */
export function dataDamaged(folder: string, finding: string, cause?: unknown): Problem {
  return new Damage(folder, finding, cause);
}

/** What the folder holds is whole, but not of this format. */
export function dataVersion(folder: string, finding: string): Problem {
  return new Problem(
    'data_version',
    `The stock in the data folder '${folder}' cannot be read by this version: ${finding}. Nothing was changed. ` +
      `Use the version that wrote it, or move ${STOCK_FILE} away and import the feeds again.`,
  );
}

/** An error of LMDB or the file system as a Problem of the folder; any other error comes back as it is. */
export function folderProblem(folder: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const reason = REASONS.get(error.code);
  return reason === undefined ? lmdbProblem(folder, error) : dataUnusable(folder, reason, error);
}

/** An error of LMDB as a Problem of the folder; any other error, of the file system too, comes back as it is. */
export function lmdbProblem(folder: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return error;
  if (LMDB_DAMAGE.has(error.code)) return dataDamaged(folder, error.message, error);
  const reason = REASONS.get(error.code);
  return reason === undefined ? error : dataUnusable(folder, reason, error);
}

// File system errors come with names from Node and with numbers from LMDB.
const REASONS = new Map<unknown, string>(
  (
    [
      ['EACCES', 13, 'this user may not read and write it'],
      ['EPERM', 1, 'this user may not read and write it'],
      ['EROFS', 30, 'it is on a read-only file system'],
      ['ENOTDIR', 20, 'part of its path is not a folder'],
      ['EEXIST', 17, 'it is not a folder'],
      ['ENOENT', 2, 'it is not there'],
      ['ENAMETOOLONG', 36, 'its name is too long'],
      ['ELOOP', 40, 'its links lead in a circle'],
      ['ENOSPC', 28, 'the disk is full'],
      ['EDQUOT', 122, "this user's share of the disk is full"],
      ['EFBIG', 27, 'a file in it may not grow as large as it would have to'],
      ['EIO', 5, 'the disk is full or broken'],
    ] as const
  ).flatMap(([name, number, reason]) => [[name, reason] as const, [number, reason] as const]),
);

// MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_VERSION_MISMATCH and MDB_INVALID.
const LMDB_DAMAGE: ReadonlySet<number> = new Set([-30797, -30796, -30794, -30793]);
