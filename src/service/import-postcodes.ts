// Unit postcodes into a data folder. The table replaces the earlier one in one step; servers that follow the folder
// place every listing anew.
import { mkdirSync } from 'node:fs';
import { importUnits, type UnitImport } from '../geo/import-units.ts';
import { folderProblem } from '../store/store-problem.ts';
import { unitTablePath } from './data-folder.ts';

/** Problems `feed_unreadable` of a file, `data_unusable` of the folder. */
export async function importPostcodes(
  folder: string,
  files: readonly string[],
  onProgress: (bytesRead: number, bytesTotal: number) => void,
): Promise<UnitImport> {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw folderProblem(folder, error);
  }
  return importUnits(files, unitTablePath(folder), onProgress);
}
