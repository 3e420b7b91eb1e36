// A data folder that this process both imports into and searches, removed after its test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPostcodes } from '../../src/store/postcode-import.ts';
import { importFeeds } from '../../src/ingest/run/import.ts';
import type { ImportRun } from '../../src/ingest/status/import-report.ts';
import { openEmbeddedBackend, type SearchBackend } from '../../src/search/search-backend.ts';
import { openStore } from '../../src/store/store.ts';
import { feedOf } from './fixtures.ts';

export class DataFolder {
  readonly path: string;
  readonly #searches: SearchBackend[] = [];

  /** At `path`, which need not exist; by default a new one. */
  constructor(path: string = mkdtempSync(join(tmpdir(), 'forecourt-stock-'))) {
    this.path = path;
  }

  /** Imports records in the import format, one a line. */
  import(
    lines: readonly string[],
    options: { readonly merge: boolean; readonly force?: boolean },
  ): Promise<ImportRun> {
    return importFeeds(this.path, [feedOf(lines)], options);
  }

  /** Imports a directory of unit postcodes, given as CSV. */
  async importPostcodes(csv: string): Promise<void> {
    const file = join(this.path, 'units.csv');
    writeFileSync(file, csv);
    await importPostcodes(this.path, [file], () => undefined);
  }

  /** Opens the folder for searching, so that it can still be imported into. Nothing is found before it caught up. */
  open(openBackend = openEmbeddedBackend): Promise<SearchBackend> {
    return this.#open((path) => openBackend(path, { threads: false }));
  }

  /** The same, with an index that is built on a thread of its own. Only the built program can start one. */
  async openWithThread(): Promise<SearchBackend> {
    const built = new URL('../../dist/search/search-backend.js', import.meta.url).href;
    const module = (await import(built)) as { readonly openEmbeddedBackend: typeof openEmbeddedBackend };
    return this.#open((path) => module.openEmbeddedBackend(path, { threads: true }));
  }

  async #open(openSearch: (path: string) => SearchBackend): Promise<SearchBackend> {
    // A file that a process opened for reading only cannot be written by it afterwards. One that was first opened for
    // writing can, also when the writer is gone.
    const writer = openStore(this.path, { mode: 'write' });
    const search = openSearch(this.path);
    await writer.close();
    this.#searches.push(search);
    return search;
  }

  /** Closes what was opened and removes the folder. */
  async remove(): Promise<void> {
    for (const search of this.#searches) await search.close();
    rmSync(this.path, { recursive: true, force: true });
  }
}
