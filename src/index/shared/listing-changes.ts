// The parts of a search's changes that both indexes share: how the change of a listing is shown, and the cache of differences.
import { cutsOf, decodeRecord } from '../../listing/codec.ts';
import { listingKey } from '../../listing/listing.ts';
import { SizedCache } from '../../memo.ts';
import { matchesKey } from '../../query/canonical-query.ts';
import type { ExportedHit, ListingChange } from '../../stock/stock-changes.ts';
import type { SearchQuery } from '../../query/search-query.ts';

/** The part of a record that responses show. */
export function shownPart(record: Uint8Array): Uint8Array {
  return record.subarray(cutsOf(record)?.start ?? 0);
}

/** The change of a listing that at least one state has. `at` is in milliseconds since 1970. */
export function changeOf(
  { dealer, advertUrl, at }: Pick<ListingChange, 'dealer' | 'advertUrl' | 'at'>,
  before: ExportedHit | undefined,
  after: ExportedHit | undefined,
): ListingChange {
  if (after === undefined)
    return { change: 'left', dealer, advertUrl, at, hit: null, ...(before && { before }) };
  if (before === undefined) return { change: 'entered', dealer, advertUrl, at, hit: after };
  const listing = decodeRecord(listingKey(before), Buffer.from(before.record).toString());
  const was = { priceGbp: listing?.priceGbp ?? null, mileageMiles: listing?.mileageMiles ?? null };
  return { change: 'changed', dealer, advertUrl, at, hit: after, was };
}

/** Maximum cached differences, and bytes of each. */
const MAX_KEPT = 200_000;
const DIFFERENCE_BYTES = 200;

/** Differences of searches that clients read page by page, up to a limit of their number. */
export class KeptDifferences<Difference> extends SizedCache<readonly Difference[]> {
  constructor() {
    // A long name counts as differences of its size.
    super(MAX_KEPT, (found, name) => found.length + Math.ceil(name.length / DIFFERENCE_BYTES));
  }

  static spanOf(from: number, to: number): string {
    return `${from} ${to} `;
  }

  static nameOf(query: SearchQuery, from: number, to: number): string {
    return `${KeptDifferences.spanOf(from, to)}${matchesKey(query)}`;
  }

  /** Forgets the differences between two states. */
  forgetSpan(span: string): void {
    this.forget((name) => name.startsWith(span));
  }
}
