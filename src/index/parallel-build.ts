// A whole stock, built by two threads, each walking half of it. The halves stay segments of their own: the stock can be
// searched at once, and is merged later.
import { availableParallelism } from 'node:os';
import type { MergeSource } from '../engine/segment/merge-segments.ts';
import type { Gazetteer } from '../geo/postcode-gazetteer.ts';
import type { ListingKey } from '../listing/listing.ts';
import type { Store } from '../store/store.ts';
import { buildIndex } from './index-builder.ts';

/** What a helper gives back: everything from a key on, placed by the gazetteer of that version. */
export interface BuiltHalf {
  readonly gazetteerVersion: string;
  readonly parts: readonly MergeSource[];
}

/** Smaller stocks are built before a second thread is awake. */
const PARALLEL_THRESHOLD = 100_000;

/** With a second processor, and a stock that is worth it, `helper` builds one half meanwhile. */
export async function buildInParallel(
  store: Store,
  gazetteer: Gazetteer,
  helper: (from: ListingKey) => Promise<BuiltHalf>,
): Promise<readonly MergeSource[]> {
  const middle = availableParallelism() < 2 ? undefined : middleKey(store.dealers());
  if (middle === undefined) return buildIndex(store.indexedFields(), gazetteer);
  const helped = helper(middle);
  // It is awaited below; failing before that must not end the process.
  helped.catch(() => undefined);
  const lower = buildIndex(store.indexedFields({ end: middle }), gazetteer);
  const upper = await helped;
  // New postcode tables may have come between the two.
  const isAlike = upper.gazetteerVersion === gazetteer.version;
  return [
    ...lower,
    ...(isAlike ? upper.parts : buildIndex(store.indexedFields({ start: middle }), gazetteer)),
  ];
}

/** The key at which the second half begins, as near as the dealers' counts tell; undefined for a small stock. */
export function middleKey(dealers: ReadonlyMap<string, number>): ListingKey | undefined {
  const counts = Array.from(dealers, ([dealer, count]) => ({ first: `${dealer}/`, count }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total < PARALLEL_THRESHOLD) return undefined;
  counts.sort((a, b) => (a.first < b.first ? -1 : 1));
  let before = 0;
  return counts.find(({ count }) => (before += count) * 2 > total)?.first;
}
