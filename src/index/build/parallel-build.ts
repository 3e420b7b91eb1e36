// Builds the two halves of a whole stock on two threads. They stay separate segments, searchable at once and merged later.
import { availableParallelism } from 'node:os';
import type { MergeSource } from '../../engine/segment/merge-segments.ts';
import type { Gazetteer } from '../../geo/postcode-gazetteer.ts';
import type { ListingKey } from '../../listing/listing.ts';
import type { Store } from '../../store/store.ts';
import { buildIndex } from './index-builder.ts';

/** All listings from a key on, located by the gazetteer of this version. */
export interface BuiltHalf {
  readonly gazetteerVersion: string;
  readonly parts: readonly MergeSource[];
}

/** Smaller stocks are built faster than a second thread starts. */
const PARALLEL_THRESHOLD = 100_000;

/** The segments of the whole stock. For a large stock on several processors, `helper` builds half of it. */
export async function buildInParallel(
  store: Store,
  gazetteer: Gazetteer,
  helper: (from: ListingKey) => Promise<BuiltHalf>,
): Promise<readonly MergeSource[]> {
  const middle = availableParallelism() < 2 ? undefined : middleKey(store.dealers());
  if (middle === undefined) return buildIndex(store.indexedFields(), gazetteer);
  const helped = helper(middle);
  // Awaited below; an earlier rejection must not end the process.
  helped.catch(() => undefined);
  const lower = buildIndex(store.indexedFields({ end: middle }), gazetteer);
  const upper = await helped;
  // The helper may have loaded newer postcode tables.
  const isAlike = upper.gazetteerVersion === gazetteer.version;
  return [
    ...lower,
    ...(isAlike ? upper.parts : buildIndex(store.indexedFields({ start: middle }), gazetteer)),
  ];
}

/** The key at which the second half begins, estimated from the dealers' counts; undefined for a small stock. */
export function middleKey(dealers: ReadonlyMap<string, number>): ListingKey | undefined {
  const counts = Array.from(dealers, ([dealer, count]) => ({ first: `${dealer}/`, count }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total < PARALLEL_THRESHOLD) return undefined;
  counts.sort((a, b) => (a.first < b.first ? -1 : 1));
  let before = 0;
  return counts.find(({ count }) => (before += count) * 2 > total)?.first;
}
