// Imports unit postcodes into a data folder. The table is replaced atomically; running servers then locate every listing again.
import { makeDirectory } from '../files/atomic-write.ts';
import { importPostcodeTable, type PostcodeImport } from '../geo/import-postcodes.ts';
import { acquireNamespace, withFolder } from './store-problem.ts';
import { postcodeTablePath } from './paths.ts';

/** Imports the files. Throws a Problem `feed_unreadable` for a file, or `data_…` for the folder. */
export async function importPostcodes(
  folder: string,
  files: readonly string[],
  onProgress: (bytesRead: number, bytesTotal: number) => void,
): Promise<PostcodeImport> {
  withFolder(folder, () => makeDirectory(folder));
  const namespace = acquireNamespace(folder);
  try {
    return await importPostcodeTable(files, postcodeTablePath(folder), onProgress);
  } finally {
    namespace.release();
  }
}
