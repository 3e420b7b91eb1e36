// A data folder that this process both imports into and searches, removed when its test is over.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPostcodes } from '../../src/service/import-postcodes.ts';
import { importStock, type ImportRun } from '../../src/service/import-stock.ts';
import { openSearch, type OpenSearch } from '../../src/service/open-search.ts';
import { openStore } from '../../src/store/store.ts';
import { feedOf } from './stock.ts';

export class StockFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'forecourt-stock-'));
  readonly #searches: OpenSearch[] = [];

  /** Imports records in the import format, one a line. */
  import(lines: readonly string[], options: { readonly merge: boolean }): Promise<ImportRun> {
    return importStock(this.path, [feedOf(lines)], options);
  }

  /** Imports a directory of unit postcodes, given as CSV. */
  async importPostcodes(csv: string): Promise<void> {
    const file = join(this.path, 'units.csv');
    writeFileSync(file, csv);
    await importPostcodes(this.path, [file], () => undefined);
  }

  /** Opens the folder for searching, so that it can still be imported into. Nothing is found before it caught up. */
  async open(options: { readonly threads: boolean } = { threads: false }): Promise<OpenSearch> {
    // A file that a process opened for reading only cannot be written by it afterwards. One that was first opened for
    // writing can, also when the writer is gone.
    const writer = openStore(this.path, { mode: 'write' });
    const search = openSearch(this.path, options);
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
