// Unit postcodes into a data folder. The table replaces the earlier one in one step; servers that follow the folder
// place every listing anew.
import { makeDirectory } from '../files/atomic-write.ts';
import { importPostcodeTable, type PostcodeImport } from '../geo/import-postcodes.ts';
import { NamespaceLock } from './namespace-lock.ts';
import { folderProblem } from './store-problem.ts';
import { postcodeTablePath } from './paths.ts';

/** Problems `feed_unreadable` of a file, `data_unusable` of the folder. */
export async function importPostcodes(
  folder: string,
  files: readonly string[],
  onProgress: (bytesRead: number, bytesTotal: number) => void,
): Promise<PostcodeImport> {
  try {
    makeDirectory(folder);
  } catch (error) {
    throw folderProblem(folder, error);
  }
  const namespace = NamespaceLock.acquire(folder);
  try {
    return await importPostcodeTable(files, postcodeTablePath(folder), onProgress);
  } finally {
    namespace.release();
  }
}
