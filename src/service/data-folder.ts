// What lies where in the data folder, for all who open it. The stock's own files are the store's business.
import { join } from 'node:path';

/** The table of unit postcodes, made by `postcodes import`; it need not exist. */
export function unitTablePath(folder: string): string {
  return join(folder, 'postcodes.bin');
}
