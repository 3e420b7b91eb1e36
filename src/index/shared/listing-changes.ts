// The parts of a search's changes that both indexes share: how the change of a listing is shown, and the cache of differences.
import { cutsOf, decodeRecord } from '../../listing/codec.ts';
import { listingKey } from '../../listing/listing.ts';
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

/** The cached differences of one search between two states. */
interface Kept<Difference> {
  readonly found: Promise<readonly Difference[]>;
  /** The number of differences, plus that of differences as large as their name; 0 until they are found. */
  size: number;
}

/** Differences of searches that clients read page by page, up to a limit of their number. */
export class KeptDifferences<Difference> {
  readonly #kept = new Map<string, Kept<Difference>>();

  static nameOf(query: SearchQuery, from: number, to: number): string {
    return `${from} ${to} ${matchesKey(query)}`;
  }

  get(name: string): Promise<readonly Difference[]> | undefined {
    return this.#kept.get(name)?.found;
  }

  keep(name: string, found: Promise<readonly Difference[]>): Promise<readonly Difference[]> {
    const entry = { found, size: 0 };
    this.#kept.set(name, entry);
    void this.#limit(name, entry);
    return found;
  }

  /** Once `entry` is found, forgets the oldest differences beyond the limit, but never `entry`. Forgets failed ones. */
  async #limit(name: string, entry: Kept<Difference>): Promise<void> {
    try {
      entry.size = (await entry.found).length + Math.ceil(name.length / DIFFERENCE_BYTES);
      let size = Array.from(this.#kept.values()).reduce((sum, other) => sum + other.size, 0);
      for (const [oldest, other] of this.#kept) {
        if (size <= MAX_KEPT || other === entry) return;
        size -= other.size;
        this.#kept.delete(oldest);
      }
    } catch {
      this.#kept.delete(name);
    }
  }
}
