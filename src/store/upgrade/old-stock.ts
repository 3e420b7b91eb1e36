// Reads a stock of an earlier format, whose tables a step describes. Values, checksums and sums are stored as today: damaged or
// missing entries throw a Problem `data_damaged`.
import { open, type Key, type Transaction } from 'lmdb';
import { checkMetaPages } from '../lmdb-meta-pages.ts';
import { LMDB_OPTIONS, stockPath } from '../lmdb-file.ts';
import type { StockFormat } from './format-steps.ts';
import { damageIn, Damage, STOCK_FILE } from '../store-problem.ts';
import { layoutOf, SUMS, type NamedLayout, type TableLayout } from '../table-layout.ts';
import { addToSum, newSum, TableSums, walkChecked, type BucketSum } from '../table-sums.ts';
import { Table, type RawValue } from '../table.ts';
import { openRaw, readFormat, type Root } from '../tables.ts';
import type { Entries, StockView } from './format-step.ts';

/** Opens a stock of any format. The caller must hold the folder's NamespaceLock, and close the stock. */
export function openAnyFormat(folder: string): { readonly root: Root; readonly found: StockFormat } {
  const path = stockPath(folder);
  checkMetaPages(folder, path);
  const root = open<RawValue, string>({ ...LMDB_OPTIONS, path, readOnly: true });
  try {
    return { root, found: readFormat(folder, root) };
  } catch (error) {
    void root.close();
    throw error;
  }
}

export class OldStock implements StockView {
  readonly #folder: string;
  readonly #root: Root;
  readonly #tables: ReadonlyMap<string, Table<Key>>;
  readonly #sums: TableSums;
  readonly #transaction: Transaction;
  /** Bytes of the pages in use; free pages are excluded. */
  readonly bytesInUse: number;

  /** Takes ownership of an open file. */
  constructor(folder: string, root: Root, layouts: readonly NamedLayout[]) {
    this.#folder = folder;
    this.#root = root;
    this.#tables = new Map(layouts.map((layout) => [layout.name, this.#table(layoutOf(layout))]));
    this.#sums = new TableSums(this.#table(SUMS));
    // Counted first: counting reads in a transaction that would end the one below.
    this.bytesInUse = this.#bytesOf([...layouts, SUMS]);
    root.resetReadTxn();
    this.#transaction = root.useReadTransaction();
  }

  entries(name: string): Entries {
    const table = this.#tables.get(name);
    if (table === undefined) return [];
    return walkChecked(table, {}, this.#sums, {
      transaction: this.#transaction,
      damaged: (finding) => new Damage(this.#folder, finding),
    });
  }

  /** The stored number of a table's entries and sum of their checksums. */
  sumOf(name: string): BucketSum {
    const table = this.#tables.get(name);
    const total = newSum();
    if (table === undefined) return total;
    for (const { count, checksums } of this.#sums.within(table, {}, this.#transaction).values())
      addToSum(total, count, checksums);
    return total;
  }

  /** The number of all entries. */
  get size(): number {
    return Array.from(this.#tables.keys()).reduce((sum, name) => sum + this.sumOf(name).count, 0);
  }

  async close(): Promise<void> {
    this.#transaction.done();
    await this.#root.close();
  }

  #bytesOf(layouts: readonly Pick<TableLayout<Key>, 'name' | 'keyEncoding'>[]): number {
    let pages = 0;
    for (const { name, keyEncoding } of layouts) {
      const raw = openRaw(this.#root, layoutOf({ name, keyEncoding, buckets: 'one' }), false);
      // LMDB counts in the transaction of the last read and does not begin one.
      this.#root.getBinary('');
      const { treeBranchPageCount, treeLeafPageCount, overflowPages } = raw?.getStats() as PageStats;
      pages += treeBranchPageCount + treeLeafPageCount + overflowPages;
    }
    return pages * LMDB_OPTIONS.pageSize;
  }

  #table<K extends Key>(layout: TableLayout<K>): Table<K> {
    const folder = this.#folder;
    const raw = openRaw(this.#root, layout, false);
    if (raw === undefined) throw new Damage(folder, `${STOCK_FILE} has no table ${layout.name}`);
    return new Table<K>(raw, layout, { damaged: damageIn(folder), changed: () => undefined });
  }
}

/** Members that LMDB's types lack. */
interface PageStats {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}
