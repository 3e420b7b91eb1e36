// The gazetteer of a process that runs for long: it follows the unit table on disk, which an import may replace at any
// time.
import { statSync } from 'node:fs';
import type { Gazetteer } from './postcode-gazetteer.ts';
import { loadGazetteer } from './load-gazetteer.ts';

export class ReloadingGazetteer {
  readonly #postcodeTablePath: string;
  #seen: string;
  #current: Gazetteer;

  /** Problems as of loadGazetteer. */
  constructor(postcodeTablePath: string) {
    this.#postcodeTablePath = postcodeTablePath;
    this.#seen = stampOf(postcodeTablePath);
    this.#current = loadGazetteer(postcodeTablePath);
  }

  get current(): Gazetteer {
    return this.#current;
  }

  /** Loads the tables again if the file on disk is another one than before. Problems leave the current tables. */
  refresh(): void {
    const stamp = stampOf(this.#postcodeTablePath);
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    this.#current = loadGazetteer(this.#postcodeTablePath);
  }
}

/** Equal stamps: the same file. A table is replaced by renaming, so a new one has another inode. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.ino}:${found.mtimeMs}:${found.size}`;
}
