// The gazetteer of a long-running process, which reloads the postcode table after an import has replaced it.
import { statSync } from 'node:fs';
import type { Gazetteer } from './postcode-gazetteer.ts';
import { loadGazetteer } from './load-gazetteer.ts';

export class ReloadingGazetteer {
  readonly #postcodeTablePath: string;
  #seen: string;
  #current: Gazetteer;

  /** Problems as in loadGazetteer. */
  constructor(postcodeTablePath: string) {
    this.#postcodeTablePath = postcodeTablePath;
    this.#seen = stampOf(postcodeTablePath);
    this.#current = loadGazetteer(postcodeTablePath);
  }

  get current(): Gazetteer {
    return this.#current;
  }

  /** Reloads the tables if the file has changed. After a problem the current tables remain. */
  refresh(): void {
    const stamp = stampOf(this.#postcodeTablePath);
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    this.#current = loadGazetteer(this.#postcodeTablePath);
  }
}

/** Equal for the same file. A table is replaced by renaming, so a new one has another inode. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.ino}:${found.mtimeMs}:${found.size}`;
}
