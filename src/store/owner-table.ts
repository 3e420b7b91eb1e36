// Which feed each dealer belongs to. An entry outlives the dealer's listings and the feed's place in any list: only a
// run that may take the dealer, or an operator, changes it. Who may take what is not known here.
import type { Transaction } from 'lmdb';
import type { StockFile } from './stock-file.ts';

/** The feed of every dealer that belongs to one. */
export function readOwners(stock: StockFile, transaction?: Transaction): ReadonlyMap<string, string> {
  const entries = stock.entries(stock.tables.owners, {}, transaction);
  return new Map(Array.from(entries, ({ key, value }) => [key, value]));
}

/** Changes the feed of a dealer; undefined: it belongs to none. For use within a transaction. */
export function saveOwner(stock: StockFile, dealer: string, feed: string | undefined): void {
  const { owners } = stock.tables;
  if (owners.get(dealer) === feed) return;
  if (feed === undefined) owners.remove(dealer);
  else owners.put(dealer, feed);
}
