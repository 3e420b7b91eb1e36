// The version of the program that wrote a stock last, for messages of other versions. Formats before 6 do not have it.
import type { Transaction } from 'lmdb';
import { VERSION } from '../package-files.ts';
import type { LmdbFile } from './lmdb-file.ts';
import { PROGRAM_KEY } from './tables.ts';

/** Such as `1.4.0`. */
export function programVersionOf(file: LmdbFile, transaction?: Transaction): string | undefined {
  return file.tables.meta.get(PROGRAM_KEY, { transaction });
}

/** Notes this version. Call within a transaction. */
export function noteProgramVersion(file: LmdbFile): void {
  if (programVersionOf(file) !== VERSION) file.tables.meta.put(PROGRAM_KEY, VERSION);
}
