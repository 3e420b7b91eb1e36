// Which feed each dealer belongs to. An entry outlives the dealer's listings and the feed's place in any list: only a
// run that may take the dealer, or an operator, changes it. Who may take what is not known here.
import type { Transaction } from 'lmdb';
import type { LmdbFile } from './lmdb-file.ts';

/** The feed of every dealer that belongs to one. */
export function readDealerOwners(file: LmdbFile, transaction?: Transaction): ReadonlyMap<string, string> {
  const entries = file.entries(file.tables.owners, {}, transaction);
  return new Map(Array.from(entries, ({ key, value }) => [key, value]));
}

/** Changes the feed of a dealer; undefined: it belongs to none. For use within a transaction. */
export function setDealerOwner(file: LmdbFile, dealer: string, feed: string | undefined): void {
  const { owners } = file.tables;
  if (owners.get(dealer) === feed) return;
  if (feed === undefined) owners.remove(dealer);
  else owners.put(dealer, feed);
}
