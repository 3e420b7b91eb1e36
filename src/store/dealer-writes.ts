// What a transaction writes to a dealer's listings.
import { splitListingKey } from '../listing/codec.ts';
import type { ListingKey } from '../listing/listing.ts';
import type { LmdbFile } from './lmdb-file.ts';
import { dealerKeyRange } from './table-layout.ts';
import type { DealerVehicles } from './vehicle-deduplication.ts';

/** A dealer's state within the transaction. */
export interface DealerWrites {
  readonly before: number;
  listings: number;
  /** Whether anything was upserted in this transaction. */
  isSent: boolean;
  /** Whether any listing was added, changed or withdrawn. */
  isChanged: boolean;
  /**
   * From each id upserted in this transaction to its position. If the dealer had no listings before, all its stored listings were
   * sent, so only withdrawn ids are added: a first import keeps no ids in memory.
   */
  readonly seenInRun: Map<string, number>;
  /** Number of sent ids that are stored. */
  seenListings: number;
  readonly vehicles: DealerVehicles;
  /** The state of its listings before the transaction, and whether all of them are still listed. */
  readonly state: string;
  isWhole: boolean;
}

/** Keys withdrawn at a time: removing entries under an open cursor would move it. */
const WITHDRAW_KEYS = 1000;

/**
 * The keys of the dealer's stored listings whose ids were not sent, in batches. The keys of a batch may be removed before the
 * next batch is read.
 */
export function* keysNotIn(
  file: LmdbFile,
  dealer: string,
  seenInRun: ReadonlyMap<string, number>,
): Iterable<ListingKey[]> {
  const { end } = dealerKeyRange(dealer);
  let { start } = dealerKeyRange(dealer);
  for (;;) {
    const keys: ListingKey[] = [];
    for (const { key } of file.tables.listings.range({ start, end })) {
      if (!seenInRun.has(splitListingKey(key).id)) keys.push(key);
      if (keys.length === WITHDRAW_KEYS) break;
    }
    yield keys;
    const last = keys.at(-1);
    if (last === undefined || keys.length < WITHDRAW_KEYS) return;
    start = last;
  }
}
