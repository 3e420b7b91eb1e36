// What lies where in the data folder, for all who open it. The stock's own files are the store's business.
import { join, resolve } from 'node:path';

/** The index as it was built last, a cache: it may be removed at any time. */
export function indexPath(folder: string): string {
  return join(folder, 'index.seg');
}

/** The table of unit postcodes, made by `postcodes import`; it need not exist. */
export function postcodeTablePath(folder: string): string {
  return join(folder, 'postcodes.bin');
}

/** Where feeds are put while they are fetched. What is in it belongs to a run that is under way. */
export function downloadsPath(folder: string): string {
  return join(folder, 'incoming');
}

/** The list of tokens, in the data folder. It is there from the first token on. */
export function tokensPath(folder: string): string {
  return join(resolve(folder), 'tokens.json');
}

/** The rejected records of a feed's last run. The name is that of a configured feed. */
export function rejectsPath(folder: string, feed: string): string {
  return join(folder, 'rejects', `${feed}.ndjson`);
}
