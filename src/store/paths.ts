// Paths of the files in the data folder, except the store's own.
import { join, resolve } from 'node:path';

/** The index file, a cache that may be removed at any time. */
export function indexPath(folder: string): string {
  return join(folder, 'index.seg');
}

/** A cache of the records of the last run of a configured feed, or of the last manual import. */
export function knownRecordsPath(folder: string, feed: string | undefined): string {
  return feed === undefined ? join(folder, 'known.bin') : join(folder, 'known', `${feed}.bin`);
}

/** The table of unit postcodes, written by `postcodes import`. May be missing. */
export function postcodeTablePath(folder: string): string {
  return join(folder, 'postcodes.bin');
}

/** The folder for downloads in progress. */
export function downloadsPath(folder: string): string {
  return join(folder, 'incoming');
}

/** The last complete download of a configured feed. */
export function fetchedPath(folder: string, feed: string): string {
  return join(folder, 'fetched', feed);
}

/** The list of tokens. Missing until the first token is added. */
export function tokensPath(folder: string): string {
  return join(resolve(folder), 'tokens.json');
}

/** The rejected records of a configured feed's last run. */
export function rejectsPath(folder: string, feed: string): string {
  return join(folder, 'rejects', `${feed}.ndjson`);
}
