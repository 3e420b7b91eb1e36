// Why a path cannot be used, in words: what the operating system says of files and folders.
import { getSystemErrorName } from 'node:util';

/** Ends the sentence "The file cannot be used: …"; undefined for an error that is no fault of a path. */
export function pathFault(error: unknown): string | undefined {
  const code = pathErrorCode(error);
  return code === undefined ? undefined : FAULTS.get(code);
}

/** `ENOENT`, whether the error has it by name, as those of Node, or by number, as those of LMDB. */
export function pathErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  if (typeof code === 'string') return code;
  return typeof code === 'number' && Number.isInteger(code) && code > 0
    ? getSystemErrorName(-code)
    : undefined;
}

const FAULTS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'this user has no permission'],
  ['EPERM', 'this user has no permission'],
  ['EROFS', 'it is on a read-only file system'],
  ['ENOENT', 'it is not there'],
  ['ENOTDIR', 'part of its path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EEXIST', 'there is something else of this name'],
  ['ENOTEMPTY', 'there is something else of this name'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EILSEQ', 'its name has characters that file names may not have'],
  ['EINVAL', 'its name is not allowed'],
  ['ERR_INVALID_ARG_VALUE', 'its name has characters that file names may not have'],
  ['ELOOP', 'its links lead in a circle'],
  ['EXDEV', 'it is on another file system'],
  ['ENXIO', 'it is a socket or a device that cannot be read or written'],
  ['ENODEV', 'it is a device that cannot be read or written'],
  ['EOPNOTSUPP', 'it is a socket or a device that cannot be read or written'],
  ['ETXTBSY', 'it is in use'],
  ['EBUSY', 'it is in use'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', "this user's share of the disk is full"],
  ['EFBIG', 'it may not grow as large as it would have to'],
  ['EIO', 'the disk is full or broken'],
  ['EMFILE', 'this process has too many open files'],
  ['ENFILE', 'this machine has too many open files'],
]);
