// Which feed sent a dealer's listings last. A feed that stops sending a dealer takes its listings along, but only where
// nobody else has sent them since. Imports by hand count as nobody's feed.
import type { Transaction } from 'lmdb';
import type { StockFile } from './stock-file.ts';

/** The dealers that a feed was the last to send. */
export function dealersOf(stock: StockFile, feed: string, transaction?: Transaction): string[] {
  return Array.from(stock.entries(stock.tables.senders, {}, transaction))
    .filter(({ value }) => value === feed)
    .map(({ key }) => key);
}

/** Says who sent a dealer last; undefined: no feed. For use within a transaction. */
export function saveSender(stock: StockFile, dealer: string, feed: string | undefined): void {
  const { senders } = stock.tables;
  if (senders.get(dealer) === feed) return;
  if (feed === undefined) senders.remove(dealer);
  else senders.put(dealer, feed);
}
