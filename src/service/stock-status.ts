// What is in a data folder, without an index: counts per dealer and the last imports.
import { openStore } from '../store/store.ts';
import type { ImportRun } from './import-stock.ts';

export interface StockStatus {
  readonly folder: string;
  readonly listings: number;
  /** Changes since the stock was made. */
  readonly sequence: number;
  /** Most listings first, then by name. */
  readonly dealers: readonly { readonly dealer: string; readonly listings: number }[];
  /** Newest first. */
  readonly imports: readonly ImportRun[];
}

/** Imports that `status` shows. */
const LAST_IMPORTS = 10;

/** Problems `data_…` of the folder. */
export async function stockStatus(folder: string): Promise<StockStatus> {
  const store = openStore(folder, { mode: 'read' });
  try {
    const dealers = Array.from(store.dealers(), ([dealer, listings]) => ({ dealer, listings }));
    return {
      folder,
      listings: dealers.reduce((sum, { listings }) => sum + listings, 0),
      sequence: store.sequence,
      dealers: dealers.sort((a, b) => b.listings - a.listings || (a.dealer < b.dealer ? -1 : 1)),
      // The store keeps any JSON; only importStock gives it reports.
      imports: store.imports(LAST_IMPORTS) as ImportRun[],
    };
  } finally {
    await store.close();
  }
}
