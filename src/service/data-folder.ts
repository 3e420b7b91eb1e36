// What lies where in the data folder, for all who open it. The stock's own files are the store's business.
import { join } from 'node:path';

/** The index as it was built last, a cache: it may be removed at any time. */
export function indexPath(folder: string): string {
  return join(folder, 'index.seg');
}

/** The table of unit postcodes, made by `postcodes import`; it need not exist. */
export function unitTablePath(folder: string): string {
  return join(folder, 'postcodes.bin');
}
